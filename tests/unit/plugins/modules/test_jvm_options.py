# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.modules import jvm_options


@pytest.fixture
def host(tmp_path):
    """A host with 8 GiB and a Java 17 that does not know -XX:+UseFoo; ``starts`` counts its starts."""
    starts = []

    def run(argv):
        starts.append(argv)
        if "-XX:+UseFoo" in argv:
            return Completed(1, "", "Unrecognized VM option 'UseFoo'\n")
        return Completed(0, "", 'openjdk version "17.0.15"\n')

    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/meminfo").write_text("MemTotal: 8388608 kB\n")
    (tmp_path / "java").write_text("a program")
    (tmp_path / "java").chmod(0o755)
    made = Host(str(tmp_path), run)
    made.starts = starts
    return made


def params(**changes):
    given = {"java": "/java", "heap": "6G", "options": ["-Xss1m"], "memory_share": 75, "minimum_version": 17}
    plan = {"other_heaps": [], "write_bytes_per_second": 0}
    return {**given, **plan, "heap_dump": "", "data_directories": [], **changes}


def test_a_good_set_is_tried_out_once(host) -> None:
    first, second = (jvm_options.run(host, params(), False) for _run in range(2))
    assert (
        first
        == second
        == {
            "changed": False,
            "version": 17,
            "heap": "6g",
            "heap_bytes": 6442450944,
            "memory_bytes": 8589934592,
            "options": ["-Xms6g", "-Xmx6g", "-Xss1m"],
            "findings": [],
            "java_warnings": [],
        }
    )
    assert len(host.starts) == 1


def test_an_idle_play_starts_no_java_in_check_mode_either(host) -> None:
    for check_mode in (True, False, True, False):  # what a first and a second run of site.yml ask for
        jvm_options.run(host, params(), check_mode)
    assert len(host.starts) == 2  # both in the first run: check mode remembers nothing


@pytest.mark.parametrize("change", ["options", "heap", "java"])
def test_another_set_is_tried_out_again(host, change: str) -> None:
    jvm_options.run(host, params(), False)
    os.utime(host.real("/java"), (1, 1)) if change == "java" else None
    changes = {"options": {"options": ["-Xss2m"]}, "heap": {"heap": "5g"}, "java": {}}[change]
    jvm_options.run(host, params(**changes), False)
    assert len(host.starts) == 2


def test_check_mode_writes_no_stamp(host, tmp_path) -> None:
    jvm_options.run(host, params(), True)
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"java": "/none"}, "There is no java program at /none; install a Java runtime, or give its path."),
        ({"java": "/proc"}, "There is no java program at /proc"),
        ({"java": "/proc/meminfo"}, "There is no java program at /proc/meminfo"),
        ({"heap": "7g"}, "The heap of 7g is more than 75% of this host's 8192m"),
        ({"heap": "lots"}, "heap: 'lots' is not a size"),
        ({"options": ["-XX:+UseFoo"]}, "Java 17 (/java) does not take -XX:+UseFoo; correct these options"),
        ({"minimum_version": 21}, "/java is Java 17, and 21 is needed; install Java 21 or newer."),
        ({"minimum_version": 21, "options": ["-XX:+UseFoo"]}, "/java is Java 17, and 21 is needed"),
        ({"minimum_version": True}, "minimum_version: a number is needed, not the boolean true"),
        ({"minimum_version": 0}, "minimum_version: 0 cannot be"),
        ({"memory_share": 500, "heap": "20g"}, "memory_share: 500 cannot be; give a whole number from 1 to 100."),
        ({"options": ["-Xmx1g"]}, "The option -Xmx1g sets the heap"),
        (
            {"other_heaps": ["1g"]},
            "The heap of 6G is more than 75% of this host's 8192m of memory, of which other JVMs'",
        ),
        ({"write_bytes_per_second": 100000000}, "The heap of 6G leaves too little of this host's memory"),
        ({"write_bytes_per_second": -1}, "write_bytes_per_second: -1 cannot be"),
        ({"heap_dump": "/data/1/dump", "data_directories": ["/data/1"]}, "The heap dump /data/1/dump would lie in"),
    ],
)
def test_bad_input_is_one_sentence(host, changes, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        jvm_options.run(host, params(**changes), False)
    assert str(raised.value).startswith(sentence)


def test_a_refused_set_is_not_remembered(host) -> None:
    for _run in range(2):
        with pytest.raises(GroundworkError):
            jvm_options.run(host, params(options=["-XX:+UseFoo"]), False)
    assert len(host.starts) == 4


def test_the_worked_out_heap_is_what_java_gets(host) -> None:
    result = jvm_options.run(host, params(heap="auto", other_heaps=["4g"], heap_dump="/d/k.hprof"), False)
    assert (result["heap"], result["heap_bytes"]) == ("2g", 2147483648)
    dump = ["-XX:+HeapDumpOnOutOfMemoryError", "-XX:HeapDumpPath=/d/k.hprof"]
    assert result["options"] == ["-Xms2g", "-Xmx2g", *dump, "-Xss1m"]
    assert "-Xmx2g" in host.starts[0]


def test_a_waiting_heap_dump_is_a_finding(host, tmp_path) -> None:
    (tmp_path / "k.hprof").touch()
    result = jvm_options.run(host, params(heap_dump="/k.hprof"), False)
    assert [(found["id"], found["subject"]) for found in result["findings"]] == [("heap_dump_waits", "/k.hprof")]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
@pytest.mark.parametrize("theirs", ["jdk", "jdk/bin", "jdk/bin/java", "jdk/lib", "jdk/lib/server/libjvm.so"])
@pytest.mark.parametrize("check", [True, False])
def test_a_java_that_others_could_have_changed_is_not_started(host, tmp_path, theirs, check) -> None:
    """As that of an archive that was unpacked with the numbers of whoever packed it."""
    for name in ("bin/java", "lib/server/libjvm.so"):
        (tmp_path / "jdk" / name).parent.mkdir(parents=True)
        (tmp_path / "jdk" / name).write_text("")
        (tmp_path / "jdk" / name).chmod(0o755)
    (tmp_path / "usr").mkdir()
    (tmp_path / "usr/java").symlink_to("../jdk/bin/java")
    jvm_options.run(host, params(java="/usr/java"), check)
    os.chown(tmp_path / theirs, 1, 1)
    del host.starts[:]
    with pytest.raises(
        GroundworkError, match=rf"{theirs} belongs to daemon, so .* run as /usr/java, which is tried out"
    ):
        jvm_options.run(host, params(java="/usr/java"), check)
    assert host.starts == []
