# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Accounts renumbered by runs that are killed at every change: no server starts with files that it cannot read."""

from __future__ import annotations

import os
from contextlib import suppress

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.accounts import Service
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    renumber_record,
    renumberer,
    renumbering,
    service_account,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.server.renumbering import Server
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.renumbered import (
    KilledError,
    NumberedHost,
    real_chown,
)

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")

OLD, NEW, OLD_GROUP, NEW_GROUP, OTHER = 71001, 71002, 72001, 72002, 73001
DATA = "/data/kafka"
#: Paths below the root with whose they are before: of the account, of its group alone, and of somebody else.
OWNED = {
    "/data/kafka": (OLD, OLD_GROUP),
    "/data/kafka/t-0": (OLD, OLD_GROUP),
    "/data/kafka/t-0/00.log": (OLD, OLD_GROUP),
    "/data/kafka/t-0/00.index": (OLD, OLD_GROUP),
    "/data/kafka/of-root": (0, 0),
    "/data/kafka/of-another": (OTHER, OTHER),
    "/etc/kafka": (0, OLD_GROUP),
    "/etc/kafka/server.properties": (0, OLD_GROUP),
    "/var/log/kafka": (OLD, OLD_GROUP),
    "/var/log/kafka/server.log": (OLD, OLD_GROUP),
    "/var/spool/cron/crontabs/kafka": (OLD, OTHER),
    "/elsewhere/of-it": (OLD, OLD_GROUP),
}
FOLDERS = ("/data/kafka", "/data/kafka/t-0", "/etc/kafka", "/var/log/kafka")
MAPS = [(OLD, NEW, OLD_GROUP, NEW_GROUP), (OLD, NEW, OLD_GROUP, OLD_GROUP), (OLD, OLD, OLD_GROUP, NEW_GROUP)]


@pytest.fixture(autouse=True)
def _no_disk(monkeypatch):
    """Power is never lost here, and to wait for a disk takes most of the time."""
    monkeypatch.setattr(os, "fsync", lambda _handle: None)


@pytest.fixture
def made(monkeypatch):
    """Make a host below a root, whose changes of owners are counted."""

    def make(root) -> NumberedHost:
        host = NumberedHost(str(root))
        for path, owner in OWNED.items():
            if path in FOLDERS:
                os.makedirs(host.real(path), exist_ok=True)
                real_chown(host.real(path), *owner)
            else:
                host.put(path, "x", owner)
        host.put("/etc/passwd", f"root:x:0:0::/root:/bin/sh\nkafka:x:{OLD}:{OLD_GROUP}::/var/lib/kafka:/bin/false\n")
        host.put("/etc/group", f"root:x:0:\nkafka:x:{OLD_GROUP}:\n")
        monkeypatch.setattr(os, "chown", host.chown)
        return host

    return make


def servers(uid: int | None, gid: int | None) -> list[Server]:
    return [Server(Service("kafka", "kafka", "kafka", uid, gid), [DATA])]


def run(host, uid: int | None = NEW, gid: int | None = NEW_GROUP, ended: bool = False):
    return renumberer.run(host, "kafka", servers(uid, gid), [], ended)


def plan(host, uid: int | None = NEW, gid: int | None = NEW_GROUP):
    return renumbering.plan(host, "kafka", servers(uid, gid), [])


def owners(host) -> dict[str, tuple[int, int]]:
    found = {path: os.lstat(host.real(path)) for path in OWNED}
    return {path: (one.st_uid, one.st_gid) for path, one in found.items()}


def expected(uid: int, gid: int) -> dict[str, tuple[int, int]]:
    """Whose all is once the account has these numbers, written down apart from the code."""
    changed = {
        path: (uid if one[0] == OLD else one[0], gid if one[1] == OLD_GROUP else one[1]) for path, one in OWNED.items()
    }
    return {**changed, "/elsewhere/of-it": OWNED["/elsewhere/of-it"]}


def numbers(host) -> tuple[str, str, str]:
    """Of the user, of its own group as the users' file has it, and of the group."""
    (user,) = [fields for fields in host.lines("passwd") if fields[0] == "kafka"]
    (group,) = [fields for fields in host.lines("group") if fields[0] == "kafka"]
    return user[2], user[3], group[2]


