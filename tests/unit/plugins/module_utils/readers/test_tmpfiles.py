# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import tmpfiles

PATH = "/sys/kernel/mm/thp/enabled"
W = "w " + PATH + " - - - - "


def written(host):
    """The arguments that are written, in their order."""
    return [line.argument for line in tmpfiles.writes(tmpfiles.lines(host), PATH)]


# Each of these was carried out by systemd-tmpfiles 252 below a root of its own.
@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"/etc/tmpfiles.d/a.conf": W + "A"}, ["A"]),
        ({"/etc/tmpfiles.d/a.conf": W + "A", "/etc/tmpfiles.d/b.conf": W + "B"}, ["A"]),
        ({"/usr/lib/tmpfiles.d/a.conf": W + "A", "/etc/tmpfiles.d/b.conf": W + "B"}, ["A"]),
        ({"/etc/tmpfiles.d/B.conf": W + "B", "/etc/tmpfiles.d/a.conf": W + "A"}, ["B"]),
        ({"/etc/tmpfiles.d/a.conf": W + "A\n" + W + "B"}, ["A"]),
        ({"/etc/tmpfiles.d/a.conf": W + "A", "/run/tmpfiles.d/a.conf": W + "B"}, ["A"]),
        ({"/usr/local/lib/tmpfiles.d/a.conf": W + "A", "/run/tmpfiles.d/a.conf": W + "B"}, ["B"]),
        ({"/usr/local/lib/tmpfiles.d/a.conf": W + "A", "/usr/lib/tmpfiles.d/a.conf": W + "B"}, ["A"]),
        ({"/etc/tmpfiles.d/a.conf": "", "/usr/lib/tmpfiles.d/a.conf": W + "B"}, []),
        ({"/etc/tmpfiles.d/.a.conf": W + "A"}, []),
        ({"/etc/tmpfiles.d/a.conf.bak": W + "A"}, []),
    ],
)
def test_files(host, files, expected):
    for path, text in files.items():
        host.put(path, text + "\n")
    assert written(host) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("w! PATH - - - - A\nw PATH - - - - B", ["A"]),
        ("w+ PATH - - - - A\nw+ PATH - - - - B", ["A", "B"]),
        ("w PATH - - - - A\nw+ PATH - - - - B", ["A"]),
        ("w+ PATH - - - - A\nw PATH - - - - B\nw+ PATH - - - - C", ["A", "C"]),
        ("w PATH - - - - A\nw+ PATH - - - - A", ["A", "A"]),
        ("w PATH - - - - A\nw+ PATH - root root 0 A", ["A"]),
        ("w /sys/kernel/mm/*/enabled - - - - A\nw PATH - - - - B", ["A", "B"]),
        ("w PATH - - - - B\nw /sys/kernel/mm/*/enabled - - - - A", ["B", "A"]),
        ("w /sys/kernel/mm/{thp,x}/enabled - - - - A", ["A"]),
        ("w /sys/kernel/*/enabled - - - - A", []),
        ("w /sys//kernel/mm/./thp/enabled/ - - - - A", ["A"]),
        ("w 'PATH' - - - - A", ["A"]),
        ("w PATH - root root 0 A", ["A"]),
        ("w PATH - - - - two words ", ["two words"]),
        ("w PATH - - - - A # why", ["A # why"]),
        ("w PATH", []),
        ("w PATH - - - - -", []),
        ("w- PATH - - - - A", ["A"]),
        ("w= PATH - - - - A", ["A"]),
        ("w!- PATH - - - - A", ["A"]),
        ("W PATH - - - - A", []),
        ("f PATH - - - - A", []),
        ("bogus line\nw PATH - - - - A", ["A"]),
        ("  w   PATH - - - - A\n# w PATH - - - - B\n;w PATH - - - - C", ["A"]),
        ("w $PATH - - - - A", []),
        ("z PATH 0644\nw PATH - - - - B", ["B"]),
    ],
)
def test_lines(host, lines, expected):
    host.put("/etc/tmpfiles.d/a.conf", lines.replace("PATH", PATH) + "\n")
    assert written(host) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("", None),
        ("w PATH - - - - good", ("good", "/etc/tmpfiles.d/a.conf:1")),
        ("w PATH - - - - bad", ("bad", "/etc/tmpfiles.d/a.conf:1")),
        ("w PATH - - - - good\nw /sys/*/mm/thp/enabled - - - - bad", ("good", "/etc/tmpfiles.d/a.conf:1")),
        ("w PATH - - - - bad\nw /sys/*/mm/thp/enabled - - - - good", ("good", "/etc/tmpfiles.d/a.conf:2")),
    ],
)
def test_the_kernel_takes_the_last_that_it_accepts(host, lines, expected):
    host.put("/etc/tmpfiles.d/a.conf", lines.replace("PATH", PATH) + "\n")
    line = tmpfiles.winner(tmpfiles.lines(host), PATH, lambda argument: argument == "good")
    assert (line and (line.argument, line.origin)) == expected


def test_one_file_can_be_left_out(host):
    host.put("/etc/tmpfiles.d/a.conf", W + "A\n")
    host.put("/etc/tmpfiles.d/b.conf", W + "B\n")
    others = [line for line in tmpfiles.lines(host) if line.file != "/etc/tmpfiles.d/a.conf"]
    line = tmpfiles.winner(others, PATH, lambda _argument: True)
    assert line == tmpfiles.Line(PATH, "B", "/etc/tmpfiles.d/b.conf:1", fields=("-", "-", "-", "-"))
