# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import sysctl


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("vm.swappiness", "vm/swappiness"),
        ("vm/swappiness", "vm/swappiness"),
        ("/vm/swappiness", "vm/swappiness"),
        ("vm//swappiness", "vm/swappiness"),
        ("net.ipv4.conf.eth0/100.rp_filter", "net/ipv4/conf/eth0.100/rp_filter"),
        ("net/ipv4/conf/eth0.100/rp_filter", "net/ipv4/conf/eth0.100/rp_filter"),
    ],
)
def test_normalise(key, path):
    assert sysctl.normalise(key) == path


def test_linked_parameters_name_each_other() -> None:
    assert {other: name for name, other in sysctl.PARTNERS.items()} == sysctl.PARTNERS


def test_dotted_is_the_way_back():
    assert sysctl.dotted("net/ipv4/conf/eth0.100/rp_filter") == "net.ipv4.conf.eth0/100.rp_filter"


def test_parse():
    text = "# c\n; c\n\n a.b = 1\n-c.d=2\n-e.f\nnonsense\n\tg.h\t=\t1 2\t3 \ni.j =\n"
    assert [(a.path, a.value, a.origin) for a in sysctl.parse(text, "/f")] == [
        ("a/b", "1", "/f:4"),
        ("c/d", "2", "/f:5"),
        ("e/f", None, "/f:6"),
        ("g/h", "1 2\t3", "/f:8"),
        ("i/j", "", "/f:9"),
    ]


@pytest.mark.parametrize(
    ("text", "value", "line"),
    [
        ("a=1\r\nb=2\r\n", "2", 2),
        ("a=1\rb=2\n", "2", 1),
        ("\na=1\0b=2\n", "2", 2),
        ("b=\u00a02\n", "\u00a02", 1),  # what Unicode calls white space is none for systemd
    ],
)
def test_where_lines_end(text, value, line):
    assert list(sysctl.parse(text, "/f"))[-1] == sysctl.Assignment("b", value, f"/f:{line}")


def test_files_are_read_by_name_over_all_directories(host):
    host.put("/usr/lib/sysctl.d/50-default.conf", "")
    host.put("/usr/lib/sysctl.d/10-first.conf", "")
    host.put("/run/sysctl.d/20-run.conf", "")
    host.put("/etc/sysctl.d/99-last.conf", "")
    host.put("/etc/sysctl.d/50-default.conf", "")
    host.put("/usr/local/lib/sysctl.d/20-run.conf", "")
    host.put("/etc/sysctl.d/README", "")
    host.put("/etc/sysctl.d/.hidden.conf", "")
    assert sysctl.files(host) == [
        "/usr/lib/sysctl.d/10-first.conf",
        "/run/sysctl.d/20-run.conf",
        "/etc/sysctl.d/50-default.conf",
        "/etc/sysctl.d/99-last.conf",
    ]


@pytest.mark.parametrize(
    ("files", "value", "origin"),
    [
        ({}, None, None),
        ({"/etc/sysctl.d/a.conf": "vm.swappiness=1\nvm.swappiness=2\n"}, "2", "/etc/sysctl.d/a.conf:2"),
        (
            {"/usr/lib/sysctl.d/b.conf": "vm/swappiness = 2\n", "/etc/sysctl.d/a.conf": "vm.swappiness=1\n"},
            "2",
            "/usr/lib/sysctl.d/b.conf:1",
        ),
        ({"/etc/sysctl.d/a.conf": "-vm.swappiness = 3\n"}, "3", "/etc/sysctl.d/a.conf:1"),
        ({"/etc/sysctl.d/a.conf": "vm.swappiness = 3\n-vm.swappiness\n"}, None, None),
        ({"/etc/sysctl.d/a.conf": "vm.* = 3\n"}, "3", "/etc/sysctl.d/a.conf:1"),
        ({"/etc/sysctl.d/a.conf": "vm.swappiness = 1\nvm.* = 3\n"}, "1", "/etc/sysctl.d/a.conf:1"),
        ({"/etc/sysctl.d/a.conf": "vm.* = 3\n*.swappiness = 4\n"}, "4", "/etc/sysctl.d/a.conf:2"),
        ({"/etc/sysctl.d/a.conf": "-vm.swappiness\nvm.* = 3\n"}, None, None),
        ({"/etc/sysctl.d/a.conf": "* = 3\n"}, None, None),
        ({"/etc/sysctl.conf": "vm.swappiness = 9\n"}, None, None),
    ],
)
def test_winner(host, files, value, origin):
    for path, text in files.items():
        host.put(path, text)
    winner = sysctl.BootOrder(host).winner("vm/swappiness")
    assert (winner and winner.value, winner and winner.origin) == (value, origin)


def test_sysctl_conf_counts_through_a_link(host):
    host.put("/etc/sysctl.conf", "vm.swappiness = 9\n")
    os.makedirs(host.real("/etc/sysctl.d"))
    os.symlink("../sysctl.conf", host.real("/etc/sysctl.d/99-sysctl.conf"))
    winner = sysctl.BootOrder(host).winner("vm/swappiness")
    assert (winner.value, winner.origin) == ("9", "/etc/sysctl.d/99-sysctl.conf:1")


def test_a_link_to_dev_null_masks(host):
    host.put("/usr/lib/sysctl.d/50-a.conf", "vm.swappiness = 9\n")
    os.makedirs(host.real("/etc/sysctl.d"))
    os.symlink("/dev/null", host.real("/etc/sysctl.d/50-a.conf"))
    assert sysctl.BootOrder(host).winner("vm/swappiness") is None


