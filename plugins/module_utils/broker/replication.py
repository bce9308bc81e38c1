# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How many replicas a cluster's topics have by default, settled once and kept: the inventory's size says it only once.

Pure. Durability of topics that exist follows from these settings as well: a lower min ISR loses records that were
acknowledged, and a higher one stops writes to topics with no more replicas than that.
"""

from __future__ import annotations

from typing import Any, Dict, Mapping, NamedTuple, Sequence

from ..core import kafka_commands, listing, values
from ..core.errors import GroundworkError
from ..core.findings import Finding, finding

FACTOR, MIN_ISR = "default.replication.factor", "min.insync.replicas"
#: Each setting, and what Kafka takes where a file lacks it. Those of share groups are of newer versions of Kafka alone:
#: a file without them says nothing.
_OF_KAFKA = {
    FACTOR: 1,
    MIN_ISR: 1,
    "offsets.topic.replication.factor": 3,
    "transaction.state.log.replication.factor": 3,
    "transaction.state.log.min.isr": 2,
}
_OF_SHARES = ("share.coordinator.state.topic.replication.factor", "share.coordinator.state.topic.min.isr")
KEYS = (*_OF_KAFKA, *_OF_SHARES)
_MINIMA = (MIN_ISR, "transaction.state.log.min.isr", "share.coordinator.state.topic.min.isr")
_MOST = 3
_NAMED = 10
_LARGEST = 2**15 - 1
_SOURCE = "Apache Kafka documentation, Operations: Expanding your cluster, Increasing replication factor"
_REASSIGN = "kafka-reassign-partitions.sh --execute"


class HostReplication(NamedTuple):
    """What is known of a host: *file* has the settings in its server.properties, None without the file.

    *given* is its kafka_replication_factor, 0 where it has none, *config* the settings that its kafka_config gives,
    *read* whether it was looked at, and *filled* whether its folders hold data of a cluster.
    """

    host: str
    file: Mapping[str, str] | None = None
    given: int = 0
    config: Mapping[str, Any] = {}
    read: bool = True
    filled: bool = False


class Settled(NamedTuple):
    """The *settings* that hosts get unless kafka_config has others, and how many *brokers* they may count on.

    *kept* and *wanted* are what the cluster's files have, the lowest where they differ, and are to have, of FACTOR and
    MIN_ISR; *kept* is empty for a new cluster. *by_size* is the factor that the number of brokers would give.
    """

    settings: Dict[str, int]
    brokers: int
    kept: Dict[str, int]
    wanted: Dict[str, int]
    by_size: int
    asked: bool
    asked_minimum: bool

    @property
    def raises(self) -> bool:
        """Whether topics that exist are to need more in-sync replicas than they did."""
        return bool(self.kept) and self.wanted[MIN_ISR] > self.kept[MIN_ISR]

    @property
    def differs(self) -> bool:
        """Whether the number of brokers would give something else, and nobody has said what is meant."""
        return bool(self.kept) and not self.asked and self.by_size != self.kept[FACTOR]

    @property
    def lowered(self) -> bool:
        """Whether fewer replicas must be in sync than follow from the factor, and nobody says so any more."""
        return (
            bool(self.kept)
            and not self.asked_minimum
            and self.wanted[MIN_ISR] < of_factor(self.wanted[FACTOR])[MIN_ISR]
        )


def of_file(given: Mapping[str, str]) -> Dict[str, str]:
    """The settings among *given*, all of a server.properties, with Kafka's defaults for what it lacks."""
    found = {key: str(default) for key, default in _OF_KAFKA.items()}
    found.update({key: given[key] for key in KEYS if key in given})
    return found


def of_factor(factor: int) -> Dict[str, int]:
    """The settings that follow from *factor*: one replica fewer than there are must be in sync."""
    return {key: max(factor - 1, 1) if key in _MINIMA else factor for key in KEYS}


