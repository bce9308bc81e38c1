# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import jvm

GIB = 1 << 30
VERSION = 'openjdk version "17.0.15" 2025-04-15\nOpenJDK Runtime Environment\n'


def host(tmp_path, files=(), run=None):
    for name, text in dict(files).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return Host(str(tmp_path), run) if run else Host(str(tmp_path))


MEMINFO = {"proc/meminfo": "MemTotal:        8388608 kB\nMemFree: 1 kB\n"}


@pytest.mark.parametrize(
    ("files", "gib"),
    [
        pytest.param({}, 8, id="no limit"),
        pytest.param({"sys/fs/cgroup/memory.max": "max\n"}, 8, id="version 2, none"),
        pytest.param({"sys/fs/cgroup/memory.max": f"{4 * GIB}\n"}, 4, id="version 2, a container's"),
        pytest.param({"sys/fs/cgroup/memory/memory.limit_in_bytes": f"{2 * GIB}\n"}, 2, id="version 1"),
        pytest.param({"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 8, id="version 1, none"),
        pytest.param(
            {"proc/1/cgroup": "0::/a.slice/init.scope\n", "sys/fs/cgroup/a.slice/memory.max": f"{3 * GIB}"},
            3,
            id="version 2, above the init process",
        ),
        pytest.param(
            {"proc/1/cgroup": "4:cpu:/\n7:memory:/lxc\n", "sys/fs/cgroup/memory/lxc/memory.limit_in_bytes": f"{GIB}"},
            1,
            id="version 1, the init process's",
        ),
        pytest.param({"sys/fs/cgroup/memory.max": f"{64 * GIB}\n"}, 8, id="a limit above the machine"),
    ],
)
def test_memory(tmp_path, files, gib: int) -> None:
    assert jvm.memory(host(tmp_path, {**MEMINFO, **files})) == gib * GIB


def test_no_meminfo_is_one_sentence(tmp_path) -> None:
    with pytest.raises(GroundworkError, match="gives no MemTotal"):
        jvm.memory(host(tmp_path))


@pytest.mark.parametrize(
    "option",
    ["-XX:+UseG1GC", "-Xss1m", "-Dx=y", "-server", "-ea", "-javaagent:/a.jar=7071", "--add-opens=a/b=ALL", "-Xlog:gc"],
)
def test_jvm_options_are_told(option: str) -> None:
    jvm.check_options([option])


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("-Xmx2g", "sets the heap, which is given apart"),
        ("-Xms2g", "sets the heap"),
        ("-XX:MaxHeapSize=2g", "sets the heap"),
        ("Main", "is not a JVM option"),
        ("-jar", "is not a JVM option"),
        ("-cp", "is not a JVM option"),
        ("@file", "is not a JVM option"),
        ("-XX:+UseG1GC -XX:+X", "is not a JVM option"),
        ("", "is not a JVM option"),
    ],
)
def test_what_is_no_option_is_refused(option: str, why: str) -> None:
    with pytest.raises(GroundworkError, match=why):
        jvm.check_options(["-XX:+UseG1GC", option])


def test_all_options() -> None:
    assert jvm.full_options("1536m", ["-XX:+UseG1GC"]) == ["-Xms1536m", "-Xmx1536m", "-XX:+UseG1GC"]


# What OpenJDK 17 printed for each of these options.
COMPLAINTS = {
    "-XX:+UseFoo": "Unrecognized VM option 'UseFoo'",
    "-XX:Bar=3": "Unrecognized VM option 'Bar=3'",
    "-Xnope": "Unrecognized option: -Xnope",
    "-XX:MaxGCPauseMillis=abc": "Improperly specified VM option 'MaxGCPauseMillis=abc'",
    "-XX:InitiatingHeapOccupancyPercent=999": "uintx InitiatingHeapOccupancyPercent=999 is outside the allowed range "
    "[ 0 ... 100 ]\nImproperly specified VM option 'InitiatingHeapOccupancyPercent=999'",
    "-XX:G1NewSizePercent=5": "Error: VM option 'G1NewSizePercent' is experimental and must be enabled via "
    "-XX:+UnlockExperimentalVMOptions.",
    "-XX:UseG1GC": "Missing +/- setting for VM option 'UseG1GC'",
    "-XX:+MaxGCPauseMillis": "Unexpected +/- setting in VM option 'MaxGCPauseMillis'",
    "-Xlog:nope:stderr:time": "[0.000s][error][logging] Invalid tag 'nope' in log selection.\n"
    "Invalid -Xlog option '-Xlog:nope:stderr:time', see error log for details.",
}


class Java:
    """Stops at the first bad option, as HotSpot does."""

    def __init__(self, complaints) -> None:
        self.complaints, self.starts = complaints, []

    def __call__(self, argv):
        self.starts.append(list(argv))
        for option in argv:
            if option in self.complaints:
                said = self.complaints[option] + "\nError: Could not create the Java Virtual Machine.\n"
                return Completed(1, "", said)
        return Completed(0, "", VERSION)


