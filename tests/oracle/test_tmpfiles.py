# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the next boot writes into a file: our reading of tmpfiles.d against systemd-tmpfiles itself, below a root."""

from __future__ import annotations

import hypothesis
from hypothesis import strategies as st

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.readers import tmpfiles
from tests.oracle.machine import Link, Machine, Tree

ROOT = "/srv/tmpfiles"
TARGET = "/sys/kernel/mm/thp/enabled"
OTHER = "/sys/kernel/mm/thp/defrag"
UNTOUCHED = b"????????????"
DIRECTORIES = ("/etc/tmpfiles.d", "/run/tmpfiles.d", "/usr/local/lib/tmpfiles.d", "/usr/lib/tmpfiles.d")
PLACED = [ROOT + directory for directory in DIRECTORIES]

NAMES = st.sampled_from(
    ["00-a.conf", "50-b.conf", "50-b.conf", "99-z.conf", "B.conf", ".hidden.conf", "50-b", "a.CONF"]
)
PATHS = st.sampled_from(
    [
        *(TARGET, TARGET, TARGET, OTHER, TARGET + "/", "/sys//kernel/mm/thp/enabled", "/sys/kernel/./mm/thp/enabled"),
        *("/sys/kernel/mm/*/enabled", "/sys/kernel/mm/thp/enable?", "/sys/*/enabled", "/sys/kernel/mm/thp/*"),
        *("/sys/kernel/mm/{thp,x}/enabled", "/sys/kernel/mm/th[o-q]/enabled", "/sys/kernel/mm/missing"),
        *(f"'{TARGET}'", f'"{TARGET}"', "relative/enabled"),
    ]
)
TYPES = st.sampled_from(["w", "w", "w", "w+", "w!", "w-", "w!-", "w+!", "z", "W", "ww", "#w", "-"])
ARGUMENTS = st.sampled_from(["A", "B", "C", "two words", "-", "", "A # why", "50%%", "A "])
FIELDS = st.sampled_from(["- - - -", "- root root 0", "-  -\t- -"])
LINES = st.one_of(
    st.builds("{} {} {} {}".format, TYPES, PATHS, FIELDS, ARGUMENTS),
    st.sampled_from(
        ["", "# why", "; why", "bogus", f"w {TARGET}", f"  w {TARGET} - - - - A", f"w\t{TARGET} - - - - B"]
    ),
)
TEXTS = st.lists(LINES, max_size=4).map(lambda lines: "\n".join([*lines, ""]).encode())
CONTENTS = st.one_of(TEXTS, TEXTS, TEXTS, st.just(Link("/dev/null")))
TREES = st.dictionaries(st.tuples(st.sampled_from(PLACED), NAMES).map("/".join), CONTENTS, max_size=5)


def written(machine: Machine, tree: Tree) -> bytes:
    """What systemd-tmpfiles makes of the file."""
    with machine.holding([*PLACED, ROOT + "/sys"], {**tree, ROOT + TARGET: UNTOUCHED, ROOT + OTHER: UNTOUCHED}):
        machine.run(["systemd-tmpfiles", f"--root={ROOT}", "--create", "--remove", "--boot"])
        with open(machine.real(ROOT + TARGET), "rb") as file:
            return file.read()


def read(machine: Machine, tree: Tree) -> bytes:
    """What our reading says that it makes: writing in place, and adding at the end."""
    text = UNTOUCHED
    with machine.holding(PLACED, tree):
        for line in tmpfiles.writes(tmpfiles.lines(Host(machine.real(ROOT))), TARGET):
            argument = line.argument.encode()
            text = text + argument if line.appends else argument + text[len(argument) :]
    return text


@hypothesis.given(tree=TREES)
def test_the_same_is_written(machine: Machine, tree: Tree) -> None:
    assert read(machine, tree) == written(machine, tree)


def test_two_lines_for_one_path_are_where_a_wrong_reader_is_noticed(machine: Machine) -> None:
    tree: Tree = {
        PLACED[0] + "/a.conf": f"w {TARGET} - - - - A\n".encode(),
        PLACED[3] + "/b.conf": f"w {TARGET} - - - - B\n".encode(),
    }
    assert written(machine, tree) == b"A" + UNTOUCHED[1:]
