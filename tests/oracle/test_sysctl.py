# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the next boot gives kernel parameters: our reading of sysctl.d against systemd-sysctl itself.

systemd-sysctl runs in a mount namespace of its own where a directory of empty files stands for ``/proc/sys``.
"""

from __future__ import annotations

import itertools
import re
from typing import Callable, Iterator

import hypothesis
import pytest
from hypothesis import strategies as st

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.readers import sysctl
from tests.oracle.machine import Directory, Link, Machine, Tree

DIRECTORIES = ("/etc/sysctl.d", "/run/sysctl.d", "/usr/local/lib/sysctl.d", "/usr/lib/sysctl.d")
MAIN = "/etc/sysctl.conf"
KERNEL = "/srv/kernel"  # stands for /proc/sys
PLACED = [*DIRECTORIES, MAIN]
UNTOUCHED = b"?"
RATIO, BYTES = "vm/dirty_ratio", "vm/dirty_bytes"
PATHS = (
    *("vm/swappiness", "vm/max_map_count", RATIO, BYTES, "net/core/rmem_max"),
    *("net/ipv4/conf/all/rp_filter", "net/ipv4/conf/eth0.100/rp_filter"),
)
BOOT = f"test -d {KERNEL}/vm && mount --bind {KERNEL} /proc/sys && exec /usr/lib/systemd/systemd-sysctl"

SPACE = st.sampled_from(["", "", "", " ", "\t", " \t "])
COMMON = st.sampled_from(["vm.swappiness", "vm/swappiness", "vm.*"])
KEYS = st.sampled_from(
    [
        *("vm.swappiness", "vm/swappiness", "/vm/swappiness", "vm//swappiness", "vm.max_map_count", "vm.swapiness"),
        *("vm.dirty_ratio", "vm/dirty_bytes", "net.core.rmem_max", "net/core/rmem_max"),
        *("net.ipv4.conf.all.rp_filter", "net.ipv4.conf.eth0/100.rp_filter", "net/ipv4/conf/eth0.100/rp_filter"),
        *("vm.*", "vm/*", "*.swappiness", "*", "vm.dirty_*", "vm.[a-s]*", "vm.[!d]*", "vm.swappines?", "vm.[d"),
        *(
            "net.ipv4.conf.*.rp_filter",
            "net.*.*.*.rp_filter",
            "net/ipv4/conf/*/rp_filter",
            "net.core.*",
            "/net/*/rmem_max",
        ),
        *("vm", ".vm.swappiness", "vm.swappiness.", "./vm/swappiness", "VM.swappiness", "vm..swappiness", ""),
    ]
)
VALUES = st.sampled_from(["0", "1", "60", "60", "4096 65536\t2048000", "a = b", "7 # why", "", "é"])
NOISE = st.sampled_from(
    [
        *("", " ", "# vm.swappiness = 3", ";vm.swappiness=3", "  # x", "vm.swappiness 4", "vm.swappiness", "=", "= 5"),
        *(
            "-",
            "-=",
            "--vm.swappiness=6",
            "- vm.swappiness = 8",
            "\x00vm.swappiness=9",
            "\udcff",
            "\u00a0vm.swappiness=10",
        ),
        *(
            "vm.swappiness=\u00a011",
            "\x0bvm.swappiness=12",
            "\ufeffvm.swappiness=13",
            "vm.swappiness=14\\",
            "a\rvm.swappiness=15",
        ),
    ]
)
NAMES = st.sampled_from(
    [
        *("10-a.conf", "50-b.conf", "50-b.conf", "60-c.conf", "99-z.conf", "99-sysctl.conf", "B.conf", "é.conf"),
        *("_.conf", " .conf", ".hidden.conf", ".conf", "50-b.conf~", "50-b", "50-b.conf.dpkg-old", "a.CONF"),
    ]
)
PLACES = st.tuples(st.sampled_from(DIRECTORIES), NAMES).map("/".join)
LINKS = st.sampled_from(["/dev/null", "../sysctl.conf", "nowhere", "50-b.conf"]).map(Link)


@st.composite
def trees(draw: st.DrawFn, lines: st.SearchStrategy[str] | None = None) -> Tree:
    """sysctl.conf and some files of some directories; few keys in each tree, so that they meet each other."""
    keys = st.sampled_from(draw(st.lists(st.one_of(COMMON, KEYS), min_size=1, max_size=3)))
    if lines is None:
        lines = st.one_of(*[assignments(keys)] * 5, keys.map(lambda key: "-" + key), NOISE)
    texts = st.builds(
        text, st.lists(lines, min_size=1, max_size=4), st.sampled_from(["\n", "\n", "\r\n"]), st.booleans()
    )
    contents = st.one_of(texts, texts, texts, LINKS, st.just(Directory()))
    tree = draw(st.dictionaries(PLACES, contents, min_size=1, max_size=6))
    return {**tree, MAIN: draw(texts)} if draw(st.booleans()) else tree


def assignments(keys: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Lines that set one of *keys*."""
    prefix = st.sampled_from(["", "", "-"])
    return st.tuples(SPACE, prefix, keys, SPACE, st.just("="), SPACE, VALUES, SPACE).map("".join)


