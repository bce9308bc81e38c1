# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: what is told of a client of Kafka's own with a trap, and what it, or its topic, is given instead."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping

#: The longest record that a topic takes by default, and lines that are longer than it and than a million.
TAKEN = 1048588
LONG, LONGER = "l" * 1_010_000, "m" * 1_500_000
_PLAIN, _KEYED = ("one", "two", "three"), ("key\tone", "key\ttwo", "key\tthree")
_COMPACTED = {"cleanup.policy": "compact"}
_SUM = "or raise delivery.timeout.ms to linger.ms + request.timeout.ms or more"


@dataclass(frozen=True)
class State:
    """A client's *config*, what a review is *given* beside it, the *lines* that it sends, and how it is *refused*.

    *topic* are settings of its topic. A line with a tabulator has a key before it.
    """

    config: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[str, ...] = _PLAIN
    refused: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    topic: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ClientTrap:
    """The finding *name* of a client as it is *before*, all the *words* of its remedy, and as it is *after* that."""

    name: str
    words: str
    before: State
    after: State
    kind: str = "producer"
    of_topic: Mapping[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """How it is called among all: each has a topic of that name."""
        given = {"lines": str(len(self.after.lines)), **self.after.config, **self.after.topic}
        key, value = list(given.items())[-1]
        return f"{self.name}-{key}-{value}".replace("_", "-").replace(".", "-")


TRAPS = (
    ClientTrap("acks_without_min_isr", "set acks=all in the producer", State({"acks": "1"}), State({"acks": "all"})),
    ClientTrap(
        "linger_over_timeout",
        f"lower linger.ms, {_SUM}",
        State(
            {"request.timeout.ms": "30000", "delivery.timeout.ms": "60000", "linger.ms": "40000"},
            refused="delivery.timeout.ms should be equal to or larger than linger.ms + request.timeout.ms",
        ),
        State({"request.timeout.ms": "30000", "delivery.timeout.ms": "60000", "linger.ms": "20"}),
    ),
    ClientTrap(
        "linger_over_timeout",
        f"lower request.timeout.ms, {_SUM}",
        State(
            {"linger.ms": "20", "request.timeout.ms": "30000", "delivery.timeout.ms": "10000"},
            refused="delivery.timeout.ms should be equal to or larger than linger.ms + request.timeout.ms",
        ),
        State({"linger.ms": "20", "request.timeout.ms": "30000", "delivery.timeout.ms": "30020"}),
    ),
    ClientTrap(
        "linger_over_timeout",
        f"lower request.timeout.ms, {_SUM}",
        State(
            {"linger.ms": "20", "delivery.timeout.ms": "10000", "request.timeout.ms": "30000"},
            refused="delivery.timeout.ms should be equal to or larger than linger.ms + request.timeout.ms",
        ),
        State({"linger.ms": "20", "delivery.timeout.ms": "10000", "request.timeout.ms": "9980"}),
    ),
    ClientTrap(
        "setting_value_refused",
        "correct it before the producer is restarted",
        State({"client.dns.lookup": "always"}, refused="Invalid value always for configuration client.dns.lookup"),
        State({"client.dns.lookup": "use_all_dns_ips"}),
    ),
    ClientTrap(
        "setting_mistyped",
        "correct it, or leave it out",
        State({"compression.typ": "zstd"}),
        State({"compression.type": "zstd"}),
    ),
    ClientTrap(
        "request_over_message",
        "lower max.request.size of the producer to what its topics take, so that it refuses them itself, or raise that",
        State({"max.request.size": "2000000"}, (LONGER,), "larger than the max message size the server will accept"),
        State({"max.request.size": str(TAKEN)}, (LONGER,), "which is the value of the max.request.size configuration"),
    ),
    ClientTrap(
        "request_over_message",
        "lower max.request.size of the producer to what its topics take, so that it refuses them itself, or raise that",
        State({"max.request.size": "2000000"}, (LONGER,), "larger than the max message size the server will accept"),
        State({"max.request.size": "2000000"}, (LONGER,), topic={"max.message.bytes": "2000000"}),
    ),
    ClientTrap(
        "compaction_null_keys",
        "give each record a key, or set cleanup.policy=delete",
        State(refused="InvalidRecordException", given={"keyed": False}, topic=_COMPACTED),
        State(lines=_KEYED, given={"keyed": True}, topic=_COMPACTED),
    ),
    ClientTrap(
        "compaction_null_keys",
        "give each record a key, or set cleanup.policy=delete",
        State(refused="InvalidRecordException", given={"keyed": False}, topic=_COMPACTED),
        State(given={"keyed": False}, topic={"cleanup.policy": "delete"}),
    ),
    ClientTrap(
        "keys_missing",
        "give each record the key whose order matters",
        State(given={"keyed": False}),
        State(lines=_KEYED, given={"keyed": True}),
        of_topic={"keyed": True},
    ),
    *(
        ClientTrap(
            "message_over_consumer_fetch",
            f"raise {key} of the consumer to the largest record of its topics",
            State({key: "1000000"}, (LONG,)),
            State({key: str(TAKEN)}, (LONG,)),
            "consumer",
        )
        for key in ("max.partition.fetch.bytes", "fetch.max.bytes")
    ),
)
