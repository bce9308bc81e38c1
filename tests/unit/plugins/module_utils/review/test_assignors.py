# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The examples are those of the documentation of Kafka's assignors; tests/oracle holds counts against the classes."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.review import assignors

#: One topic of 8 and twenty of 2 partitions, read by three members.
MANY = {"t1": 8, **{f"u{number:02}": 2 for number in range(20)}}
THREE = {name: list(MANY) for name in ("c0", "c1", "c2")}
#: RoundRobinAssignor: t0 has 1, t1 has 2, t2 has 3 partitions; C0 reads t0, C1 t0 and t1, C2 all.
STEPS = {"t0": 1, "t1": 2, "t2": 3}
UNLIKE = {"c0": ["t0"], "c1": ["t0", "t1"], "c2": ["t0", "t1", "t2"]}


@pytest.mark.parametrize(
    ("name", "topics", "members", "counts"),
    [
        pytest.param("range", {"t0": 3, "t1": 3}, {"c0": ["t0", "t1"], "c1": ["t0", "t1"]}, [4, 2], id="range"),
        pytest.param("roundrobin", {"t0": 3, "t1": 3}, {"c0": ["t0", "t1"], "c1": ["t0", "t1"]}, [3, 3], id="turns"),
        pytest.param("range", MANY, THREE, [23, 23, 2], id="range: many small topics"),
        pytest.param("roundrobin", MANY, THREE, [16, 16, 16], id="turns: many small topics"),
        pytest.param("sticky", MANY, THREE, [16, 16, 16], id="sticky: many small topics"),
        pytest.param("cooperative-sticky", MANY, THREE, [16, 16, 16], id="cooperative: many small topics"),
        pytest.param("roundrobin", STEPS, UNLIKE, [1, 1, 4], id="turns: unlike subscriptions"),
        pytest.param("sticky", STEPS, UNLIKE, [1, 2, 3], id="sticky: unlike subscriptions"),
        pytest.param("range", {"t0": 2, "t1": 5}, {"c0": ["t0"], "c1": ["t0"]}, [1, 1], id="a topic that nobody reads"),
        pytest.param("range", {"t0": 1}, {"c0": ["t0"], "c1": ["t0"]}, [1, 0], id="more members than partitions"),
        pytest.param("sticky", {"t0": 1}, {"c0": ["t0"], "c1": ["t0"]}, [1, 0], id="sticky: more members"),
        # c0 alone reads t1, so t0 goes to the other.
        pytest.param("sticky", {"t0": 2, "t1": 2}, {"c0": ["t0", "t1"], "c1": ["t0"]}, [2, 2], id="who can take both"),
    ],
)
def test_how_many_partitions_each_member_gets(name, topics, members, counts) -> None:
    assert list(assignors.ASSIGNORS[name](topics, members).values()) == counts