def check_done(host, uid: int, gid: int) -> None:
    """All is the account's that was, under these numbers, and nothing is left to be done once the service is back."""
    assert numbers(host) == (str(uid), str(gid), str(gid))
    assert owners(host) == expected(uid, gid)
    assert host.start_service("kafka")
    run(host, uid, gid, ended=True)
    assert not host.exists(renumber_record.path("kafka"))
    before = host.changes
    assert (run(host, uid, gid).due, host.changes) == ([], before)
    service_account.check(host, Service("kafka", "kafka", "kafka", uid, gid), known(host), [], [])
    assert not host.exists("/etc/systemd/system/kafka.service.d")


def known(host):
    return service_account.accounts.look_up(host, ["kafka"], ["kafka"])


def killed(made, tmp_path):
    """A host for each place at which a run is killed, before the change there or after it."""
    whole = made(tmp_path / "whole")
    run(whole)
    for at in range(1, whole.changes + 1):
        for comes_about in (*([False] if at == 1 else []), True):
            host = made(tmp_path / f"{at}-{comes_about}")
            host.kill = (at, comes_about)
            with pytest.raises(KilledError):
                run(host)
            host.kill = None
            yield host


@pytest.mark.parametrize(("_old", "uid", "_old_group", "gid"), MAPS)
def test_all_that_is_its_and_nothing_else_gets_the_new_numbers(made, tmp_path, _old, uid, _old_group, gid) -> None:
    host = made(tmp_path)
    planned = run(host, uid, gid)
    assert planned.due == [*(["user kafka"] if uid == NEW else []), *(["group kafka"] if gid == NEW_GROUP else [])]
    assert not host.active["kafka"]
    assert planned.numbers.users == ({OLD: NEW} if uid == NEW else {})
    check_done(host, uid, gid)


def test_the_plan_tells_it_and_changes_nothing(made, tmp_path) -> None:
    host = made(tmp_path)
    before = owners(host)
    assert plan(host).summary == [
        f"user kafka: from {OLD} to {NEW}",
        f"group kafka: from {OLD_GROUP} to {NEW_GROUP}",
        "/data/kafka: 4 files and folders are given to the new number",
        "/etc/kafka: 2 files and folders are given to the new number",
        "/var/log/kafka: 2 files and folders are given to the new number",
        "/var/spool/cron/crontabs/kafka: 1 files and folders are given to the new number",
        "stopped meanwhile: kafka",
    ]
    assert (host.changes, owners(host), host.active["kafka"]) == (0, before, True)


@pytest.mark.parametrize("given", [(OLD, OLD_GROUP), (None, None), (OLD, None)])
def test_nothing_is_to_be_done_for_the_numbers_that_it_has(made, tmp_path, given) -> None:
    host = made(tmp_path)
    assert (run(host, *given).due, host.changes) == ([], 0)


def test_a_user_that_is_not_there_is_for_site_to_make(made, tmp_path) -> None:
    host = made(tmp_path)
    host.put("/etc/passwd", "root:x:0:0::/root:/bin/sh\n")
    host.put("/etc/group", "root:x:0:\n")
    assert (run(host).due, host.changes) == ([], 0)


def test_after_a_kill_nothing_starts_while_a_file_is_not_its(made, tmp_path) -> None:
    for host in killed(made, tmp_path):
        uid, _own, gid = numbers(host)
        started = host.start_service("kafka")
        whole = owners(host) == expected(int(uid), int(gid))
        assert whole or not started


def test_site_refuses_a_host_that_is_half_way_and_names_the_playbook(made, tmp_path) -> None:
    refused = 0
    for host in killed(made, tmp_path):
        record = renumber_record.remembered(host, "kafka")
        if record is None or record.done:
            continue
        for number in (OLD, NEW):
            with pytest.raises(GroundworkError, match=r"run the playbook groundwork\.kafka\.renumber_users"):
                service_account.check(host, Service("kafka", "kafka", "kafka", number), known(host), [], [])
        refused += 1
    assert refused > 10


@pytest.mark.parametrize("boot", [False, True], ids=["", "booted"])
@pytest.mark.parametrize("given", [(NEW, NEW_GROUP), (OLD, OLD_GROUP), (None, None), (71003, 72003)])
def test_the_same_again_goes_on_and_the_former_numbers_lead_back(made, tmp_path, given, boot) -> None:
    for host in killed(made, tmp_path):
        record = renumber_record.remembered(host, "kafka")
        if boot:
            host.active["kafka"] = False
            host.start_service("kafka")
        uid, gid = given
        if given == (None, None):  # site takes any number where nothing is begun
            uid, gid = (OLD, OLD_GROUP) if record and not record.done else tuple(map(int, numbers(host)[::2]))
        planned = plan(host, *given)
        assert host.active["kafka"] or planned.due  # so that a rollout starts it again
        run(host, *given)
        check_done(host, uid, gid)


