# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What spark-submit needs, in one folder: the package as a zip, an entry file, and the connector's jars."""

from __future__ import annotations

import io
import os
import tempfile
import zipfile
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Iterator, Sequence

from ..core.errors import CouldNotRunError

if TYPE_CHECKING:  # it has moved between Python's versions
    from importlib.resources.abc import Traversable

PACKAGE = "spark_validation"
_ENTRY = '''"""The entry file for spark-submit; by hand it finds the zip beside itself."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent / "spark_validation.zip"))

from spark_validation.cli import main

sys.exit(main())
'''
# The earliest moment that a zip can tell: the same package makes the same bytes.
_MOMENT = (1980, 1, 1, 0, 0, 0)
_UNIX, _MODE = 3, 0o100644
_LEFT_OUT = ("__pycache__", "README.md")


@dataclass(frozen=True)
class Bundle:
    """The files of a bundle."""

    entry: Path
    package: Path
    jars: list[Path]

    def command(self) -> str:
        """How spark-submit is given them."""
        jars = ",".join(map(str, self.jars))
        return f"spark-submit --master MASTER --py-files {self.package} --jars {jars} {self.entry} COMMAND …"


def write(directory: Path, jars: Sequence[Path]) -> Bundle:
    """Put the three into ``directory``, each file replaced in one step; ``jars`` are copied.

    Raises :class:`CouldNotRunError` where that is not possible.
    """
    package = (f"{PACKAGE}.zip", _zipped(files(PACKAGE)))
    try:
        directory.mkdir(parents=True, exist_ok=True)
        contents = [("main.py", _ENTRY.encode()), package, *((jar.name, jar.read_bytes()) for jar in jars)]
        entry, zipped, *copies = [_replaced(directory.resolve() / name, content) for name, content in contents]
    except OSError as error:
        raise CouldNotRunError(f"the bundle cannot be kept in {directory}: {error.strerror or error}") from error
    return Bundle(entry, zipped, copies)


def _zipped(package: Traversable) -> bytes:
    """The package's files as a zip, which is the same for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted(_contents(package, PACKAGE)):
            told = zipfile.ZipInfo(name, _MOMENT)
            told.create_system, told.external_attr = _UNIX, _MODE << 16
            archive.writestr(told, content)
    return buffer.getvalue()


def _contents(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for inside in folder.iterdir():
        if inside.name in _LEFT_OUT:
            continue
        name = f"{path}/{inside.name}"
        if inside.is_dir():
            yield from _contents(inside, name)
        else:
            yield name, inside.read_bytes()


def _replaced(path: Path, content: bytes) -> Path:
    """Write ``content`` beside ``path`` and put it into its place."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as scratch:
        try:
            scratch.write(content)
            scratch.flush()
            os.chmod(scratch.name, 0o644)
            os.replace(scratch.name, path)
        except BaseException:
            os.unlink(scratch.name)
            raise
    return path
