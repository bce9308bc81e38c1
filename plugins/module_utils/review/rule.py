# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The shape of a rule: what is so at all times as data, and a function that finds it with the actual numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterable, Mapping, NamedTuple, Sequence, Tuple

from .model import Reviewed

#: What a rule judges, one at a time. A server is a broker or a controller; a broker holds partitions. A configuration
#: is a server's, a ZooKeeper server's or a client's.
CLUSTER, SERVER, BROKER, TOPIC, CLIENT = "cluster", "server", "broker", "topic", "client"
GROUP, KEEPER, CONFIGURATION = "group", "keeper", "configuration"


class Trap(NamedTuple):
    """What a rule has found: *found* is the arithmetic, against what is *wanted*.

    *subject* and *severity* are those of what is judged and of the rule where they are empty; *words* fill the gaps of
    the rule's texts.
    """

    found: str
    wanted: str | None = None
    subject: str = ""
    severity: str = ""
    words: Mapping[str, str] = {}


Arithmetic = Callable[[Reviewed, Any], Iterable[Trap]]


@dataclass(frozen=True)
class Rule:
    """A trap by its *identity*: how bad it is, *why* it matters, the *source* that says so, and the *remedy*.

    *arithmetic* is given all that is reviewed and one thing *of* the kind that it judges. *needs* are the parts that
    must be known, such as ``load.written`` of all or ``facts.heap`` of that thing.
    """

    identity: str
    severity: str
    of: str
    arithmetic: Arithmetic
    why: str
    source: str
    remedy: str
    needs: Tuple[str, ...] = ()


def chosen(rules: Sequence[Rule], *identities: str) -> Tuple[Rule, ...]:
    """Those of *rules* with these ids, in this order."""
    by_identity = {rule.identity: rule for rule in rules}
    return tuple(by_identity[identity] for identity in identities)


class NotKnownError(Exception):
    """A rule needs something that cannot be told, such as the number in a setting that a provider fills in."""
