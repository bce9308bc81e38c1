# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the audits of many hosts, clusters and days say together: what is in force, where, since when, and until when.

It imports core and spark: no Kafka is asked.
"""
