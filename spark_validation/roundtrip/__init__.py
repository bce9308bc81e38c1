# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Runs that write a plan and read it back, ``smoke`` and ``soak``: their course, their checks, and what they tell.

It imports core, records, cluster, spark, reading, writing, planned and delivery.
"""
