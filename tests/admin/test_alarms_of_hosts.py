# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Alarms of hosts, as an audit tells of them, and of their limits, by their real faults (tests/admin/watching.py)."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.health import textfile
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import profile, wishes
from ansible_collections.groundwork.kafka.plugins.modules import cluster_health, host_audit
from tests.admin.test_limits_in_use import LIMIT, Beside, areas
from tests.admin.watching import WHILE_ONE_IS_AWAY, Watched, killed, proved, restarted
from tests.servers.pki import CERTIFICATES
from tests.servers.server import Server

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

DAY = 86400
WANTED = {"vm.max_map_count": 262144}
NOBODY = 0  # no process has this number
#: What this machine is besides, such as its clock, is none of a broker's host.
_GIVEN = {**{name: option.get("default") for name, option in host_audit.ARGUMENTS.items()}, "observe": False}


class OneServer(Host):
    """This machine as if the *server* alone were on it, and no other program."""

    def __init__(self, server: Server) -> None:
        super().__init__("/", lambda _argv: Completed(127, "", ""))
        self._server = server

    def names(self, path: str) -> list[str]:
        if path != "/proc":
            return super().names(path)
        return [str(self._server.process.pid)] if self._server.process else []


def audited(watched: Watched, host: Host, age: float = 0, **given: Any) -> None:
    """Have the node exporter tell what an audit of *host* finds, as the playbook does, *age* seconds ago."""
    result = host_audit.run({**_GIVEN, "name": "k2", **given}, host)
    watched.published("groundwork.prom", textfile.text("k2", result, time.time() - age))


@pytest.mark.rings("KafkaLogDirFree warning", "KafkaLogDirFree alarm")
def test_a_disk_that_is_nearly_full(watched, rings) -> None:
    proved(watched.prometheus, rings, fault=watched.disk.filled())


@pytest.mark.rings("KafkaDescriptors warning", "KafkaDescriptors alarm")
def test_descriptors_nearly_used_up(watched, rings) -> None:
    broker = watched.cluster.brokers[2]
    assert broker.process is not None
    pid = broker.process.pid

    @contextmanager
    def connections() -> Iterator[None]:
        before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        opened = len(os.listdir(f"/proc/{pid}/fd"))
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (2 * opened, before[1]))
        try:
            with ExitStack() as stack:
                for _number in range(int(0.9 * opened)):
                    stack.enter_context(socket.create_connection(("127.0.0.1", broker.port)))
                yield
        finally:
            resource.prlimit(pid, resource.RLIMIT_NOFILE, before)

    proved(watched.prometheus, rings, fault=connections())


@contextmanager
def lowered(watched: Watched, host: Beside, limit: int) -> Iterator[None]:
    """Map areas that a process of *host* may have, fewer than it was tuned for."""
    file = Path(host.real(LIMIT))
    before = file.read_text()
    file.write_text(f"{limit}\n")
    audited(watched, host, kernel_parameters=WANTED)
    try:
        yield
    finally:
        file.write_text(before)
        audited(watched, host, kernel_parameters=WANTED)


def _tuned(watched: Watched, root: Path, pid: int) -> Beside:
    host = Beside(root, pid)
    file = Path(host.real(LIMIT))
    file.parent.mkdir(parents=True)
    file.write_text("65530\n")
    profile.apply(host, wishes.wanted(host, kernel_parameters=WANTED))
    audited(watched, host, kernel_parameters=WANTED)
    return host


@pytest.mark.rings("KafkaMapAreas warning", "KafkaMapAreas alarm")
def test_map_areas_nearly_used_up(watched, rings, tmp_path) -> None:
    broker = watched.cluster.brokers[2]
    assert broker.process is not None
    host = _tuned(watched, tmp_path, broker.process.pid)
    proved(watched.prometheus, rings, fault=lowered(watched, host, int(areas(watched.cluster) / 0.95)))


@pytest.mark.rings("KafkaSettingsOff warning")
def test_a_setting_that_drifted(watched, rings, tmp_path) -> None:
    host = _tuned(watched, tmp_path, NOBODY)  # a broker of this machine lies where the audit would have none
    proved(watched.prometheus, rings, fault=lowered(watched, host, 65530))


