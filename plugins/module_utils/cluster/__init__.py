# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A running cluster, asked and changed over its admin API.

It may import core, broker, review, reassign, health and mirror; nothing that runs on a managed host imports it.
"""
