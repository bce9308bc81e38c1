# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import sys
import time
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.action.rollout_gate import ActionModule
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, log_dirs, rollout
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core import waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

PARTITION = {"topic": "t", "partition": 0, "leader": 1, "replicas": [1, 2], "isr": [1, 2], "min_isr": 2}
MOVING = {"topic": "t", "partition": 0, "replicas": [1, 2, 3], "adding": [3], "removing": []}
VOTERS = [{"id": number, "seconds_behind": seconds} for number, seconds in ((1, 0.0), (2, 0.0), (3, 9.0))]
GIVEN = {
    "bootstrap_servers": [],
    "client_config": {},
    "timeout": 1,
    "brokers": [],
    "controllers": [],
    "batches": [],
    "starting": [],
    "mended": [],
    "absent": [],
    "accept_unavailable": False,
    "wait": 0,
    "hold": 0,
}


@pytest.fixture
def printed():
    """What the plugin has printed."""
    return []


@pytest.fixture
def gate(monkeypatch, printed):
    """Run the plugin against a cluster of one partition and three voters; gives its result."""

    def run(absent, /, hidden=(), moving=(), error=None, **given):
        def connected(*_arguments):
            if error:
                raise error
            return nullcontext()

        monkeypatch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})
        monkeypatch.setattr(connection, "connected", connected)
        monkeypatch.setattr(rollout, "_absent", lambda *_arguments: absent)
        monkeypatch.setattr(cluster_state, "partitions", lambda _client: [PARTITION])
        monkeypatch.setattr(
            cluster_state, "quorum", lambda _client: {"leader_id": 1, "voters": VOTERS, "observers": []}
        )
        monkeypatch.setattr(log_dirs, "hidden", lambda _client, _shown, _brokers: list(hidden))
        monkeypatch.setattr(cluster_state, "reassignments", lambda _client: list(moving))
        plugin = ActionModule.__new__(ActionModule)
        plugin._display = SimpleNamespace(display=printed.append)
        plugin._connection = SimpleNamespace(transport="local")
        plugin._task = SimpleNamespace(delegate_to="localhost", vars={})
        plugin._templar = SimpleNamespace(template=str)
        validated = (None, {**GIVEN, **given})
        monkeypatch.setattr(plugin, "validate_argument_spec", lambda **_named: validated, raising=False)
        return plugin.run()

    return run


@pytest.fixture
def elsewhere(monkeypatch, printed):
    """Run the plugin delegated to another host, where the module gives one *answer* after the other; its result."""

    def run(*answers, transport="ssh", task_vars=None, **given):
        waiting = list(answers)

        def ask(_plugin, arguments, _task_vars):
            assert arguments["phase"] == given["phase"]
            answer = waiting.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer

        monkeypatch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})
        monkeypatch.setattr(ActionModule, "_ask", ask)
        monkeypatch.setattr(time, "sleep", lambda _seconds: None)
        monkeypatch.setattr(rollout, "opened", lambda _given: pytest.fail("the control node has looked"))
        plugin = ActionModule.__new__(ActionModule)
        plugin._display = SimpleNamespace(display=printed.append)
        plugin._connection = SimpleNamespace(transport=transport)
        plugin._task = SimpleNamespace(delegate_to="bastion", vars={})
        plugin._templar = SimpleNamespace(template=str)
        validated = (None, {**GIVEN, "wait": 60, **given})
        monkeypatch.setattr(plugin, "validate_argument_spec", lambda **_named: validated, raising=False)
        return plugin.run(task_vars=task_vars), waiting

    return run


def answer(*reasons, unavailable=()):
    told = {"reasons": list(reasons), "holding": list(reasons), "absent": [], "summary": "all looked at"}
    return {"changed": False, "unavailable": list(unavailable), **told}


def test_another_host_looks_until_nothing_is_wrong_and_it_is_printed_here(elsewhere, printed) -> None:
    gone = GroundworkError("bastion, where the cluster is asked from, cannot be reached.")
    failed = {"failed": True, "msg": "No broker accepts connections."}
    result, left = elsewhere(
        answer("broker 1 is fenced"),
        gone,
        failed,
        answer("broker 1 is fenced"),
        answer(),
        phase="after_start",
        brokers=[1],
    )
    assert (result["reasons"], left) == ([], [])
    assert [line.partition(" s: ")[2] for line in printed] == [
        "broker 1 is fenced",
        "bastion, where the cluster is asked from, cannot be reached",
        "No broker accepts connections",
        "broker 1 is fenced",
        "",
    ]
    assert printed[-1] == "    all looked at"


