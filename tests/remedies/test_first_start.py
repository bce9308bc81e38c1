# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A server that is to be started before anything was written for it, and what its refusal says comes first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.changes import hosts as lab
from tests.changes import readings
from tests.remedies.clusters import CLUSTERS


@pytest.mark.remedy("… is not there, so no server was configured")
def test_it_is_installed_and_configured_before_it_is_started(tmp_path: Path) -> None:
    cluster = replace(CLUSTERS["kraft"], name="first", hosts={"k1": 31}, secured=False)
    with lab.running(cluster, tmp_path) as hosts:
        inventory = cluster.inventory()
        before = readings.written(hosts)
        done = hosts.play("site", inventory, "--tags=start")
        said = " ".join((done.stdout + done.stderr).split())
        assert done.returncode != 0, said[-3000:]
        assert (
            "is not there, so no server was configured on this host yet; run the playbook groundwork.kafka.site "
            "without --tags, or with the tags install and config before start." in said
        )
        assert readings.written(hosts) == before
        for tags in ("install,config", "start"):
            done = hosts.play("site", inventory, f"--tags={tags}")
            assert done.returncode == 0, done.stdout[-6000:]
        readings.fill(hosts)
