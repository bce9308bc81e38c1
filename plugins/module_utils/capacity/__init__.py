# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a load asks of brokers: numbers, each with its formula and its source, and what runs out first; all of it pure.

It may import core.
"""
