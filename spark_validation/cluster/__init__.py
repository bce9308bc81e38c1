# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is asked of the cluster over its admin API: how to reach it, its topics, rights, offsets, disks and brokers.

It imports core and records.
"""
