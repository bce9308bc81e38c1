# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table of zoo.cfg's keys, held against the ZooKeeper that Kafka brings along, as Java's own javap shows it."""

from __future__ import annotations

import os
import re
import subprocess
import tarfile
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.review.zookeeper_key_table import KEYS
from tests.servers.versions import ZOOKEEPER

READER = "org.apache.zookeeper.server.quorum.QuorumPeerConfig"
#: What it compares something else with: the values of a key, and the kinds of a server.
VALUES = {"true", "false", "observer", "participant"}


@pytest.fixture(scope="module")
def read(tmp_path_factory) -> set[str]:
    """The words that the class which reads zoo.cfg compares a text with."""
    folder = tmp_path_factory.mktemp("zookeeper")
    name = f"kafka_2.13-{ZOOKEEPER}"
    with tarfile.open(Path(os.environ["GROUNDWORK_CACHE"]) / f"{name}.tgz") as archive:
        archive.extractall(folder, filter="data")
    (jar,) = (folder / name / "libs").glob("zookeeper-3.*.jar")
    shown = subprocess.run(["javap", "-c", "-p", "-cp", jar, READER], check=True, capture_output=True, text=True).stdout
    compared = re.findall(r"ldc(?:_w)? .*// String (\S+)\n.*invokevirtual .*String\.equals:", shown)
    return set(compared) - VALUES


def test_the_table_has_what_zookeeper_compares_keys_with(read) -> None:
    assert {"dataDir", "clientPort", "tickTime", "autopurge.purgeInterval", "standaloneEnabled"} <= read
    assert read - set(KEYS.split()) == set()


def test_a_key_that_the_table_lacked_would_be_seen(read) -> None:
    assert read - (set(KEYS.split()) - {"tickTime"}) == {"tickTime"}
