# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""ZooKeeper's answers to mntr, or to srvr, as the samples that its own provider of metrics would have."""

from __future__ import annotations

import re
from typing import List

from .exposition import Sample

_LINE = re.compile(r"zk_(\w+)\s+(\S.*?)\s*\Z")
_QUANTILE = re.compile(r"p(5|50|9|90|95|99|999)_(\w+)\Z")
#: What has been summed up, and how often: mntr names them before what they are of, the provider behind.
_SUMMARY = re.compile(r"(sum|cnt)_(\w+)\Z")
_BEHIND = {"sum": "sum", "cnt": "count"}
_STATE, LEADS = "server_state", "groundwork_zookeeper_leads"
_LEADING = ("leader", "standalone")
_FORBIDDEN = "is not executed because it is not in the whitelist"
_WAY = "it allows neither mntr nor srvr: add mntr to 4lw.commands.whitelist"
#: What srvr, which a server allows unless it was told otherwise, says of the same.
_SERVED = (
    (re.compile(r"^Latency min/avg/max: [\d.]+/([\d.]+)/[\d.]+", re.MULTILINE), "avg_latency"),
    (re.compile(r"^Latency min/avg/max: [\d.]+/[\d.]+/([\d.]+)", re.MULTILINE), "max_latency"),
    (re.compile(r"^Received: (\d+)", re.MULTILINE), "packets_received"),
    (re.compile(r"^Connections: (\d+)", re.MULTILINE), "num_alive_connections"),
    (re.compile(r"^Outstanding: (\d+)", re.MULTILINE), "outstanding_requests"),
    (re.compile(r"^Node count: (\d+)", re.MULTILINE), "znode_count"),
)
_MODE = re.compile(r"^Mode: (\w+)", re.MULTILINE)
_SHOWN = 80


class NotAllowedError(ValueError):
    """The server answers, and does not allow the word."""


def samples(answer: str) -> List[Sample]:
    """What *answer* tells; a quantile is a label. Raises ValueError where it is no answer to mntr."""
    found = []
    for line in answer.splitlines():
        match = _LINE.match(line)
        if match is None:
            continue
        name, value = match.groups()
        if name == _STATE:
            found.append(Sample(LEADS, {}, float(value in _LEADING)))
            continue
        quantile = _QUANTILE.match(name)
        labels = {"quantile": f"0.{quantile.group(1)}".replace("0.50", "0.5")} if quantile else {}
        try:
            found.append(Sample(quantile.group(2) if quantile else _exposed(name), labels, float(value)))
        except ValueError:  # the version, and what else is a word
            continue
    if LEADS not in {one.name for one in found}:
        raise _refusal(answer)
    return found


def _exposed(name: str) -> str:
    """What the server's own provider calls it."""
    match = _SUMMARY.match(name)
    return f"{match.group(2)}_{_BEHIND[match.group(1)]}" if match else name


def samples_of_srvr(answer: str) -> List[Sample]:
    """The same of an *answer* to srvr, which tells less."""
    mode = _MODE.search(answer)
    if mode is None:
        raise _refusal(answer)
    found = [(name, form.search(answer)) for form, name in _SERVED]
    return [
        Sample(LEADS, {}, float(mode.group(1) in _LEADING)),
        *(Sample(name, {}, float(match.group(1))) for name, match in found if match),
    ]


def _refusal(answer: str) -> ValueError:
    """Why *answer* is none."""
    if _FORBIDDEN in answer:
        return NotAllowedError(_WAY)
    said = " ".join(answer.split())[:_SHOWN]
    return ValueError(f"it answers with {said!r}" if said else "it closed the connection without an answer")
