# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What has a playbook of its own: it moves what is there, and leads back; its plan is in test_attempts.py."""

from __future__ import annotations

import re
from typing import Any, Mapping

import pytest

from tests.changes import readings
from tests.changes.cases import (
    FORWARDS,
    HAVE_OTHER_NAME,
    LISTENING,
    NUMBERS,
    OTHER_NAME,
    PORTS,
    PROCEDURES,
    RENAMED,
    Ports,
    Procedure,
)
from tests.changes.checks import check_lost_nothing, check_run, gone_back
from tests.changes.hosts import Hosts
from tests.servers.waiting import eventually


@pytest.mark.parametrize(
    ("hosts", "procedure"),
    [pytest.param(one.on, one, id=f"{one.on} {one.playbook}") for one in PROCEDURES],
    indirect=["hosts"],
    scope="session",
)
def test_a_procedure_there_and_back(hosts: Hosts, procedure: Procedure) -> None:
    changed = {procedure.input: procedure.new}
    former = procedure.former
    before = readings.held_data(hosts)
    with gone_back(hosts, procedure.playbook):
        for given, folder in ((changed, procedure.new), ({}, former)):
            check_run(hosts, given, frozenset({procedure.service}), playbook=procedure.playbook)
            check_lost_nothing(before, readings.held_data(hosts))
            for host in hosts.cluster.hosts:
                lists = {one: f"ls {one}/{procedure.files} 2>/dev/null || true" for one in (former, procedure.new)}
                found = {one: hosts.on(host, script) for one, script in lists.items()}
                assert [one for one, names in found.items() if names] == [folder], (host, found)
            _check_done(hosts, procedure.playbook, given)
            _check_done(hosts, "site", given)
    hosts.prepare([f"rm -rf {procedure.new}"])  # the copies that are for people to delete


#: All on the host that has a number, of a user or a group, but for what the kernel makes up. What other changes have
#: left in folders that are no server's any more is removed by then, as the playbook would leave that alone.
_OF_NUMBER = "find / -xdev \\( -uid {0} -o -gid {0} \\) -print; find /data -xdev \\( -uid {0} -o -gid {0} \\) -print"
_HAS = {
    f"{service}_{what}": f"getent {database} {service} | cut -d: -f3"
    for service in ("kafka", "zookeeper")
    for what, database in (("uid", "passwd"), ("gid", "group"))
}


def _numbers(hosts: Hosts) -> dict[str, int]:
    return {name: int(hosts.on("z1", script)) for name, script in _HAS.items()}


@pytest.mark.remedy("The … … has the number … on this host, and …")
@pytest.mark.parametrize("hosts", ["keeper"], indirect=True, scope="session")
def test_users_get_other_numbers_and_their_former_ones_again(hosts: Hosts) -> None:
    before, former = readings.held_data(hosts), _numbers(hosts)
    # A file of somebody else's among those of the account.
    hosts.on("z1", "touch /var/log/kafka/of-another && chown 54399:54399 /var/log/kafka/of-another")
    owned = "find /etc/kafka /etc/zookeeper /var/log/kafka/of-another -printf '%u:%g %m %p\\n' | sort"
    names = hosts.on("z1", owned)
    with gone_back(hosts, "renumber_users"):
        for wanted, left in ((NUMBERS, former), (former, NUMBERS)):
            check_run(hosts, wanted, frozenset({"kafka", "zookeeper"}), playbook="renumber_users")
            assert _numbers(hosts) == wanted
            assert {name: hosts.on("z1", _OF_NUMBER.format(number)) for name, number in left.items()} == dict.fromkeys(
                left, ""
            )
            check_lost_nothing(before, readings.held_data(hosts))
            assert hosts.on("z1", owned) == names  # whose a file is by name stays
            _check_done(hosts, "renumber_users", wanted)
            _check_done(hosts, "site", wanted)
    hosts.on("z1", "rm /var/log/kafka/of-another")


#: In the place of the host's program: it fails, as one does that is killed.
_BREAK = "mv /usr/sbin/usermod /usr/sbin/usermod.away && ln -s /bin/false /usr/sbin/usermod"
_MEND = "test ! -e /usr/sbin/usermod.away || mv -f /usr/sbin/usermod.away /usr/sbin/usermod"


