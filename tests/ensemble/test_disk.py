# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A server that has lost the disk of one of its folders: what comes back of an ensemble, and of a server alone."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import ensemble as inventory_ensemble
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory.ensemble import Server
from ansible_collections.groundwork.kafka.plugins.module_utils.server import failed_disk, zookeeper_log

GUIDE = Path(__file__).parents[2] / failed_disk.GUIDE
PATIENCE = 60  # seconds, for a server to see that it cannot start


def follow(step: str, data: Path, log: Path, saved: Path) -> None:
    """What the guide has a person type to *save* the folders and to *copy* them back, without the service's user."""
    _stop, save, copy = re.findall(r"^ *```sh\n(.*?)^ *```$", GUIDE.read_text(), re.MULTILINE | re.DOTALL)
    text = (
        {"save": save, "copy": copy}[step].replace("-o USER -g GROUP ", "").replace("/root/zookeeper-saved", str(saved))
    )
    text = re.sub(r"\bDATA\b", str(data), re.sub(r"\bLOG\b", str(log), text))
    subprocess.run(["sh", "-euc", text], check=True)


@pytest.mark.remedy("… holds … of ZooKeeper's transaction log, and … no snapshots")
def test_a_server_of_three_copies_everything_to_its_new_disk_once_nothing_is_left(ensemble, tmp_path):
    log, left = tmp_path / "log", ensemble.folder / "1/version-2"
    ensemble.log_dirs[1] = log
    for number in (1, 2, 3):
        ensemble.start(number, 1, 2, 3)
    ensemble.modes(1, 2, 3)
    assert "Created /kept" in ensemble.client(2, "create", "/kept", "whole")
    ensemble.stop(1)
    shutil.rmtree(left)  # the disk of the snapshots, whose log is another one's
    ensemble.start(1, 1, 2, 3)
    ensemble.ended(1, PATIENCE)  # this is why
    with pytest.raises(GroundworkError, match="no snapshots, without which the server does not start") as raised:
        zookeeper_log.check_snapshots(Host(), str(ensemble.folder / "1"), str(log))

    ensemble.stop(1)  # stop zookeeper, and move its log away as well
    Path(re.search("stop zookeeper, and move (.*) away as well", str(raised.value)).group(1)).rename(tmp_path / "away")
    zookeeper_log.check_snapshots(Host(), str(ensemble.folder / "1"), str(log))
    ensemble.start(1, 1, 2, 3)
    ensemble.modes(1, 2, 3)
    ensemble.stop(2)  # so that it has to answer for itself
    ensemble.modes(1, 3)
    assert "whole" in ensemble.client(1, "get", "/kept")


def test_a_server_alone_comes_back_from_its_whole_log(ensemble, tmp_path):
    data, log, saved = ensemble.folder / "1", tmp_path / "log", tmp_path / "saved"
    ensemble.log_dirs[1] = log
    ensemble.start(1)
    ensemble.modes(1)
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    ensemble.stop(1)
    shutil.rmtree(data / "version-2")  # what its disk does not give any more
    follow("save", data, log, saved)
    for folder in (data, log):
        shutil.rmtree(folder)
    follow("copy", data, log, saved)
    ensemble.start(1)
    ensemble.ended(1, PATIENCE)
    ensemble.options = ["-Dzookeeper.snapshot.trust.empty=true"]
    ensemble.start(1)
    assert ensemble.modes(1) == ["standalone"]
    assert "whole" in ensemble.client(1, "get", "/kept")
    ensemble.options = []  # one start with it is enough
    ensemble.start(1)
    assert ensemble.modes(1) == ["standalone"]
    assert "whole" in ensemble.client(1, "get", "/kept")


def asked(ensemble, *members):
    """The judgement of servers that are all stopped, by what their folders hold."""
    return inventory_ensemble.check(
        [
            Server(
                f"z{number}",
                number,
                members if len(members) > 1 else (),
                filled=True,
                log_lost=zookeeper_log.is_lost(
                    Host(), str(ensemble.folder / str(number)), str(ensemble.log_dirs[number])
                ),
            )
            for number in members
        ]
    )


