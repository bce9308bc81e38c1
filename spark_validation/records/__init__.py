# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A run's records before anybody writes them: the plan, what each one is byte by byte, and faults to put in.

It imports core alone.
"""
