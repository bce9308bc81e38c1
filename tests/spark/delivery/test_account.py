# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a group was given, held against a log by hand: lost, twice and out of order told apart from what is given again
by right."""

from __future__ import annotations

from typing import Any, Callable

import pytest

from spark_validation.delivery.account import Account, Stretches, together
from spark_validation.delivery.checks import GROUP_CHECKS

Story = Callable[[Account], None]
HEALTHY = (0, 0, 0)


def events(*calls: tuple[Any, ...]) -> Story:
    """``(what, …)`` for each call."""

    def story(account: Account) -> None:
        for what, *values in calls:
            getattr(account, what)(*values)

    return story


def first(last: int) -> list[tuple[Any, ...]]:
    """The first member is given the partition up to this offset."""
    return [("assigned", 1, [0], 1.0), ("read", 1, 0, 0, last)]


def second(begin: int) -> list[tuple[Any, ...]]:
    """The second one is given it from this offset to its end, and commits."""
    return [("assigned", 2, [0], 3.0), ("read", 2, 0, begin, 9), ("committed", 0, 10, 4.0)]


READ_ALL = [("read", 1, 0, 0, 9), ("committed", 0, 10, 5.0)]
STORIES = [
    pytest.param(events(("assigned", 1, [0], 1.0), *READ_ALL), HEALTHY, 0, id="one member reads all"),
    pytest.param(events(*READ_ALL), HEALTHY, 0, id="a member whose partitions were not told"),
    pytest.param(
        events(*first(3), ("committed", 0, 4, 2.0), ("read", 1, 0, 4, 6), *second(4)),
        HEALTHY,
        3,
        id="a killed member had not committed",
    ),
    pytest.param(
        events(
            *(*first(5), ("assigned", 2, [0], 3.0), ("read", 2, 0, 0, 9)),
            *(("committed", 0, 6, 3.5), ("committed", 0, 10, 4.0)),
        ),
        HEALTHY,
        6,
        id="a commit that came after the change accuses nobody",
    ),
    pytest.param(
        events(*first(5), ("committed", 0, 4, 2.0), *second(2)),
        (0, 2, 0),
        2,
        id="given again after a commit",
    ),
    pytest.param(
        events(*first(5), ("read", 1, 0, 3, 9), ("committed", 0, 10, 4.0)),
        (0, 3, 1),
        0,
        id="a member goes back",
    ),
    pytest.param(
        events(*first(2), ("read", 1, 0, 6, 9), ("read", 1, 0, 3, 5), ("committed", 0, 10, 4.0)),
        (0, 0, 1),
        0,
        id="the middle comes last",
    ),
    pytest.param(
        events(*first(2), ("committed", 0, 6, 2.0), *second(6)),
        (3, 0, 0),
        0,
        id="committed and never given",
    ),
    pytest.param(
        events(("assigned", 1, [0, 7], 1.0), ("read", 1, 0, 0, 30), ("read", 1, 7, 0, 3), ("committed", 0, 31, 2.0)),
        HEALTHY,
        0,
        id="what came into the topic since, and partitions that did, count for nothing",
    ),
]


@pytest.mark.parametrize(("story", "found", "again"), STORIES)
def test_what_is_found(story: Story, found: tuple[int, int, int], again: int) -> None:
    account = Account("g", {0: (0, 10), 1: (4, 4)})
    assert (account.wanted, account.complete) == (10, False)
    story(account)
    counts = tuple(account.findings()[check.id].count for check in GROUP_CHECKS)
    assert (counts, account.again, account.complete) == (found, again, True)
    assert account.delivered == 10 - found[0]


def test_a_log_that_does_not_begin_at_zero() -> None:
    account = Account("g", {3: (100, 110)})
    events(("assigned", 1, [3], 1.0), ("read", 1, 3, 100, 104), ("committed", 3, 110, 2.0))(account)
    (example,) = account.findings()["group_lost"].examples
    assert (example.text, example.partition, example.offset) == ("g: offsets 105 to 109 reached no member", 3, 105)


def test_examples_of_one_group_do_not_hide_the_other() -> None:
    loud, quiet = Account("loud", {0: (0, 100)}), Account("quiet", {0: (0, 3)})
    events(*(("read", 1, 0, at, at) for at in range(0, 100, 2)), ("committed", 0, 100, 1.0))(loud)
    events(("read", 1, 0, 0, 1), ("committed", 0, 3, 1.0))(quiet)
    found = together([loud, quiet])["group_lost"]
    assert (found.count, len(found.examples)) == (51, 10)
    assert found.examples[1].text == "quiet: offset 2 reached no member"


@pytest.mark.parametrize(
    ("added", "expected"),
    [
        ([(0, 3), (4, 6)], [(0, 6)]),
        ([(4, 6), (0, 3)], [(0, 6)]),
        ([(0, 1), (5, 6), (3, 3)], [(0, 1), (3, 3), (5, 6)]),
        ([(0, 1), (5, 6), (1, 5)], [(0, 6)]),
        ([(2, 8), (4, 5)], [(2, 8)]),
        ([(4, 5), (2, 8)], [(2, 8)]),
        ([(0, 0), (2, 2), (4, 4), (1, 3)], [(0, 4)]),
    ],
)
def test_stretches(added: list[tuple[int, int]], expected: list[tuple[int, int]]) -> None:
    stretches = Stretches()
    for one in added:
        stretches.add(*one)
    assert stretches.within(-1, 99) == expected
    there = {number for first, last in expected for number in range(first, last + 1)}
    missing = {number for first, last in stretches.missing(0, 9) for number in range(first, last + 1)}
    assert missing == {*range(10)} - there
