# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What services get after the next boot: our reading of units and drop-ins against systemd's."""

from __future__ import annotations

from typing import Callable, Iterator

import hypothesis
import pytest
from hypothesis import strategies as st

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import unit_files
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import services
from tests.oracle.machine import Directory, Link, Machine, Tree

BASES = ("/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system")
FAMILIES = "abcdef"  # a reload is dear, so that each of them reads six cases
UNITS = tuple(f"gw{family}{rest}" for family in FAMILIES for rest in ("", "-x", "-x-y", "@1"))
FRAGMENTS = (".service", "-x.service", "-x-y.service", "@1.service", "@.service")
FOLDERS = (*FRAGMENTS, "-.service", "-x-.service", "-@.service")
PLACED = [
    *(f"{base}/gw{family}{name}" for base in BASES for family in FAMILIES for name in FRAGMENTS),
    *(f"{base}/gw{family}{name}.d" for base in BASES for family in FAMILIES for name in FOLDERS),
    *(f"{base}/service.d" for base in BASES),
]
MINIMAL = b"[Service]\nExecStart=/bin/true\n"

NUMBERS = st.sampled_from(
    [
        *(
            "1000",
            "1001",
            "1002:2002",
            "1003:infinity",
            "infinity",
            "",
            "0x400",
            "02000",
            "1004: 2004",
            " 1005 ",
            "+1006",
        ),
        *("1007 : 2007", "2008:1008", "5K", "unlimited", "-1", "1.5", '"1009"', ":1010", "1011:", "1012 # why", "0"),
        *("18446744073709551615", "9223372036854775807", "1013\t", "1014\\\n:2014", "\\\n1015", "0b11", "0o17", "1_0"),
        *("10\u00b2", "1016:2016:3016"),
    ]
)
LINES = st.one_of(
    *[st.tuples(st.sampled_from(["LimitNOFILE=", "LimitNOFILE = ", " LimitNOFILE="]), NUMBERS).map("".join)] * 4,
    st.sampled_from(
        [
            *(
                "[Service]",
                "[Service]",
                "[Unit]",
                "[Install]",
                " [Service] ",
                "[X-Other]",
                "[service]",
                "[Service",
                "[Nonsense]",
            ),
            *(
                "",
                "# LimitNOFILE=9",
                ";LimitNOFILE=9",
                "# continued \\",
                "LimitNPROC=9",
                "LimitNOFILE",
                "limitnofile=9",
            ),
            *(
                "Environment=A=\\",
                "Environment=A=b \\\\",
                "# \\",
                "  # LimitNOFILE=9",
                "\udcff",
                "LimitNOFILE=9 \udcff",
            ),
            *("LimitNOFILESoft=9", "=9", "LimitNOFILE==9", "\u00a0LimitNOFILE=9", "Description=a\rLimitNOFILE=1020"),
        ]
    ),
)
NAMES = st.sampled_from(["10.conf", "10.conf", "50.conf", "60.conf", "A.conf", "x", ".h.conf", "b.conf~"])


def text(lines: list[str], headed: bool, ended: bool) -> bytes:
    """A unit file, or a drop-in."""
    return ("[Service]\n" * headed + "\n".join(lines) + "\n" * ended).encode(errors="surrogateescape")


TEXTS = st.builds(text, st.lists(LINES, max_size=5), st.sampled_from([True, True, True, False]), st.booleans())
CONTENTS = st.one_of(*[TEXTS] * 6, st.just(Link("/dev/null")), st.just(Directory()), st.just(b""))
STARTING = TEXTS.map(lambda content: MINIMAL + content)
SERVICE_D = st.tuples(st.sampled_from(BASES), st.just("service.d"), NAMES).map("/".join)


