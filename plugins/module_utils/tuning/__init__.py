# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The settings of a host: read, planned, applied all or nothing, and brought back.

It may import core, capacity, host and readers, and server to learn which limits the running ones need.
"""
