# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The Kafka connector's four jars: fetched once by the Ivy that ships with pyspark, and checked against known sums."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Callable

from ..core.errors import CouldNotRunError
from . import cache
from .connectors import KNOWN, Jar, known, package, pyspark_version

_FETCH_SECONDS = 300


def default_directory() -> Path:
    """The cache folder of the installed pyspark's jars."""
    return cache.folder("spark-jars") / pyspark_version()


def wanted() -> tuple[Jar, ...]:
    """The jars that match the installed pyspark; an untested version is refused, for its sums are not known."""
    version = pyspark_version()
    if version not in KNOWN:
        raise CouldNotRunError(
            f"the connector's checksums are not known for pyspark {version}, only for {known()}: "
            f"install one of these, or run with spark-submit --packages {package(version)}"
        )
    return KNOWN[version]


def fault(directory: Path) -> str:
    """What is wrong with the first unsuitable jar in ``directory``, or an empty string."""
    for jar in wanted():
        path = directory / jar.file_name
        if not path.is_file():
            return f"{path} is missing"
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != jar.sha256:
            return f"{path} has the SHA-256 sum {found}, expected {jar.sha256}"
    return ""


def paths(directory: Path) -> list[Path]:
    """The checked jars of ``directory``."""
    wrong = fault(directory)
    if wrong:
        raise CouldNotRunError(f"{wrong}: fetch it with python -m spark_validation jars --directory {directory}")
    return [directory / jar.file_name for jar in wanted()]


def ensure(directory: Path, java: Path, say: Callable[[str], None]) -> list[Path]:
    """The checked jars of ``directory``, after fetching them where one is missing or damaged."""
    wrong = fault(directory)
    if wrong:
        say(f"fetching the Kafka connector for Spark: {wrong}")
        fetch(directory, java)
    return paths(directory)


def fetch(directory: Path, java: Path) -> None:
    """Put the wanted jars into ``directory``, each replaced in one step and only when its sum is right.

    Resolution is Ivy's default one, so a mirror is named where Ivy or the JVM looks for it.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".fetch-", dir=directory) as scratch:
            _retrieve(Path(scratch), java)
            wrong = fault(Path(scratch))
            if wrong:
                raise CouldNotRunError(f"what was fetched is not the tested connector: {wrong}")
            for jar in wanted():
                os.replace(Path(scratch) / jar.file_name, directory / jar.file_name)
    except OSError as error:
        raise CouldNotRunError(
            f"the connector's jars cannot be kept in {directory}: {error.strerror or error}"
        ) from error


def _retrieve(scratch: Path, java: Path) -> None:
    found = importlib.util.find_spec("pyspark")
    home = Path(found.origin).parent if found and found.origin else Path()
    ivy = sorted((home / "jars").glob("ivy-*.jar"))
    if not ivy:
        raise CouldNotRunError(f"there is no Ivy in {home / 'jars'}: install pyspark with pip")
    dependencies = "".join(
        f'<dependency org="{jar.organisation}" name="{jar.name}" rev="{jar.version}" transitive="false"/>'
        for jar in wanted()
    )
    module = scratch / "ivy.xml"
    module.write_text(
        '<ivy-module version="2.0"><info organisation="groundwork.kafka" module="spark-jars"/>'
        '<configurations><conf name="default"/></configurations>'
        f'<dependencies defaultconf="default->master">{dependencies}</dependencies></ivy-module>\n',
        encoding="utf-8",
    )
    command = [str(java), "-jar", str(ivy[-1]), "-ivy", str(module), "-cache", str(scratch / "cache")]
    command += ["-confs", "default", "-retrieve", f"{scratch}/[artifact]-[revision].[ext]"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_FETCH_SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise CouldNotRunError(f"the connector's jars did not arrive within {_FETCH_SECONDS} seconds") from error
    if done.returncode:
        problem = [line.strip() for line in done.stdout.splitlines() if "UNRESOLVED" in line or "not found" in line]
        raise CouldNotRunError(
            "the connector's jars could not be fetched from Maven Central"
            f"{f' ({problem[0]})' if problem else ''}: copy them into the folder, or check the network"
        )
