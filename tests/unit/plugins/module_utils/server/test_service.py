# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server.service import (
    Beginning,
    Clock,
    Question,
    Service,
    run,
)

RUNNING = {"LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled", "MainPID": "42"}
STOPPED = {**RUNNING, "ActiveState": "inactive", "MainPID": "0"}
FAILED = {**STOPPED, "ActiveState": "failed", "Result": "exit-code", "ExecMainStatus": "1", "NRestarts": "3"}
TRYING = {**STOPPED, "ActiveState": "activating", "Result": "exit-code", "ExecMainStatus": "1"}
MISSING = {"LoadState": "not-found", "ActiveState": "inactive", "UnitFileState": "", "MainPID": "0"}


class Machine(Host):
    """A systemd that shows one state after the other, the last one for ever, and notes what it is told to do."""

    def __init__(self, root, *states, journal="", refuse=""):
        super().__init__(root, self._answer)
        self.states, self.refuse = list(states), refuse
        self.said = [(0, "", journal)]  # when, by which start, what
        self.done, self.seconds = [], 0.0

    def _answer(self, argv):
        if argv[0] == "journalctl":
            seconds = next(int(word[len("--since=-") : -1]) for word in argv if word.startswith("--since="))
            heard = [one for one in self.said if self.seconds - seconds <= one[0] <= self.seconds]
            said = [(at, by, line) for at, by, text in heard for line in text.splitlines()]
            number = int(next(word[len("--lines=") :] for word in argv if word.startswith("--lines=")))
            shown = said[::-1][:number] if "--reverse" in argv else said[:number]  # as systemd 252 does with --since
            return Completed(0, "\n".join(json.dumps(_entry(*one)) for one in shown), "")
        if argv[1] == "show":
            state = self.states.pop(0) if len(self.states) > 1 else self.states[0]
            return Completed(0, "".join(f"{name}={value}\n" for name, value in state.items()), "")
        self.done.append(" ".join(argv[1:]))
        refused = self.refuse and self.refuse in self.done[-1]
        return Completed(1 if refused else 0, "", "Assertion failed.\n" if refused else "")

    def clock(self):
        return Clock(lambda: self.seconds, self._sleep)

    def _sleep(self, seconds):
        self.seconds += seconds


def _entry(at, invocation, text):
    return {"MESSAGE": text, "__MONOTONIC_TIMESTAMP": str(int(at * 1e6)), "_SYSTEMD_INVOCATION_ID": invocation}


def service(machine, *answers, timeout=60):
    """The service kafka; it gives *answers*, of which exceptions are raised, and the last one for ever."""
    waiting = list(answers)

    def ask():
        answer = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    return Service(machine, "kafka", Question(ask, timeout) if answers else None, machine.clock())


NOT_YET = ConnectionRefusedError(111, "Connection refused")


@pytest.mark.parametrize(
    ("found", "state", "done", "actions"),
    [
        pytest.param(RUNNING, "started", [], [], id="runs already"),
        pytest.param(
            {**RUNNING, "UnitFileState": "disabled"}, "started", ["enable kafka.service"], ["enable"], id="not at boot"
        ),
        pytest.param(STOPPED, "started", ["start kafka.service"], ["start"], id="does not run"),
        pytest.param(STOPPED, "restarted", ["start kafka.service"], ["start"], id="does not run, restart asked for"),
        pytest.param(
            {**RUNNING, "ActiveState": "deactivating"},
            "started",
            ["start kafka.service"],
            ["start"],
            id="is being stopped",
        ),
        pytest.param(TRYING, "started", ["start kafka.service"], ["start"], id="waits for systemd's next try"),
        pytest.param(
            FAILED,
            "started",
            ["reset-failed kafka.service", "start kafka.service"],
            ["start"],
            id="given up by systemd",
        ),
        pytest.param(
            MISSING,
            "started",
            ["daemon-reload", "enable kafka.service", "start kafka.service"],
            ["enable", "start"],
            id="a unit that systemd has not read",
        ),
        pytest.param({**RUNNING, "NeedDaemonReload": "yes"}, "started", ["daemon-reload"], [], id="the unit changed"),
        pytest.param(RUNNING, "current", [], [], id="as new as its files"),
        pytest.param(RUNNING, "restarted", ["restart kafka.service"], ["restart"], id="restart asked for"),
    ],
)
def test_what_is_done(tmp_path, found, state, done, actions):
    machine = Machine(str(tmp_path), found)
    result = run(service(machine), state, ["/etc/none"], False)
    assert (machine.done, result["actions"], result["changed"]) == (done, actions, bool(actions))
    checked = Machine(str(tmp_path), found)
    again = run(service(checked, NOT_YET), state, ["/etc/none"], True)
    assert (checked.done, again["actions"], again["changed"]) == ([], actions, bool(actions))


