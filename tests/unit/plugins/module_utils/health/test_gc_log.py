# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Lines of real logs, and what they come to."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.health import gc_log, gc_summary
from ansible_collections.groundwork.kafka.plugins.module_utils.health.gc_log import GcLog, Pause

#: As OpenJDK 17.0.15 writes them, with -Xlog:gc*:file=…:time,uptime,tags, cut; a heap that is too small.
G1 = """\
[2026-11-27T08:28:57.728+0000][0.004s][gc] Using G1
[2026-11-27T08:28:57.729+0000][0.005s][gc,init] Version: 17.0.15+6-Debian-1deb12u1 (release)
[2026-11-27T08:28:57.782+0000][0.058s][gc,start    ] GC(10) Pause Young (Mixed) (G1 Evacuation Pause)
[2026-11-27T08:28:57.782+0000][0.058s][gc,task     ] GC(10) Using 2 workers of 2 for evacuation
[2026-11-27T08:28:57.782+0000][0.058s][gc          ] GC(10) To-space exhausted
[2026-11-27T08:28:57.782+0000][0.058s][gc,phases   ] GC(10)   Pre Evacuate Collection Set: 0.1ms
[2026-11-27T08:28:57.782+0000][0.058s][gc    ] GC(10) Pause Young (Mixed) (G1 Evacuation Pause) 22M->22M(24M) 0.445ms
[2026-11-27T08:28:57.782+0000][0.058s][gc,cpu      ] GC(10) User=0.00s Sys=0.00s Real=0.00s
[2026-11-27T08:28:57.782+0000][0.058s][gc,start    ] GC(12) Pause Full (G1 Compaction Pause)
[2026-11-27T08:28:57.782+0000][0.058s][gc,phases   ] GC(12) Phase 1: Mark live objects 1.005ms
[2026-11-27T08:28:57.784+0000][0.060s][gc             ] GC(12) Pause Full (G1 Compaction Pause) 22M->18M(24M) 2.111ms
[2026-11-27T08:28:59.728+0000][2.004s][gc             ] GC(1192) Pause Cleanup 21M->21M(48M) 0.048ms
"""
PARALLEL = """\
[2026-11-27T08:28:36.431+0000][0.003s][gc] Using Parallel
[2026-11-27T08:28:36.521+0000][0.093s][gc,start    ] GC(0) Pause Young (Allocation Failure)
[2026-11-27T08:28:36.536+0000][0.108s][gc          ] GC(0) Pause Young (Allocation Failure) 12M->11M(46M) 14.890ms
[2026-11-27T08:28:36.560+0000][0.132s][gc,start    ] GC(2) Pause Full (Ergonomics)
[2026-11-27T08:28:36.569+0000][0.142s][gc             ] GC(2) Pause Full (Ergonomics) 35M->15M(46M) 9.121ms
"""
Z = """\
[2026-11-27T08:28:41.705+0000][0.031s][gc     ] Using The Z Garbage Collector
[2026-11-27T08:28:41.955+0000][0.281s][gc,task     ] GC(0) Using 1 workers
[2026-11-27T08:28:41.956+0000][0.282s][gc,phases   ] GC(0) Pause Mark Start 0.008ms
[2026-11-27T08:28:41.966+0000][0.292s][gc,phases   ] GC(0) Pause Mark End 0.015ms
[2026-11-27T08:28:41.970+0000][0.296s][gc,phases   ] GC(0) Pause Relocate Start 0.005ms
[2026-11-27T08:28:41.975+0000][0.301s][gc,start    ] GC(1) Garbage Collection (Allocation Stall)
[2026-11-27T08:28:41.989+0000][0.315s][gc          ] Allocation Stall (main) 14.322ms
"""
SHENANDOAH = """\
[2026-11-27T08:28:44.624+0000][0.051s][gc] Using Shenandoah
[2026-11-27T08:28:44.847+0000][0.274s][gc,start    ] GC(0) Pause Init Mark (unload classes)
[2026-11-27T08:28:44.847+0000][0.274s][gc,task     ] GC(0) Using 1 of 1 workers for init marking
[2026-11-27T08:28:44.847+0000][0.274s][gc          ] GC(0) Pause Init Mark (unload classes) 0.021ms
[2026-11-27T08:28:45.847+0000][1.274s][gc          ] GC(7) Pause Degenerated GC (Outside of Cycle) 22M->9M(48M) 1.515ms
"""
#: Of -Xlog:gc:file=… without more, and of other decorations.
PLAIN = """\
[0.003s][info][gc] Using G1
[0.199s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 6M->6M(24M) 81.024ms
[0.202s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 8M->8M(24M) 2.093ms
"""
MILLISECONDS = """\
[2026-11-27T08:29:03.151+0000][4ms][info] CPUs: 2 total, 2 available
[2026-11-27T08:29:03.232+0000][85ms][info] GC(0) Pause Young (Normal) (G1 Evacuation Pause)
[2026-11-27T08:29:03.238+0000][91ms][info] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 6M->7M(24M) 5.459ms
"""
#: As OpenJDK 21.0.13 and 25.0.5 write them.
Z21 = """\
[2026-11-27T08:53:58.208+0000][0.044s][gc     ] Using The Z Garbage Collector
[2026-11-27T08:53:58.332+0000][0.168s][gc,task     ] GC(0) Using 1 Workers for Young Generation
[2026-11-27T08:53:58.332+0000][0.168s][gc,phases   ] GC(0) Y: Pause Mark Start (Major) 0.011ms
[2026-11-27T08:53:58.335+0000][0.171s][gc,phases   ] GC(0) Y: Pause Mark End 0.008ms
[2026-11-27T08:53:58.340+0000][0.176s][gc,reloc    ] GC(0) Y: Using tenuring threshold: 1 (Computed)
[2026-11-27T08:53:58.350+0000][0.186s][gc,alloc    ] GC(0) Y: Allocation Stalls:          0                0
[2026-11-27T08:53:58.351+0000][0.187s][gc,phases   ] GC(0) O: Pause Mark End 0.008ms
"""
G21 = """\
[2026-11-27T08:53:59.863+0000][0.004s][gc     ] Using G1
[0.084s][gc] GC(5) Pause Young (Normal) (G1 Evacuation Pause) (Evacuation Failure) 2M->2M(4M) 1.667ms
[2026-11-27T08:53:59.953+0000][0.094s][gc             ] GC(10) Pause Remark 22M->22M(24M) 0.345ms
"""
G25 = """\
[2026-11-27T08:54:05.838+0000][0.004s][gc     ] Using G1
[0.160s][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) (Evacuation Failure: Allocation) 1M->1M(2M) 1.7ms
[2026-11-27T08:54:05.997+0000][0.163s][gc] GC(3) Pause Young (Normal) (G1 Evacuation Pause) 19M->16M(24M) 0.899ms
"""


