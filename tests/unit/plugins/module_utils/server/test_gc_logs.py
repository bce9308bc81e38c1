# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import gc_logs

OPTIONS = {
    "-Xlog:gc*:file=/var/log/kafka/gc.log:time,uptime,tags:filecount=10,filesize=100M": "/var/log/kafka/gc.log",
    "-Xlog:gc:/x/gc.log": "/x/gc.log",
    '-Xlog:gc*=info,safepoint:file="/x/a b.log":time': "/x/a b.log",
    "-Xlog:gc": None,
    "-Xlog:gc*:stdout:time": None,
    "-Xlog:safepoint:file=/x/safe.log": None,
    "-Xloggc:/x/old.log": "/x/old.log",
    "-Xmx1g": None,
}


@pytest.mark.parametrize(("option", "path"), OPTIONS.items())
def test_which_file_an_option_names(option, path) -> None:
    assert gc_logs.path_of(["-server", option]) == path


def test_the_last_one_counts() -> None:
    assert gc_logs.path_of(["-Xlog:gc:/a", "-Xlog:gc:/b", "-Xlog:gc:stdout"]) == "/b"


FILES = {
    "gc.log": ("/gc.log", ["gc.log.1", "gc.log.0", "gc.log"]),
    "other name": ("/other.log", []),
    "process": ("/gc-%p.log", ["gc-77.log"]),
    "moment": ("/at-%t.log", ["at-2026-01-31_23-59-59.log.0", "at-2026-01-31_23-59-59.log"]),
}


@pytest.mark.parametrize(("path", "names"), FILES.values(), ids=FILES)
def test_the_files_of_a_log_come_in_the_order_in_which_they_were_written(tmp_path, path, names) -> None:
    written = ["gc.log.1", "gc.log.0", "gc-77.log", "at-2026-01-31_23-59-59.log.0", "at-2026-01-31_23-59-59.log"]
    for age, name in enumerate([*written, "gc.log", "gc.log.bak", "gcxlog"]):
        (tmp_path / name).write_text(f"{name}\n")
        os.utime(tmp_path / name, (1000 + age, 1000 + age))
    found, cut = gc_logs.files(Host(str(tmp_path)), path)
    assert (found, cut) == ([f"/{name}" for name in names], False)
    assert list(gc_logs.lines(Host(str(tmp_path)), found)) == [f"{name}\n" for name in names]


def test_of_too_many_bytes_the_newest_are_read(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(gc_logs, "MOST_BYTES", 10)
    for age, name in enumerate(["gc.log.0", "gc.log.1", "gc.log"]):
        (tmp_path / name).write_text("12345\n")
        os.utime(tmp_path / name, (1000 + age, 1000 + age))
    assert gc_logs.files(Host(str(tmp_path)), "/gc.log") == (["/gc.log"], True)


def test_of_one_file_that_is_too_large_the_end_is_read(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(gc_logs, "MOST_BYTES", 10)
    (tmp_path / "gc.log").write_text("first\nsecond\nthird\n")
    host = Host(str(tmp_path))
    assert gc_logs.files(host, "/gc.log") == (["/gc.log"], True)
    assert list(gc_logs.lines(host, ["/gc.log"])) == ["third\n"]


def test_a_file_that_went_meanwhile_has_no_line(tmp_path) -> None:
    assert list(gc_logs.lines(Host(str(tmp_path)), ["/gone.log"])) == []


def test_a_path_is_given_from_the_root_on() -> None:
    assert gc_logs.check("/x/gc.log") == "/x/gc.log"
    with pytest.raises(GroundworkError, match="give the path of a log from / on"):
        gc_logs.check("gc.log")


def test_a_line_that_has_no_end_comes_in_pieces(tmp_path) -> None:
    (tmp_path / "gc.log").write_text("[0.1s] a\n" + "x" * 3000 + "\n[0.2s] b\n")
    found = list(gc_logs.lines(Host(str(tmp_path)), ["/gc.log"]))
    assert (found[0], found[-1]) == ("[0.1s] a\n", "[0.2s] b\n")
    assert [len(piece) for piece in found[1:-1]] == [1024, 1024, 953]