def test_another_host_tells_before_the_first_restart_what_will_be_unavailable(elsewhere) -> None:
    result, left = elsewhere(answer(unavailable=["t-0"]), phase="start", batches=[["1"]])
    assert (result["failed"], result["unavailable"], left) == (True, ["t-0"], [])
    result, left = elsewhere(
        answer(unavailable=["t-0"]), answer(), phase="start", batches=[["1"]], accept_unavailable=True
    )
    assert ("failed" in result, result["unavailable"], left) == (False, ["t-0"], [])


def test_another_python_of_the_control_node_looks_as_another_host_does(elsewhere) -> None:
    named = {"cluster_access_python": "/opt/asking/bin/python"}
    result, left = elsewhere(answer(), transport="local", task_vars=named, phase="after_start")
    assert (result["reasons"], left) == ([], [])


@pytest.mark.parametrize(
    ("transport", "delegate_to", "variables"),
    [
        ("ssh", None, {}),
        ("ssh", None, {"cluster_access_python": "/opt/asking/bin/python"}),
        ("local", "localhost", {"cluster_access_python": sys.executable}),
    ],
)
def test_the_control_node_looks_itself_where_nobody_else_is_named(
    monkeypatch, transport, delegate_to, variables
) -> None:
    opened = SimpleNamespace(unavailable=list, reasons_to_wait=list, summary="")
    monkeypatch.setattr(rollout, "opened", lambda _given: nullcontext(opened))
    monkeypatch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})
    plugin = ActionModule.__new__(ActionModule)
    plugin._display = SimpleNamespace(display=print)
    plugin._connection = SimpleNamespace(transport=transport)
    plugin._task = SimpleNamespace(delegate_to=delegate_to, vars={})
    plugin._templar = SimpleNamespace(template=str)
    validated = (None, {**GIVEN, "phase": "after_start"})
    monkeypatch.setattr(plugin, "validate_argument_spec", lambda **_named: validated, raising=False)
    assert plugin.run(task_vars=variables)["reasons"] == []


def test_another_host_that_cannot_ask_begins_no_rollout(elsewhere) -> None:
    result, left = elsewhere({"failed": True, "msg": "kafka-python is missing."}, phase="start")
    assert (result, left) == ({"failed": True, "changed": False, "msg": "kafka-python is missing."}, [])


@pytest.mark.parametrize(
    ("given", "absent", "said"),
    [
        ({"phase": "start", "batches": [[1]]}, {}, "makes unavailable: t-0 (2 of 2 in sync, min ISR 2)"),
        (
            {"phase": "start"},
            {2: "broker 2 is fenced"},
            "no broker or controller was restarted: broker 2 is fenced. Mend what is said",
        ),
        ({"phase": "before_stop", "brokers": [1]}, {}, "stopping broker 1 would leave 1 partition below min ISR: t-0"),
        (
            {"phase": "start", "hidden": ["secret"]},
            {},
            "was restarted: the topics secret may not be seen, so nobody can",
        ),
        ({"phase": "start", "brokers": [1], "moving": [MOVING]}, {}, "t-0 (adding broker 3); wait until it is"),
        (
            {"phase": "before_stop", "brokers": [1], "moving": [MOVING]},
            {},
            "min ISR 2); 1 partition is being reassigned",
        ),
        ({"phase": "before_stop", "controllers": [2]}, {}, "stopping controller 2 would leave 1 of 3 voters"),
        ({"phase": "after_start", "brokers": [1]}, {1: "broker 1 is fenced"}, "broker 1 is fenced."),
        ({"phase": "after_start", "controllers": [3]}, {}, "controller 3 has not caught up"),
    ],
)
def test_it_holds_and_says_why(gate, given, absent, said: str) -> None:
    result = gate(absent, **given)
    assert (result["failed"], result["changed"]) == (True, False)
    assert said in result["msg"]