def settle(hosts: Sequence[HostReplication], brokers: int) -> Settled:
    """The settings of a cluster of *hosts*, of which *brokers* are brokers.

    What a host has been given counts first, then what the hosts' files have, then the number of brokers. Raises
    GroundworkError where nobody can tell what the cluster keeps.
    """
    given = _given(hosts)
    config = {key: value for one in hosts for key, value in one.config.items() if value is not None}
    # A null takes the setting out of the files, so that Kafka's default is in force.
    without = {key: _OF_KAFKA[key] for one in hosts for key in one.config if key in _OF_KAFKA and key not in config}
    by_size = min(_MOST, max(brokers, 1))
    known = [one for one in hosts if one.file is not None]
    if given:
        settings = of_factor(given)
    elif known:
        settings = _settings_of_files(known, {**without, **config})
    else:
        _check_unknown(hosts)
        settings = of_factor(by_size)
    meant = {**settings, **without, **config}
    wanted = {key: values.integer(key, meant[key], 1, _LARGEST) for key in (FACTOR, MIN_ISR)}
    found = {key: list(_of_key(key, known)) for key in wanted}
    return Settled(
        settings,
        max([brokers, *found[FACTOR]]),
        # A partition does with the min ISR of whichever broker leads it, and any of its brokers may.
        {key: min(numbers) for key, numbers in found.items() if numbers},
        wanted,
        by_size,
        bool(given) or any(FACTOR in one.config for one in hosts),
        any(MIN_ISR in one.config for one in hosts),
    )


def _given(hosts: Sequence[HostReplication]) -> int:
    """The one kafka_replication_factor of all *hosts*; 0 where none has one."""
    found: Dict[int, str] = {}
    for one in hosts:
        if one.given:
            found.setdefault(values.integer("kafka_replication_factor", one.given, 1, _LARGEST), one.host)
    if len(found) > 1:
        (first, host), (second, other) = list(found.items())[:2]
        raise GroundworkError(
            f"kafka_replication_factor is {first} for {host} and {second} for {other}; give all hosts the same."
        )
    return next(iter(found), 0)


def _settings_of_files(known: Sequence[HostReplication], config: Mapping[str, Any]) -> Dict[str, int]:
    """What the files of *known* have, all of them the same, but for keys that *config* gives."""
    found: Dict[str, int] = {}
    for key in KEYS:
        owners = _of_key(key, known)
        if len(owners) > 1 and key not in config:
            (first, host), (second, other) = list(owners.items())[:2]
            raise GroundworkError(
                f"{key} is {first} in server.properties of {host} and {second} in that of {other}, so nobody can tell "
                f"which of them the cluster is to keep; set kafka_replication_factor, or {key} in kafka_config."
            )
        if owners:
            found[key] = next(iter(owners))
    return {**of_factor(found[FACTOR]), **found}


def _of_key(key: str, known: Sequence[HostReplication]) -> Dict[int, str]:
    """The numbers that the files of *known* have for *key*, each with the first host that has it."""
    owners: Dict[int, str] = {}
    for one in known:
        if one.file is not None and key in one.file:
            owners.setdefault(values.integer(key, one.file[key], 1, _LARGEST), one.host)
    return owners


def _check_unknown(hosts: Sequence[HostReplication]) -> None:
    """Raise GroundworkError where there may be a cluster, and none of *hosts* tells what it keeps."""
    filled = [one.host for one in hosts if one.filled]
    unread = [one.host for one in hosts if not one.read]
    if filled:
        raise GroundworkError(
            f"{filled[0]} holds data of a cluster, and no host has the server.properties that tells how many replicas "
            "its topics have by default; set kafka_replication_factor to that number."
        )
    if unread and len(unread) < len(hosts):
        read = next(one.host for one in hosts if one.read)
        raise GroundworkError(
            f"How many replicas topics have by default is not known to {read}, and cannot be told without looking at "
            f"{listing.some(unread)}; run for all hosts together, without --limit or serial, or set "
            "kafka_replication_factor."
        )


