# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import json
import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import settings
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.core.settings import Own, Reading
from ansible_collections.groundwork.kafka.plugins.module_utils.host import steps
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import journal, live, own_file
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning.huge_pages import HugePageState as State
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning.journal import Content, File, Journal, LiveValue

SWAPPINESS = "/proc/sys/vm/swappiness"
RATIO, BYTES = "/proc/sys/vm/dirty_ratio", "/proc/sys/vm/dirty_bytes"
LINKED = (BYTES, RATIO)
FILE = "/etc/sysctl.d/99-groundwork-kafka.conf"
# The digest of "new\n", by sha256sum.
NEW = "7aa7a5359173d05b63cfd682e3c38487f3cb4f7f1d60659fe59fab1505977d4c"


def inspected(*done, reading=None, text=None):
    """What was inspected of vm.swappiness, with the file FILE, that is about to do *done*."""
    state = State({"vm.swappiness": reading or Reading()}, {FILE: text})
    return steps.Inspected(settings.KERNEL, (), state, done, {"vm.swappiness": (SWAPPINESS,)})


def poke(path, before, after):
    return live.Poke("name", path, (before,), (after,), (path, before))


EVERYTHING = Journal(
    {
        FILE: File("kernel", None, ("/etc/sysctl.d",), ("a", "b")),
        "/etc/b": File("limit", Content("caf\udce9\r\n", 0o600), (), ()),
    },
    {
        (SWAPPINESS,): LiveValue("kernel", (SWAPPINESS, "60"), ((SWAPPINESS, "1"), (SWAPPINESS, "5"))),
        LINKED: LiveValue("kernel", None, ((RATIO, "60"),)),
    },
)


def test_what_is_written_is_read_again(host):
    host.write(journal.PATH, journal.render(EVERYTHING), journal.MODE)
    assert journal.read(host) == EVERYTHING


def test_its_form(host):
    host.kernel(vm__swappiness="60")
    noted = journal.recorded(
        host, Journal(), [inspected(steps.Replace(FILE, None, "new\n"), poke(SWAPPINESS, "60", "1"))]
    )
    assert json.loads(journal.render(noted)) == {
        "schema": 1,
        "files": [
            {
                "path": FILE,
                "kind": "kernel",
                "before": None,
                "directories": ["/etc/sysctl.d", "/etc"],
                "written": [NEW],
            }
        ],
        "live": [
            {
                "paths": [SWAPPINESS],
                "kind": "kernel",
                "before": {"path": SWAPPINESS, "value": "60"},
                "written": [{"path": SWAPPINESS, "value": "1"}],
            }
        ],
    }


def test_no_journal_is_an_empty_one_and_an_empty_one_is_no_file(host):
    assert journal.read(host) == Journal()
    assert journal.render(Journal()) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "cannot be understood"),
        ("{", "cannot be understood"),
        ("[]", "cannot be understood"),
        ('{"schema": 1}', "cannot be understood"),
        ('{"schema": 1, "files": [{"path": "/a"}], "live": []}', "cannot be understood"),
        ('{"schema": 1, "files": null, "live": []}', "cannot be understood"),
        ('{"schema": 2, "files": [], "live": []}', "has schema 2, which this version does not know"),
    ],
)
def test_a_journal_that_is_damaged_or_newer(host, text, sentence):
    host.put(journal.PATH, text)
    with pytest.raises(GroundworkError, match=rf"^{journal.PATH} {sentence}.*; .+\.$"):
        journal.read(host)


def test_the_first_text_is_kept_with_its_mode(host):
    host.put(FILE, "theirs\n")
    os.chmod(host.real(FILE), 0o640)
    first = journal.recorded(host, Journal(), [inspected(steps.Replace(FILE, "theirs\n", "one\n"))])
    host.put(FILE, "one\n")
    second = journal.recorded(host, first, [inspected(steps.Replace(FILE, "one\n", "two\n"))])
    assert second.files[FILE].before == Content("theirs\n", 0o640)
    assert [second.files[FILE].is_ours(text) for text in ("one\n", "two\n", "theirs\n", None)] == [
        True,
        True,
        False,
        False,
    ]


def test_a_file_of_ours_without_a_journal_was_not_there_before(host):
    host.put(FILE, own_file.HEADER + "\n")
    noted = journal.recorded(host, Journal(), [inspected(steps.Replace(FILE, "x", "new\n"))])
    assert noted.files[FILE].before is None


@pytest.mark.parametrize(
    ("own", "known", "before"),
    [
        (None, {}, (SWAPPINESS, "5")),
        (Own(("5",), ("5",)), {}, None),  # written by a version that kept no journal
        (Own(("5",), ("5",)), {FILE: File("kernel")}, (SWAPPINESS, "5")),
    ],
)
def test_a_value_that_an_earlier_version_wrote_is_not_known(host, own, known, before):
    host.kernel(vm__swappiness="5")
    noted = journal.recorded(host, Journal(known), [inspected(reading=Reading(own=own))])
    assert noted.values == {(SWAPPINESS,): LiveValue("kernel", before)}


def test_what_is_only_looked_at_is_kept_too(host):
    """A value that is right today may be changed by somebody, and then by a later run."""
    host.kernel(vm__swappiness="1")
    first = journal.recorded(host, Journal(), [inspected()])
    host.kernel(vm__swappiness="60")
    second = journal.recorded(host, first, [inspected(poke(SWAPPINESS, "60", "1"))])
    assert second.values[(SWAPPINESS,)] == LiveValue("kernel", (SWAPPINESS, "1"), ((SWAPPINESS, "1"),))


def test_what_the_kernel_does_not_have_is_kept_once_it_has_it(host):
    first = journal.recorded(host, Journal(), [inspected()])
    assert first.values == {}
    host.kernel(vm__swappiness="60")
    assert journal.recorded(host, first, [inspected()]).values[(SWAPPINESS,)].before == (SWAPPINESS, "60")


@pytest.mark.parametrize(
    ("ratio", "size", "expected"),
    [("20", "0", (RATIO, "20")), ("0", "1048576", (BYTES, "1048576")), ("0", "0", (BYTES, "0"))],
)
def test_of_linked_values_the_one_that_is_not_zero_counts(host, ratio, size, expected):
    host.kernel(vm__dirty_ratio=ratio, vm__dirty_bytes=size)
    assert journal.in_force(host, LINKED) == expected


def test_linked_values_are_one_entry(host):
    host.kernel(vm__dirty_ratio="20", vm__dirty_bytes="0")
    both = {"vm.dirty_ratio": LINKED, "vm.dirty_bytes": LINKED}
    first = steps.Inspected(
        "kernel", (), State({"vm.dirty_ratio": Reading(), "vm.dirty_bytes": Reading()}, {}), (), both
    )
    noted = journal.recorded(host, Journal(), [first])
    pokes = steps.Inspected("kernel", (), State({}, {}), [poke(RATIO, "20", "60"), poke(BYTES, "0", "1048576")])
    noted = journal.recorded(host, noted, [pokes])
    assert noted.values == {LINKED: LiveValue("kernel", (RATIO, "20"), ((RATIO, "60"), (BYTES, "1048576")))}


def test_the_same_again_adds_nothing(host):
    host.kernel(vm__swappiness="60")
    changes = [inspected(steps.Replace(FILE, None, "new\n"), poke(SWAPPINESS, "60", "1"))]
    noted = journal.recorded(host, Journal(), changes)
    assert journal.recorded(host, noted, changes) == noted
