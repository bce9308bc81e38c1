# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table of a broker's settings and features, held against the jars of the versions that the lab installs."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import tarfile
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import key_table
from ansible_collections.groundwork.kafka.plugins.module_utils.broker import keys as broker_keys

CHECKOUT = Path(__file__).resolve().parents[2]
VERSIONS = sorted(path.name.partition("-")[2] for path in (CHECKOUT / "lab" / "kafka").glob("SHA256SUMS-*"))


@pytest.fixture(scope="module")
def generator():
    spec = importlib.util.spec_from_file_location("broker_keys_generator", CHECKOUT / "docs" / "broker_keys.py")
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def libs(request, tmp_path):
    """The jars of one version, unpacked."""
    name = f"kafka_2.13-{request.param}"
    with tarfile.open(Path(os.environ["GROUNDWORK_CACHE"]) / f"{name}.tgz") as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path / name / "libs"


@pytest.mark.parametrize(("libs", "version"), [*zip(VERSIONS, VERSIONS)], indirect=["libs"])
def test_the_table_is_what_kafka_defines(generator, libs, version) -> None:
    told = {
        name: " ".join([key.type, key.limits, *["deprecated"] * key.deprecated])
        for name, key in broker_keys.keys(version).items()
    }
    release = generator.read(libs)
    assert told == release.settings
    assert key_table.FEATURES[version] == release.features
    assert key_table.PROTOCOLS.get(version, "").split() == release.protocols.split()


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_of_the_lab_is_in_the_table(version) -> None:
    assert re.fullmatch(r"[0-9.]+", version)
    assert broker_keys.judged_by(version) == version
