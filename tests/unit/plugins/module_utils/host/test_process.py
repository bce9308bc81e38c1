# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host import process
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_servers


@pytest.fixture
def host(host):
    fake_servers.boot(host)
    return host


@pytest.mark.parametrize(
    ("cgroup", "unit"),
    [
        pytest.param("0::/system.slice/kafka.service\n", "kafka", id="cgroup v2"),
        pytest.param(
            "12:pids:/system.slice/kafka.service\n1:name=systemd:/system.slice/kafka.service\n", "kafka", id="v1"
        ),
        pytest.param("1:name=systemd:/system.slice/kafka.service\n0::/\n", "kafka", id="hybrid"),
        pytest.param("0::/system.slice/system-kafka.slice/kafka@1.service\n", "kafka@1", id="an instance"),
        pytest.param("0::/system.slice/kafka.service/payload\n", "kafka", id="a group below the service"),
        pytest.param("0::/machine.slice/libpod-1.scope/system.slice/kafka.service\n", "kafka", id="in a container"),
        pytest.param("0::/user.slice/user-0.slice/session-3.scope\n", None, id="a session"),
        pytest.param(
            "0::/user.slice/user-7.slice/user@7.service/app.slice/kafka.service\n", None, id="a user's service"
        ),
        pytest.param("", None, id="no control groups"),
    ],
)
def test_unit(host, cgroup, unit):
    fake_servers.run(host, 42, fake_servers.KAFKA, cgroup=cgroup)
    assert process.unit(host, "42") == unit


@pytest.mark.parametrize(("uid", "user"), [(1000, "kafka"), (0, "root"), (77, "77")])
def test_user(host, uid, user):
    fake_servers.run(host, 42, fake_servers.KAFKA, uid=uid)
    assert process.user(host, "42") == user


def test_a_user_that_only_a_directory_service_knows(host):
    fake_servers.run(host, 42, fake_servers.KAFKA, uid=5000)
    host.run = lambda argv: Completed(0, "ldap\n", "") if argv == ["id", "-nu", "5000"] else Completed(1, "", "")
    assert process.user(host, "42") == "ldap"


def test_what_is_used(host):
    fake_servers.run(host, 42, fake_servers.KAFKA, areas=70_000, descriptors=7)
    assert process.map_areas(host, "42") == 70_000  # more than one chunk of the file
    assert process.descriptors(host, "42") == 7
    assert process.started(host, "42") == fake_servers.BOOTED + 100


def test_a_process_that_is_gone(host):
    assert (process.map_areas(host, "7"), process.descriptors(host, "7")) == (0, 0)
    assert (process.user(host, "7"), process.unit(host, "7"), process.started(host, "7")) == (None, None, None)
    assert process.command_line(host, "7") == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize(
    ("owner", "mode", "folder", "allowed"),
    [
        ((1000, 0), 0o400, 0o755, True),
        ((0, 2000), 0o640, 0o755, True),
        ((0, 0), 0o644, 0o755, True),
        ((0, 0), 0o640, 0o755, False),
        ((0, 2000), 0o604, 0o755, False),
        ((0, 0), 0o644, 0o700, False),
    ],
)
def test_what_the_user_of_a_process_may_read(host, owner, mode, folder, allowed):
    fake_servers.run(host, 42, fake_servers.KAFKA)
    host.put("/proc/42/status", "Name:\tjava\nUid:\t0\t1000\t0\t0\nGid:\t0\t1000\t0\t0\nGroups:\t2000 3000 \n")
    host.put("/etc/kafka/keystore.pem", "x")
    os.chown(host.real("/etc/kafka/keystore.pem"), *owner)
    os.chmod(host.real("/etc/kafka/keystore.pem"), mode)
    os.chmod(host.real("/etc/kafka"), folder)
    assert process.may_read(host, "42", "/etc/kafka/keystore.pem") is allowed
    assert not process.may_read(host, "42", "/etc/kafka/none")
