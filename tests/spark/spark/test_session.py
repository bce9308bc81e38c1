# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The JVM that a session of its own starts: its garbage collector, who may choose another one, and its locale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spark_validation.commands.requirements import require_java
from spark_validation.spark import jars
from tests.spark.command import ROOT

STARTING = """
import os, time
from spark_validation.core import progress
from spark_validation.spark import session
progress._EVERY_SECONDS = 0.1
def start(jars, options):
    with session._stderr_aside() as noise:
        os.write(2, b"WARNING of a JVM")
        time.sleep(0.4)
        assert noise.read_bytes() == b"WARNING of a JVM", noise.read_bytes()
    raise KeyError("that is far enough")
session._start = start
try:
    with session.spark_session(None):
        pass
except KeyError:
    progress.say("ended")
"""


def test_a_start_that_lasts_is_seen_and_the_jvm_is_not() -> None:
    done = subprocess.run([sys.executable, "-c", STARTING], capture_output=True, check=False, text=True, cwd=ROOT)
    first, *meanwhile, last = done.stderr.splitlines()
    assert (first, last) == ("starting Spark", "ended"), done.stderr
    assert set(meanwhile) == {"starting Spark: 0 s so far"}


OWN = """
import sys
from pathlib import Path
from spark_validation.spark.session import spark_session
with spark_session([Path(jar) for jar in sys.argv[2:]]) as spark:
    beans = spark._jvm.java.lang.management.ManagementFactory.getGarbageCollectorMXBeans()
    print("collectors:", ", ".join(sorted(bean.getName() for bean in beans)))
    print("read:", [row.value for row in spark.read.text(sys.argv[1]).collect()])
"""


@pytest.mark.parametrize(
    ("options", "collectors"),
    [
        pytest.param("", "PS MarkSweep, PS Scavenge", id="for throughput where nobody chose one"),
        pytest.param("-Xss2m -XX:+UseSerialGC", "Copy, MarkSweepCompact", id="the chosen one"),
    ],
)
def test_a_session_has_its_collector_and_reads_a_file_of_any_name_in_the_locale_c(
    tmp_path: Path, options: str, collectors: str
) -> None:
    """As under cron, where nobody chose a locale: Python takes UTF-8 then, and the JVM ASCII alone."""
    connector = jars.ensure(jars.default_directory(), require_java(), print)
    (tmp_path / "東京").mkdir()
    (tmp_path / "東京" / "監査.txt").write_text("注文\n", encoding="utf-8")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONPATH": str(ROOT), "JDK_JAVA_OPTIONS": options}
    command = [sys.executable, "-c", OWN, str(tmp_path / "東京"), *map(str, connector)]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8", env=environment)
    assert f"collectors: {collectors}\n" in done.stdout, done.stderr
    assert "read: ['注文']" in done.stdout, done.stderr