def read(text):
    return gc_log.read(text.splitlines())


#: By log: the collector, pauses as (kind, ms), collections that pause, stalls, to-space exhausted, too late.
LOGS = {
    "G1": (
        G1,
        "G1",
        [
            ("Pause Young (Mixed) (G1 Evacuation Pause)", 0.445),
            ("Pause Full (G1 Compaction Pause)", 2.111),
            ("Pause Cleanup", 0.048),
        ],
        (3, 0, 1, 0),
    ),
    "Parallel": (
        PARALLEL,
        "Parallel",
        [("Pause Young (Allocation Failure)", 14.89), ("Pause Full (Ergonomics)", 9.121)],
        (2, 0, 0, 0),
    ),
    "ZGC": (
        Z,
        "Z",
        [("Pause Mark Start", 0.008), ("Pause Mark End", 0.015), ("Pause Relocate Start", 0.005)],
        (1, 1, 0, 0),
    ),
    "Shenandoah": (
        SHENANDOAH,
        "Shenandoah",
        [("Pause Init Mark (unload classes)", 0.021), ("Pause Degenerated GC (Outside of Cycle)", 1.515)],
        (2, 0, 0, 1),
    ),
    "plain": (
        PLAIN,
        "G1",
        [("Pause Young (Normal) (G1 Evacuation Pause)", ms) for ms in (81.024, 2.093)],
        (2, 0, 0, 0),
    ),
    "milliseconds": (MILLISECONDS, "", [("Pause Young (Normal) (G1 Evacuation Pause)", 5.459)], (1, 0, 0, 0)),
}


@pytest.mark.parametrize(("text", "collector", "pauses", "counts"), LOGS.values(), ids=LOGS)
def test_what_a_log_says(text, collector, pauses, counts) -> None:
    found = read(text)
    assert found.collector == collector
    assert [(one.kind, one.ms) for one in found.pauses] == pauses
    assert (found.collections, len(found.stalls), found.exhausted, found.behind) == counts


#: Lines of other versions, and what each counts as.
LINES = {
    "[0.9s][info][gc] GC(5) To-space exhausted": "exhausted",  # 11 to 17
    "[0.9s][gc] GC(5) Pause Young (Mixed) (G1 Evacuation Pause) (Evacuation Failure) 9M->9M(9M) 1.0ms": "exhausted",
    "[0.9s][gc] GC(5) Pause Young (Mixed) (G1 Evacuation Pause) (Evacuation Failure: Allocation) 9M->9M(9M) 1.0ms": (
        "exhausted"
    ),
    "[0.9s][gc] GC(5) Pause Young (Mixed) (G1 Evacuation Pause) (Evacuation Failure: Pinned) 9M->9M(9M) 1.0ms": "",
    "[0.9s][info][gc,promotion] GC(5) Promotion failed": "promotion_failed",
    "[0.9s][info][gc] GC(5) Concurrent Mode Failure": "behind",
    "[0.9s][info][gc] Cancelling GC: Allocation Failure": "behind",
    "[0.9s][info][gc] GC(5) Concurrent Mark Cycle 1.2ms": "",
    '[0.9s][info][safepoint] Safepoint "G1CollectForAllocation", Total: 12345 ns': "",
}


@pytest.mark.parametrize(("line", "wanted"), LINES.items(), ids=range(len(LINES)))
def test_what_a_line_counts_as(line, wanted) -> None:
    found = read(line)
    counted = {name for name in ("exhausted", "promotion_failed", "behind") if getattr(found, name)}
    assert counted == ({wanted} if wanted else set())


