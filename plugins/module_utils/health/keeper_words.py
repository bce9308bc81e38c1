# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""ZooKeeper's answer to mntr, as the samples that its own provider of metrics would have."""

from __future__ import annotations

import re
from typing import List

from .exposition import Sample

_LINE = re.compile(r"zk_(\w+)\s+(\S.*?)\s*\Z")
_QUANTILE = re.compile(r"p(5|50|9|90|95|99|999)_(\w+)\Z")
_STATE, LEADS = "server_state", "groundwork_zookeeper_leads"
_LEADING = ("leader", "standalone")
_SHOWN = 80


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
            found.append(Sample(quantile.group(2) if quantile else name, labels, float(value)))
        except ValueError:  # the version, and what else is a word
            continue
    if LEADS not in {one.name for one in found}:
        said = " ".join(answer.split())[:_SHOWN]
        raise ValueError(f"it answers mntr with {said!r}" if said else "it closed the connection without an answer")
    return found
