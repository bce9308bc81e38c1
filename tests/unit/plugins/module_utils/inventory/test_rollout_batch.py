# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import rollout_batch

MARK = "/var/lib/groundwork-kafka/rollout-kafka"
BROKER, CONTROLLER, BOTH = ["broker"], ["controller"], ["broker", "controller"]


def server(host, roles, number=None, running=True, pending=True):
    return {
        "host": host,
        "id": number or int(host[1:]),
        "rack": "",
        "roles": roles,
        "running": running,
        "pending": pending,
    }


def describe(servers, order, host="k1", **given):
    defaults = {"service": "kafka", "group": ["k1", "k2"], "joining": [], "accept_unavailable": False}
    return rollout_batch.describe(rollout_batch.Given(host=host, servers=servers, order=order, **{**defaults, **given}))


COMBINED = [server("k1", BOTH), server("k2", BOTH), server("k3", BOTH)]
SPLIT = [server(f"k{number}", BROKER) for number in (1, 2, 3)] + [server(f"c{n}", CONTROLLER) for n in (11, 12, 13)]
BY_RACK = [["c12"], ["c13"], ["c11"], ["k2"], ["k1", "k3"]]


@pytest.mark.parametrize(
    ("servers", "order", "host", "batch", "others"),
    [
        pytest.param(
            COMBINED,
            [["k3"], ["k1"], ["k2"]],
            "k1",
            {"brokers": [1], "controllers": [1], "runs": True},
            (["k3"], ["k2"]),
            id="combined, in the middle",
        ),
        pytest.param(
            COMBINED,
            [["k3"], ["k1"], ["k2"]],
            "k3",
            {"brokers": [3], "controllers": [3], "runs": True},
            ([], ["k1", "k2"]),
            id="the first",
        ),
        pytest.param(
            SPLIT,
            BY_RACK,
            "k3",
            {"brokers": [1, 3], "controllers": [], "runs": True},
            (["c12", "c13", "c11", "k2"], []),
            id="a rack, the last",
        ),
        pytest.param(
            SPLIT,
            BY_RACK,
            "c13",
            {"brokers": [], "controllers": [13], "runs": True},
            (["c12"], ["c11", "k2", "k1", "k3"]),
            id="a dedicated controller",
        ),
        pytest.param(
            [server("k1", BROKER, running=False), server("k2", BROKER)],
            [["k1"], ["k2"]],
            "k1",
            {"brokers": [1], "controllers": [], "runs": False},
            ([], ["k2"]),
            id="one that is down",
        ),
        pytest.param(
            [server("k1", [], running=False), server("k2", [])],
            [["k1", "k2"]],
            "k1",
            {"brokers": [], "controllers": [], "runs": True},
            ([], []),
            id="ZooKeeper, one of its batch runs",
        ),
        pytest.param(
            COMBINED, [["k2"]], "k1", {"brokers": [], "controllers": [], "runs": False}, ([], []), id="no part of it"
        ),
        pytest.param(
            COMBINED, [], "k1", {"brokers": [], "controllers": [], "runs": False}, ([], []), id="no order yet"
        ),
    ],
)
def test_the_batch_of_a_host_and_who_comes_before_and_after(servers, order, host, batch, others) -> None:
    found = describe(servers, order, host)
    assert (found["batch"], (found["before"], found["after"])) == (batch, others)


def test_what_is_asked_of_the_others() -> None:
    servers = [*SPLIT, server("k4", BROKER, running=False), server("k5", BROKER, running=False, pending=False)]
    found = describe([*servers[1:], {**servers[0], "pending": False}], [["k4"], ["c11", "c12"], ["k2", "k3"]])
    assert found["due"] == ["k2", "k3", "c11", "c12", "c13", "k4"]
    assert found["down"] == {"hosts": ["k4"], "ids": [4]}
    assert (found["brokers"], found["controllers"]) == ([2, 3, 4, 5, 1], [11, 12, 13])
    assert found["batches"] == [[], [11, 12], [2, 3]]


def test_whose_files_were_changed_and_who_is_not_there_yet() -> None:
    others = [server("k3", BOTH, running=False), server("k4", BOTH, pending=False), server("k5", BOTH)]
    servers = [{**one, "mended": one["host"] != "k5"} for one in (*COMBINED[:2], *others)]
    order = [["k3"], ["k1"], ["k2"]]
    found = describe(servers, order, "k1", absent=[1, "2"])
    assert found["mended"] == found["absent"] == {"hosts": ["k1", "k2"], "ids": [1, 2]}
    assert describe(servers, order, "k2", absent=["k1", "k2"])["absent"] == {"hosts": ["k2"], "ids": [2]}
    assert describe(servers, order, "k2")["absent"] == {"hosts": [], "ids": []}