def test_a_directory_masks_and_does_no_harm(host):
    host.put("/usr/lib/sysctl.d/50-a.conf", "vm.swappiness = 9\n")
    os.makedirs(host.real("/etc/sysctl.d/50-a.conf"))
    assert sysctl.BootOrder(host).winner("vm/swappiness") is None


def test_one_file_can_be_left_out(host):
    host.put("/etc/sysctl.d/a.conf", "vm.swappiness = 1\n")
    host.put("/etc/sysctl.d/b.conf", "vm.swappiness = 2\n")
    assert sysctl.BootOrder(host).excluding("/etc/sysctl.d/b.conf").winner("vm/swappiness").value == "1"


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("vm.dirty_ratio=60\n", None),
        ("vm.dirty_ratio=60\nvm.dirty_bytes=1048576\n", "/etc/sysctl.d/a.conf:2"),
        ("vm.dirty_bytes=1048576\nvm.dirty_ratio=60\n", None),
        ("vm.dirty_ratio=60\nvm.dirty_bytes=0\n", None),
        # The same value again keeps its place in the order, another one does not.
        ("vm.dirty_ratio=60\nvm.dirty_bytes=1048576\nvm.dirty_ratio=60\n", "/etc/sysctl.d/a.conf:2"),
        ("vm.dirty_ratio=50\nvm.dirty_bytes=1048576\nvm.dirty_ratio=60\n", None),
        # Of two globs both are carried out, so what the first one zeroed stays so whatever the second one writes.
        ("vm.dirty_ratio=60\nvm.dirty_byte*=1048576\nvm.dirty_b*s=0\n", "/etc/sysctl.d/a.conf:2"),
        ("vm.dirty_byte*=1048576\nvm.dirty_b*s=0\nvm.dirty_ratio=60\n", None),
        # A glob writes both, by name: the bytes come first.
        ("vm.dirty_* = 50\n", None),
    ],
)
def test_zeroed_by(host, text, origin):
    host.put("/etc/sysctl.d/a.conf", text)
    zeroed = sysctl.BootOrder(host).zeroed_by("vm/dirty_ratio")
    assert (zeroed and zeroed.origin) == origin


# Who writes besides: the command line before the files, tuned after them, and files once more after tuned.


def winner(host, path="vm/swappiness"):
    found = sysctl.BootOrder(host).winner(path)
    return found and (found.value, found.origin)


def with_tuned(host, text="[sysctl]\nvm.swappiness = 10\n", main=""):
    host.enable("tuned")
    host.put("/etc/tuned/active_profile", "mine\n")
    host.put("/etc/tuned/mine/tuned.conf", text)
    host.put("/etc/tuned/tuned-main.conf", main)


def test_a_file_comes_after_the_command_line(host):
    host.put("/proc/cmdline", "sysctl.vm.swappiness=40\n")
    assert winner(host) == ("40", "/proc/cmdline:1")
    host.put("/usr/lib/sysctl.d/10.conf", "vm.swappiness = 60\n")
    assert winner(host) == ("60", "/usr/lib/sysctl.d/10.conf:1")


def test_a_line_that_only_keeps_globs_off_leaves_the_command_line(host):
    host.put("/proc/cmdline", "sysctl.vm.swappiness=40\n")
    host.put("/etc/sysctl.d/10.conf", "-vm.swappiness\nvm.* = 1\n")
    assert winner(host) == ("40", "/proc/cmdline:1")


@pytest.mark.parametrize(
    ("main", "files", "expected"),
    [
        ("", {}, ("10", "/etc/tuned/mine/tuned.conf:2")),
        ("", {"/usr/lib/sysctl.d/99.conf": "60"}, ("10", "/etc/tuned/mine/tuned.conf:2")),
        ("", {"/etc/sysctl.d/10.conf": "1"}, ("1", "/etc/sysctl.d/10.conf:1")),
        ("", {"/run/sysctl.d/10.conf": "1"}, ("1", "/run/sysctl.d/10.conf:1")),
        # tuned takes /run before /etc, and carries out /etc/sysctl.conf as well, last of all.
        ("", {"/run/sysctl.d/10.conf": "1", "/etc/sysctl.d/10.conf": "2"}, ("1", "/run/sysctl.d/10.conf:1")),
        ("", {"/etc/sysctl.d/99.conf": "1", "/etc/sysctl.conf": "2"}, ("2", "/etc/sysctl.conf:1")),
        ("reapply_sysctl = 0\n", {"/etc/sysctl.d/99.conf": "1"}, ("10", "/etc/tuned/mine/tuned.conf:2")),
    ],
)
def test_tuned(host, main, files, expected):
    with_tuned(host, main=main)
    for path, value in files.items():
        host.put(path, f"vm.swappiness = {value}\n")
    assert winner(host) == expected


def test_a_pair_over_several_writers(host):
    host.put("/etc/sysctl.d/10.conf", "vm.dirty_ratio = 60\n")
    host.put("/proc/cmdline", "sysctl.vm.dirty_bytes=1048576\n")
    assert sysctl.BootOrder(host).zeroed_by("vm/dirty_ratio") is None
    with_tuned(host, "[vm]\ndirty_bytes = 2097152\n")
    zeroed = sysctl.BootOrder(host).zeroed_by("vm/dirty_ratio")
    assert (zeroed.value, zeroed.origin) == ("2097152", "/etc/tuned/mine/tuned.conf:2")


def test_of_the_command_line_the_later_of_a_pair_wins(host):
    host.put("/proc/cmdline", "sysctl.vm.dirty_ratio=60 sysctl.vm.dirty_bytes=1048576\n")
    assert sysctl.BootOrder(host).zeroed_by("vm/dirty_ratio").value == "1048576"
    assert sysctl.BootOrder(host).zeroed_by("vm/dirty_bytes") is None
