# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What mount reads in fstab: our reading, and what our editing leaves, against libmount itself."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Callable, Iterator

import hypothesis
import pytest
from hypothesis import strategies as st

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import fstab
from tests.oracle.machine import Machine

FILE, PROGRAM = "/srv/fstab", "/srv/libmount.py"
ORACLE = Path(__file__).with_name("libmount.py").read_bytes()
Read = tuple[str, str, str, str, int]
Libmount = Callable[[str], tuple[list[Read], list[int]]]

SPECS = st.sampled_from(
    [
        *("UUID=0b0c", "/dev/vdb", "/dev/disk/by-id/a\\040b", "LABEL=data", 'LABEL="data"', "LABEL=a\\011b", "tmpfs"),
        *("PARTUUID=1-2", "é", "\\057dev\\057vdc", "a\\134b", "a\\b", "\\", "a\\8", "a#b", "\\043", "server:/export"),
    ]
)
POINTS = st.sampled_from(
    [
        *(
            "/",
            "/data",
            "/data",
            "/data/",
            "//data",
            "/data//kafka",
            "/data\\040a",
            "/data\\040",
            "none",
            "swap",
            "data",
        ),
        *("/é", "/data/./a", "/a\\134040b", "/a\\012b", "/a\\043b", '"/data"', "/data\\0401"),
    ]
)
TYPES = st.sampled_from(["xfs", "ext4", "auto", "swap", "tmpfs", "nfs4", "none", "xfs,ext4"])
OPTIONS = st.sampled_from(
    ["defaults", "rw,noatime", "noatime,largeio,nofail", "ro", "x-a=b\\040c", "nofail,,ro", "subvol=a\\054b", "sw"]
)
NUMBERS = st.sampled_from(["0", "0", "1", "2", "-1", "+2", "007", "x", "1x", "0x1", "2\r", "é", "#", "# why"])
BETWEEN = st.sampled_from([" ", " ", "\t", "  \t", "    "])
BEFORE = st.sampled_from(["", "", "", " ", "\t "])
AFTER = st.sampled_from(["", "", "", " ", "\t", "\r", " # why", " 5", " \r"])
NOISE = st.sampled_from(
    ["", "   ", "#", "# /dev/vda / ext4", " \t# x", "/dev/vdb", "/dev/vdb /data", "\r", "\x0b", "x\x0by z"]
)


@st.composite
def lines(draw: st.DrawFn) -> str:
    """A line of fstab that mostly can be mounted."""
    fields = [draw(SPECS), draw(POINTS), draw(TYPES), draw(OPTIONS), draw(NUMBERS), draw(NUMBERS)]
    fields = fields[: draw(st.sampled_from([6, 6, 6, 6, 5, 4, 3, 2]))]
    text = fields[0]
    for field in fields[1:]:
        text += draw(BETWEEN) + field
    return draw(BEFORE) + text + draw(AFTER)


TABLES = st.tuples(st.lists(st.one_of(lines(), lines(), lines(), NOISE), max_size=6), st.booleans()).map(
    lambda table: "\n".join(table[0]) + "\n" * table[1]
)
ENTRIES = st.builds(
    fstab.Entry,
    spec=st.sampled_from(["UUID=0b0c-1", "/dev/disk/by-id/a b", "LABEL=a\tb"]),
    mount_point=st.sampled_from(["/data", "/data/a b", "/data/é", "/data#1", "/a\\040b"]),
    fstype=st.sampled_from(["xfs", "ext4"]),
    options=st.sampled_from(["noatime,largeio,nofail", "defaults", "x-a=b c"]),
    check=st.sampled_from(["0", "2"]),
)


@pytest.fixture(scope="module")
def libmount(machine: Machine) -> Iterator[Libmount]:
    """What libmount reads of a text: its entries, and the numbers of the lines that it passes over."""
    machine.put(PROGRAM, ORACLE)
    with machine.conversing("python3", PROGRAM) as ask:

        def read_by_libmount(text: str) -> tuple[list[Read], list[int]]:
            machine.put(FILE, text.encode())
            found = json.loads(ask(FILE))
            entries = [
                (source, fstab.normal(target), fstype, options or "defaults", check)
                for source, target, fstype, options, check in found["entries"]
            ]
            return entries, found["broken"]

        yield read_by_libmount


def read(text: str) -> tuple[list[Read], list[int]]:
    """The same by our reading."""
    return [as_read(entry) for entry in fstab.entries(text)], [line.line for line in fstab.broken(text)]


def as_read(entry: fstab.Entry) -> Read:
    return entry.spec, entry.mount_point, entry.fstype, entry.options, int(entry.check)


@hypothesis.given(table=TABLES)
def test_every_entry_and_every_broken_line_is_libmounts(libmount: Libmount, table: str) -> None:
    assert read(table) == libmount(table)


@hypothesis.given(table=TABLES, entry=ENTRIES)
def test_a_new_entry_is_read_as_it_is_meant_and_changes_no_other(
    libmount: Libmount, table: str, entry: fstab.Entry
) -> None:
    before, broken = libmount(table)
    assert libmount(fstab.put(table, entry, [])) == ([*before, as_read(entry)], broken)


@hypothesis.given(table=TABLES, entry=ENTRIES, data=st.data())
def test_an_edited_line_is_read_as_it_is_meant_and_changes_no_other(
    libmount: Libmount, table: str, entry: fstab.Entry, data: st.DataObject
) -> None:
    entries = fstab.entries(table)
    hypothesis.assume(entries)
    number = data.draw(st.integers(0, len(entries) - 1))
    before, broken = libmount(table)
    meant = (*as_read(entry)[:4], before[number][4])  # the numbers at the end are kept
    edited = libmount(fstab.put(table, entry, [entries[number].line]))
    assert edited == ([*before[:number], meant, *before[number + 1 :]], broken)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(lambda text: text.replace("\\040", "_"), id="escapes left"),
        pytest.param(lambda text: text.replace("#", ""), id="comments read"),
        pytest.param(lambda text: re.sub(r"[ \t]x(?=[ \t]|$)", " 0", text, flags=re.MULTILINE), id="words as numbers"),
    ],
)
def test_a_wrong_reading_is_noticed(libmount: Libmount, wrong: Callable[[str], str]) -> None:
    def differs(table: str) -> bool:
        return read(wrong(table)) != libmount(table)

    assert hypothesis.find(TABLES, differs, settings=hypothesis.settings(phases=[hypothesis.Phase.generate]))
