# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Java's archive of the classes that Spark needs (class data sharing), left by one run for those after it.

Half of the start of Spark is Java that reads, checks and links its classes out of the jars. A JVM that finds them in an
archive maps them into its memory; one without it writes the archive when it ends. Java itself holds an archive against
its own build and the jars, by their sizes and times, and does without one that does not fit.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import pyspark

from . import cache, java
from .connectors import pyspark_version

#: With one of these the class path is somebody's own: a folder with files in it, which Java puts into no archive.
_OF_OTHERS = ("SPARK_HOME", "SPARK_CONF_DIR", "HADOOP_CONF_DIR", "YARN_CONF_DIR", "SPARK_DIST_CLASSPATH")
_CHOSEN = re.compile(r"-Xshare|SharedArchiveFile|ArchiveClassesAtExit|RecordDynamicDumpInfo|DumpLoadedClassList")
#: That an archive does not fit, or cannot be written, is nothing to tell: the run is the same.
_QUIET = "-Xlog:cds*=off"
# By the sums in it: two runs that end at the same time write one archive each, and a disk may be full.
_CHECKED = "-XX:+VerifySharedSpaces"
_NOT_BEGUN = bytes(4)


def options(chosen: str) -> list[str]:
    """The JVM's options to use the archive, or to leave one; none where that is not to be, or there is no place.

    ``chosen`` are the options that somebody gives the JVM already.
    """
    started = _java()
    if not started or _CHOSEN.search(chosen) or any(os.environ.get(name) for name in _OF_OTHERS):
        return []
    archive = _archive(started)
    try:
        if _is_whole(archive) and archive.stat().st_mtime > max(map(_came, (started, _jars()))):
            return [_QUIET, _quoted(f"-XX:SharedArchiveFile={archive}"), _CHECKED]
        archive.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return []
    return [_QUIET, _quoted(f"-XX:ArchiveClassesAtExit={archive}")] if os.access(archive.parent, os.W_OK) else []


def forget() -> bool:
    """Remove the archive: a JVM ends at one whose end is missing, as a disk has it after the loss of power.

    Returns whether there was one.
    """
    started = _java()
    try:
        if started:
            _archive(started).unlink()
    except OSError:
        return False
    return started is not None


def _archive(started: Path) -> Path:
    return cache.folder("spark-classes") / f"{pyspark_version()}-{_short(started)}.jsa"


def _quoted(option: str) -> str:
    """As Spark takes options apart: a folder's name may have a space in it."""
    escaped = re.sub(r'(["\\])', r"\\\1", option)
    return f'"{escaped}"'


def _java() -> Path | None:
    found = java.java()
    return Path(found).resolve() if found else None


def _jars() -> Path:
    return Path(pyspark.__file__).parent / "jars"


def _short(started: Path) -> str:
    return hashlib.sha256(bytes(started)).hexdigest()[:12]


def _came(path: Path) -> float:
    """When a file came to this machine, whatever time it was made."""
    return path.stat().st_ctime


def _is_whole(archive: Path) -> bool:
    """Whether it was written to its end: Java writes its beginning last."""
    try:
        with archive.open("rb") as file:
            return file.read(len(_NOT_BEGUN)) not in (b"", _NOT_BEGUN)
    except FileNotFoundError:
        return False
