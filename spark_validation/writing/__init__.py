# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is written to a topic, and how the cluster takes it: jobs, faults, the probe beside them, and a refusal.

It imports core, records, cluster and spark.
"""
