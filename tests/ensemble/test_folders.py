# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A server with another folder for its log forgets what it promised; moved as the guide says, it keeps everything."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import zookeeper_folders

GUIDE = Path(__file__).parents[2] / zookeeper_folders.GUIDE


def commands(kind: str, old: Path, new: Path, settings: Path) -> str:
    """What the guide has a person type for one kind of data, without the service and its user."""
    _stop, log, snapshots, verify, of_log, of_snapshots, away = re.findall(
        r"^ *```sh\n(.*?)^ *```$", GUIDE.read_text(), re.MULTILINE | re.DOTALL
    )
    copy, tell = {"log": (log, of_log), "snapshots": (snapshots, of_snapshots)}[kind]
    text = (
        (copy + verify + tell + away).replace("-o USER -g GROUP ", "").replace("/etc/zookeeper/zoo.cfg", str(settings))
    )
    return re.sub(r"\bNEW\b", str(new), re.sub(r"\bOLD\b", str(old), text))


def follow(kind: str, old: Path, new: Path) -> None:
    words = commands(kind, old, new, old / "zookeeper.properties")
    done = subprocess.run(["sh", "-euc", words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.fixture
def judge(ensemble, monkeypatch):
    """The judgement of a new folder for the log of a server of the ensemble."""

    def asked(number: int, log_dir: Path, data_dir: Path | None = None) -> str:
        server, folder = ensemble.running.get(number), ensemble.folder / str(number)
        monkeypatch.setattr(zookeeper_folders, "ZOO_CFG", str(folder / "zookeeper.properties"))
        try:
            zookeeper_folders.check(
                Host(), str(data_dir or folder), str(log_dir), str(server.process.pid) if server else None
            )
        except GroundworkError as error:
            return str(error)
        return ""

    return asked


def test_a_server_with_another_log_comes_back_without_what_it_promised_and_is_refused(ensemble, judge, tmp_path):
    ensemble.log_dirs[1] = tmp_path / "log"
    ensemble.start(1)
    ensemble.modes(1)
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    assert "ZooKeeper runs on this host with its transaction log in" in judge(1, tmp_path / "other")
    ensemble.stop(1)
    assert "holds log.1 of ZooKeeper's transaction log" in judge(1, tmp_path / "other")
    ensemble.log_dirs[1] = tmp_path / "other"
    ensemble.start(1)
    assert ensemble.modes(1) == ["standalone"]  # this is why
    assert "does not exist" in ensemble.client(1, "get", "/kept")
    # Its settings and its process have the new folder: back to the old one is a change as well.
    assert "ZooKeeper runs on this host" in judge(1, tmp_path / "log")


def test_the_log_of_one_server_is_moved_as_the_guide_says(ensemble, judge, tmp_path):
    ensemble.start(1)
    ensemble.modes(1)
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    ensemble.stop(1)
    follow("log", ensemble.folder / "1", tmp_path / "log")
    assert judge(1, tmp_path / "log") == ""
    assert "holds log.1 of ZooKeeper's transaction log" in judge(
        1, ensemble.folder / "1"
    )  # set back, it would be empty
    ensemble.log_dirs[1] = tmp_path / "log"
    ensemble.start(1)
    assert ensemble.modes(1) == ["standalone"]
    assert "whole" in ensemble.client(1, "get", "/kept")


def test_the_logs_of_three_servers_are_moved_as_the_guide_says_one_at_a_time(ensemble, judge, tmp_path):
    for number in (1, 2, 3):
        ensemble.start(number, 1, 2, 3)
    ensemble.modes(1, 2, 3)
    for number in (1, 2, 3):
        assert f"Created /before{number}" in ensemble.client(number % 3 + 1, "create", f"/before{number}", "x")
        ensemble.stop(number)
        ensemble.modes(*{1, 2, 3} - {number})  # where it was the leader, they elect another one
        assert "Created" in ensemble.client(number % 3 + 1, "create", f"/meanwhile{number}", "x")
        follow("log", ensemble.folder / str(number), tmp_path / f"log{number}")
        assert judge(number, tmp_path / f"log{number}") == ""
        ensemble.log_dirs[number] = tmp_path / f"log{number}"
        ensemble.start(number, 1, 2, 3)
        ensemble.modes(1, 2, 3)
    for number in (1, 2, 3):  # all of them at once, from their files alone
        ensemble.stop(number)
    for number in (1, 2, 3):
        ensemble.start(number, 1, 2, 3)
    ensemble.modes(1, 2, 3)
    said = ensemble.client(3, "ls", "/")
    assert all(f"{what}{number}" in said for what in ("before", "meanwhile") for number in (1, 2, 3))


def test_the_snapshots_of_three_servers_are_moved_as_the_guide_says_one_at_a_time(ensemble, judge, tmp_path):
    for number in (1, 2, 3):
        ensemble.log_dirs[number] = tmp_path / f"log{number}"
        ensemble.start(number, 1, 2, 3)
    ensemble.modes(1, 2, 3)
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    for number in (1, 2, 3):
        ensemble.stop(number)
        new = tmp_path / f"data{number}"
        assert "holds acceptedEpoch of ZooKeeper's snapshots" in judge(number, tmp_path / f"log{number}", new)
        follow("snapshots", ensemble.folder / str(number), new)
        assert judge(number, tmp_path / f"log{number}", new) == ""
        assert (new / "myid").read_text() == f"{number}\n"
        ensemble.data_dirs[number] = new
        ensemble.start(number, 1, 2, 3)
        ensemble.modes(1, 2, 3)
    assert "whole" in ensemble.client(3, "get", "/kept")
