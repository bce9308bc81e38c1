# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which replicas of a cluster go to which brokers and folders, in the fewest bytes, and some at a time; all of it pure.

It may import core.
"""