def _renewed(watched: Watched, days: int) -> None:
    """Restart the second broker with a certificate for so many *days*."""
    _issued(watched, days)
    restarted(watched.cluster.brokers[2])


def _issued(watched: Watched, days: int) -> None:
    folder = watched.cluster.brokers[2].folder
    made = folder / "tls"
    subprocess.run([*CERTIFICATES, "--renew", f"--days={days}", made, "broker=127.0.0.1"], check=True)
    (folder / "broker.pem").write_text((made / "broker.key").read_text() + (made / "broker.pem").read_text())


@contextmanager
def changed(watched: Watched, change: Callable[[Watched, int], None], days: int) -> Iterator[None]:
    """A certificate for so many *days*, by that *change*, in place of one for a year."""
    host = OneServer(watched.cluster.brokers[2])
    change(watched, days)
    audited(watched, host)
    try:
        yield
    finally:
        _renewed(watched, 365)
        audited(watched, host)


@pytest.mark.rings("KafkaRestartsPending warning")
def test_a_certificate_that_waits_for_a_restart(watched, rings) -> None:
    _renewed(watched, 365)
    audited(watched, OneServer(watched.cluster.brokers[2]))
    proved(watched.prometheus, rings, fault=changed(watched, _issued, 300))


@pytest.mark.rings("KafkaCertificateDays warning", "KafkaCertificateDays alarm")
def test_a_certificate_near_its_end(watched, rings) -> None:
    _renewed(watched, 365)
    audited(watched, OneServer(watched.cluster.brokers[2]))
    proved(watched.prometheus, rings, fault=changed(watched, _renewed, 5), besides=WHILE_ONE_IS_AWAY)


@pytest.mark.rings("KafkaServersMissing alarm")
def test_a_host_whose_broker_is_gone(watched, rings) -> None:
    broker = watched.cluster.brokers[2]
    host, expected = OneServer(broker), ["broker"]

    @contextmanager
    def gone() -> Iterator[None]:
        with killed(broker):
            audited(watched, host, expected=expected)
            yield
        audited(watched, host, expected=expected)

    audited(watched, host, expected=expected)
    proved(watched.prometheus, rings, fault=gone(), besides=WHILE_ONE_IS_AWAY)


@pytest.mark.rings(zookeeper=["KafkaZookeeperPurgeOff warning"])
def test_a_zookeeper_that_nobody_purges(watched, rings) -> None:
    keeper = watched.cluster.keeper
    host, bare = OneServer(keeper), keeper.settings.read_text()

    def run(settings: str) -> None:
        keeper.settings.write_text(settings)
        restarted(keeper)
        audited(watched, host)

    @contextmanager
    def unpurged() -> Iterator[None]:
        run(bare)
        try:
            yield
        finally:
            run(f"{bare}autopurge.purgeInterval=24\n")

    run(f"{bare}autopurge.purgeInterval=24\n")
    proved(watched.prometheus, rings, fault=unpurged(), besides=WHILE_ONE_IS_AWAY)


@pytest.mark.rings("KafkaAuditAge warning", "KafkaAuditAge alarm", "KafkaClusterAge warning", "KafkaClusterAge alarm")
def test_a_playbook_that_nobody_has_run_for_eight_days(watched, rings) -> None:
    """Nobody can wait so long here: the text files are those that it would have left then."""
    host = OneServer(watched.cluster.brokers[2])
    given = {"bootstrap_servers": watched.cluster.bootstrap_servers, "client_config": {}, "timeout": 15}

    def run(age: float) -> None:
        audited(watched, host, age)
        told = textfile.of_cluster(cluster_health.run(given), time.time() - age)
        watched.published("groundwork_cluster.prom", told)

    @contextmanager
    def forgotten() -> Iterator[None]:
        run(8 * DAY)
        try:
            yield
        finally:
            run(0)

    run(0)
    proved(watched.prometheus, rings, fault=forgotten())
