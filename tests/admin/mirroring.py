# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A mirror that runs between two clusters, waited for, and its copies held against what they are copied from."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Iterator

from tests.servers.mirror_maker import MirrorMaker, Node
from tests.servers.mirrored import QUICKLY

CHECKOUT = Path(__file__).resolve().parents[2]


@contextmanager
def mirror(folder: Path, nodes: tuple[Node, Node], **given: Any) -> Iterator[MirrorMaker]:
    """MirrorMaker, which runs, from the first to the second."""
    flow = {"source": nodes[0].alias, "target": nodes[1].alias, "topics": ["orders"], **QUICKLY}
    mirroring = MirrorMaker(folder, nodes, **{"flows": [flow], **given})
    try:
        mirroring.start()
        yield mirroring
    finally:
        mirroring.kill()


def compared(source: Node, topic: str, target: Node, copy: str, folder: Path) -> None:
    """Hold the copy against its source with the validation's own command: all is there, once, in order."""
    words = ["--bootstrap-servers", *source.plain, "--topic", topic]
    words += ["--to-bootstrap-servers", *target.plain, "--to-topic", copy, "--by", "partition"]
    command = [sys.executable, "-m", "spark_validation", "compare", *words]
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def so_far(mirroring: MirrorMaker, until: str, wait: int = 120) -> dict[str, Any]:
    """What is told once it has got so far."""
    found = mirroring.status(until, wait)
    assert not found["failed"], f"{found}\n{mirroring.said()[-3000:]}"
    return found
