# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What consumer groups deliver of a topic while their members are killed, told apart from what its log holds.

It imports core and cluster: members run without Spark, each in a process of its own.
"""
