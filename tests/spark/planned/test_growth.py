# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What grew between two audits, and when that cannot be told."""

from __future__ import annotations

import pytest

from spark_validation.planned import growth
from spark_validation.planned.audits import Audited, Server
from spark_validation.planned.growth import Grown

NONE: dict[str, Audited] = {}


def server(areas: int, pid: int = 42, **more: int) -> Server:
    return Server("kafka", pid, "2026-01-01T00:00:00Z", {"map_areas": areas, "descriptors": areas // 2, **more})


def host(seconds: float, areas: int, name: str = "h1", **changed: object) -> dict[str, Audited]:
    """A host whose counters are told from its map areas."""
    counted = {"received": 10 * areas, "sent": 20 * areas, "log": 30 * areas, **changed}
    servers = counted.pop("servers", [server(areas)])
    return {name: Audited(name, "c", seconds, servers, **counted)}  # type: ignore[arg-type]


def test_the_host_on_which_it_grew_most_counts() -> None:
    before = {**host(100, 400), **host(100, 500, "h2")}
    after = {**host(160, 420), **host(161, 506, "h2")}
    assert growth.between(before, after) == {
        "map_areas": Grown(20),
        "descriptors": Grown(10),
        "log_bytes": Grown(600),
        "received": Grown(200),
        "sent": Grown(400),
    }
    assert growth.seconds(before, after) == 61


def test_a_host_that_only_one_audit_has_is_left_out() -> None:
    after = {**host(160, 420), **host(160, 9000, "h2")}
    assert growth.between(host(100, 400), after)["map_areas"] == Grown(20)
    assert growth.seconds(host(100, 400), host(160, 9000, "h2")) is None


@pytest.mark.parametrize(
    ("before", "after", "kind", "why"),
    [
        pytest.param(NONE, NONE, "sent", "no audit was given", id="none"),
        pytest.param(host(1, 400), NONE, "sent", "no audit came after the run", id="none after"),
        pytest.param(
            host(1, 400),
            host(9, 420, servers=[server(420, pid=43)]),
            "map_areas",
            "a broker of h1 was started again between the audits",
            id="restarted",
        ),
        pytest.param(host(1, 400), host(9, 1), "received", "h1 was booted between the audits", id="booted"),
        pytest.param(
            host(1, 400, log=None), host(9, 420), "log_bytes", "the audit of h1 did not count it", id="an older audit"
        ),
        pytest.param(
            NONE,
            host(9, 420),
            "sent",
            "no audit from before the run tells it from what else is there",
            id="a rate of one audit",
        ),
    ],
)
def test_what_cannot_be_told_says_why(
    before: dict[str, Audited], after: dict[str, Audited], kind: str, why: str
) -> None:
    assert growth.between(before, after)[kind] == Grown(None, why)


def test_one_audit_tells_what_is_there_in_all() -> None:
    why = "no audit from before the run tells it from what else is there"
    found = growth.between(NONE, {**host(9, 420), **host(9, 410, "h2")})
    assert (found["map_areas"], found["log_bytes"]) == (Grown(420, why, in_all=True), Grown(12_600, why, in_all=True))
