# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What limits.conf and limits.d give users: our reading of them against sessions that PAM opens."""

from __future__ import annotations

from typing import Callable, Iterator, Sequence

import hypothesis
import pytest
from hypothesis import strategies as st

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import pam_limits
from ansible_collections.groundwork.kafka.plugins.module_utils.readers.pam_limits import User
from tests.oracle.machine import Directory, Link, Machine, Tree

MAIN, FOLDER = "/etc/security/limits.conf", "/etc/security/limits.d"
PLACED = [MAIN, FOLDER]
Session = tuple[int, int]  # soft and hard

USERS = (
    User("root", 0, 0, frozenset({"root"}), frozenset({0})),
    User("kafka", 1500, 1500, frozenset({"kafka", "extra"}), frozenset({1500, 2500})),
    User("other", 1501, 2500, frozenset({"extra"}), frozenset({2500})),
)
MAKE_USERS = (
    "groupadd -g 2500 extra && useradd -u 1500 -U -G extra kafka && useradd -u 1501 -N -g extra other &&"
    "[ $(id -g kafka) = 1500 ]"
)
LOOK = "ulimit -Sn; ulimit -Hn"
OPEN_ALL = "".join(f"runuser -s /bin/sh -c '{LOOK}' {user.name} || echo refused refused;" for user in USERS)

DOMAINS = st.sampled_from(
    [
        *("root", "kafka", "other", "nobody", "Kafka", "*", "@root", "@kafka", "@extra", "@other", "@*", "%extra", "%"),
        *(":0", "0:", "0:0", ":1500", "1500:", "1500:1500", "1000:2000", "1501:", ":1501", "2000:1000", "0:1500"),
        *("@:0", "@0:", "@0:0", "@:1500", "@1500:", "@1000:2000", "@:2500", "@2500:", "@2500:2500", "@0:2500", "@1500"),
        *("%:0", "%0:", "%:2500", "%1500:", "1500", ":", "@:", "a:b", "1500:x", "x:1500", "+1500:", "-1:", "²:", "@"),
    ]
)
COMMON = st.sampled_from(["root", "kafka", "other", "*", "@extra"])
# Never above what a session here may have: what PAM then refuses is another question.
NUMBERS = st.sampled_from(["256", "512", "0700", "1000", "1024", "2000", "3000x", "4000", "none", "5000,", "+600", "²"])
SOFT = st.sampled_from(["unlimited", "-1", "infinity", "Unlimited", "-", "-2"])
SPACE = st.sampled_from([" ", "\t", "  ", " \t "])
NOISE = st.sampled_from(
    [
        *("", "#", "# kafka - nofile 9", "kafka", "kafka soft", "kafka - nofile", "* - nproc 100", "kafka x nofile 77"),
        *("kafka -", "other -", "* -", "@extra -", ":1500 -", "@:0 -", "%extra -", "root -", "0: -", "nobody -"),
        *("kafka - -", "kafka - nofile 300 # why", "kafka - nofile#300", "kafka\u00a0-\u00a0nofile\u00a0300", "\udcff"),
        *("kafka - nofile 301 302", "kafka - \\\nnofile 303", "  kafka - nofile 304", "kafka\x0b-\x0cnofile 305"),
        *(
            "kafka soft nofile 306\x00",
            "kafka -\x00",
            "kafka - NOFILE 307",
            "kafka -- nofile 308",
            "@extra - maxlogins 1",
        ),
    ]
)
NAMES = st.sampled_from(["10.conf", "a.conf", "B.conf", "b.conf", "é.conf", "x y.conf", "kafka", ".h.conf", "c.conf~"])
PLACES = st.one_of(st.just(MAIN), NAMES.map(lambda name: f"{FOLDER}/{name}"))
LINKS = st.sampled_from(["/dev/null", "../limits.conf"]).map(Link)  # one that leads nowhere: no sessions at all


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """limits.conf and some files of limits.d; few domains in each tree, so that they meet each other."""
    domains = st.sampled_from(draw(st.lists(st.one_of(COMMON, DOMAINS), min_size=1, max_size=3)))
    both = st.tuples(domains, SPACE, st.sampled_from(["-", "-", "hard", "Hard"]), SPACE, st.just("nofile "), NUMBERS)
    kinds = st.sampled_from(["soft", "SOFT"])

    def texts_of(softs: st.SearchStrategy[str], ending: str) -> st.SearchStrategy[bytes]:
        soft = st.tuples(domains, SPACE, kinds, SPACE, st.just("nofile "), softs)
        lines = st.one_of(*[both.map("".join)] * 3, *[soft.map("".join)] * 2, NOISE)
        return st.builds(text, st.lists(lines, min_size=1, max_size=4), st.just(ending), st.booleans())

    # A word before a carriage return is one to PAM 1.5 and none to PAM 1.7; a number is one to both.
    texts = st.one_of(*[texts_of(SOFT | NUMBERS, "\n")] * 2, texts_of(NUMBERS, "\r\n"))
    found = draw(st.dictionaries(PLACES, st.one_of(*[texts] * 6, LINKS, st.just(Directory())), min_size=1, max_size=4))
    main = found.get(MAIN)
    return {**found, MAIN: main if isinstance(main, bytes) else b""}  # as well as without this file


