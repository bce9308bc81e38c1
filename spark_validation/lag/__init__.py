# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How far consumer groups are behind, and how near deletion is to what they have not read.

It imports core and cluster: it runs without Spark.
"""
