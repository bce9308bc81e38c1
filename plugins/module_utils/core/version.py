# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The collection's version, for what is written by a host that does not have the collection's galaxy.yml."""

from __future__ import annotations

VERSION = "0.3.0"
