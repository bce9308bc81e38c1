# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import errno

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import settings
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import huge_pages, profile, wishes

LINE = "w /sys/kernel/mm/transparent_hugepage/enabled - - - - "
ALWAYS, MADVISE, NEVER = "[always] madvise never\n", "always [madvise] never\n", "always madvise [never]\n"


def apply(host, given="madvise", check=False):
    return profile.apply(host, wishes.wanted(host, transparent_huge_pages=given), check)


def row(host, given="madvise"):
    """The row of a host that is only looked at."""
    setting = huge_pages.wanted(given)
    return settings.row(setting, huge_pages.read(host, setting).readings[huge_pages.NAME])


def own_lines(host):
    return [line for line in (host.read(huge_pages.FILE) or "").splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("madvise", ("madvise", "at_most")),
        ("never", ("never", "at_most")),
        ("always", ("always", "exact")),
        ({"value": "madvise", "rule": "exact"}, ("madvise", "exact")),
    ],
)
def test_wanted(given, expected):
    setting = huge_pages.wanted(given)
    assert (setting.wanted[0], setting.rule) == expected


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("sometimes", "transparent_huge_pages: 'sometimes' is none of never, madvise, always"),
        (True, "transparent_huge_pages: 'True' is none of"),
        ({"rule": "exact"}, "value, rule and reason can be given, and value must be"),
        ({"value": "madvise", "rules": "exact"}, "value, rule and reason can be given"),
        ({"value": "madvise", "rule": "about"}, "the rule 'about' is none of exact, at_least, at_most"),
    ],
)
def test_wanted_refuses(given, sentence):
    with pytest.raises(GroundworkError) as caught:
        huge_pages.wanted(given)
    assert sentence in str(caught.value)


def test_always_becomes_madvise_now_and_at_every_boot(host):
    host.put(huge_pages.ENABLED, ALWAYS)
    first = apply(host)
    assert first.changed
    assert [(r["status"], r["persisted"], r["persisted_at"], r["effective"], r["after_boot"]) for r in first.rows] == [
        ("in_effect", "madvise", huge_pages.FILE + ":5", "madvise", "madvise")
    ]
    assert own_lines(host) == [LINE + "madvise"]
    assert host.read(huge_pages.ENABLED) == MADVISE
    assert not apply(host).changed


def test_check_mode(host):
    host.put(huge_pages.ENABLED, ALWAYS)
    predicted = apply(host, check=True)
    assert (host.read(huge_pages.ENABLED), host.exists(huge_pages.FILE)) == (ALWAYS, False)
    assert (predicted.changed, predicted.diff) == (True, apply(host).diff)


def test_never_of_somebody_else_is_kept(host):
    host.put(huge_pages.ENABLED, NEVER)
    result = apply(host)
    assert [(r["status"], r["effective"], r["note"]) for r in result.rows] == [
        ("in_effect", "never", "stricter than wanted, and kept")
    ]
    assert own_lines(host) == [LINE + "never"]
    assert not apply(host).changed


def test_exact_takes_never_back(host):
    host.put(huge_pages.ENABLED, NEVER)
    apply(host)
    assert apply(host, {"value": "madvise", "rule": "exact"}).changed
    assert host.read(huge_pages.ENABLED) == MADVISE
    assert own_lines(host) == [LINE + "madvise"]


def test_what_we_wrote_follows_the_inventory(host):
    host.put(huge_pages.ENABLED, ALWAYS)
    apply(host, "never")
    apply(host, "madvise")
    assert (host.read(huge_pages.ENABLED), own_lines(host)) == (MADVISE, [LINE + "madvise"])


def test_a_glob_of_others_is_carried_out_later(host):
    host.put(huge_pages.ENABLED, MADVISE)
    host.put(huge_pages.FILE, LINE + "madvise\n")
    host.put("/etc/tmpfiles.d/z.conf", "# theirs\nw /sys/kernel/mm/*/enabled - - - - always\n")
    found = row(host)
    assert (found["status"], found["after_boot"], found["persisted_at"]) == (
        "overridden",
        "always",
        "/etc/tmpfiles.d/z.conf:2",
    )


def test_of_the_same_path_the_first_file_counts_which_is_ours(host):
    host.put(huge_pages.ENABLED, MADVISE)
    host.put(huge_pages.FILE, LINE + "madvise\n")
    host.put("/etc/tmpfiles.d/thp.conf", LINE + "always\n")
    assert row(host)["status"] == "in_effect"


def test_a_value_that_the_kernel_refuses_leaves_the_one_before(host):
    host.put(huge_pages.ENABLED, MADVISE)
    host.put("/proc/cmdline", "transparent_hugepage=never quiet\n")
    host.put("/etc/tmpfiles.d/0.conf", LINE + "sometimes\n")
    found = row(host)
    assert (found["persisted"], found["persisted_at"], found["after_boot"]) == (
        "sometimes",
        "/etc/tmpfiles.d/0.conf:1",
        "never",
    )
    assert found["note"] == "the kernel refuses 'sometimes'; it takes never, madvise, always"


@pytest.mark.parametrize(
    ("line", "after_boot", "origin"),
    [
        ("quiet\n", "kernel default", None),
        ("transparent_hugepage=always\n", "always", "/proc/cmdline:1"),
        ("transparent_hugepage=always transparent_hugepage=never\n", "never", "/proc/cmdline:1"),
        ("transparent_hugepage=sometimes\n", "kernel default", None),
    ],
)
def test_where_no_file_chooses_the_command_line_does(host, line, after_boot, origin):
    host.put(huge_pages.ENABLED, MADVISE)
    host.put("/proc/cmdline", line)
    found = row(host)
    assert (found["after_boot"], found["persisted_at"]) == (after_boot, origin)


@pytest.mark.parametrize(
    ("line", "after_boot", "status"),
    [("quiet\n", "always", "overridden"), ("transparent_hugepage=never\n", "madvise", "in_effect")],
)
def test_tuned_comes_last_and_leaves_it_to_a_command_line_that_chooses(host, line, after_boot, status):
    host.enable("tuned")
    host.put("/etc/tuned/active_profile", "mine\n")
    host.put("/etc/tuned/mine/tuned.conf", "[vm]\ntransparent_hugepages=always\n")
    host.put("/proc/cmdline", line)
    host.put(huge_pages.ENABLED, MADVISE)
    host.put(huge_pages.FILE, LINE + "madvise\n")
    found = row(host)
    assert (found["after_boot"], found["status"]) == (after_boot, status)


def test_a_read_only_sys(host):
    host.put(huge_pages.ENABLED, ALWAYS)
    host.sealed = ("/sys/",)
    result = apply(host)
    assert [(r["status"], r["note"]) for r in result.rows] == [
        ("read_only", "/sys cannot be written here; the file holds it for the next boot")
    ]
    assert own_lines(host) == [LINE + "madvise"]
    assert not apply(host).changed


def test_a_write_that_is_denied(host):
    host.put(huge_pages.ENABLED, ALWAYS)
    host.refused[huge_pages.ENABLED + " madvise"] = OSError(errno.EACCES, "Permission denied")
    assert [r["status"] for r in apply(host).rows] == ["read_only"]
    assert not apply(host).changed


def test_a_kernel_without_huge_pages(host):
    result = apply(host)
    assert [(r["status"], r["effective"]) for r in result.rows] == [("unavailable", None)]
    assert not apply(host).changed


def test_huge_pages_are_left_alone_unless_they_are_asked_for(host):
    host.put(huge_pages.ENABLED, ALWAYS)
    assert not apply(host, None).changed
    assert host.read(huge_pages.ENABLED) == ALWAYS
