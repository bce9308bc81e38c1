# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What must be on this machine before anything is tried; nothing of it is imported to find out."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
from pathlib import Path

from ..core.errors import CouldNotRunError, UsageError
from ..spark import java
from ..spark.connectors import NEWEST_JAVA, pyspark_version

TESTED_SPARK = "4.0.0"
LEAST_JAVA = 17
_PACKAGES = {
    "pyspark": f"pip install pyspark=={TESTED_SPARK}",
    "kafka": "pip install kafka-python",
    "confluent_kafka": "pip install confluent-kafka",
    "jinja2": "pip install jinja2",
    "matplotlib": "pip install matplotlib",
    "pandas": "pip install pandas",
    "pyarrow": "pip install pyarrow",
}
_INSTALL_JAVA = "install a Java 17 runtime (Debian: apt-get install openjdk-17-jre-headless) or set JAVA_HOME to one"


def require_packages(*names: str) -> None:
    """Raise :class:`CouldNotRunError` for the first Python package of ``names`` that cannot be imported."""
    for name in names:
        try:
            found = importlib.util.find_spec(name) is not None
        except (ImportError, ValueError):
            found = False
        if not found:
            raise CouldNotRunError(f"the Python package {name} is missing here: {_PACKAGES[name]}")


def require_java() -> Path:
    """The ``java`` that Spark will start, as spark-submit looks for it; one that pyspark's Spark starts on."""
    where = java.java()
    if not where:
        home = java.home()
        place = f"in JAVA_HOME {home}" if home else "on the PATH"
        raise CouldNotRunError(f"there is no Java {place}: {_INSTALL_JAVA}")
    try:
        asked = subprocess.run([where, "-version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CouldNotRunError(f"{where} cannot be run ({error}): {_INSTALL_JAVA}") from error
    found = re.search(r'version "(?:1\.)?(\d+)', asked.stderr + asked.stdout)
    version = int(found.group(1)) if found else 0
    if version < LEAST_JAVA:
        raise CouldNotRunError(
            f"{where} is Java {version or 'unknown'}, Spark needs {LEAST_JAVA} or later: {_INSTALL_JAVA}"
        )
    spark = pyspark_version()
    newest = NEWEST_JAVA.get(spark, version)
    if version > newest:
        raise CouldNotRunError(
            f"{where} is Java {version}, Spark {spark} starts on {LEAST_JAVA} to {newest}: {_INSTALL_JAVA}, or install "
            "a later pyspark"
        )
    return Path(where)


def require_writable(report: Path) -> None:
    """Raise :class:`CouldNotRunError` unless ``report`` can be written; its folder is made when it is missing.

    An empty name is a :class:`UsageError`.
    """
    if report == Path():
        raise UsageError("a report has no name: name a file, or leave the option out")
    try:
        wrong = _no_place_for(report)
        if wrong:
            raise CouldNotRunError(f"report {report} cannot be written: {wrong}")
        target = report.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        probe = target.with_name(f".{target.name}.{os.getpid()}.probe")
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise CouldNotRunError(f"report {report} cannot be written: {error.strerror or error}") from error


def _no_place_for(report: Path) -> str:
    """What stands where ``report`` is to be and is not to be replaced by it; empty if nothing does."""
    if report.is_dir():
        return "it is a folder, name a file"
    if report.exists() and not report.is_file():
        return "it is a device, a pipe or a socket, name a file"
    nearest = next(folder for folder in report.absolute().parents if folder.exists())
    return "" if nearest.is_dir() else f"{nearest} is a file and no folder, name another place"


def require_apart(json_file: Path | None, html_file: Path | None) -> None:
    """Raise :class:`UsageError` if the one report would replace the other."""
    if json_file and html_file and json_file.resolve() == html_file.resolve():
        raise UsageError(f"--json and --html both name {html_file}: name a file for each")
