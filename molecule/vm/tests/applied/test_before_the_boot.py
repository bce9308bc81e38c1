# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a container cannot show: limits that no cap cuts, and a file of another tool that will win at the next boot."""

import pytest


@pytest.mark.parametrize("unit", ["kafka", "zookeeper"])
def test_the_whole_limit_reached_the_process(nofile, unit):
    soft, hard = nofile(unit)
    assert hard == 1024288
    assert soft in (262144, 1024288)  # a JVM raises its own to the hard one


@pytest.mark.parametrize(("user", "hard"), [("kafka", "1024288"), ("zookeeper", "1024288"), ("root", "1048576")])
def test_pam_gives_sessions_the_whole_limit_and_keeps_a_higher_one(host, user, hard):
    assert host.check_output("su -s /bin/sh -c 'ulimit -Sn; ulimit -Hn' %s", user).split() == ["262144", hard]


def test_huge_pages_are_for_those_who_ask(host):
    assert "[madvise]" in host.file("/sys/kernel/mm/transparent_hugepage/enabled").content_string


def test_a_later_file_is_found_with_its_line(host, rows):
    row = rows("applied")["kernel", "vm.swappiness"]
    assert (row["status"], row["persisted_at"]) == ("overridden", "/etc/sysctl.d/zz-local.conf:2")
    assert (row["wanted"], row["effective"], row["after_boot"]) == ("1", "1", "30")
    assert host.file("/proc/sys/vm/swappiness").content_string.strip() == "1"


def test_nothing_else_is_out_of_force(rows):
    changed = [row for row in rows("applied").values() if row["kind"] != "observed" and row["name"] != "vm.swappiness"]
    assert len(changed) >= 24
    assert [row for row in changed if row["status"] != "in_effect"] == []
