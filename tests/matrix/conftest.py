# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Control nodes, and the hosts of the README's inventory, in containers on one network, which are gone afterwards."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Iterator

import pytest

from tests.matrix.nodes import Lab, lab
from tests.servers.versions import KRAFT

CHECKOUT = Path(__file__).resolve().parents[2]
CONTROLLERS = [tuple(one.split(",")) for one in os.environ.get("GROUNDWORK_CONTROLLERS", "").split()]


def inventories(readme: Path) -> list[str]:
    """The inventories that *readme* gives."""
    return re.findall(r"^```yaml\n(all:\n.*?)^```", readme.read_text(), re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="session")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A control node for each Debian release, three hosts of different Pythons, and the collection's tarball."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    images = dict(one.split(",") for one in os.environ["GROUNDWORK_IMAGES"].split())
    folder = tmp_path_factory.mktemp("matrix")
    (folder / "inventory.yml").write_text(inventories(CHECKOUT / "README.md")[-1])
    # What people download, here packed by the lab, and what three brokers on one machine can have.
    archive = f"/cache/kafka_2.13-{KRAFT}.tgz"
    given = {"kafka_archive_src": archive, "kafka_archive_checksum": f"{archive}.sha512", "kafka_heap": "384m"}
    (folder / "lab.json").write_text(json.dumps(given))
    with lab(images, folder, CHECKOUT) as made:
        yield made
