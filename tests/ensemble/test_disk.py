# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A server that has lost the disk of one of its folders: what comes back of an ensemble, and of a server alone."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from ansible_collections.groundwork.kafka.plugins.module_utils.server import failed_disk

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

    for folder in (log, left):
        shutil.rmtree(folder, ignore_errors=True)
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
