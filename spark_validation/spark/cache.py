# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a user's machine keeps what a later run need not fetch or work out again."""

from __future__ import annotations

import os
from pathlib import Path


def folder(name: str) -> Path:
    """The cache folder called ``name``; it need not be there."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "groundwork-kafka" / name
