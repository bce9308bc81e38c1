# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A capacity plan beside a run: the load that the run takes from it, and what was measured beside what was planned.

It imports core and fleet: of fleet, what an audit's line is called by alone.
"""