def text(lines: list[str], ending: str, ended: bool) -> bytes:
    """A file of *lines*."""
    return (ending.join(lines) + ended * ending).encode(errors="surrogateescape")


def numbered(tree: Tree) -> Tree:
    """*tree* without two assignments of the same value."""
    numbers = itertools.count(1000)
    return {
        path: re.sub(rb"=[^\r\n]*", lambda _match: b"=%d" % next(numbers), content)
        if isinstance(content, bytes)
        else content
        for path, content in tree.items()
    }


class Boot:
    """systemd-sysctl in *machine*, each time with a kernel in which nothing is set."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def values(self) -> dict[str, str]:
        """What the kernel has afterwards in those of PATHS that were written."""
        return dict(self.writes())

    def writes(self) -> list[tuple[str, str]]:
        """All that it writes into PATHS, in its order."""
        for path in PATHS:
            self._machine.put(f"{KERNEL}/{path}", UNTOUCHED)
        environment = ("env", "SYSTEMD_LOG_LEVEL=debug", "SYSTEMD_LOG_TARGET=console", "SYSTEMD_LOG_LOCATION=0")
        done = self._machine.run([*environment, "unshare", "--mount", "sh", "-c", BOOT])
        said = re.findall(r"^Setting '/proc/sys/(.*)' to '(.*)'\r?$", done.stderr, re.MULTILINE)
        found = {path: self._machine.read(f"{KERNEL}/{path}") for path in PATHS}
        # Only what arrived counts, and a file keeps the end of a longer value that was written before.
        last = {path: value.split("\n")[0] for path, value in found.items() if value and value != UNTOUCHED.decode()}
        assert dict(said).items() >= last.items(), done.stderr
        return [(path, value) for path, value in said if path in last]


@pytest.fixture
def boot(machine: Machine) -> Iterator[Boot]:
    with machine.emptied(PLACED):
        yield Boot(machine)


def read(host: Host) -> dict[str, str]:
    order = sysctl.BootOrder(host)
    winners = {path: order.winner(path) for path in PATHS}
    return {path: winner.value or "" for path, winner in winners.items() if winner is not None}


@hypothesis.given(tree=trees())
def test_every_value_is_the_one_that_systemd_sysctl_sets(machine: Machine, boot: Boot, tree: Tree) -> None:
    with machine.holding(PLACED, tree):
        assert read(machine) == boot.values()


@hypothesis.given(tree=trees().map(numbered))
def test_the_line_that_is_named_holds_the_value(machine: Machine, boot: Boot, tree: Tree) -> None:
    with machine.holding(PLACED, tree):
        order = sysctl.BootOrder(machine)
        for path, value in boot.values().items():
            winner = order.winner(path)
            assert winner is not None
            file, _colon, line = winner.origin.rpartition(":")
            assert f"={value}" in (machine.read(file) or "").split("\n")[int(line) - 1]


ONE, FIVE = b"# why\nvm.swappiness=1\n", b"# why\nvm.swappiness=5\n"


@pytest.mark.parametrize(
    ("tree", "origin"),
    [
        ({"/usr/lib/sysctl.d/60.conf": FIVE, "/etc/sysctl.d/50.conf": ONE}, "/usr/lib/sysctl.d/60.conf:2"),
        ({"/usr/lib/sysctl.d/60.conf": ONE, "/run/sysctl.d/60.conf": FIVE}, "/run/sysctl.d/60.conf:2"),
        ({"/run/sysctl.d/60.conf": ONE, "/etc/sysctl.d/60.conf": FIVE}, "/etc/sysctl.d/60.conf:2"),
        ({"/etc/sysctl.d/60.conf": b"vm.swappiness=5\nvm.*=1\n"}, "/etc/sysctl.d/60.conf:1"),
        ({"/etc/sysctl.d/60.conf": b"vm.*=1\nvm/swappiness=5\n"}, "/etc/sysctl.d/60.conf:2"),
        (
            {MAIN: FIVE, "/etc/sysctl.d/99-sysctl.conf": Link("../sysctl.conf"), "/etc/sysctl.d/98.conf": ONE},
            "/etc/sysctl.d/99-sysctl.conf:2",
        ),
    ],
)
def test_the_winner_as_a_person_finds_it(machine: Machine, boot: Boot, tree: Tree, origin: str) -> None:
    with machine.holding(PLACED, tree):
        assert boot.values()["vm/swappiness"] == "5"
        assert sysctl.BootOrder(machine).winner("vm/swappiness") == sysctl.Assignment("vm/swappiness", "5", origin)


DIRTY = st.one_of(
    st.tuples(st.sampled_from(["vm.dirty_ratio=", "vm/dirty_bytes="]), st.sampled_from(["0", "20", "8192"])).map(
        "".join
    ),
    st.tuples(
        st.sampled_from(["vm.dirty_*=", "vm.*ratio=", "vm.dirty_b*=", "vm.dirty_r*="]),
        st.sampled_from(["0", "20", "40"]),
    ).map("".join),
    st.just("-vm.dirty_bytes"),
)


def kernel(writes: list[tuple[str, str]]) -> dict[str, str]:
    """What the two have after *writes*: a new value of one zeroes the other (Linux, mm/page-writeback.c).

    It refuses to set the bytes to 0.
    """
    values = {RATIO: "20", BYTES: "0"}
    for path, value in writes:
        if path in values and values[path] != value and (path, value) != (BYTES, "0"):
            values = {RATIO: "0", BYTES: "0", path: value}
    return values


@hypothesis.given(tree=trees(DIRTY))
def test_of_two_that_zero_each_other_the_one_written_last_is_in_force(machine: Machine, boot: Boot, tree: Tree) -> None:
    with machine.holding(PLACED, tree):
        order = sysctl.BootOrder(machine)
        writes = boot.writes()
    for path, value in kernel(writes).items():
        winner = order.winner(path)
        if winner is not None and (path, winner.value) != (BYTES, "0"):
            assert ("0" if order.zeroed_by(path) else winner.value) == value


def test_whether_the_distribution_reads_sysctl_conf(machine: Machine) -> None:
    with machine.emptied([MAIN]), machine.holding([MAIN], {MAIN: b"vm.swappiness=5\n"}):
        assert read(machine) == Boot(machine).values()
        winner = sysctl.BootOrder(machine).winner("vm/swappiness")
    assert (winner and winner.origin) == {"debian12": "/etc/sysctl.d/99-sysctl.conf:1", "debian13": None}[machine.name]


def backwards(host: Host) -> list[str]:
    return FILES(host)[::-1]


def without_run(host: Host) -> list[str]:
    return [file for file in FILES(host) if not file.startswith("/run/")]


def directory_by_directory(host: Host) -> list[str]:
    return sorted(FILES(host), key=lambda file: [-DIRECTORIES.index(file.rpartition("/")[0]), file])


def with_sysctl_conf(host: Host) -> list[str]:
    return [*FILES(host), MAIN]


FILES = sysctl.files


@pytest.mark.parametrize("wrong", [backwards, without_run, directory_by_directory, with_sysctl_conf])
def test_a_wrong_order_is_noticed(
    machine: Machine, boot: Boot, monkeypatch: pytest.MonkeyPatch, wrong: Callable[[Host], list[str]]
) -> None:
    def differs(tree: Tree) -> bool:
        with machine.holding(PLACED, tree):
            return read(machine) != boot.values()

    monkeypatch.setattr(sysctl, "files", wrong)
    assert hypothesis.find(trees(), differs, settings=hypothesis.settings(phases=[hypothesis.Phase.generate]))
