# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is in the way of another number, and hosts whose services share an account."""

from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.accounts import Service
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    renumber_record,
    renumberer,
    renumbering,
    service,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.server.renumbering import Server
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.renumbered import NumberedHost, real_chown

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")

PASSWD = (
    "root:x:0:0::/root:/bin/sh\nkafka:x:71001:72001::/var/lib/kafka:/bin/false\n"
    "keeper:x:71003:72003::/nonexistent:/bin/false\nwww-data:x:33:33::/:/bin/false\n"
)
GROUP = "root:x:0:\nkafka:x:72001:\nkeeper:x:72003:\nwww-data:x:33:\n"
KAFKA, KEEPER = ["/data/kafka"], ["/data/keeper"]


@pytest.fixture
def host(tmp_path) -> NumberedHost:
    made = NumberedHost(str(tmp_path), ("kafka", "zookeeper"))
    made.put("/etc/passwd", PASSWD)
    made.put("/etc/group", GROUP)
    made.put("/etc/systemd/system/groundwork-zookeeper-purge.service", "[Service]\n")
    made.put("/data/kafka/00.log", "x", (71001, 72001))
    made.put("/data/keeper/myid", "1", (71003, 72003))
    return made


def broker(uid=None, gid=None, user="kafka", group="kafka") -> Server:
    return Server(Service("kafka", user, group, uid, gid), KAFKA)


def keeper(uid=None, gid=None, user="keeper", group="keeper") -> Server:
    return Server(Service("zookeeper", user, group, uid, gid), KEEPER)


def plan(host, turn="kafka", *servers, disks=()):
    return renumbering.plan(host, turn, servers or [broker(71002)], disks)


@pytest.mark.parametrize(
    ("server", "sentence"),
    [
        (broker(33), "kafka_uid is 33, which is the number of the user www-data on this host; give another."),
        (broker(gid=33), "kafka_gid is 33, which is the number of the group www-data on this host; give another."),
        (broker(0), "kafka_uid is 0; give a number from 1 to 4294967294."),
        (broker(-1), "kafka_uid is -1; give a number from 1 to 4294967294."),
        (broker(2**32 - 1), "kafka_uid is 4294967295; give a number from 1 to 4294967294."),
    ],
)
def test_a_number_that_it_cannot_have_is_refused(host, server, sentence) -> None:
    with pytest.raises(GroundworkError) as raised:
        plan(host, "kafka", server)
    assert str(raised.value) == sentence


def test_an_account_of_another_name_service_is_refused(host) -> None:
    host.put("/etc/passwd", PASSWD.replace("kafka:x:71001", "of-old:x:4"))
    host.elsewhere["passwd"] = "kafka:x:71001:72001::/:/bin/false\n"
    with pytest.raises(GroundworkError, match=r"^The user kafka has the number 71001 on this host by another of its"):
        plan(host)
    host.put("/etc/passwd", PASSWD)
    host.run = lambda _argv: Completed(0, "kafka:x:5:5::/:/bin/false\n", "")
    with pytest.raises(GroundworkError, match=r"^The user kafka has the number 5 on this host by another of its"):
        plan(host)


def test_one_that_has_the_number_already_is_nobodys_concern_wherever_it_is_kept(host) -> None:
    host.put("/etc/passwd", "")
    host.elsewhere["passwd"] = "kafka:x:71002:72001::/:/bin/false\n"
    assert plan(host).due == []


def test_a_number_that_is_not_its_alone_is_refused(host) -> None:
    host.put("/etc/passwd", PASSWD + "twin:x:71001:5::/:/bin/false\n")
    way = "give twin another number first, with all stopped that runs with this one"
    with pytest.raises(
        GroundworkError, match=rf"^The number 71001 of the user kafka is that of the user twin .*; {way}"
    ):
        plan(host)
    host.put("/etc/passwd", PASSWD)
    host.elsewhere["passwd"] = "twin:x:71001:5::/:/bin/false\n"
    assert plan(host).due == ["user kafka"]  # the name service that comes first has it


def test_a_former_number_that_somebody_got_meanwhile_is_refused(host) -> None:
    record = renumber_record.Record(("kafka",), (renumber_record.Account("user", "kafka", (71009, 71002)),), ())
    renumber_record.remember(host, "kafka", record)
    host.put("/etc/passwd", PASSWD + "telegraf:x:71009:5::/:/bin/false\n")
    with pytest.raises(GroundworkError, match=r"^The number 71009 of the user kafka is that of the user telegraf"):
        plan(host)


def process(host, uid: int, cgroup: str) -> None:
    host.put("/proc/7/status", f"Name:\tsync\nUid:\t0\t{uid}\t0\t0\nGid:\t0\t0\t0\t0\n")
    host.put("/proc/7/cgroup", f"0::{cgroup}\n")
    host.put("/proc/7/comm", "sync\n")


def test_a_process_that_runs_as_the_user_beside_the_service_is_refused(host) -> None:
    process(host, 71001, "/user.slice/user-71001.slice/cron.service")
    with pytest.raises(GroundworkError, match=r"^Process 7 \(sync\) runs as the user kafka, who is to be renumbered"):
        plan(host)
    process(host, 71001, "/system.slice/kafka.service")
    assert plan(host).due == ["user kafka"]
    process(host, 71003, "/system.slice/cron.service")
    assert plan(host).due == ["user kafka"]


