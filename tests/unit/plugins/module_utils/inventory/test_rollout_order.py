# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import rollout_order

MARK = "/var/lib/groundwork-kafka/rollout-kafka"


def server(number, rack="", roles=("broker",), running=True, pending=True):
    return {
        "host": f"k{number}",
        "id": str(number),
        "rack": rack,
        "roles": list(roles),
        "running": running,
        "pending": pending,
    }


BOTH = ("broker", "controller")
DEDICATED = [server(number, roles=["controller"]) for number in (11, 12, 13)]
RACKS = [server(1, "a"), server(2, "b"), server(3, "a"), server(4, None), server(5, "b")]


@pytest.mark.parametrize(
    ("servers", "last", "together", "order"),
    [
        pytest.param([], None, "broker", [], id="none"),
        pytest.param([server(1), server(2), server(3)], 1, "broker", [["k2"], ["k3"], ["k1"]], id="controller last"),
        pytest.param([server(1), server(2)], None, "broker", [["k1"], ["k2"]], id="no controller known"),
        pytest.param(
            [server(1), server(2, pending=False), server(3)], 1, "broker", [["k3"], ["k1"]], id="some are not"
        ),
        pytest.param(
            [server(1), server(2), server(3, running=False)],
            1,
            "broker",
            [["k3"], ["k2"], ["k1"]],
            id="down comes first",
        ),
        pytest.param(
            [server(1, running=False), server(2), server(3, running=False)],
            2,
            "broker",
            [["k1", "k3"], ["k2"]],
            id="all that are down come at once",
        ),
        pytest.param(
            [server(1, running=False, pending=False), server(2)], 1, "broker", [["k2"]], id="down and not pending"
        ),
        pytest.param(
            [server(1, roles=BOTH), server(2, roles=BOTH), server(3, roles=BOTH)],
            2,
            "broker",
            [["k1"], ["k3"], ["k2"]],
            id="combined nodes",
        ),
        pytest.param(
            [server(1), server(2), *DEDICATED],
            11,
            "broker",
            [["k12"], ["k13"], ["k11"], ["k1"], ["k2"]],
            id="dedicated controllers come before brokers",
        ),
        pytest.param(RACKS, 1, "rack", [["k2", "k5"], ["k4"], ["k1", "k3"]], id="by rack, the controller's last"),
        pytest.param(
            [*RACKS, *DEDICATED[:2]],
            None,
            "rack",
            [["k11"], ["k12"], ["k1", "k3"], ["k2", "k5"], ["k4"]],
            id="controllers stay one at a time",
        ),
        pytest.param(
            [server(1), server(2)], {"controller_id": 1}, "broker", [["k2"], ["k1"]], id="as the cluster told"
        ),
        pytest.param(
            [server(1), server(2)], {"controller_id": None}, "broker", [["k1"], ["k2"]], id="that told of none"
        ),
        pytest.param(
            [server(1, roles=[]), server(2, roles=[])],
            {"leader": "k1"},
            "broker",
            [["k2"], ["k1"]],
            id="the ensemble told",
        ),
        pytest.param(
            [server(1, roles=[]), server(2, roles=[])],
            {"leader": ""},
            "broker",
            [["k1"], ["k2"]],
            id="that has no leader",
        ),
    ],
)
def test_order(servers, last, together: str, order) -> None:
    assert rollout_order.order(servers, last, together) == order


@pytest.mark.parametrize(
    ("absent", "order"),
    [
        pytest.param([], [["k4"], ["k11"], ["k2"], ["k3"], ["k1"]], id="all are there"),
        pytest.param([3], [["k4"], ["k3"], ["k11"], ["k2"], ["k1"]], id="by number"),
        pytest.param(["k1", "k2"], [["k4"], ["k2"], ["k1"], ["k11"], ["k3"]], id="by host, one at a time"),
        pytest.param([4, 5, 9], [["k4"], ["k11"], ["k2"], ["k3"], ["k1"]], id="down, not pending, or unknown"),
    ],
)
def test_one_that_runs_and_is_not_there_comes_after_those_that_are_down(absent, order) -> None:
    servers = [server(1), server(2), server(3), server(4, running=False), server(5, pending=False), DEDICATED[0]]
    assert rollout_order.order(servers, 1, "broker", absent) == order


OLD, NEW, NOW = "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"


def seen(mark="", *changed, running=True):
    return {"mark": mark, "changed_files": list(changed), "running": running}


@pytest.mark.parametrize(
    ("hosts", "name"),
    [
        pytest.param([seen(), seen()], NOW, id="the first rollout"),
        pytest.param([seen(OLD), seen(OLD)], NOW, id="after a whole one"),
        pytest.param([seen(OLD), seen(OLD, MARK)], OLD, id="after one that was interrupted"),
        pytest.param([seen(NEW, MARK), seen(OLD), seen()], NEW, id="interrupted before all hosts had its name"),
        pytest.param([seen(NEW, MARK), seen(OLD, MARK)], NEW, id="interrupted twice"),
        pytest.param([seen(OLD, "/etc/kafka/server.properties")], NOW, id="changed files are another matter"),
    ],
)
def test_a_rollout_is_gone_on_with(hosts, name: str) -> None:
    assert rollout_order.name(hosts, MARK, NOW) == name


@pytest.mark.parametrize(
    ("host", "name", "due"),
    [
        pytest.param(seen(), "", False, id="nothing changed"),
        pytest.param(seen("", "/etc/kafka/server.properties"), "", True, id="a changed file"),
        pytest.param(seen(OLD), OLD, False, id="restarted by this rollout"),
        pytest.param(seen(OLD, MARK), OLD, True, id="not yet restarted by this rollout"),
        pytest.param(seen(OLD), NEW, True, id="restarted by an earlier rollout"),
        pytest.param(seen(), NEW, True, id="never restarted by one"),
        pytest.param(seen(OLD, "/etc/kafka/server.properties"), OLD, True, id="changed since"),
        pytest.param(seen(OLD, running=False), NEW, False, id="down"),
        pytest.param(seen(NEW, MARK, running=False), NEW, False, id="down before it was restarted"),
        pytest.param(seen(NEW, MARK, "/etc/kafka/server.properties", running=False), NEW, True, id="down and changed"),
    ],
)
def test_who_is_due(host, name: str, due: bool) -> None:
    assert rollout_order.due(host, name, MARK) is due


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"between": ""}, None),
        ({"skipped": True}, None),
        (
            {"between": "being stopped", "failed": True, "msg": "in vain"},
            "kafka.service on k3 is being stopped, and has",
        ),
        (
            {"unreachable": True, "msg": "no route"},
            "k3 cannot be reached (no route), so nobody can tell whether its kafka",
        ),
        (
            {"failed": True, "msg": "no systemd"},
            "k3 could not tell whether its kafka.service is being stopped: no systemd",
        ),
    ],
)
def test_what_a_run_that_was_killed_may_have_left(told, sentence):
    found = rollout_order.unsettled([{"item": "k1", "between": ""}, {"item": "k3", **told}], "kafka", 300)
    assert [one[: len(sentence or "")] for one in found] == ([sentence] if sentence else [])
