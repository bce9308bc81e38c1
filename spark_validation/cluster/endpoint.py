# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""HOST:PORT, as brokers are named to the validation: an IPv6 address stands in brackets."""

from __future__ import annotations

import re

from . import reachable

_LISTENS_SECONDS = 2.0
_SERVER = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+)):([0-9]{1,5})\Z")


def split(server: str) -> tuple[str, int] | None:
    """Host and port; None for what is not HOST:PORT."""
    match = _SERVER.match(server)
    if not match or not 1 <= int(match.group(3)) <= 65535:
        return None
    return match.group(1) or match.group(2), int(match.group(3))


def listens(server: str) -> bool:
    """Whether something takes connections at ``server``, HOST:PORT."""
    where = split(server)
    return where is not None and not reachable.refusal(*where, _LISTENS_SECONDS)