def text(lines: list[str], ending: str, ended: bool) -> bytes:
    """A file of *lines*."""
    return (ending.join(lines) + ended * ending).encode(errors="surrogateescape")


class Sessions:
    """Sessions of USERS in *machine*; *given* is what PAM gives a user whom no entry limits."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        (self.given,) = set(self.limits_of_pam().values())

    def limits_of_pam(self) -> dict[str, Session]:
        """What a new session of each user has."""
        numbers = self._machine.check("sh", "-c", OPEN_ALL).split()
        return {user.name: (int(s), int(h)) for user, s, h in zip(USERS, numbers[::2], numbers[1::2], strict=True)}

    def read(self, users: Sequence[User] = USERS) -> dict[str, Session]:
        """What they would have by our reading of the files."""
        return {user.name: self._read(user) for user in users}

    def _read(self, user: User) -> Session:
        found = pam_limits.nofile(self._machine, user)
        hard = int(found.hard.value) if found.hard else self.given[1]
        if found.soft is None:
            return min(self.given[0], hard), hard
        return hard if found.soft.value == "infinity" else min(int(found.soft.value), hard), hard


@pytest.fixture(scope="module", autouse=True)
def users(machine: Machine) -> None:
    machine.check("sh", "-c", MAKE_USERS)


@pytest.fixture
def sessions(machine: Machine) -> Iterator[Sessions]:
    with machine.emptied(PLACED):
        with machine.holding(PLACED, {MAIN: b""}):
            found = Sessions(machine)
        yield found


@hypothesis.given(tree=trees())
def test_every_session_has_the_limits_that_were_read(machine: Machine, sessions: Sessions, tree: Tree) -> None:
    with machine.holding(PLACED, tree):
        assert sessions.read() == sessions.limits_of_pam()


def backwards(machine: Machine, sessions: Sessions) -> dict[str, Session]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine, "names", lambda path: Machine.names(machine, path)[::-1])
        return sessions.read()


def without_groups(_machine: Machine, sessions: Sessions) -> dict[str, Session]:
    return sessions.read([user._replace(groups=frozenset()) for user in USERS])


def every_group_for_root(_machine: Machine, sessions: Sessions) -> dict[str, Session]:
    found = sessions.read([USERS[1]._replace(name="nobody"), *USERS[1:]])
    return {**found, "root": found.pop("nobody")}


@pytest.mark.parametrize("wrong", [backwards, without_groups, every_group_for_root])
def test_a_wrong_reading_is_noticed(
    machine: Machine, sessions: Sessions, wrong: Callable[[Machine, Sessions], dict[str, Session]]
) -> None:
    def differs(tree: Tree) -> bool:
        with machine.holding(PLACED, tree):
            return wrong(machine, sessions) != sessions.limits_of_pam()

    assert hypothesis.find(trees(), differs, settings=hypothesis.settings(phases=[hypothesis.Phase.generate]))
