# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Real servers whose data is moved, killed in between and led back: nothing that was acknowledged is ever missing."""

from __future__ import annotations

import subprocess
import threading
import time
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import accounts
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    move_record,
    zookeeper_folders,
    zookeeper_move,
    zookeeper_mover,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.server.zookeeper_move import LOG, SNAPSHOTS
from tests.servers.server import java
from tests.servers.service_host import Killed, ServiceHost
from tests.servers.waiting import eventually

ACCOUNT = accounts.Service("zookeeper", "root", "root")
PATIENCE = 60  # seconds, for a server to see that it cannot start


@pytest.fixture
def host_of(ensemble, monkeypatch, tmp_path):
    """The host of one server, whose settings and whose record are those that are looked at from now on."""

    def made(number: int) -> ServiceHost:
        host = ServiceHost(ensemble.running[number])
        for module in (zookeeper_folders, zookeeper_move, zookeeper_mover):
            monkeypatch.setattr(module, "ZOO_CFG", str(host.server.settings))
        monkeypatch.setattr(move_record, "path", lambda _service: str(tmp_path / f"move-{number}.json"))
        return host

    return made


def begun(ensemble, tmp_path: Path) -> tuple[Path, Path]:
    """A server alone with all of its data in the first folder; the second is still to be made."""
    old = ensemble.data_dirs[1] = tmp_path / "old"
    old.mkdir()
    ensemble.start(1)
    ensemble.modes(1)
    return old, tmp_path / "new"


def move(host: Host, data: Path, log: Path, ended: bool = False):
    return zookeeper_mover.run(host, {SNAPSHOTS: str(data), LOG: str(log)}, ACCOUNT, ended=ended)


def end(host: ServiceHost, data: Path, log: Path) -> None:
    move(host, data, log, ended=True)
    host.boot()


def test_a_server_alone_keeps_everything_there_and_back(ensemble, host_of, tmp_path):
    old, new = begun(ensemble, tmp_path)
    host = host_of(1)
    for number, way in enumerate(
        ((new / "data", new / "log"), (old, old), (new / "data", new / "data"), (old, new / "l"))
    ):
        assert f"Created /kept{number}" in ensemble.client(1, "create", f"/kept{number}", "whole")
        assert move(host, *way).due
        end(host, *way)
        assert ensemble.modes(1) == ["standalone"]
        assert not move(host, *way).summary
        said = ensemble.client(1, "ls", "/")
        assert all(f"kept{earlier}" in said for earlier in range(number + 1))
    assert len(list(old.glob("moved-*/log.*"))) > 1


@pytest.mark.remedy("… holds …, which no move of this server's data")
@pytest.mark.parametrize("way", ["give zookeeper_data_dir a folder that holds nothing", "move that away"])
def test_a_folder_that_holds_what_no_move_has_put_there(ensemble, host_of, tmp_path, way):
    old, new = begun(ensemble, tmp_path)
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    host, strange = host_of(1), new / "data/version-2/snapshot.9"
    strange.parent.mkdir(parents=True)
    strange.write_text("somebody's")
    with pytest.raises(GroundworkError) as raised:
        move(host, new / "data", old)
    assert way in str(raised.value)
    data = new / "data"
    if way == "move that away":
        strange = strange.rename(tmp_path / "away")
    else:
        data = new / "other"
    move(host, data, old)
    end(host, data, old)
    assert ensemble.modes(1) == ["standalone"]
    assert "whole" in ensemble.client(1, "get", "/kept")
    assert strange.read_text() == "somebody's"


@pytest.mark.long
@pytest.mark.parametrize("apart", [True, False], ids=["out of the folder of the snapshots", "into it"])
def test_a_server_that_comes_back_after_a_kill_has_everything_or_does_not_start(ensemble, host_of, tmp_path, apart):
    """The ways in which it does not start for a moment, killed from where its files were copied on."""
    old, new = begun(ensemble, tmp_path)
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    host, ways = host_of(1), [(old, old), (old, new)]
    here, there = ways if apart else reversed(ways)
    settle(ensemble, host, here)
    outcomes = []
    for left in range(5, 60):
        host.left = left
        try:
            move(host, *there)
            break
        except Killed:
            host.left = None
        if host.server.process is None:
            host.boot()
        outcomes.append(starts(ensemble, host))
        if not outcomes[-1]:
            host.server.process = None
        if left % 2:
            settle(ensemble, host, there)  # gone on with
        settle(ensemble, host, here)  # led back
    assert len(outcomes) > 6
    assert 0 < outcomes.count(False) < 4


def settle(ensemble, host: ServiceHost, way) -> None:
    """Have the data where it is to be, and the server serve everything there."""
    move(host, *way)
    move(host, *way, ended=True)
    if host.server.process is None:
        host.boot()
    assert ensemble.modes(1) == ["standalone"]
    assert "whole" in ensemble.client(1, "get", "/kept")


def starts(ensemble, host: ServiceHost) -> bool:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if host.server.process.poll() is not None:
            assert "ContentCheckException" in host.server.said()
            return False
        if ensemble.mode(1) == "standalone":
            return True
        time.sleep(0.1)
    pytest.fail(host.server.said())


class Writer:
    """Creates one node after the other through whichever server serves, and knows which were acknowledged."""

    def __init__(self, ensemble, *numbers: int) -> None:
        servers = ",".join(f"127.0.0.1:{ensemble._ports(number)[0]}" for number in numbers)
        command = java(
            ensemble.home, "org.apache.zookeeper.ZooKeeperMain", "-server", servers, heap="64m", options=ensemble.quiet
        )
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self.process = subprocess.Popen(command, text=True, bufsize=1, **pipes)
        self.acknowledged: set[str] = set()
        self.ended = threading.Event()
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self._write, self._read)]
        for thread in self.threads:
            thread.start()

    def _write(self) -> None:
        for number in range(10**6):
            if self.ended.wait(0.05):
                break
            self.process.stdin.write(f"create /written{number}\n")
        self.process.stdin.write("quit\n")
        self.process.stdin.close()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.acknowledged.update(word.strip() for word in line.split("Created /")[1:])

    def end(self) -> set[str]:
        self.ended.set()
        for thread in self.threads:
            thread.join(PATIENCE)
        self.process.wait(PATIENCE)
        return self.acknowledged


def test_three_servers_that_are_written_to_lose_nothing(ensemble, host_of, tmp_path):
    numbers = (1, 2, 3)
    for number in numbers:
        ensemble.start(number, *numbers)
    modes = ensemble.modes(*numbers)
    assert modes == ["follower", "follower", "leader"]
    writer = Writer(ensemble, *numbers)
    eventually(lambda: bool(writer.acknowledged), True)  # its own start takes longer than a move where others work too
    moments = []
    for number in sorted(numbers, key=lambda one: ensemble.mode(one) == "leader"):
        host, way = host_of(number), (tmp_path / f"data{number}", tmp_path / f"log{number}")
        moments.append(len(writer.acknowledged))
        move(host, *way)
        end(host, *way)
        ensemble.modes(*numbers)
    acknowledged = writer.end()
    assert 0 < moments[1] < len(acknowledged)
    for number in numbers:  # all of them at once, from their new folders alone
        ensemble.running[number].kill()
        (ensemble.folder / str(number)).rename(tmp_path / f"older{number}")
        ensemble.running[number].folder = tmp_path / f"older{number}"
    for number in numbers:
        ensemble.running[number].start(wait=False)
    ensemble.modes(*numbers)
    said = ensemble.client(3, "ls", "/")
    assert [name for name in sorted(acknowledged) if name not in said] == []
