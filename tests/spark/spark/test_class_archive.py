# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Spark's classes come out of the archive that an earlier run has left, and a run is the same with a bad one."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Callable

import pytest

from tests.servers.waiting import eventually
from tests.spark.command import ROOT

RUN = """
from spark_validation.spark.session import spark_session
with spark_session(None, brief=True) as spark:
    print("sum:", spark.range(10).groupBy().sum().first()[0])
"""
#: How Java names, in its log, where a class of Spark's came from.
CLASS, ARCHIVE = "org.apache.spark.sql.catalyst.expressions.Expression ", "shared objects file (top)"


class Machine:
    """One user's machine, whose cache is in a folder with a space in its name."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "the cache"

    def run(self, **environment: str) -> bool:
        """A session of its own, and whether Java took a class of Spark's out of the archive."""
        log = self.folder / "classes.log"
        log.unlink(missing_ok=True)
        own = {
            "XDG_CACHE_HOME": str(self.cache),
            "PYTHONPATH": str(ROOT),
            "JDK_JAVA_OPTIONS": f"-Xlog:class+load:{log}",
            "PYTHONWARNINGS": "ignore::FutureWarning",  # some of Spark's own say that pandas 3 is new to them
        }
        done = subprocess.run(
            [sys.executable, "-c", RUN],
            capture_output=True,
            check=False,
            text=True,
            env={**os.environ, **own, **environment},
        )
        assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["sum: 45"]), done.stdout + done.stderr
        assert set(done.stderr.splitlines()) == {"starting Spark"} | {
            line for line in done.stderr.splitlines() if line.startswith("starting Spark: ")
        }
        (line,) = [line for line in log.read_text().splitlines() if CLASS in line]
        return ARCHIVE in line

    def archives(self) -> list[Path]:
        return list(self.cache.glob("groundwork-kafka/spark-classes/*"))

    def archive(self) -> Path:
        """The one, when Java has written it to its end, which it does after the command's."""
        eventually(lambda: [path.read_bytes()[:4] != bytes(4) for path in self.archives()], [True], 120)
        (found,) = self.archives()
        return found


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    made = Machine(tmp_path_factory.mktemp("machine"))
    assert not made.run()
    made.archive()
    return made


def garbled(archive: Path) -> None:
    with archive.open("r+b") as file:
        file.seek(archive.stat().st_size // 2)
        file.write(b"not what was written" * 1000)


def cut(archive: Path) -> None:
    """As a disk has it after the loss of power; Java ends at it, says so, and is started again."""
    os.truncate(archive, archive.stat().st_size // 2)


def not_begun(archive: Path) -> None:
    """As Java leaves it when it is killed while it writes."""
    with archive.open("r+b") as file:
        file.write(bytes(4096))


def old(archive: Path) -> None:
    """Java, or pyspark, came later."""
    os.utime(archive, (0, 0))


@pytest.mark.core
def test_the_next_run_takes_them_out_of_it(machine: Machine) -> None:
    assert machine.run()


@pytest.mark.parametrize(
    ("spoil", "anew"),
    [
        pytest.param(garbled, False, marks=pytest.mark.long),
        (cut, True),
        pytest.param(not_begun, True, marks=pytest.mark.long),
        pytest.param(old, True, marks=pytest.mark.long),
    ],
)
def test_a_bad_one_is_not_used_and_one_that_is_known_to_be_is_written_anew(
    machine: Machine, spoil: Callable[[Path], None], anew: bool
) -> None:
    archive = machine.archive()
    good = archive.read_bytes()
    try:
        archive.chmod(stat.S_IRUSR | stat.S_IWUSR)
        spoil(archive)
        assert not machine.run()
        if anew:
            machine.archive()
    finally:
        archive.unlink()
        archive.write_bytes(good)


def test_somebody_s_own_choice_stays_theirs(machine: Machine) -> None:
    assert not machine.run(JAVA_TOOL_OPTIONS="-Xshare:off")


@pytest.mark.long
def test_somebody_s_own_class_path_stays_theirs(machine: Machine, tmp_path: Path) -> None:
    assert not machine.run(HADOOP_CONF_DIR=str(tmp_path))


def test_there_may_be_no_place_for_one(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not machine.run(XDG_CACHE_HOME=str(tmp_path / "file"))
