# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Spark itself: the session, its versions and jars, what spark-submit is given, and the driver's own frames.

It imports core and records.
"""
