# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What contradicts itself or bites later in the configuration of a cluster: rules as data, each with its arithmetic.

It may import core, capacity and broker.
"""
