# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is read of a topic, and what it tells of the plan: the audit's two passes, and who disturbs them.

It imports core, records, cluster and spark.
"""
