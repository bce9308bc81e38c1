# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What to watch on a cluster: a table as data, how values are judged by it, how their sources are read; all of it pure.

It may import core.
"""