def test_a_process_older_than_its_files_is_restarted_where_it_is_to_be_current(tmp_path):
    ticks = 500 * os.sysconf("SC_CLK_TCK")
    (tmp_path / "proc/42").mkdir(parents=True)
    (tmp_path / "proc/stat").write_text("btime 1700000000\n")
    (tmp_path / "proc/42/stat").write_text(f"42 (java) S {'0 ' * 18}{ticks} 0\n")
    (tmp_path / "settings").write_text("")
    machine = Machine(str(tmp_path), RUNNING)
    result = run(service(machine), "current", ["/settings"], False)
    assert machine.done == ["restart kafka.service"]
    assert result["diff"] == {
        "before": {"enabled": "enabled", "process": "42"},
        "after": {"enabled": "enabled", "process": "a new one"},
    }


def test_the_answer_is_waited_for(tmp_path):
    machine = Machine(str(tmp_path), STOPPED, RUNNING)
    result = run(service(machine, NOT_YET, ValueError("no quorum yet"), {"mode": "leader"}), "started", [], False)
    assert (result["answer"], machine.seconds) == ({"mode": "leader"}, 1.0)


def test_a_server_that_ran_before_is_asked_once(tmp_path):
    machine = Machine(str(tmp_path), RUNNING, FAILED)
    assert run(service(machine, {"mode": "leader"}), "started", [], False)["answer"] == {"mode": "leader"}


def test_an_answer_counts_only_while_our_process_lives(tmp_path):
    machine = Machine(str(tmp_path), STOPPED, RUNNING, FAILED, journal="ERROR Address already in use\n")
    with pytest.raises(GroundworkError, match="Address already in use"):
        run(service(machine, {}), "started", [], False)


def test_the_jvm_s_own_complaint_is_among_the_last_errors(tmp_path):
    journal = "Unrecognized VM option 'NoSuchFlag'\nError: Could not create the Java Virtual Machine.\nINFO bye\n"
    machine = Machine(str(tmp_path), STOPPED, RUNNING, FAILED, journal=journal)
    with pytest.raises(GroundworkError, match="Unrecognized VM option 'NoSuchFlag'\nError: Could not create"):
        run(service(machine, NOT_YET), "started", [], False)


def test_a_process_that_is_dead_is_told_at_once_with_its_last_errors(tmp_path):
    journal = "INFO starting\nERROR Exiting Kafka due to fatal exception\nConfigException: Invalid value x\n"
    journal += "\tat java.base/sun.nio.fs.UnixException.rethrow(UnixException.java:106)\n\t... 7 more\nINFO bye\n"
    machine = Machine(str(tmp_path), STOPPED, RUNNING, FAILED, journal=journal)
    with pytest.raises(GroundworkError) as raised:
        run(service(machine, NOT_YET), "started", [], False)
    assert str(raised.value) == (
        "kafka.service started and died within 1 seconds (exit-code, exit code 1); mend what its journal says and run "
        "again. The last errors there:\nERROR Exiting Kafka due to fatal exception\nConfigException: Invalid value x"
    )
    assert machine.seconds == 0.0


def test_the_last_errors_are_those_after_thousands_of_lines(tmp_path):
    said = "".join(f"INFO partition {number}\n" for number in range(3000)) + "ERROR the disk is full\n"
    machine = Machine(str(tmp_path), STOPPED, RUNNING, FAILED, journal=said)
    with pytest.raises(GroundworkError, match="The last errors there:\nERROR the disk is full"):
        run(service(machine, NOT_YET), "started", [], False)