@pytest.mark.parametrize("bad", sorted(COMPLAINTS))
def test_each_complaint_is_traced_to_its_option(tmp_path, bad: str) -> None:
    trial = jvm.try_out(host(tmp_path, run=Java(COMPLAINTS)), "/j", "1g", ["-XX:+UseStringDeduplication", bad])
    assert trial == jvm.Trial(17, [], [bad])


def test_all_bad_options_are_found(tmp_path) -> None:
    bad = ["-XX:+UseFoo", "-XX:Bar=3", "-Xnope"]
    java = Java(COMPLAINTS)
    assert jvm.try_out(host(tmp_path, run=java), "/j", "1g", [bad[0], "-XX:+UseG1GC", *bad[1:]]).refused == bad
    assert len(java.starts) == 4


def test_a_trial_commits_no_memory_and_has_no_side_effects(tmp_path) -> None:
    java = Java({})
    skipped = ["-Dcom.sun.management.jmxremote.port=9999", "-javaagent:/a.jar", "-Xloggc:/x", "-Xshare:dump"]
    jvm.try_out(host(tmp_path, run=java), "/j", "6g", ["-XX:+AlwaysPreTouch", *skipped])
    options = java.starts[0][java.starts[0].index("/j") + 1 :]
    assert options == [
        "-XX:+AlwaysPreTouch",
        "-Xms16m",
        "-Xmx6g",
        "-XX:-AlwaysPreTouch",
        "-XX:-UsePerfData",
        "-version",
    ]


@pytest.mark.parametrize(
    ("option", "tried"),
    [
        ("-Xlog:gc*:file=/var/log/gc.log:time,uptime:filecount=10,filesize=100M", "-Xlog:gc*:stderr:time,uptime"),
        ('-Xlog:gc:file="/a:b"', "-Xlog:gc:stderr:"),
        ("-Xlog:gc::time", "-Xlog:gc:stderr:time"),
        ("-Xlog:gc", "-Xlog:gc"),
        ("-Xlog:disable", "-Xlog:disable"),
    ],
)
def test_logs_are_tried_out_without_their_file(tmp_path, option: str, tried: str) -> None:
    java = Java({})
    jvm.try_out(host(tmp_path, run=java), "/j", "6g", [option])
    assert java.starts[0][java.starts[0].index("/j") + 1] == tried


def test_a_refused_log_is_named_as_it_was_given(tmp_path) -> None:
    given = "-Xlog:nope:file=/x:time:filecount=1"
    assert jvm.try_out(host(tmp_path, run=Java(COMPLAINTS)), "/j", "1g", ["-Xss1m", given]).refused == [given]


def test_warnings_are_kept(tmp_path) -> None:
    def warns(_argv):
        return Completed(0, "", "OpenJDK 64-Bit Server VM warning: Option UseX was deprecated\n" + VERSION)

    assert jvm.try_out(host(tmp_path, run=warns), "/j", "1g", []).warnings == ["Option UseX was deprecated"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("Error occurred during initialization of VM\nMultiple garbage collectors selected\n", "Multiple garbage"),
        ("\n\nThe Java thread stack size specified is too small. Specify at least 136k\n", "stack size"),
        ("Unrecognized VM option 'FromAFile'\n", "Unrecognized VM option 'FromAFile'"),
        ("", r"\(1\)"),
    ],
)
def test_another_reason_is_one_sentence(tmp_path, said: str, why: str) -> None:
    with pytest.raises(GroundworkError, match=f"/j does not start with the heap of 1g and these options .*{why}"):
        jvm.try_out(host(tmp_path, run=lambda _argv: Completed(1, "", said)), "/j", "1g", ["-XX:+UseG1GC"])


@pytest.mark.parametrize(
    ("line", "major"),
    [('openjdk version "21.0.1"', 21), ('java version "1.8.0_292"', 8), ('openjdk version "25-ea" 2025', 25)],
)
def test_major_versions(tmp_path, line: str, major: int) -> None:
    assert jvm.try_out(host(tmp_path, run=lambda _argv: Completed(0, "", line)), "/j", "1g", []).version == major


def test_a_program_that_is_not_java(tmp_path) -> None:
    with pytest.raises(GroundworkError, match="/j does not tell its version"):
        jvm.try_out(host(tmp_path, run=lambda _argv: Completed(0, "hello", "")), "/j", "1g", [])


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "{}",
        "[]",
        '{"version": 17',
        '{"version": "17", "warnings": [], "refused": []}',
        '{"version": 17, "warnings": "", "refused": []}',
        '{"version": 17, "warnings": [], "refused": ["-Xa"]}',
    ],
)
def test_a_broken_stamp_is_no_stamp(tmp_path, text) -> None:
    assert jvm.remembered(host(tmp_path, {"stamp": text} if text is not None else {}), "/stamp") is None