@pytest.mark.remedy("The files of … on this host are on the way to another number")
@pytest.mark.parametrize("hosts", ["keeper"], indirect=True, scope="session")
def test_a_renumbering_that_ends_half_way_is_gone_on_with(hosts: Hosts) -> None:
    before, former = readings.held_data(hosts), _numbers(hosts)
    wanted = {name: NUMBERS[name] for name in ("kafka_uid", "kafka_gid")}
    with gone_back(hosts, "renumber_users"):
        hosts.on("z1", _BREAK)
        try:
            done = hosts.play("renumber_users", hosts.cluster.inventory(wanted))
        finally:
            hosts.on("z1", _MEND)
        assert done.returncode != 0
        assert "The services stay stopped" in done.stdout
        assert _numbers(hosts) == {**former, "kafka_gid": wanted["kafka_gid"]}
        # Neither systemd, as at a boot, nor site starts it, with whatever numbers.
        assert "failed" in hosts.on("z1", "systemctl start kafka 2>&1 || echo failed")
        for given in (wanted, {}):
            done = hosts.play("site", hosts.cluster.inventory(given))
            assert done.returncode != 0
            assert "groundwork.kafka.renumber_users" in done.stdout
        assert "kafka" not in {service for _host, service in readings.starts(hosts)}
        for given, numbers in ((wanted, {**former, **wanted}), (former, former)):
            done = hosts.play("renumber_users", hosts.cluster.inventory(given))
            assert done.returncode == 0, done.stdout[-6000:]
            assert _numbers(hosts) == numbers
            check_lost_nothing(before, readings.held_data(hosts))
        _check_done(hosts, "site", former)


@pytest.mark.parametrize(
    ("hosts", "ports"),
    [pytest.param(one.on, one, id=f"{one.on} {one.input}") for one in PORTS],
    indirect=["hosts"],
    scope="session",
)
def test_ports_there_and_back(hosts: Hosts, ports: Ports) -> None:
    before = readings.held_data(hosts)
    with gone_back(hosts, ports.playbook):
        for given, port in (({ports.input: ports.new}, ports.new), ({}, ports.former)):
            check_run(hosts, given, ports.services, playbook=ports.playbook)
            check_lost_nothing(before, readings.held_data(hosts))
            for host in hosts.cluster.hosts:
                listening = hosts.on(host, LISTENING)
                found = [one for one in (ports.former, ports.new) if re.search(rf":{one}\b", listening)]
                assert found == [port], (host, listening)
                assert hosts.on(host, FORWARDS) == ""
            _check_done(hosts, ports.playbook, given)
            _check_done(hosts, "site", given)


@pytest.mark.parametrize("hosts", ["three"], indirect=True, scope="session")
def test_controllers_get_other_names_and_their_former_ones_again(hosts: Hosts) -> None:
    hosts.prepare([HAVE_OTHER_NAME])
    before, former = readings.held_data(hosts), readings.voters_at(hosts)
    assert former == set(hosts.cluster.addresses.values())
    with gone_back(hosts, "change_ports"):
        for given, known in ((RENAMED, {f"{OTHER_NAME}{name[-1]}" for name in hosts.cluster.hosts}), ({}, former)):
            check_run(hosts, given, frozenset({"kafka"}), playbook="change_ports")
            check_lost_nothing(before, readings.held_data(hosts))
            eventually(lambda known=known: readings.voters_at(hosts) == known, True)
            _check_done(hosts, "change_ports", given)
            _check_done(hosts, "site", given)


def _check_done(hosts: Hosts, playbook: str, given: Mapping[str, Any]) -> None:
    """Run once more the playbook has nothing to do."""
    written, starts = readings.written(hosts), readings.starts(hosts)
    done = hosts.play(playbook, hosts.cluster.inventory(given))
    assert done.returncode == 0, done.stdout[-6000:]
    assert re.findall(r"changed=(\d+)", done.stdout) == ["0"] * len(hosts.cluster.hosts), done.stdout[-6000:]
    assert readings.written(hosts) == written
    assert readings.starts(hosts) == starts
