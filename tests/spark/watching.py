# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""All that a run shows while it lasts: Spark's web interface, every command line, and a soak's checkpoint."""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from pathlib import Path

from tests.spark.standalone import read_page

PAGES = (
    "api/v1/applications/{id}/environment",
    "api/v1/applications/{id}/jobs",
    "api/v1/applications/{id}/stages?details=true",
    "api/v1/applications/{id}/sql?details=true&planDescription=true&length=1000",
    "api/v1/applications/{id}/executors",
    "SQL/",
    "SQL/execution/?id=0",
    "environment/",
)


class Watcher(threading.Thread):
    """Looks over and over until it is told to end; ``temporary`` is the folder in which the run makes its own."""

    def __init__(self, port: int, temporary: Path) -> None:
        super().__init__(daemon=True)
        self.address, self.temporary = f"http://127.0.0.1:{port}/", temporary
        self.shown: dict[str, str] = {}
        self.command_lines: set[str] = set()
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.wait(0.3):
            with suppress(OSError, ValueError):  # not up yet, or gone already
                (application,) = json.loads(read_page(self.address + "api/v1/applications"))
                pages = {page: read_page(self.address + page.format(id=application["id"])) for page in PAGES}
                self.shown.update(pages)
            for path in Path("/proc").glob("[0-9]*/cmdline"):
                with suppress(OSError):
                    self.command_lines.add(path.read_text(errors="replace").replace("\0", " "))
            for path in self.temporary.glob("groundwork-soak-*/**/*"):
                with suppress(OSError):
                    self.shown[str(path.relative_to(self.temporary))] = path.read_text(errors="replace")

    def places(self) -> dict[str, str]:
        """What was seen, by where."""
        return {**self.shown, "command lines": "\n".join(self.command_lines)}
