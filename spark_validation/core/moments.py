# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Moments as records, reports and tables give them. The collection shares it."""

from __future__ import annotations

from datetime import datetime, timezone


def moment(seconds: float | None) -> str | None:
    """*seconds* since the epoch as ``2026-01-31T23:59:59Z``."""
    return None if seconds is None else datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
