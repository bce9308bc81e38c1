# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which rules put the keys where they are: pure, over a sample of places and a few counts.

A *place* is a key in a partition in which it has records. Any rule is right for one place in so many by chance, so a
rule is named only where it is right far more often than that.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Iterable, Mapping, Sequence

from .partitioners import PARTITIONERS, Rule

MOST_RULES = 4
# Of so many topics whose keys stand anywhere, a rule is named for one at the most.
_TOPICS_TO_ONE_MISTAKE = 1_000


@dataclass(frozen=True)
class Place:
    """A key's partition, and the hashes of the key by partitioner."""

    partition: int
    hashes: Mapping[str, int]


@dataclass(frozen=True)
class Group:
    """The places of a partition that the same rules explain: bit n of ``rules`` stands for rule n.

    ``first_offset`` and ``last_offset`` are those of their records, ``last_time`` the latest timestamp (ms).
    """

    partition: int
    rules: int
    places: int
    records: int
    first_offset: int
    last_offset: int
    last_time: int


@dataclass(frozen=True)
class Share:
    """What a rule explains, beyond what those before it do; without a rule: what none explains.

    ``keys`` is that of the keys in ``places``: one that stands in several partitions may count for several rules.
    """

    rule: Rule | None
    places: int
    records: int
    keys: int


@dataclass(frozen=True)
class Change:
    """Partitions that were added: a rule of fewer partitions, and how its records stand to those of a larger number.

    ``until`` is the last offset by the smaller number in each partition; ``overlapping`` the partitions in which a
    record by a larger number comes before it; ``last_time`` when the last record by the smaller number was made (ms).
    """

    rule: Rule
    until: dict[int, int]
    overlapping: list[int]
    last_time: int


def likely_rules(sample: Sequence[Place], partitions: int) -> list[Rule]:
    """Rules that explain a part of ``sample``, places that the wanted rule does not explain; the best first.

    Tried are all partitioners with the topic's number of partitions and with each smaller one.
    """
    found: list[Rule] = []
    left = list(sample)
    while left and len(found) < MOST_RULES:
        right = _right(left, partitions)
        best = max(right, key=lambda rule: (right[rule], rule.partitions), default=None)
        if best is None or not _beyond_chance(right[best], left, best, partitions):
            break
        found.append(best)
        left = [place for place in left if best.partition_of(place.hashes) != place.partition]
    return found


def _right(places: Iterable[Place], partitions: int) -> Counter[Rule]:
    """For how many of ``places`` each rule is right; those of the whole topic come first."""
    tried = [(name, number) for number in range(partitions, 0, -1) for name in PARTITIONERS]
    right = Counter[tuple[str, int]]()
    for place in places:
        right.update(
            pair for pair in tried if place.partition < pair[1] and place.hashes[pair[0]] % pair[1] == place.partition
        )
    return Counter({Rule(*pair): right[pair] for pair in tried if right[pair]})


def _beyond_chance(right: int, places: Sequence[Place], rule: Rule, partitions: int) -> bool:
    """Whether a rule that is right for so many of ``places``, the best of all tried, can hardly be so by chance.

    By chance it is so for one in as many as the topic has partitions, or in as many as the rule has, where all stand in
    these: a program that chooses a few of the partitions itself must not look like a topic that had only those.
    """
    inside = sum(place.partition < rule.partitions for place in places) / len(places)
    chance = max(1 / partitions, inside / rule.partitions if rule.partitions > 1 else 0)
    return _is_beyond(right, len(places), chance, _tried(partitions))


def _tried(partitions: int) -> int:
    return partitions * len(PARTITIONERS)


def _is_beyond(right: int, of: int, chance: float, tried: int) -> bool:
    """Whether none of ``tried`` rules would be right as often by chance, by Chernoff's bound of a binomial's tail."""
    share = right / of
    if share <= chance or chance >= 1:
        return False
    divergence = share * math.log(share / chance)
    if share < 1:
        divergence += (1 - share) * math.log((1 - share) / (1 - chance))
    return of * divergence > math.log(tried * _TOPICS_TO_ONE_MISTAKE)


def fewest_to_tell(partitions: int) -> int:
    """How many places a rule must explain, if it explains all there are, for chance to be ruled out."""
    if partitions == 1:
        return 1
    return math.floor(math.log(_tried(partitions) * _TOPICS_TO_ONE_MISTAKE) / math.log(partitions)) + 1


def with_larger(wanted: Rule, likely: Iterable[Rule]) -> list[Rule]:
    """The rules to count: ``wanted``, the ``likely`` ones, and each of these with the topic's number of partitions."""
    return list(
        dict.fromkeys([wanted, *(r for rule in likely for r in (rule, Rule(rule.partitioner, wanted.partitions)))])
    )


def shares(groups: Sequence[Group], rules: Sequence[Rule], partitions: int) -> list[Share]:
    """What each of ``rules`` explains, the one that explains most first; each place counts once, and as a key."""
    left, found, untried = list(groups), [], dict(enumerate(rules))
    while left and untried:
        bit = max(untried, key=lambda n: sum(group.places for group in left if group.rules >> n & 1))
        rule = untried.pop(bit)
        right = [group for group in left if group.rules >> bit & 1]
        places, all_left = (sum(group.places for group in some) for some in (right, left))
        if places == all_left or _is_beyond(places, all_left, 1 / partitions, len(rules)):
            found.append(_share(rule, right))
            left = [group for group in left if not group.rules >> bit & 1]
    return [*found, *([_share(None, left)] if left else [])]


def _share(rule: Rule | None, groups: Iterable[Group]) -> Share:
    counted = list(groups)
    places, records = (sum(counts) for counts in zip(*((group.places, group.records) for group in counted)))
    return Share(rule, places, records, keys=places)


def changes(
    groups: Sequence[Group], rules: Sequence[Rule], explaining: Sequence[Rule], partitions: int
) -> list[Change]:
    """What is known of each time at which partitions were added, from the rules of ``explaining`` that have fewer."""
    fewer = sorted((rule for rule in explaining if rule.partitions < partitions), key=lambda rule: rule.partitions)
    return [change for change in (_change(groups, rules, explaining, rule) for rule in fewer) if change.until]


def _change(groups: Sequence[Group], rules: Sequence[Rule], explaining: Sequence[Rule], rule: Rule) -> Change:
    """Places that only ``rule`` explains, against those that only the same partitioner with more partitions does.

    What another partitioner explains is left out: it would be where ``rule`` has it by chance.
    """
    smaller = _bits(rules, [rule])
    larger = _bits(
        rules, [one for one in rules if one.partitioner == rule.partitioner and one.partitions > rule.partitions]
    )
    others = _bits(rules, [one for one in explaining if one.partitioner != rule.partitioner])
    until: dict[int, int] = {}
    since: dict[int, int] = {}
    last_time = 0
    for group in groups:
        if group.rules & others:
            continue
        if group.rules & smaller and not group.rules & larger:
            until[group.partition] = max(group.last_offset, until.get(group.partition, 0))
            last_time = max(last_time, group.last_time)
        elif group.rules & larger and not group.rules & smaller:
            since[group.partition] = min(group.first_offset, since.get(group.partition, group.first_offset))
    overlapping = [partition for partition, last in sorted(until.items()) if since.get(partition, last + 1) <= last]
    return Change(rule, dict(sorted(until.items())), overlapping, last_time)


def _bits(rules: Sequence[Rule], some: Iterable[Rule]) -> int:
    return sum(1 << rules.index(rule) for rule in some)
