# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A cluster that runs and holds data: made by the playbook site and filled."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path
from typing import Iterator

from tests.changes import hosts as lab
from tests.changes import readings
from tests.changes.clusters import Cluster
from tests.changes.hosts import Hosts


@contextlib.contextmanager
def provisioned(cluster: Cluster, folder: Path) -> Iterator[Hosts]:
    """The hosts of *cluster*, with certificates of the same authority for a renewal, and those of another one."""
    with lab.running(cluster, folder) as made:
        shutil.copytree(folder / "tls", folder / "second")
        made.certificates("--renew", folder="second")
        made.certificates("--authority=other", folder="other")
        done = made.play("site", cluster.inventory())
        assert done.returncode == 0, done.stdout[-6000:]
        readings.fill(made)
        yield made