def test_what_a_record_that_is_broken_left_behind_may_start_again_once_it_was_removed(made, tmp_path) -> None:
    stray = 0
    for host in killed(made, tmp_path):
        record = renumber_record.remembered(host, "kafka")
        if record is None or record.done:
            continue
        host.put(renumber_record.path("kafka"), "{}")
        with pytest.raises(
            GroundworkError, match=r"^/\S+/renumber-kafka\.json does not tell which .*, remove the file,"
        ):
            run(host)
        os.remove(host.real(renumber_record.path("kafka")))
        uid, _own, gid = map(int, numbers(host))
        host.active["kafka"] = False
        held = not host.start_service("kafka")
        assert run(host, uid, gid).due == []
        assert bool(run(host, uid, gid, ended=True).stray) == held  # what the module calls changed
        assert host.start_service("kafka")
        assert not run(host, uid, gid, ended=True).stray
        stray += held
    assert stray > 5


def test_back_and_forth_without_an_end(made, tmp_path) -> None:
    for number, host in enumerate(killed(made, tmp_path)):
        for turn in range(5):
            host.changes, host.kill = 0, (1 + (number + turn) % 11, True)
            with suppress(KilledError):
                run(host, *((OLD, OLD_GROUP), (NEW, NEW_GROUP), (71003, 72003))[turn % 3])
            host.kill = None
            uid, _own, gid = numbers(host)
            assert owners(host) == expected(int(uid), int(gid)) or not host.start_service("kafka")
        run(host, NEW, NEW_GROUP)
        check_done(host, NEW, NEW_GROUP)


def test_back_again_once_all_was_done(made, tmp_path) -> None:
    host = made(tmp_path)
    run(host)
    host.start_service("kafka")
    run(host, ended=True)
    run(host, OLD, OLD_GROUP)
    check_done(host, OLD, OLD_GROUP)


@pytest.mark.parametrize(("program", "said"), [("groupmod", "GID 72002 exists"), ("systemctl", "no bus")])
def test_a_program_that_fails_first_leaves_all_as_it_was(made, tmp_path, program, said) -> None:
    host = made(tmp_path)
    if program == "systemctl":
        host.fails = {}
        real = host.run
        host.run = lambda argv: (
            type(real(["getent", "group", "x"]))(1, "", said) if argv[:2] == ["systemctl", "stop"] else real(argv)
        )
    else:
        host.fails = {program: said}
    with pytest.raises(GroundworkError, match=said) as raised:
        run(host)
    assert "Nothing was changed; kafka was started again as it was." in str(raised.value)
    assert (owners(host), host.active["kafka"]) == (expected(OLD, OLD_GROUP), True)
    assert not host.exists(renumber_record.path("kafka"))


def test_a_program_that_fails_half_way_says_that_it_is_half_way(made, tmp_path) -> None:
    host = made(tmp_path)
    host.fails = {"usermod": "user kafka is currently used by process 7"}
    with pytest.raises(GroundworkError, match=r"currently used by process 7.* The services stay stopped until"):
        run(host)
    host.fails = {}
    run(host)
    check_done(host, NEW, NEW_GROUP)


def test_a_file_that_cannot_be_given_leaves_it_half_way_and_names_it(made, tmp_path, monkeypatch) -> None:
    host = made(tmp_path)

    def refused(_path, *_given):
        raise PermissionError(1, "Operation not permitted")

    with monkeypatch.context() as patched:
        patched.setattr(os, "chown", refused)
        with pytest.raises(GroundworkError, match=r"^/data/kafka/.* could not be given to the new number \(Oper"):
            run(host)
    assert not host.start_service("kafka")
    run(host)
    check_done(host, NEW, NEW_GROUP)


def test_what_comes_back_under_the_former_number_is_counted(made, tmp_path, monkeypatch) -> None:
    host = made(tmp_path)
    monkeypatch.setattr(os, "chown", lambda *_given: None)
    with pytest.raises(GroundworkError, match=r"^/data/kafka has 4 files and folders of the former number again"):
        run(host)
    assert not host.start_service("kafka")
