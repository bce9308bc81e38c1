# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import settings
from ansible_collections.groundwork.kafka.plugins.module_utils.core.settings import Own, Reading, Setting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.values import tokens


def setting(wanted, rule="at_least"):
    return Setting("kernel", "net.ipv4.tcp_rmem", tokens(wanted), rule, "why", "where")


@pytest.mark.parametrize(
    ("wanted", "rule", "own", "others", "live", "expected"),
    [
        ("10", "exact", None, "20", "30", "10"),
        ("10", "at_least", None, None, "5", "10"),
        ("10", "at_least", None, None, "20", "20"),
        ("10", "at_least", None, "20", "5", "20"),
        ("10", "at_most", None, None, "5", "5"),
        ("10", "at_most", None, None, "20", "10"),
        ("4096 65536 2048000", "at_least", None, None, "4096 16384 4194304", "4096 65536 4194304"),
        # The second run: the live value is ours, and the part that was kept is told by the file.
        (
            "4096 65536 2048000",
            "at_least",
            ("4096 65536 4194304", "4096 65536 2048000"),
            None,
            "4096 65536 4194304",
            "4096 65536 4194304",
        ),
        # What we wrote follows the inventory down.
        ("10", "at_least", ("20", "20"), None, "20", "10"),
        # Somebody raised the live value after us.
        ("10", "at_least", ("10", "10"), None, "30", "30"),
        # Somebody raised it in our file.
        ("10", "at_least", ("40", "10"), None, "10", "40"),
        # Capped at the last run: that is no smaller wish.
        ("100", "at_least", ("20", "100"), None, "20", "100"),
        # A file of another shape tells nothing, nor does a comment that somebody spoilt.
        ("10", "at_least", ("20", "plenty"), None, "5", "10"),
        ("10", "at_least", ("20 30", "10 10"), None, "5", "10"),
    ],
)
def test_target(*, wanted, rule, own, others, live, expected):
    reading = Reading(own=own and Own(tokens(own[0]), tokens(own[1])), others=tokens(others), live=tokens(live))
    assert settings.target(setting(wanted, rule), reading) == tokens(expected)


@pytest.mark.parametrize(
    ("effective", "after_boot", "overridden", "cause", "expected"),
    [
        ("10", "10", False, None, "in_effect"),
        ("11", "12", False, None, "in_effect"),
        ("10", "10", True, None, "in_effect"),
        ("10", "10", False, "clamped", "in_effect"),
        ("10", "5", True, None, "overridden"),
        ("5", "5", True, "unavailable", "overridden"),
        ("5", "10", True, "pending_restart", "pending_restart"),
        ("5", "10", False, "clamped", "clamped"),
        (None, "10", False, "unavailable", "unavailable"),
        ("5", "10", False, None, "drifted"),
        ("10", None, False, None, "drifted"),
        (None, None, False, None, "drifted"),
    ],
)
def test_status(effective, after_boot, overridden, cause, expected):
    reading = Reading(effective=tokens(effective), after_boot=tokens(after_boot), overridden=overridden, cause=cause)
    assert settings.status(setting("10"), reading) == expected


def test_row():
    reading = Reading(tokens("4 5"), "/f:1", tokens("6 7"), tokens("4 5"), note="n")
    assert settings.row(setting("1 2"), reading) == {
        "kind": "kernel",
        "name": "net.ipv4.tcp_rmem",
        "wanted": "1 2",
        "rule": "at_least",
        "persisted": "4 5",
        "persisted_at": "/f:1",
        "effective": "6 7",
        "after_boot": "4 5",
        "status": "in_effect",
        "note": "n",
        "reason": "why",
        "source": "where",
    }


@pytest.mark.parametrize(("kind", "after_boot"), [("kernel", "kernel default"), ("limit", None), ("service", None)])
def test_row_without_a_file(kind, after_boot):
    row = settings.row(Setting(kind, "x", ("1",), "exact", "", ""), Reading())
    assert (row["persisted"], row["persisted_at"], row["after_boot"], row["note"]) == (None, None, after_boot, None)


@pytest.mark.parametrize(
    ("effective", "persisted", "cause", "note"),
    [
        ("4 5 6", None, None, settings.NOT_KEPT),
        ("1 2 2", None, None, None),
        ("4 5 6", "1 2 2", None, None),
        ("4 5 6", None, "unavailable", None),
    ],
)
def test_what_is_as_wanted_only_by_a_default_or_by_hand_says_so(effective, persisted, cause, note):
    value = tokens(persisted)
    reading = Reading(persisted=value, effective=tokens(effective), after_boot=value, cause=cause)
    assert settings.row(setting("1 2 3"), reading)["note"] == note
