# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A few records through the whole cluster and back, each of them accounted for, as a metric.

It may import core, cluster and writing; none of it needs Spark.
"""