def test_a_process_that_dies_each_time_is_told_long_before_the_time_is_over(tmp_path):
    lives = [{**TRYING, "NRestarts": number} for number in "0012"]
    machine = Machine(str(tmp_path), STOPPED, *lives, journal="what it said\n")
    with pytest.raises(GroundworkError, match=r"died again and again .*The last lines there:\nwhat it said$"):
        run(service(machine, NOT_YET), "started", [], False)
    assert machine.seconds == 1.0


def test_a_broker_whose_session_has_not_ended_is_given_its_time(tmp_path):
    lives = [{**TRYING, "NRestarts": number} for number in "012345"]
    machine = Machine(str(tmp_path), STOPPED, *lives, RUNNING, journal="KeeperErrorCode = NodeExists\n")
    assert run(service(machine, *[NOT_YET] * 6, {}), "started", [], False)["changed"]


def test_a_server_that_never_answers_is_told_when_the_time_is_over(tmp_path):
    machine = Machine(str(tmp_path), STOPPED, RUNNING)
    with pytest.raises(GroundworkError) as raised:
        run(service(machine, NOT_YET, timeout=3), "started", [], False)
    assert str(raised.value) == (
        "kafka.service runs, and did not answer within 3 seconds ([Errno 111] Connection refused); look at journalctl "
        "-u kafka on that host."
    )
    assert machine.seconds == 3.0


def test_the_process_that_answers_at_last_is_the_one_that_is_told(tmp_path):
    """The first one was started while an old session lasted, died, and was started again by systemd."""
    machine = Machine(str(tmp_path), RUNNING, RUNNING, {**RUNNING, "MainPID": "43"})
    assert run(service(machine, NOT_YET, {}), "awaited", [], False)["pid"] == 43


def test_a_masked_unit_is_said(tmp_path):
    with pytest.raises(GroundworkError, match=r"kafka\.service is masked"):
        run(service(Machine(str(tmp_path), {**STOPPED, "LoadState": "masked"})), "started", [], False)


def test_what_systemd_refuses_is_said_with_its_words(tmp_path):
    machine = Machine(str(tmp_path), STOPPED, refuse="start kafka")
    with pytest.raises(GroundworkError, match=r"systemctl start kafka\.service failed \(Assertion failed\.\)"):
        run(service(machine), "started", [], False)


def test_a_unit_that_nothing_has_written_yet_is_told_with_what_comes_first(tmp_path):
    machine = Machine(str(tmp_path), MISSING, refuse="enable kafka")
    with pytest.raises(GroundworkError) as raised:
        run(service(machine), "started", [], False)
    assert str(raised.value) == (
        "kafka.service is not there, so no server was configured on this host yet; run the playbook "
        "groundwork.kafka.site without --tags, or with the tags install and config before start."
    )
    assert machine.done == ["daemon-reload", "enable kafka.service"]


def test_a_unit_that_is_there_and_cannot_be_enabled_is_told_with_systemds_words(tmp_path):
    machine = Machine(str(tmp_path), MISSING, {**STOPPED, "UnitFileState": "disabled"}, refuse="enable kafka")
    with pytest.raises(GroundworkError, match=r"systemctl enable kafka\.service failed \(Assertion failed\.\)"):
        run(service(machine), "started", [], False)


def test_a_host_without_systemd_is_said(tmp_path):
    host = Host(str(tmp_path), lambda _argv: Completed(127, "", "systemctl: not installed"))
    with pytest.raises(GroundworkError, match="a host with systemd is needed"):
        run(Service(host, "kafka"), "started", [], False)


def test_the_last_words_of_the_process_before_are_not_taken_for_the_new_one_s(tmp_path):
    machine = Machine(str(tmp_path), {**RUNNING, "InvocationID": "old"}, {**RUNNING, "InvocationID": "new"})
    machine.said = [(0, "old", "ERROR of the old one"), (0, "new", "ERROR of the new one"), (0, "", "ERROR of another")]
    with pytest.raises(GroundworkError) as raised:
        run(service(machine, NOT_YET, timeout=3), "restarted", [], False)
    assert str(raised.value).endswith("The last errors there:\nERROR of the new one\nERROR of another")


