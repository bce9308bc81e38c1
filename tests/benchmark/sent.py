# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The collection's plugins in a zip archive, as Ansible sends them to a host."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import BinaryIO

PLUGINS = Path(__file__).resolve().parents[2] / "plugins"
PACKAGE = Path("ansible_collections/groundwork/kafka/plugins")


def pack(file: Path | BinaryIO, *folders: str) -> None:
    """Write the archive *file* with these folders of plugins."""
    with zipfile.ZipFile(file, "w") as archive:
        for package in (*(PACKAGE / folder for folder in folders), PACKAGE, *list(PACKAGE.parents)[:-1]):
            archive.writestr(f"{package}/__init__.py", "")
        for folder in folders:
            for source in (PLUGINS / folder).rglob("*.py"):
                archive.write(source, PACKAGE / source.relative_to(PLUGINS))
