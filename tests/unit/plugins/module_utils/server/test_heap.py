# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import heap

GIB = 1 << 30


def memory(gib, share=75, others=(), written=0):
    return heap.memory(gib * GIB, share, others, written)


@pytest.mark.parametrize(
    ("given", "host_memory", "size"),
    [
        pytest.param("6g", memory(8), 6442450944, id="exactly the share"),
        pytest.param("6144m", memory(8), 6442450944, id="in another unit"),
        pytest.param("8128m", memory(9, 100), 8522825728, id="the whole share"),
        pytest.param("5g", memory(8, others=["1g"]), 5368709120, id="beside another heap"),
        pytest.param("7g", memory(16, written=255000000), 7516192768, id="beside the page cache"),
        pytest.param("30g", memory(64), 32212254720, id="larger than the default"),
        pytest.param("auto", memory(64), 6442450944, id="the documented heap"),
        pytest.param("AUTO", memory(8), 6442450944, id="just the documented heap"),
        pytest.param("auto", memory(4), 3221225472, id="less, by the share"),
        pytest.param("auto", memory(8, others=["3g"]), 3221225472, id="less, beside another heap"),
        # 16384m - 512m - 30 x 400 MB (11444.1m) = 4427.9m, 34 steps of 128m
        pytest.param("auto", memory(16, written=400000000), 4563402752, id="less, by the page cache"),
        pytest.param("auto", memory(2, others=["768m"]), 268435456, id="the smallest"),
    ],
)
def test_heaps_that_fit(given: str, host_memory, size: int) -> None:
    assert heap.size(given, host_memory) == size


@pytest.mark.parametrize(
    ("given", "host_memory", "sentence"),
    [
        (
            "7g",
            memory(8),
            "The heap of 7g is more than 75% of this host's 8192m of memory, which leaves too little for the page "
            "cache and the JVM itself; give at most 6144m, or the host more memory.",
        ),
        ("6145m", memory(8), "The heap of 6145m is more than 75% of this host's 8192m of memory"),
        ("60g", memory(8, 100), "The heap of 60g is more than 100% of this host's 8192m of memory"),
        (
            "4g",
            memory(8, others=["2g", "1g"]),
            "The heap of 4g is more than 75% of this host's 8192m of memory, of which other JVMs' heaps take 3072m, "
            "which leaves too little for the page cache and the JVM itself; give at most 3072m, or the host more "
            "memory.",
        ),
        (
            "1g",
            memory(4, others=["4g"]),
            "The heap of 1g is more than 75% of this host's 4096m of memory, of which other JVMs' heaps take 4096m, "
            "which leaves too little for the page cache and the JVM itself; give the host more memory.",
        ),
        (
            "6g",
            memory(16, others=["1g"], written=300000000),
            "The heap of 6g leaves too little of this host's memory: of 16384m, the page cache needs 8584m (30 seconds "
            "of 300000000 bytes), other JVMs' heaps 1024m, and what JVMs need beside their heaps 1024m; give at most "
            "5752m, or the host more memory.",
        ),
        (
            "1g",
            memory(2, 100, others=["512m"]),
            "The heap of 1g leaves too little of this host's memory: of 2048m, other JVMs' heaps 512m, and what JVMs "
            "need beside their heaps 1024m; give at most 512m, or the host more memory.",
        ),
        (
            "auto",
            memory(16, written=600000000),
            "This host has too little memory for a heap of at least 256m: of 16384m, the page cache needs 17167m (30 "
            "seconds of 600000000 bytes), and what JVMs need beside their heaps 512m; give it more memory, or plan "
            "fewer writes.",
        ),
        ("auto", memory(1, others=["768m"]), "This host has too little memory for a heap of at least 256m"),
        ("lots", memory(8), "heap: 'lots' is not a size"),
    ],
)
def test_heaps_that_do_not_fit(given: str, host_memory, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        heap.size(given, host_memory)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize("gained", [1 << 20, 60 << 20, 127 << 20])
def test_some_megabytes_more_or_less_restart_no_broker(gained: int) -> None:
    assert heap.size("auto", heap.memory(4 * GIB + gained, 75, [], 0)) == 3221225472


@pytest.mark.parametrize(
    ("share", "others", "written", "why"),
    [
        (0, [], 0, "memory_share: 0 cannot be"),
        (101, [], 0, "memory_share: 101 cannot be"),
        (-75, [], 0, "memory_share: -75 cannot"),
        (True, [], 0, "memory_share: .*boolean true"),
        (75, ["some"], 0, "other_heaps: 'some' is not a size"),
        (75, [], -1, "write_bytes_per_second: -1 cannot be"),
        (75, [], True, "write_bytes_per_second: .*boolean true"),
    ],
)
def test_what_is_no_memory(share, others, written, why: str) -> None:
    with pytest.raises(GroundworkError, match=why):
        heap.memory(GIB, share, others, written)


@pytest.mark.parametrize(
    ("path", "options"),
    [
        ("", []),
        ("/dumps/k.hprof", ["-XX:+HeapDumpOnOutOfMemoryError", "-XX:HeapDumpPath=/dumps/k.hprof"]),
        ("//data/10//k.hprof", ["-XX:+HeapDumpOnOutOfMemoryError", "-XX:HeapDumpPath=/data/10/k.hprof"]),
    ],
)
def test_dump_options(path: str, options) -> None:
    assert heap.dump_options(path, ["/data/1", "/data/2/"]) == options


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("dumps/k.hprof", "heap_dump is 'dumps/k.hprof'; give an absolute path."),
        (
            "/data/2/dumps/k.hprof",
            "The heap dump /data/2/dumps/k.hprof would lie in /data/2/, whose room is for data; give a folder on "
            "another disk.",
        ),
        ("/x/../data/1/k.hprof", "The heap dump /data/1/k.hprof would lie in /data/1, whose room is for data"),
    ],
)
def test_dumps_that_have_no_place(path: str, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        heap.dump_options(path, ["/data/1", "/data/2/"])
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    ("path", "size", "files", "ids"),
    [
        pytest.param("", GIB, {}, [], id="no dump"),
        pytest.param("/made/later/k.hprof", 1, {}, [], id="room"),
        pytest.param("/made/later/k.hprof", 1 << 60, {}, ["heap_dump_room"], id="no room"),
        pytest.param("/k.hprof", 1, {"/k.hprof": ""}, ["heap_dump_waits"], id="a dump waits"),
    ],
)
def test_dump_findings(host, path: str, size: int, files, ids) -> None:
    for name, text in files.items():
        host.put(name, text)
    assert [found["id"] for found in heap.dump_findings(host, path, size)] == ids


def test_findings_have_all_their_parts(host) -> None:
    parts = {"id", "severity", "subject", "wanted", "found", "why", "source", "remedy"}
    host.put("/k.hprof", "")
    found = heap.dump_findings(host, "/k.hprof", 1) + heap.dump_findings(host, "/l.hprof", 1 << 60)
    assert [set(one) for one in found] == [parts, parts]