@pytest.mark.parametrize(
    ("given", "accepted"),
    [
        pytest.param({}, False, id="two brokers"),
        pytest.param({"accept_unavailable": True}, True, id="as the input says"),
        pytest.param({"group": ["k1"]}, True, id="one alone"),
        pytest.param({"group": []}, True, id="controllers alone"),
        pytest.param({"service": "zookeeper"}, False, id="two ZooKeeper servers"),
        pytest.param({"service": "zookeeper", "joining": ["k2"]}, True, id="one that another is to join"),
        pytest.param({"joining": ["k2"]}, False, id="the brokers beside it"),
    ],
)
def test_one_server_alone_may_be_unavailable(given, accepted: bool) -> None:
    assert describe(COMBINED, [], **given)["accept_unavailable"] is accepted


OLD, NEW = "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"
SAME, OTHER = {"version": "4.3.1", "linked_version": "4.3.1"}, {"version": "4.3.1", "linked_version": "4.1.2"}


def seen(mark="", *changed, running=True):
    return {"mark": mark, "changed_files": list(changed), "running": running}


@pytest.mark.parametrize(
    ("given", "pending"),
    [
        pytest.param({}, False, id="nothing changed"),
        pytest.param({"seen": seen("", "/etc/kafka/server.properties")}, True, id="a changed file"),
        pytest.param({"seen": seen(OLD), "rollout": NEW}, True, id="not yet restarted by this rollout"),
        pytest.param({"installed": OTHER}, False, id="a version that was linked at once"),
        pytest.param({"installed": OTHER, "link_switch": "at_restart"}, True, id="a version that waits for it"),
        pytest.param({"installed": SAME, "link_switch": "at_restart"}, False, id="that it has"),
        pytest.param({"link_switch": "at_restart"}, False, id="of which nobody knows"),
    ],
)
def test_who_is_pending(given, pending: bool) -> None:
    defaults = {"seen": seen(), "rollout": "", "link_switch": "same_version", "installed": {}}
    one = {"host": "k1", "id": "7", "rack": "a", "server": {"roles": BOTH}, "mark": MARK}
    told = rollout_batch.server(rollout_batch.Host(**{**one, **defaults, **given}))
    named = {"host": "k1", "id": "7", "rack": "a", "roles": BOTH}
    mended = "/etc/kafka/server.properties" in given.get("seen", seen())["changed_files"]
    assert told == {**named, "running": True, "mended": mended, "pending": pending}


def test_the_name_of_a_rollout_mends_nothing() -> None:
    one = rollout_batch.Host("k1", 1, "", {}, seen(OLD, MARK), NEW, MARK, "same_version", {})
    assert rollout_batch.server(one)["pending"] is True
    assert rollout_batch.server(one)["mended"] is False


def test_a_zookeeper_server_has_no_roles() -> None:
    one = rollout_batch.Host("z1", 1, "", {"folders": []}, seen(running=False), "", MARK, "same_version", {})
    assert rollout_batch.server(one)["roles"] == []
    assert rollout_batch.server(one)["running"] is False


def test_what_a_role_knows_of_what_it_has_just_configured() -> None:
    told = {"pending": True, "pending_files": ["/etc/kafka/server.properties"], "changed": True}
    assert rollout_batch.seen_by_role(told) == seen("", "/etc/kafka/server.properties")
    assert rollout_batch.seen_by_role({"pending": False}) == seen()


ORDER = [["k3", "k4"], ["k1"], ["k2"]]
GO_ON = "run the same again; it goes on where it stopped."


@pytest.mark.parametrize(
    ("host", "why", "told"),
    [
        pytest.param(
            "k1",
            "The host cannot be reached (no route).",
            "The rollout stopped at k1. The host cannot be reached (no route). Restarted before it: k3, k4; not touched"
            ": k2. ",
            id="in the middle",
        ),
        pytest.param(
            "k3",
            "",
            "The rollout stopped at k3. The host could not be reached, or another of its batch failed, as said above. "
            "Restarted before it: none; not touched: k1, k2. ",
            id="the first, lost",
        ),
        pytest.param(
            "k2",
            "kafka.service died. The last errors there:\n  Unrecognized VM option 'X'\n  Could not create\n",
            "The rollout stopped at k2. kafka.service died. The last errors there: Unrecognized VM option 'X'; Could "
            "not create. Restarted before it: k3, k4, k1; not touched: none. ",
            id="the last, with lines of a journal",
        ),
    ],
)
def test_why_a_rollout_stopped_is_one_line(host, why, told) -> None:
    assert rollout_batch.stopped(ORDER, host, "kafka", why) == (
        f"{told}Mend what is said (journalctl -u kafka on {host} tells more) and {GO_ON}"
    )
