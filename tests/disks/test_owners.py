# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Data disks that come from a machine with other numbers of users: told without a write, given away on request."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import owners as data_owners
from ansible_collections.groundwork.kafka.plugins.module_utils.host import (
    accounts,
    local_accounts,
    owner_numbers,
    take_over,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.tests.disks.loops import SIZES, run

BEFORE, NOW = 4998, 1  # the second is the user daemon, whom every host has
NUMBER = 4999
SERVICE = accounts.Service("groundwork-none", "daemon", "daemon")
KNOWN = accounts.Accounts({"daemon": NOW}, {"daemon": NOW})


@pytest.fixture(params=["xfs", "ext4"])
def disk(disks, request):
    """A mounted disk with data of another number, and how it is asked for."""
    asked = disks.wanted(disks.loop(SIZES[request.param]), fstype=request.param)
    disks.apply(asked)
    fill(log(asked))
    return asked


def log(asked):
    return asked["mount_point"] + "/log"


def fill(folder):
    for number in range(20):
        os.makedirs(f"{folder}/t-{number}")
        for name in ("00.log", "00.index"):
            with open(f"{folder}/t-{number}/{name}", "w", encoding="utf-8") as file:
                file.write("x")
    run("chown", "--recursive", str(BEFORE), folder)


def state(device, folder):
    """What is on *device*, where any of it is mounted, and what is mounted in *folder*.

    What else there is comes and goes with other tests: a mount goes in every namespace with the folder that it lies on.
    """
    mounts = run("findmnt", "--list").splitlines()
    part = re.compile(rf"{re.escape(device)}(\[|\s)")  # the source of a part is DEVICE[/FOLDER]
    return run("sha256sum", device), [mount for mount in mounts if str(folder) in mount or part.search(mount)]


def owners(folder):
    return {int(number) for number in run("find", folder, "-printf", "%U\\n").split()}


def test_whose_data_it_is_is_told_of_a_disk_that_is_not_mounted_without_a_write(disks, disk) -> None:
    assert data_owners.foreign(Host(), log(disk), NOW, [disk]) == BEFORE
    disks.unmount()
    before = state(disk["device"], disks.folder)
    assert data_owners.foreign(Host(), log(disk), NOW, [disk]) == BEFORE
    assert data_owners.foreign(Host(), log(disk), BEFORE, [disk]) is None
    assert data_owners.foreign(Host(), disk["mount_point"] + "/none", NOW, [disk]) is None
    assert state(disk["device"], disks.folder) == before


def test_a_blank_disk_and_one_of_somebody_else_are_not_looked_into(disks) -> None:
    blank, others = disks.wanted(disks.loop()), disks.wanted(disks.loop(), "other")
    run("mkfs.xfs", "-q", others["device"])
    assert data_owners.foreign(Host(), log(blank), NOW, [blank, others]) is None
    assert data_owners.foreign(Host(), log(others), NOW, [blank, others]) is None


def test_everything_is_given_on_request_and_the_next_run_has_nothing_to_do(disk) -> None:
    step = take_over.plan(Host(), SERVICE, log(disk), KNOWN)
    assert step is not None
    assert step.count == 61
    step.do(Host())
    assert owners(log(disk)) == {NOW}
    assert data_owners.foreign(Host(), log(disk), NOW, [disk]) is None
    assert take_over.plan(Host(), SERVICE, log(disk), KNOWN) is None


@pytest.mark.remedy("… is another file system, mounted in …, and none")
def test_real_programs_give_an_account_another_number_and_all_on_a_disk_goes_with_it(disk) -> None:
    """In the copy of /etc that these tests have; tests/changes does it with the servers."""
    host, user = Host(), "groundwork-renumbered"
    run("groupadd", "--system", "--gid", str(BEFORE), user)
    run("useradd", "--system", "--uid", str(BEFORE), "--gid", str(BEFORE), "--no-create-home", user)
    folder, others = log(disk), Path(log(disk), "of-root")
    others.touch()
    numbers = owner_numbers.Numbers({BEFORE: NUMBER}, {BEFORE: NUMBER})
    try:
        found = owner_numbers.count(host, folder, [folder], numbers)
        for kind in ("group", "user"):
            local_accounts.renumber(host, kind, user, NUMBER)
            assert local_accounts.number(host, kind, user) == NUMBER
        assert local_accounts.strays(host, [BEFORE]) == []  # groupmod has told the users
        assert owner_numbers.give(host, [folder], numbers) == found > 60
        assert owners(folder) == {NUMBER, 0}
        assert owner_numbers.count(host, folder, [folder], numbers) == 0
        run("mount", "--bind", "/run", (mounted := make_folder(folder)))
        with pytest.raises(GroundworkError, match=r"mounted in .*; unmount it, or mount it elsewhere, and"):
            owner_numbers.count(host, folder, [folder], numbers)
        run("umount", mounted)
        assert owner_numbers.count(host, folder, [folder], numbers) == 0
    finally:
        run("userdel", user)
        subprocess.run(["groupdel", user], check=False)


def make_folder(folder: str) -> str:
    """A folder in *folder*, to mount something at."""
    inside = Path(folder, "mounted")
    inside.mkdir()
    return str(inside)


@pytest.mark.remedy("This host has the user … and no group …; …, whose")
@pytest.mark.usefixtures("disks")  # which has a copy of /etc
@pytest.mark.parametrize("way", ["give", "make"])
def test_a_user_without_a_group_of_its_name_gets_one_by_the_words_of_the_refusal(way) -> None:
    host, user, group = Host(), "groundwork-alone", "groundwork-grouped"
    run("useradd", "--system", "--uid", str(BEFORE), "--gid", str(NOW), "--no-create-home", user)
    try:
        with pytest.raises(GroundworkError) as raised:
            accounts.check(
                host, accounts.Service("kafka", user, group, None, NUMBER), accounts.look_up(host, [user], [group])
            )
        if way == "give":
            group = re.search("give kafka_group: ([^,]*), the group that the user is in", str(raised.value)).group(1)
            wanted = accounts.Service("kafka", user, group)
        else:
            run(*re.search(r"make the group \((.*)\)", str(raised.value)).group(1).split())
            wanted = accounts.Service("kafka", user, group, None, NUMBER)
        accounts.check(host, wanted, accounts.look_up(host, [user], [group]))
    finally:
        run("userdel", user)
        if way == "make":
            run("groupdel", group)


KILLED = """
import os, signal, sys
from ansible_collections.groundwork.kafka.plugins.module_utils.host import accounts, take_over
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
real, left = os.fchown, [int(sys.argv[2])]
def give(*more):
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
    left[0] -= 1
    real(*more)
os.fchown = give
service = accounts.Service("groundwork-none", "daemon", "daemon")
take_over.plan(Host(), service, sys.argv[1], accounts.look_up(Host(), ["daemon"], ["daemon"])).do(Host())
"""


def test_a_run_that_is_killed_anywhere_is_told_and_taken_up(disks) -> None:
    asked = disks.wanted(disks.loop())
    disks.apply(asked)
    for done in (0, 1, 2, 3, 30, 59, 60):
        folder = f"{asked['mount_point']}/killed-{done}"
        fill(folder)
        ended = subprocess.run([sys.executable, "-c", KILLED, folder, str(done)], check=False)
        assert ended.returncode == -signal.SIGKILL
        assert owners(folder) == ({BEFORE, NOW} if done else {BEFORE})
        assert data_owners.foreign(Host(), folder, NOW) == BEFORE
        step = take_over.plan(Host(), SERVICE, folder, KNOWN)
        assert step is not None
        assert step.count == 61 - done
        step.do(Host())
        assert owners(folder) == {NOW}


@pytest.mark.remedy("… is …, so it is not taken over")
def test_what_is_mounted_inside_is_refused_until_it_is_elsewhere(disk) -> None:
    inside = log(disk) + "/t-0"
    run("mount", "-t", "tmpfs", "groundwork-inside", inside)
    try:
        with pytest.raises(GroundworkError, match="t-0 is on another file system, which is mounted there"):
            take_over.plan(Host(), SERVICE, log(disk), KNOWN)
    finally:
        run("umount", inside)
    assert owners(log(disk)) == {BEFORE}
    taken(disk)


@pytest.mark.remedy("… is …, so it is not taken over")
def test_a_device_node_is_refused_until_it_is_moved_away(disk) -> None:
    node = log(disk) + "/t-0/disk"
    run("mknod", node, "b", "7", "0")
    with pytest.raises(GroundworkError, match="t-0/disk is a device, so it is not taken over; look at it, and move"):
        take_over.plan(Host(), SERVICE, log(disk), KNOWN)
    os.rename(node, disk["mount_point"] + "/moved-away")
    taken(disk)


@pytest.mark.remedy("… is a link to …, which belongs to the number")
@pytest.mark.parametrize("way", ["move it in the place of the link", "remove the link"])
def test_a_link_to_what_would_keep_the_former_number(disk, way) -> None:
    folder, elsewhere, link = log(disk), Path(disk["mount_point"], "elsewhere"), Path(log(disk), "linked")
    elsewhere.write_text("what somebody has written")
    os.chown(elsewhere, BEFORE, BEFORE)
    link.symlink_to(elsewhere)
    numbers = owner_numbers.Numbers({BEFORE: NUMBER}, {BEFORE: NUMBER})
    with pytest.raises(GroundworkError, match=f"linked is a link to {elsewhere}, which belongs .*; .*{way}"):
        owner_numbers.count(Host(), folder, [folder], numbers)
    if way == "remove the link":
        link.unlink()
    else:
        elsewhere = elsewhere.rename(link)
    found = owner_numbers.count(Host(), folder, [folder], numbers)
    assert owner_numbers.give(Host(), [folder], numbers) == found == (61 if way == "remove the link" else 62)
    assert owners(folder) == {NUMBER}
    assert elsewhere.read_text() == "what somebody has written"


@pytest.mark.remedy("… lies deeper than any server")
def test_what_lies_too_deep_is_moved_away_whole(disk) -> None:
    deep = log(disk) + "/mine" + "/deeper" * 40
    os.makedirs(deep)
    with open(deep + "/kept", "w", encoding="utf-8") as file:
        file.write("what somebody has written")
    with pytest.raises(
        GroundworkError, match="lies deeper than any server makes folders; look at it, and move it away"
    ):
        take_over.plan(Host(), SERVICE, log(disk), KNOWN)
    away = disk["mount_point"] + "/mine"
    os.rename(log(disk) + "/mine", away)
    taken(disk)
    with open(away + "/deeper" * 40 + "/kept", encoding="utf-8") as file:
        assert file.read() == "what somebody has written"


@pytest.mark.remedy("… is to be taken over and process")
def test_a_process_that_uses_the_folder_is_ended(disk) -> None:
    with subprocess.Popen(["sleep", "600"], cwd=log(disk)) as process:
        with pytest.raises(GroundworkError, match=rf"process {process.pid} \(sleep\) uses it; end that process"):
            take_over.plan(Host(), SERVICE, log(disk), KNOWN)
        process.terminate()
        process.wait(10)
    taken(disk)


def taken(disk) -> None:
    """Everything is the service's now, and nothing of it is gone."""
    step = take_over.plan(Host(), SERVICE, log(disk), KNOWN)
    assert step is not None
    step.do(Host())
    assert owners(log(disk)) == {NOW}
    assert len(run("find", log(disk), "-name", "00.*").split()) == 40
