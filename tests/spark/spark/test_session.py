# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The JVM that a session of its own starts: its garbage collector, and who may choose another one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from spark_validation.commands.requirements import require_java
from spark_validation.spark import jars

COLLECTORS = """
import sys
from pathlib import Path
from spark_validation.spark.session import spark_session
with spark_session([Path(jar) for jar in sys.argv[1:]]) as spark:
    beans = spark._jvm.java.lang.management.ManagementFactory.getGarbageCollectorMXBeans()
    print("collectors:", ", ".join(sorted(bean.getName() for bean in beans)))
"""


@pytest.mark.parametrize(
    ("options", "collectors"),
    [
        ({}, "PS MarkSweep, PS Scavenge"),
        ({"JDK_JAVA_OPTIONS": "-Xss2m -XX:+UseSerialGC"}, "Copy, MarkSweepCompact"),
    ],
)
def test_the_collector_is_for_throughput_unless_somebody_chose_one(options, collectors) -> None:
    connector = jars.ensure(jars.default_directory(), require_java(), print)
    environment = {**os.environ, "JDK_JAVA_OPTIONS": "", **options}
    command = [sys.executable, "-c", COLLECTORS, *connector]
    done = subprocess.run(command, capture_output=True, check=False, text=True, env=environment)
    assert f"collectors: {collectors}\n" in done.stdout, done.stderr