@pytest.mark.parametrize(("started", "since"), [("0", "1s"), ("40000000", "61s")], ids=["no start", "its start"])
def test_of_a_server_that_ran_before_all_is_looked_at_since_its_start(tmp_path, started, since):
    machine = Machine(str(tmp_path), {**RUNNING, "InactiveExitTimestampMonotonic": started})
    machine.seconds, asked = 100.0, []
    answer = machine.run
    machine.run = lambda argv: asked.append(argv) or answer(argv)
    with pytest.raises(GroundworkError):
        run(service(machine, NOT_YET, timeout=0), "started", [], False)
    assert f"--since=-{since}" in next(argv for argv in asked if argv[0] == "journalctl")


RECOVERS = "INFO Recovering 40 logs from /log since no clean shutdown file was found (log.LogManager)"
STEP = "INFO Completed load of Log(dir=/log/t-{0}) with 1 segments in 3ms ({0}/40 completed in /log) (log.LogManager)"
DONE = "INFO Loaded 40 logs in 12000ms (log.LogManager)"


def recovering(tmp_path, steps, *, done=None):
    machine = Machine(str(tmp_path), STOPPED, RUNNING)
    machine.said = [(1, "", RECOVERS), *((at, "", STEP.format(number)) for number, at in enumerate(steps, 1))]
    machine.said += [(done, "", DONE)] if done else []
    return machine


def test_a_recovery_is_waited_for_while_it_goes_on(tmp_path):
    machine = recovering(tmp_path, range(4, 40, 4), done=39)
    answers = [NOT_YET] * 85 + [{}]
    assert run(service(machine, *answers, timeout=5), "started", [], False)["answer"] == {}
    assert machine.seconds > 40


def test_a_recovery_that_stands_still_is_told_with_how_far_it_is(tmp_path):
    machine = recovering(tmp_path, [4, 8])
    with pytest.raises(GroundworkError, match=r"loads its logs \(2 of 40 in /log\), and told of no step in 5 seconds"):
        run(service(machine, NOT_YET, timeout=5), "started", [], False)
    assert 13 <= machine.seconds <= 14


def test_after_its_recovery_a_server_has_the_whole_time_to_answer(tmp_path):
    machine = recovering(tmp_path, [3, 6, 9], done=10)
    with pytest.raises(GroundworkError, match="runs, and did not answer within 5 seconds"):
        run(service(machine, NOT_YET, timeout=5), "started", [], False)
    assert 15 <= machine.seconds <= 16


def test_a_journal_that_takes_long_to_be_read_is_no_sign_of_a_standstill(tmp_path):
    machine = recovering(tmp_path, range(2, 42), done=42)
    answer = machine.run

    def slow(argv):
        done = answer(argv)
        machine.seconds += 6 if argv[0] == "journalctl" else 0
        return done

    def ask():
        if machine.seconds < 43:
            raise NOT_YET
        return {}

    machine.run = slow
    asked = Service(machine, "kafka", Question(ask, 5), machine.clock())
    assert run(asked, "started", [], False)["answer"] == {}


def report(machine, state, seconds, begun=None):
    """One call of the module; *begun* is what the one before told."""
    asked = service(machine, NOT_YET, timeout=20)
    asked = replace(asked, question=replace(asked.question, report=seconds))
    return run(asked, state, [], False, begun and Beginning(**begun))


def test_how_far_a_recovery_is_can_be_reported_and_waited_on(tmp_path):
    machine = recovering(tmp_path, [4, 12])
    first = report(machine, "started", 5)
    assert (first["actions"], first["recovery"], machine.seconds) == (["start"], "1 of 40 in /log", 5.0)
    again = report(machine, "awaited", 8, first["begun"])
    assert (again["actions"], again["recovery"], machine.seconds) == ([], "2 of 40 in /log", 13.0)
    for _call in range(2):
        report(machine, "awaited", 8, first["begun"])
    with pytest.raises(GroundworkError, match="told of no step in 20 seconds"):  # the calls do not begin the time anew
        report(machine, "awaited", 8, first["begun"])
    assert machine.seconds <= 38


