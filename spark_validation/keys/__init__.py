# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Are the keys of a topic where a partitioner puts them, each in one partition, and evenly spread?

It imports core, records, cluster, spark and reading: nothing is written.
"""