@st.composite
def family(draw: st.DrawFn, name: str) -> Tree:
    """The units of one family, some shadowed or masked, and some drop-ins."""
    stem = st.sampled_from(BASES).map(lambda base: f"{base}/gw{name}")
    drop_ins = st.tuples(stem, st.sampled_from(FOLDERS), st.just(".d/"), NAMES).map("".join)
    shadows = st.tuples(stem, st.sampled_from(FRAGMENTS)).map("".join)
    found = {f"{BASES[-1]}/gw{name}{unit}": MINIMAL for unit in FRAGMENTS if unit != "@1.service"}
    found |= draw(st.dictionaries(shadows, st.one_of(STARTING, STARTING, st.just(Link("/dev/null"))), max_size=3))
    return found | draw(st.dictionaries(drop_ins, CONTENTS, min_size=1, max_size=6))


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Some families, and drop-ins for every service."""
    found = draw(st.dictionaries(SERVICE_D, CONTENTS, max_size=2))
    for name in FAMILIES:
        found |= draw(family(name))
    return found


class Systemd:
    """The machine's systemd, and what it says of UNITS."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def read(self) -> dict[str, tuple[str, ...]]:
        """What our reading says that systemd would use, before it has read the files."""
        wished = services.wanted(UNITS, ("1", "1"))
        readings = services.read(self._machine, wished).readings
        return {unit: readings[setting.name].after_boot or ("",) for unit, setting in zip(UNITS, wished, strict=True)}

    def limits(self) -> dict[str, tuple[str, ...]]:
        """What systemd uses once it has read them; nothing of what it does not load."""
        self._machine.check("systemctl", "daemon-reload")
        names = [f"{unit}.service" for unit in UNITS]
        shown = self._machine.check("systemctl", "show", "--property=LimitNOFILESoft,LimitNOFILE,LoadState", *names)
        blocks = [dict(line.split("=") for line in block.splitlines()) for block in shown.strip().split("\n\n")]
        return {
            unit: (block["LimitNOFILESoft"], block["LimitNOFILE"])
            for unit, block in zip(UNITS, blocks, strict=True)
            if block["LoadState"] == "loaded"
        }


@pytest.fixture
def systemd(machine: Machine) -> Iterator[Systemd]:
    yield Systemd(machine)
    machine.check("systemctl", "daemon-reload")


@hypothesis.given(tree=trees())
@hypothesis.settings(max_examples=hypothesis.settings().max_examples // 20)
def test_after_boot_is_what_systemd_uses_once_it_has_read_the_files(
    machine: Machine, systemd: Systemd, tree: Tree
) -> None:
    with machine.holding(PLACED, tree):
        before = systemd.read()
        after = systemd.limits()
        assert {unit: before[unit] for unit in after} == after


def backwards(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(unit_files, "DIRECTORIES", unit_files.DIRECTORIES[::-1])


def without_continuation(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(unit_files, "_escaped", lambda _line: False)


def only_its_own_drop_ins(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(unit_files, "_less_and_less", lambda name: [name])


LIB, ETC = BASES[-1], BASES[0]
SEVEN = MINIMAL + b"LimitNOFILE=7\n"
CASES = [
    (backwards, {f"{LIB}/gwa.service.d/10.conf": b"[Service]\nLimitNOFILE=5\n", f"{ETC}/gwa.service.d/10.conf": b""}),
    (without_continuation, {f"{LIB}/gwa.service.d/10.conf": b"[Service]\nLimitNOFILE=\\\n5\n"}),
    (only_its_own_drop_ins, {f"{LIB}/gwa-.service.d/10.conf": b"[Service]\nLimitNOFILE=5\n"}),
]


@pytest.mark.parametrize(("wrong", "drop_ins"), CASES)
def test_a_wrong_reading_is_noticed(
    machine: Machine,
    systemd: Systemd,
    monkeypatch: pytest.MonkeyPatch,
    wrong: Callable[[pytest.MonkeyPatch], None],
    drop_ins: Tree,
) -> None:
    wrong(monkeypatch)
    with machine.holding(PLACED, {f"{LIB}/gwa.service": SEVEN, f"{LIB}/gwa-x.service": SEVEN, **drop_ins}):
        before, after = systemd.read(), systemd.limits()
    assert {unit: before[unit] for unit in after} != after
