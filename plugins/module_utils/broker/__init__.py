# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What server.properties may say, by version of Kafka: nothing but values in and values out.

It may import core.
"""
