# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a survey means, in sentences: pure text."""

from __future__ import annotations

from typing import Mapping, Sequence

from ..core import moments, words
from ..core.words import of
from .explain import Change, Share, fewest_to_tell
from .partitioners import PARTITIONERS, Rule
from .survey import Estimate

_KEY_LETTERS = 60
_MOST_PARTITIONS = 8


def shown(key: bytes) -> str:
    """A key as a person can read it, without its middle where it is long."""
    return words.shortened(words.shown(key), _KEY_LETTERS)


def moment(milliseconds: int) -> str:
    """A record's timestamp."""
    return str(moments.moment(milliseconds / 1000))


def why(shares: Sequence[Share], changes: Sequence[Change], wanted: Rule) -> str:
    """Why keys are not where ``wanted`` puts them, rule by rule."""
    change_of = {change.rule: change for change in changes}
    return "; ".join(
        _added(share, change_of[share.rule], wanted.partitions) if share.rule in change_of else _share(share, wanted)
        for share in shares
        if share.rule != wanted
    )


def _share(share: Share, wanted: Rule) -> str:
    if share.rule:
        name = share.rule.partitioner if share.rule.partitions == wanted.partitions else share.rule
        return f"{name} ({PARTITIONERS[share.rule.partitioner].users}) explains {_keys(share.keys)}"
    if share.places < fewest_to_tell(wanted.partitions):
        return f"{_keys(share.keys)} more: too few to tell who placed them"
    return f"no partitioner known here explains {_keys(share.keys)}: a program chose their partitions itself"


def _added(share: Share, change: Change, partitions: int) -> str:
    told, last = f"{change.rule} explains {_keys(share.keys)}", moment(change.last_time)
    if not change.overlapping:
        return (
            f"{told}, and in each partition all of these come before the first that only a larger number explains: "
            f"partitions were added after {last}, {change.rule.partitions} became {partitions}"
        )
    return (
        f"{told}, but in {_partitions(change.overlapping)} some of these come after the first that only a larger "
        f"number explains: partitions were added while a producer went on with {change.rule.partitions}, until {last}"
    )


def without_key(records: Mapping[int, int], partitions: int) -> str:
    """Where the records without a key are, and which partitioner hashes them as an empty key there."""
    if not records:
        return "every record has a key"
    count = sum(records.values())
    told = f"{of(count, 'record has', 'records have')} no key"
    if len(records) > 1 or partitions == 1:
        return f"{told}, in {len(records)} of {partitions} partition{'' if partitions == 1 else 's'}"
    (partition,) = records
    there = [known.hashed for known in PARTITIONERS.values() if known.of_nothing % partitions == partition]
    return f"{told}, all in partition {partition}" + (f", where {' or '.join(there)} puts such" if there else "")


def newest(found: Estimate) -> str:
    """What the newest records let expect, before all are read."""
    return f"the newest {found.records:,} records with a key have about {_keys(found.keys)}"


def _keys(count: int) -> str:
    return of(count, "key", "keys")


def _partitions(numbers: Sequence[int]) -> str:
    some = ", ".join(map(str, numbers[:_MOST_PARTITIONS]))
    more = f" and {len(numbers) - _MOST_PARTITIONS} more" if len(numbers) > _MOST_PARTITIONS else ""
    return f"partition{'' if len(numbers) == 1 else 's'} {some}{more}"
