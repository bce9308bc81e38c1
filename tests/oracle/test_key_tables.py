# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The tables of settings and features, held against the jars of the versions that the lab installs."""

from __future__ import annotations

import os
import re
import tarfile
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import key_spans
from tests.oracle import defined
from tests.servers.versions import NEWEST

VERSIONS = sorted(path.name.partition("-")[2] for path in (defined.CHECKOUT / "lab/kafka").glob("SHA256SUMS-*"))
#: The newest one tests/long installs, and holds it against the table.
INSTALLED = [version for version in VERSIONS if version != NEWEST]


@pytest.fixture
def libs(request, tmp_path):
    """The jars of one version, unpacked."""
    name = f"kafka_2.13-{request.param}"
    with tarfile.open(Path(os.environ["GROUNDWORK_CACHE"]) / f"{name}.tgz") as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path / name / "libs"


@pytest.mark.parametrize(("libs", "version"), [*zip(INSTALLED, INSTALLED)], indirect=["libs"])
def test_the_table_is_what_kafka_defines(libs, version) -> None:
    defined.check(version, libs)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_of_the_lab_is_in_the_table(version) -> None:
    assert re.fullmatch(r"[0-9.]+", version)
    assert key_spans.judged_by(version) == version
