# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Topics of the validation's own: how they are named, and what becomes of those that an interrupted run left."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Iterable

PREFIX = "groundwork-smoke-"
SOAK_PREFIX = "groundwork-soak-"
PROBE_PREFIX = "groundwork-probe-"
PREFIXES = (PREFIX, SOAK_PREFIX, PROBE_PREFIX)
_PROBE, _REFUSAL = "-probe", "-refusal"
KEPT = "-kept"
_STAMP = "%Y%m%dT%H%M%SZ"
_RUN_ID = re.compile(rf"(?:{'|'.join(PREFIXES)})(\d{{8}}T\d{{6}}Z)-[0-9a-f]{{6}}(?:{_PROBE}|{_REFUSAL})?\Z")


def new_run_id(now: datetime) -> str:
    """A run id that tells when the run began, for whoever finds its topic later."""
    return f"{now.astimezone(timezone.utc).strftime(_STAMP)}-{secrets.token_hex(3)}"


def topic_of(run_id: str, keep: bool, prefix: str = PREFIX) -> str:
    """Name of the topic of a run; one that is kept on purpose says so, and is never cleaned up."""
    return f"{prefix}{run_id}{KEPT if keep else ''}"


def is_own(topic: str) -> bool:
    """Whether the name is one that the validation gives, so that ``clean`` deletes it."""
    return topic.startswith(PREFIXES)


def is_probe(topic: str) -> bool:
    """Whether the name is one of a probe's topic, which is written to and never read."""
    return is_own(topic) and topic.endswith(_PROBE)


def probe_topic_of(run_id: str, prefix: str = PREFIX) -> str:
    """Name of the topic of the probe that runs beside the traffic."""
    return f"{prefix}{run_id}{_PROBE}"


def refusal_topic_of(run_id: str) -> str:
    """Name of the topic to which a write must be refused."""
    return f"{PREFIX}{run_id}{_REFUSAL}"


@dataclass(frozen=True)
class OldTopics:
    """Topics that an earlier run left: ``old`` are deleted, ``young`` may belong to a run that is under way."""

    old: list[str]
    young: list[str]


def old_topics(topics: Iterable[str], now: datetime, limit: timedelta) -> OldTopics:
    """Sort the validation's own topics by age; names that it did not make itself are left out."""
    ages = {
        topic: now - datetime.strptime(stamp.group(1), _STAMP).replace(tzinfo=timezone.utc)
        for topic in sorted(topics)
        for stamp in [_RUN_ID.match(topic)]
        if stamp
    }
    return OldTopics(
        [topic for topic, age in ages.items() if age > limit], [topic for topic, age in ages.items() if age <= limit]
    )
