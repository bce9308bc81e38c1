# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One Kafka or ZooKeeper server on this host: what it runs, what it reads, whose data it holds.

It may import core, capacity, health, host, readers, broker, disks and review.
"""