def test_generations_of_zgc_pause_as_well() -> None:
    found = read(
        "[1.0s][gc,phases   ] GC(3) y: Pause Mark Start 0.012ms\n[1.1s][gc,phases   ] GC(3) O: Pause Mark End 0.02ms"
    )
    assert [(one.kind, one.ms) for one in found.pauses] == [("Pause Mark Start", 0.012), ("Pause Mark End", 0.02)]


def test_times_are_those_of_the_epoch_where_there_are_any() -> None:
    found = read(G1)
    assert found.dated
    assert found.pauses[-1].at == pytest.approx(1795768139.728)  # 2026-11-27T08:28:59.728Z
    assert found.seconds == pytest.approx(2.0)
    away = read("[2026-11-27T10:28:59.728+0200][gc] GC(1) Pause Cleanup 1M->1M(2M) 0.5ms")
    assert away.pauses[0].at == pytest.approx(1795768139.728)


def test_a_jvm_that_was_started_again_goes_on_in_time() -> None:
    text = (
        "[5.0s][gc] GC(0) Pause Remark 1.0ms\n[60.0s][gc] GC(1) Pause Remark 1.0ms\n[2.0s][gc] GC(0) Pause Remark 1.0ms"
    )
    found = read(text)
    assert [one.at for one in found.pauses] == [5.0, 60.0, 62.0]
    assert (found.collections, found.seconds, found.dated) == (3, 57.0, False)


def test_what_is_no_log_has_no_line() -> None:
    assert read("Welcome\n<html>\n").lines == 0
    assert read("").seconds is None


def made(pauses, seconds=100.0, **counts):
    usual = {"collections": len(pauses), "stalls": [], "exhausted": 0, "promotion_failed": 0, "behind": 0}
    pauses = [Pause(float(number), kind, ms) for number, (kind, ms) in enumerate(pauses)]
    return GcLog(
        pauses=pauses, collector="G1", version="17", lines=9, dated=True, seconds=seconds, **{**usual, **counts}
    )


def verdicts(found):
    rows = gc_summary.summary(found, "k1 kafka", ["/gc.log"])["rows"]
    return {row["title"]: (row["value"], row["verdict"]) for row in rows}


TEN = [("Pause Young", float(ms)) for ms in (1, 2, 3, 4, 5, 6, 7, 8, 21, 500)]
CASES = [
    ("pause, 9 of 10", made(TEN), (21.0, "normal")),
    ("pause, 9 of 10", made([*TEN[:8], ("Pause Young", 21.1), TEN[9]]), (21.1, "warning")),
    ("pause, the longest", made(TEN), (500.0, "shown")),
    ("pause, the median", made(TEN), (5.0, "shown")),
    ("collections that pause", made(TEN, collections=99), (0.99, "normal")),
    ("collections that pause", made(TEN, collections=100), (1.0, "warning")),
    ("collections that pause", made(TEN, seconds=None), (None, "unknown")),
    ("time that the program stood still", made(TEN), (0.00557, "normal")),
    ("time that the program stood still", made(TEN, seconds=10.0), (0.0557, "warning")),
    ("whole heap collected", made([("Pause Full (Ergonomics)", 1.0)]), (1, "warning")),
    ("whole heap collected", made(TEN), (0, "normal")),
    ("to-space exhausted", made(TEN, exhausted=1), (1, "warning")),
    ("promotion failed", made(TEN, promotion_failed=2), (2, "warning")),
    ("collector too late", made(TEN, behind=1), (1, "warning")),
    ("threads that waited for memory", made(TEN, stalls=[Pause(1.0, "main", 2.0)]), (1, "warning")),
    ("pause, 9 of 10", made([]), (None, "unknown")),
]


@pytest.mark.parametrize(("title", "found", "wanted"), CASES)
def test_what_is_held_against_the_documentation(title, found, wanted) -> None:
    assert verdicts(found)[title] == wanted


def test_kinds_of_pauses_are_told_by_what_takes_most() -> None:
    found = gc_summary.summary(made([("a", 1.0), ("b", 5.0), ("a", 2.0)]), "k1", [])
    assert found["kinds"] == [
        {"kind": "b", "count": 1, "longest_ms": 5.0, "total_ms": 5.0},
        {"kind": "a", "count": 2, "longest_ms": 2.0, "total_ms": 3.0},
    ]


def test_a_chart_has_the_longest_pause_of_each_stretch_however_long_the_log_is() -> None:
    pauses = [("Pause Young", 100.0 if number == 5000 else 1.0) for number in range(10000)]
    points = gc_summary.summary(made(pauses), "k1", [])["points"]
    assert len(points) <= 601
    assert max(points, key=lambda one: one[1]) == [5000.0, 100.0]


def test_a_line_of_blanks_alone_is_read_once(no_waiting) -> None:  # noqa: ARG001
    """Any user of a host may run what looks like a server, with any file for its log."""
    assert gc_log.read([f"[x{' ' * 200_000}y] a\n"]).lines == 1
