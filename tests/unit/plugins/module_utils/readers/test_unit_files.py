# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import unit_files

ETC, RUN, LIB = "/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system"


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ([], []),
        ([f"{LIB}/kafka.service", f"{ETC}/kafka.service"], [f"{ETC}/kafka.service"]),
        (
            [f"{LIB}/kafka.service", f"{ETC}/kafka.service.d/20.conf", f"{LIB}/kafka.service.d/10.conf"],
            [f"{LIB}/kafka.service", f"{LIB}/kafka.service.d/10.conf", f"{ETC}/kafka.service.d/20.conf"],
        ),
        ([f"{LIB}/kafka.service.d/10.conf", f"{RUN}/kafka.service.d/10.conf"], [f"{RUN}/kafka.service.d/10.conf"]),
        ([f"{LIB}/kafka.service.d/10.conf", f"{ETC}/service.d/10.conf"], [f"{LIB}/kafka.service.d/10.conf"]),
        ([f"{ETC}/service.d/10.conf"], [f"{ETC}/service.d/10.conf"]),
        ([f"{ETC}/kafka.service.d/10", f"{ETC}/kafka.service.d/.10.conf", f"{ETC}/zoo.service.d/10.conf"], []),
    ],
)
def test_files(host, paths, expected):
    for path in paths:
        host.put(path, "")
    assert unit_files.files(host, ["kafka.service"]) == expected


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("a-b-c.service", "a-b-.service.d"),
        ("a-b-c.service", "a-.service.d"),
        ("kafka@1.service", "kafka@.service.d"),
    ],
)
def test_drop_ins_for_many(host, name, folder):
    host.put(f"{ETC}/{folder}/10.conf", "")
    assert unit_files.files(host, [name]) == [f"{ETC}/{folder}/10.conf"]


def test_an_instance_has_its_templates_file(host):
    host.put(f"{LIB}/kafka@.service", "")
    assert unit_files.files(host, ["kafka@1.service"]) == [f"{LIB}/kafka@.service"]


def test_a_link_to_dev_null_masks_a_drop_in(host):
    host.put(f"{LIB}/kafka.service.d/10.conf", "[Service]\nLimitNOFILE=5\n")
    os.makedirs(host.real(f"{ETC}/kafka.service.d"))
    os.symlink("/dev/null", host.real(f"{ETC}/kafka.service.d/10.conf"))
    (file,) = unit_files.files(host, ["kafka.service"])
    assert list(unit_files.assignments(host.text(file), file)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[Service]\nA=1\n[Unit]\nB = 2 \n", [("Service", "A", "1", "/f:2"), ("Unit", "B", "2", "/f:4")]),
        ("A=1\n", [("", "A", "1", "/f:1")]),
        ("[S]\n# A=1\n;A=1\nA\n", []),
        ("[S]\nA=1 \\\n  2\n", [("S", "A", "1  2", "/f:3")]),
        ("[S]\nA=1\\\n# why\n2\n", [("S", "A", "1 2", "/f:4")]),
        ("[S]\nA=1\\\\\nB=2\n", [("S", "A", "1\\\\", "/f:2"), ("S", "B", "2", "/f:3")]),
        # What systemd cannot read ends the file.
        ("[S]\nA=1\nB=\udcff\nC=3\n", [("S", "A", "1", "/f:2")]),
        ("[S]\nA=1\n[T\nC=3\n", [("S", "A", "1", "/f:2")]),
        ("[S]\n# \udcff\nA=1\n", [("S", "A", "1", "/f:3")]),
        ("[S]\r\nA=1\rB=2\n", [("S", "A", "1", "/f:2"), ("S", "B", "2", "/f:2")]),
    ],
)
def test_assignments(text, expected):
    found = unit_files.assignments(text, "/f")
    assert [(each.section, each.key, each.value, each.origin) for each in found] == expected