class Looping(Machine):
    """A broker that systemd starts every *every* seconds, and that loads its logs for as long as it lives."""

    def __init__(self, root, every, said=""):
        super().__init__(root, STOPPED, RUNNING)
        self.every = every
        starts = [(at, f"start {number}") for number, at in enumerate(range(0, 600, every))]
        self.said = [(at, by, line) for at, by in starts for line in (RECOVERS, STEP.format(1), said) if line]

    def _answer(self, argv):
        if argv[1] != "show" or len(self.states) > 1:
            return super()._answer(argv)
        number = int(self.seconds // self.every)
        self.states = [{**RUNNING, "NRestarts": number, "InactiveExitTimestampMonotonic": number * self.every * 10**6}]
        return super()._answer(argv)


def followed(machine, most):
    """What the action plugin does: the call after *most* others."""
    found = report(machine, "started", 15)
    for _call in range(most):
        found = report(machine, "awaited", 15, found["begun"])
    return found


def test_a_broker_that_dies_each_time_while_it_loads_its_logs_is_told_though_each_call_ends_before(tmp_path):
    machine = Looping(str(tmp_path), 20)
    with pytest.raises(GroundworkError, match=r"kafka\.service started and died again and again within 40 seconds"):
        followed(machine, 9)


def test_deaths_of_an_earlier_call_by_a_session_that_had_not_ended_are_none_of_a_later_one(tmp_path):
    machine = Looping(str(tmp_path), 6, "KeeperErrorCode = NodeExists")
    machine.said = [entry for entry in machine.said if entry[0] < 12 or "NodeExists" not in entry[2]]
    assert report(machine, "awaited", 15, report(machine, "started", 15)["begun"])["recovery"] == "1 of 40 in /log"


def test_a_server_that_died_while_it_is_awaited_is_not_started_again(tmp_path):
    machine = Machine(str(tmp_path), FAILED, journal="ERROR no more disk\n")
    with pytest.raises(GroundworkError, match="no more disk"):
        run(service(machine, NOT_YET), "awaited", [], False)


def test_zookeeper_is_not_told_to_go_on_without_its_disk(tmp_path) -> None:
    machine = Machine(str(tmp_path), RUNNING)
    unit = tmp_path / "etc/systemd/system/zookeeper.service"
    unit.parent.mkdir(parents=True)
    unit.write_text("[Unit]\nAssertPathIsMountPoint=/data/zk\n")
    keeper = replace(service(machine), name="zookeeper")
    with pytest.raises(GroundworkError, match=r"no disk is mounted at /data/zk; mount it\.\Z"):
        run(keeper, "restarted", (), False)


@pytest.fixture
def unmounted(tmp_path):
    """A server that runs, and whose unit asserts a mount that is not there."""
    machine = Machine(str(tmp_path), RUNNING)
    for path, text in {
        "etc/systemd/system/kafka.service": "[Unit]\nAssertPathIsMountPoint=/data/1\nAssertPathIsMountPoint=/data/2\n",
        "proc/self/mountinfo": "21 20 8:16 / /data/1 rw - xfs /dev/sdb rw\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text)
    return machine


def test_what_could_not_start_again_is_not_stopped(unmounted) -> None:
    with pytest.raises(
        GroundworkError, match=r"kafka\.service was not stopped, .* no disk is mounted at /data/2; mount"
    ):
        run(service(unmounted), "restarted", (), False)
    assert unmounted.done == []


def test_in_check_mode_a_disk_may_be_one_that_would_be_mounted_first(unmounted) -> None:
    assert run(service(unmounted), "restarted", (), True)["actions"] == ["restart"]
    assert unmounted.done == []


KEYLESS = r"kafka\.service was not stopped, .* nobody answers this host at http://127\.0\.0\.1:1/keys \(.*\); have the"


@pytest.fixture
def keyless(tmp_path):
    """A broker that runs, and whose provider of tokens does not."""
    machine = Machine(str(tmp_path), RUNNING)
    settings = tmp_path / "etc/kafka/server.properties"
    settings.parent.mkdir(parents=True)
    settings.write_text("listener.name.external.sasl.oauthbearer.jwks.endpoint.url=http://127.0.0.1:1/keys\n")
    return machine


def test_a_broker_that_would_end_for_want_of_the_keys_of_tokens_is_not_stopped(keyless) -> None:
    with pytest.raises(GroundworkError, match=KEYLESS):
        run(service(keyless), "restarted", (), False)
    assert keyless.done == []


def test_other_servers_need_no_keys_of_tokens(keyless) -> None:
    assert run(replace(service(keyless), name="zookeeper"), "restarted", (), False)["actions"] == ["restart"]
