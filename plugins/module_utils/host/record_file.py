# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Files in which a host keeps what was begun on it, for the run that comes after one that was killed."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, Callable, TypeVar

from ..core.errors import GroundworkError
from .machine import Host

_Record = TypeVar("_Record")


def write(host: Host, path: str, record: Any) -> None:
    """Keep *record*, a dataclass, in the file *path*."""
    host.discard(path)
    host.write(path, json.dumps(asdict(record), indent=2, sort_keys=True) + "\n")


def read(host: Host, path: str, build: Callable[[Any], _Record], broken: str) -> _Record | None:
    """What *build* makes of what *path* keeps, or None without one; GroundworkError with the words *broken* behind
    the path for what it cannot be made of.
    """
    text = host.read(path)
    if text is None:
        return None
    try:
        return build(json.loads(text))
    except (ValueError, TypeError, KeyError) as error:
        raise GroundworkError(f"{path} {broken}") from error