def check_raise(in_sync: Mapping[str, int], replicas: Mapping[str, int], kept: int, least: int) -> None:
    """Raise GroundworkError where a min ISR of *least*, *kept* until now, is more than topics can do with.

    *in_sync* is how many replicas are in sync of each topic that has none of its own, by name, of so many *replicas*.
    """
    # A topic that is deleted between the two questions has as many as were in sync.
    lost = {topic: replicas.get(topic, number) for topic, number in sorted(in_sync.items()) if number <= least}
    if least <= kept or not lost:
        return
    late = [topic for topic, number in lost.items() if number > least]
    few = [topic for topic in lost if topic not in late]
    named = [f"{topic} ({in_sync[topic]} of {number} in sync)" for topic, number in lost.items()]
    ways = []
    if late:
        whose = listing.some(late, _NAMED) if few else "them"
        ways.append(f"Bring back the missing brokers of {whose}, and wait until they are in sync.")
    if few:
        whose = listing.some(few, _NAMED) if late else "them"
        ways.append(
            f"Give each partition of {whose} at least {least + 1} brokers first ({_REASSIGN}), or a topic that is to "
            "stay as it is the old value for itself (kafka-configs.sh --bootstrap-server HOST:PORT "
            f"{kafka_commands.CLIENT} --alter --entity-type topics --entity-name TOPIC --add-config {MIN_ISR}={kept})."
        )
    raise GroundworkError(
        f"{MIN_ISR} would be {least} instead of {kept}, and no more replicas than that are in sync of "
        f"{listing.some(named, _NAMED)}: nobody could write to them with acks=all while one of their brokers is down. "
        + " ".join(ways)
    )


def difference(by_size: int, kept: Mapping[str, int], topics: Mapping[str, int] | None, silent: str = "") -> Finding:
    """The finding that the cluster keeps other settings than its number of brokers would give.

    *topics* is how many replicas each has, by name; None where the cluster could not be asked, and *silent* is why.
    """
    fewer = by_size > kept[FACTOR]
    which = "fewer" if fewer else "more"
    concerned = [
        f"{topic} ({_counted(replicas)})"
        for topic, replicas in sorted((topics or {}).items())
        if (replicas < by_size if fewer else replicas > by_size)
    ]
    named = listing.some(concerned, _NAMED) or ("none" if topics is not None else f"not known. {silent}")
    least = of_factor(by_size)[MIN_ISR]
    return finding(
        "replication_kept",
        "medium",
        "cluster",
        wanted=f"{FACTOR} {by_size} and {MIN_ISR} {least}, as its number of brokers would give",
        found=f"{FACTOR} {kept[FACTOR]} and {MIN_ISR} {kept[MIN_ISR]} are kept, where the brokers of the inventory "
        f"would give {by_size} and {least}; topics with {which} than {_counted(by_size)}: {named}",
        why="a higher min ISR makes topics unavailable that have no more replicas than that"
        if fewer
        else "a lower min ISR would have the records of all topics acknowledged by fewer replicas",
        source=_SOURCE,
        remedy=f"give each partition of these topics {by_size} brokers first ({_REASSIGN}), then set "
        f"kafka_replication_factor: {by_size}"
        if fewer
        else f"add brokers; or give each partition of these topics {_counted(by_size)} on the brokers that stay "
        f"({_REASSIGN}), then set kafka_replication_factor: {by_size}",
    )


def lowered(wanted: Mapping[str, int]) -> Finding:
    """The finding that fewer replicas must be in sync than follow from the factor; *wanted* as in Settled."""
    factor, minimum = wanted[FACTOR], wanted[MIN_ISR]
    follows = of_factor(factor)[MIN_ISR]
    return finding(
        "min_isr_lowered",
        "high",
        "cluster",
        wanted=f"{MIN_ISR} {follows}, as {FACTOR} {factor} gives",
        found=f"{MIN_ISR} {minimum} is kept with {FACTOR} {factor}, and no input says so",
        why=f"records are acknowledged by {_counted(minimum)} and lost with as many brokers",
        source=_SOURCE,
        remedy=f"set kafka_replication_factor: {factor}, which raises it; or {MIN_ISR}: {minimum} in kafka_config "
        "where it is meant",
    )


def kept_higher(kept: Sequence[int], files: int) -> Finding:
    """The finding that the cluster itself keeps a higher min ISR (*kept*, of each broker) than its *files* give."""
    told = " and ".join(str(number) for number in sorted(set(kept)))
    return finding(
        "min_isr_kept",
        "medium",
        "cluster",
        wanted=f"{MIN_ISR} {files}, as the brokers' files have it",
        found=f"{MIN_ISR} {told} is kept by the cluster itself, and no input asks for less",
        why=f"it stays, because with less the records of all topics would be acknowledged by {_counted(files)}",
        source=_SOURCE,
        remedy=f"set {MIN_ISR} in kafka_config: {max(kept)} where that is meant, so that the files say so too, "
        f"or {files} to lower it; or kafka_replication_factor, from which it follows",
    )


def _counted(replicas: int) -> str:
    return f"{replicas} replica{'' if replicas == 1 else 's'}"