@pytest.mark.parametrize(
    ("given", "unavailable"),
    [
        (
            {"phase": "start", "batches": [[1]], "accept_unavailable": True},
            ["t-0 (2 of 2 in sync, min ISR 2)"],
        ),
        ({"phase": "before_stop", "brokers": [1], "accept_unavailable": True}, []),
        ({"phase": "before_stop", "controllers": [3]}, []),
        ({"phase": "before_stop", "brokers": [4], "moving": [MOVING]}, []),
        ({"phase": "start", "brokers": [4], "moving": [MOVING]}, []),
        ({"phase": "after_start", "brokers": [1], "controllers": [2]}, []),
    ],
)
def test_it_lets_through(gate, given, unavailable) -> None:
    result = gate({}, **given)
    assert (result["reasons"], result["unavailable"], "failed" in result) == ([], unavailable, False)


FENCED = {2: "broker 2 is fenced"}


@pytest.mark.parametrize(
    ("given", "absent", "first"),
    [
        ({"brokers": [1, 2], "mended": [2]}, FENCED, [2]),
        ({"brokers": [1, 2], "controllers": [1, 2, 3], "mended": [2, 3]}, FENCED, [2, 3]),
        ({"controllers": [1, 2, 3], "mended": [3]}, {}, [3]),
        ({"brokers": [1, 2], "mended": [1, 2]}, {}, []),
    ],
)
def test_a_server_that_is_not_there_does_not_hold_the_rollout_that_restarts_it_with_other_files(
    gate, printed, given, absent, first
) -> None:
    result = gate(absent, phase="start", **given)
    assert (result.get("failed"), result["absent"], result["reasons"]) == (None, first, [])
    numbers = f"server{'' if len(first) == 1 else 's'} {', '.join(map(str, first))}"
    assert printed[-1].endswith(f"looked at, {numbers} not there and restarted first" if first else "looked at")


@pytest.mark.parametrize(
    ("given", "absent", "said"),
    [
        ({"brokers": [1, 2]}, FENCED, ": broker 2 is fenced. Mend"),
        ({"brokers": [1, 2], "mended": [1]}, FENCED, ": broker 2 is fenced. Mend"),
        ({"brokers": [1, 2], "mended": [2]}, {**FENCED, 1: "broker 1 is fenced"}, ": broker 1 is fenced. Mend"),
        ({"brokers": [1, 2], "mended": [2], "starting": [2], "hidden": ["x"]}, {}, "the topics x may not be seen"),
        ({"brokers": [1, 2], "mended": [2], "moving": [MOVING]}, FENCED, ": 1 partition is being reassigned"),
        ({"controllers": [1, 2, 3], "mended": [2]}, {}, ": controller 3 has not caught up with the quorum's leader. "),
    ],
)
def test_all_else_holds_it_still(gate, given, absent, said: str) -> None:
    assert said in gate(absent, phase="start", **given)["msg"]


@pytest.mark.parametrize(
    ("given", "gone", "why"),
    [
        pytest.param({"brokers": [1]}, [1], "stopping broker 1 would leave 1 partition", id="one that was there"),
        pytest.param({"brokers": [1], "absent": [1]}, [1], "", id="one that the cluster does without"),
        pytest.param(
            {"brokers": [1], "absent": [1]},
            [],
            "2 in sync, min ISR 2); broker 1 did not answer when the rollout began, but the cluster counts on it",
            id="one that answers the others, as it seems",
        ),
        pytest.param({"brokers": [1], "absent": [1], "accept_unavailable": True}, [], "", id="accepted"),
        pytest.param({"brokers": [1, 2], "absent": [1]}, [1], "stopping brokers 1, 2 would", id="another with it"),
        pytest.param({"controllers": [3], "absent": [3]}, [], "", id="a controller that is behind"),
        pytest.param({"controllers": [2], "absent": [2]}, [], "stopping controller 2 would", id="one that votes"),
    ],
)
def test_only_what_a_server_that_is_not_there_serves_keeps_it_from_being_stopped(
    gate, monkeypatch, given, gone, why
) -> None:
    monkeypatch.setattr(rollout, "_gone", lambda _client, _brokers: gone)
    assert why in gate({}, phase="before_stop", **given).get("msg", "")
    assert bool(why) is gate({}, phase="before_stop", **given).get("failed", False)


def test_what_others_that_are_not_there_hold_is_not_waited_for_before_their_turn(gate, monkeypatch) -> None:
    monkeypatch.setitem(PARTITION, "isr", [1])
    assert "under-replicated" in gate({}, phase="after_start", brokers=[1])["msg"]
    assert "failed" not in gate({}, phase="after_start", brokers=[1], absent=[1, 2])
    monkeypatch.setitem(PARTITION, "isr", [2])
    assert "failed" not in gate({}, phase="after_start", brokers=[1], absent=[2])
    assert "under-replicated" in gate({}, phase="after_start", brokers=[1], absent=[1])["msg"]