def test_one_that_was_begun_meanwhile_ends_the_run_with_all_as_it_was(host, monkeypatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _handle: None)
    process(host, 71001, "/system.slice/kafka.service")  # and does not go with it
    with pytest.raises(GroundworkError, match=r"Process 7 .* Nothing was changed; kafka was started again"):
        renumberer.run(host, "kafka", [broker(71002)], [])
    assert (host.active["kafka"], host.names("/etc/systemd/system/kafka.service.d")) == (True, [])


def test_a_disk_that_is_not_mounted_is_refused(host) -> None:
    host.put("/proc/self/mountinfo", "")
    with pytest.raises(
        GroundworkError, match=r"^No disk is mounted at /data, so the files on it would keep the former"
    ):
        plan(host, disks=[{"mount_point": "/data"}])


def test_a_host_without_the_service_has_nothing_to_stop(host) -> None:
    os.unlink(host.real("/etc/systemd/system/kafka.service"))
    with pytest.raises(GroundworkError, match=r"^kafka\.service is not on this host yet, so nothing has to be stopped"):
        plan(host)


def test_folders_of_before_and_the_users_home_are_looked_into(host) -> None:
    unit = '[Service]\nReadWritePaths="/data/former"\nReadWritePaths="/data/50%%"\n'
    host.put("/etc/systemd/system/kafka.service", unit)
    record = renumber_record.Record(
        ("kafka",), (renumber_record.Account("user", "kafka", (71001, 71002)),), ("/data/given-up",)
    )
    renumber_record.remember(host, "kafka", record)
    os.makedirs(host.real("/var/lib/kafka"))
    assert "/var/lib/kafka" not in plan(host).folders  # it is root's, and usermod leaves it alone
    real_chown(host.real("/var/lib/kafka"), 71001, 0)
    assert {"/data/former", "/data/50%", "/data/given-up", "/data/kafka", "/var/lib/kafka"} <= set(plan(host).folders)


def test_services_with_accounts_of_their_own_have_each_its_turn(host) -> None:
    both = [broker(71002), keeper(71004, 72004)]
    found = plan(host, "kafka", *both)
    assert (found.due, found.services) == (["user kafka"], ["kafka"])
    assert not any("keeper" in folder for folder in found.folders)
    found = plan(host, "zookeeper", *both)
    assert (found.due, found.services) == (["user keeper", "group keeper"], ["zookeeper"])
    assert found.units == ["zookeeper", "groundwork-zookeeper-purge"]


@pytest.mark.parametrize("uids", [(71002, None), (None, 71002), (71002, 71002)])
def test_services_of_one_user_are_stopped_together_in_the_turn_of_the_broker(host, monkeypatch, uids) -> None:
    monkeypatch.setattr(os, "fsync", lambda _handle: None)
    real_chown(host.real("/data/keeper/myid"), 71001, 72001)
    both = [broker(uids[0]), keeper(uids[1], user="kafka", group="kafka")]
    assert plan(host, "zookeeper", *both).due == []
    assert renumberer.run(host, "kafka", both, []).services == ["kafka", "zookeeper"]
    assert host.active == {"kafka": False, "zookeeper": False, "groundwork-zookeeper-purge": False}
    assert {os.stat(host.real(path)).st_uid for path in ("/data/kafka/00.log", "/data/keeper/myid")} == {71002}
    assert plan(host, "kafka", *both).due == ["user kafka"]  # until both are started
    host.start_service("kafka")
    assert plan(host, "kafka", *both).due == ["user kafka"]
    host.start_service("zookeeper")
    assert plan(host, "kafka", *both).due == []


def test_services_of_one_group_are_stopped_together_for_its_number_alone(host) -> None:
    both = [broker(71002, 72002, group="keeper"), keeper(71004)]
    found = plan(host, "kafka", *both)
    assert (sorted(found.due), found.services) == (
        ["group keeper", "user kafka", "user keeper"],
        ["kafka", "zookeeper"],
    )
    both = [broker(71002, 72003, group="keeper"), keeper()]
    assert plan(host, "kafka", *both).services == ["kafka"]


def test_two_numbers_of_one_account_and_one_number_of_two_are_refused(host) -> None:
    with pytest.raises(
        GroundworkError, match=r"^kafka_uid and zookeeper_uid are 71002 and 71004, and both are the numb"
    ):
        plan(host, "kafka", broker(71002), keeper(71004, user="kafka", group="kafka"))
    with pytest.raises(
        GroundworkError, match=r"^kafka_uid and zookeeper_uid are both 71002, and are the numbers of the"
    ):
        plan(host, "kafka", broker(71002), keeper(71002))


def test_a_broken_record_is_told(host) -> None:
    host.put(renumber_record.path("kafka"), "{}")
    with pytest.raises(GroundworkError, match=r"^/var/lib/groundwork-kafka/renumber-kafka\.json does not tell which"):
        plan(host)


@pytest.mark.parametrize("state", ["started", "restarted"])
def test_a_service_whose_account_is_half_way_is_not_started(host, state) -> None:
    record = renumber_record.Record(("kafka", "zookeeper"), (renumber_record.Account("user", "kafka", (1, 2)),), ())
    renumber_record.remember(host, "kafka", record)
    host.active["zookeeper"] = False
    with pytest.raises(GroundworkError, match=r"^The files of zookeeper on this host are on the way to another number"):
        service.run(service.Service(host, "zookeeper"), state, [], False)
    assert not host.active["zookeeper"]
    renumber_record.finish(host, "kafka", record)
    service.run(service.Service(host, "zookeeper"), state, [], False)
    assert host.active["zookeeper"]
