# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The collector of running JVMs, held against what they were told, or what they say themselves that they chose."""

from __future__ import annotations

import re
import subprocess
import time
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import collector

SLEEPER = "public class Sleeper { public static void main(String[] words) throws Exception { System.in.read(); } }\n"
COLLECTORS = ("UseG1GC", "UseParallelGC", "UseSerialGC", "UseZGC", "UseShenandoahGC")


def started(folder: Path, *options: str) -> subprocess.Popen[bytes]:
    """A JVM that waits for its input to end."""
    source = folder / "Sleeper.java"
    source.write_text(SLEEPER)
    return subprocess.Popen(["java", "-Xmx128m", *options, str(source)], stdin=subprocess.PIPE)


def seen(jvm: subprocess.Popen[bytes]) -> str | None:
    """What is seen of it once it has its threads."""
    deadline = time.monotonic() + 60
    while not any("Service Thread" in path.read_text() for path in Path(f"/proc/{jvm.pid}/task").glob("*/comm")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return collector.read(Host(), str(jvm.pid), {})


def chosen(*options: str) -> str:
    """The collector that a JVM with *options* says it has."""
    command = ["java", "-Xmx128m", *options, "-XX:+PrintFlagsFinal", "-version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    (flag,) = [name for name in re.findall(r"\b(Use\w+GC)\s*=\s*true", said) if name in COLLECTORS]
    return flag


@pytest.mark.parametrize(
    "options", [*([f"-XX:+{name}"] for name in COLLECTORS), [], ["-XX:ActiveProcessorCount=1"]], ids=" ".join
)
def test_the_collector_is_the_one_that_the_jvm_has(tmp_path, options) -> None:
    jvm = started(tmp_path, *options)
    try:
        assert seen(jvm) == chosen(*options)
    finally:
        jvm.kill()
        jvm.wait()