@pytest.mark.parametrize("silence", [connection.NobodyListensError, connection.NoAnswerError])
def test_the_only_broker_is_restarted_also_where_nobody_can_be_asked(gate, silence) -> None:
    def run(error, **given):
        lone = {"brokers": [1], "batches": [[1]], "accept_unavailable": True}
        return gate({}, error=error, **{**lone, **given})

    silent = silence("No broker.")
    assert run(silent, phase="start", mended=[1])["absent"] == [1]
    assert "failed" not in run(silent, phase="before_stop", absent=[1])
    assert run(silent, phase="start")["failed"]
    assert run(silent, phase="start", mended=[1], accept_unavailable=False)["failed"]
    assert run(silent, phase="start", mended=[1, 2], brokers=[1, 2])["failed"]
    assert run(silent, phase="before_stop")["failed"]
    assert run(GroundworkError("The brokers refuse the user."), phase="start", mended=[1])["failed"]


@pytest.mark.parametrize(
    ("begins", "given"),
    [
        pytest.param(True, {"starting": [1, 2, 3]}, id="all are down"),
        pytest.param(True, {"starting": [2, 3], "controllers": [1, 2, 3]}, id="most controllers"),
        pytest.param(True, {"starting": [4], "controllers": [4]}, id="the only controller"),
        pytest.param(False, {"starting": [3], "controllers": [1, 2, 3]}, id="one controller, and others are silent"),
        pytest.param(False, {"starting": [2, 3]}, id="another one is silent"),
        pytest.param(False, {"starting": [1, 2, 3], "phase": "after_start"}, id="once they were started"),
    ],
)
def test_a_rollout_begins_that_starts_those_without_which_nobody_can_be_asked(gate, begins, given) -> None:
    brokers = {"brokers": [1, 2, 3], "batches": [[1], [2], [3]]}
    said = gate({}, error=connection.NoAnswerError("Nobody."), **{"phase": "start", **brokers, **given})
    assert ("failed" not in said) == begins
    refused = gate({}, error=GroundworkError("The brokers refuse the user."), **{"phase": "start", **brokers, **given})
    assert refused["failed"]


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (
            {"phase": "start", "brokers": [1, 2], "controllers": [1]},
            "the rollout may begin: brokers 1, 2, controller 1 and 1 partition looked at",
        ),
        (
            {"phase": "before_stop", "brokers": [3], "controllers": [3]},
            "broker 3 and controller 3 may be stopped: 0 partitions and 3 voters looked at",
        ),
        ({"phase": "before_stop", "controllers": [3]}, "controller 3 may be stopped: 3 voters looked at"),
        ({"phase": "after_start", "brokers": [1]}, "broker 1 is back: 1 partition in sync"),
        (
            {"phase": "after_start", "brokers": [1], "controllers": [1], "hold": 1},
            "broker 1 and controller 1 are back: 1 partition in sync, caught up with the quorum's leader, held for 1 s",
        ),
        ({"phase": "after_start", "controllers": [2]}, "controller 2 is there: caught up with the quorum's leader"),
    ],
)
def test_one_line_says_what_it_has_looked_at(gate, printed, monkeypatch, given, line: str) -> None:
    monkeypatch.setattr(waiting, "PAUSE_SECONDS", 0.5)
    gate({}, **given)
    assert printed == [f"    {line}"]


def test_a_gate_that_stays_shut_says_nothing_of_the_kind(gate, printed) -> None:
    gate({1: "broker 1 is fenced"}, phase="after_start", brokers=[1])
    assert printed == []


@pytest.mark.parametrize("given", [{"wait": -1}, {"hold": -1}])
def test_what_is_no_time_to_wait_is_refused_wherever_the_gate_is_looked_at(gate, elsewhere, given) -> None:
    (name,) = given
    for result in (gate([], phase="before_stop", brokers=[1], **given), elsewhere(phase="before_stop", **given)[0]):
        assert (result["failed"], result["msg"]) == (
            True,
            f"{name}: -1 is no time to wait; give 0 or more, in seconds.",
        )