@pytest.mark.remedy("… snapshots of ZooKeeper and not the transaction log")
@pytest.mark.parametrize("emptied", [True, False])
def test_a_server_alone_without_its_log_comes_back_as_at_its_first_start_and_is_refused(ensemble, tmp_path, emptied):
    log = ensemble.log_dirs[1] = tmp_path / "log"
    for _start in range(2):  # nothing is logged yet
        ensemble.start(1)
        ensemble.modes(1)
        ensemble.stop(1)
        assert asked(ensemble, 1) == ([], [])
    ensemble.start(1)
    ensemble.modes(1)
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    ensemble.stop(1)
    assert asked(ensemble, 1) == ([], [])
    log.rename(tmp_path / "the disk")
    shutil.copytree(ensemble.folder / "1/version-2", tmp_path / "snapshots")
    (log / "version-2" if emptied else log).mkdir(parents=True)
    with pytest.raises(
        GroundworkError, match=r"z1 holds snapshots .* bring the disk of zookeeper_data_log_dir or a co"
    ):
        asked(ensemble, 1)
    shutil.rmtree(log)
    shutil.copytree(tmp_path / "the disk", log)  # the remedy: it or a copy of it is back
    assert asked(ensemble, 1) == ([], [])
    ensemble.start(1)
    ensemble.modes(1)
    assert "whole" in ensemble.client(1, "get", "/kept")
    ensemble.stop(1)
    for path in (log / "version-2").iterdir():
        path.unlink()
    if not emptied:
        shutil.rmtree(log / "version-2")  # what has got an empty disk
    shutil.rmtree(ensemble.folder / "1/version-2")  # the start just now has taken a snapshot
    shutil.copytree(tmp_path / "snapshots", ensemble.folder / "1/version-2")
    with pytest.raises(GroundworkError, match="z1 holds snapshots of ZooKeeper and not the transaction log"):
        asked(ensemble, 1)
    ensemble.start(1)
    assert ensemble.modes(1) == ["standalone"]  # this is why
    assert "does not exist" in ensemble.client(1, "get", "/kept")


def test_two_of_three_without_their_logs_would_outvote_the_third_and_are_refused(ensemble, tmp_path):
    for number in (1, 2, 3):
        ensemble.log_dirs[number] = tmp_path / f"log{number}"
    for step in ("begun", "started again"):
        for number in (1, 2, 3):
            ensemble.start(number, 1, 2, 3)
        ensemble.modes(1, 2, 3)
        for number in (1, 2, 3):
            ensemble.stop(number)
        assert asked(ensemble, 1, 2, 3) == ([], []), step
    for number in (1, 2, 3):
        ensemble.start(number, 1, 2, 3)
    ensemble.modes(1, 2, 3)
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    for number in (1, 2, 3):
        ensemble.stop(number)
    shutil.rmtree(ensemble.log_dirs[1])
    assert asked(ensemble, 1, 2, 3) == (["z1"], [])
    shutil.rmtree(ensemble.log_dirs[2])
    with pytest.raises(GroundworkError, match="z1, z2 hold snapshots of ZooKeeper and not the transaction log"):
        asked(ensemble, 1, 2, 3)
    for number in (1, 2):
        ensemble.start(number, 1, 2, 3)
    ensemble.modes(1, 2)  # this is why
    assert "does not exist" in ensemble.client(1, "get", "/kept")

    for number in (1, 2):  # as the guide says
        ensemble.stop(number)
        for mine, whole in (
            (ensemble.folder / str(number), ensemble.folder / "3"),
            (ensemble.log_dirs[number], ensemble.log_dirs[3]),
        ):
            shutil.rmtree(mine / "version-2")
            shutil.copytree(whole / "version-2", mine / "version-2")
    assert asked(ensemble, 1, 2, 3) == ([], [])
    for number in (1, 2, 3):
        ensemble.start(number, 1, 2, 3)
    ensemble.modes(1, 2, 3)
    assert "whole" in ensemble.client(1, "get", "/kept")
