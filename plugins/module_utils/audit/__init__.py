# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Everything read, nothing written, and told.

It may import core, host, readers, broker, disks, review, server and tuning.
"""
