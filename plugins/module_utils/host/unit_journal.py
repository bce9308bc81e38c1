# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a systemd service said: to the journal, and systemd of it."""

from __future__ import annotations

import json
from typing import Any, Iterator, List, NamedTuple

from .machine import Host


class Entry(NamedTuple):
    """A line of the journal: *at* is in seconds of the monotonic clock, *invocation* is the start that said it."""

    at: float
    text: str
    invocation: str = ""


def read(host: Host, service: str, seconds: int, lines: int) -> List[Entry]:
    """The last *lines* of the *service* within the last *seconds*.

    Asked for in reverse: with a beginning, journalctl of systemd 252 gives the first lines instead.
    """
    words = [f"--unit={service}.service", f"--since=-{seconds}s", f"--lines={lines}", "--output=json"]
    words += ["--output-fields=MESSAGE,_SYSTEMD_INVOCATION_ID,INVOCATION_ID", "--no-pager", "--quiet", "--reverse"]
    return list(_entries(host.run(["journalctl", *words]).stdout))[::-1]


def _entries(printed: str) -> Iterator[Entry]:
    for line in printed.splitlines():
        try:
            fields = json.loads(line)
        except ValueError:
            continue
        # systemd's own lines of a service name its start in another field than those of its processes.
        invocation = fields.get("_SYSTEMD_INVOCATION_ID") if "INVOCATION_ID" not in fields else fields["INVOCATION_ID"]
        at = int(fields.get("__MONOTONIC_TIMESTAMP", 0)) / 1e6
        yield Entry(at, _text(fields.get("MESSAGE")), str(invocation or ""))


def _text(message: Any) -> str:
    """*message* as text; journalctl prints one that is no UTF-8 as numbers, and a very long one not at all."""
    if isinstance(message, list):
        return bytes(message).decode("utf-8", "replace")
    return str(message or "")
