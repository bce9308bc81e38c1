# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The tuning, read from the kernel, the files and the processes themselves."""

import re

import pytest


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("vm/swappiness", "1"),
        ("vm/dirty_background_ratio", "5"),
        ("vm/dirty_ratio", "60"),
        ("net/ipv4/tcp_window_scaling", "1"),
    ],
)
def test_exact_values_are_in_force(host, key, wanted):
    assert host.file(f"/proc/sys/{key}").content_string.strip() == wanted


@pytest.mark.parametrize(
    ("key", "least"),
    [
        ("vm/max_map_count", [262144]),
        ("net/core/rmem_max", [2097152]),
        ("net/core/wmem_max", [2097152]),
        ("net/ipv4/tcp_rmem", [4096, 65536, 2048000]),
        ("net/ipv4/tcp_wmem", [4096, 65536, 2048000]),
        ("net/ipv4/tcp_max_syn_backlog", [4096]),
    ],
)
def test_lower_bounds_are_kept_element_by_element(host, key, least):
    found = [int(number) for number in host.file(f"/proc/sys/{key}").content_string.split()]
    assert all(have >= want for have, want in zip(found, least, strict=True)), found


def test_the_init_system_reads_the_file_at_boot(host):
    boot = host.check_output("/usr/lib/systemd/systemd-sysctl --cat-config")
    values = dict(re.findall(r"^([a-z0-9_./]+)\s*=\s*(.+?)\s*$", boot, re.MULTILINE))
    assert values["vm.swappiness"] == "1"
    assert int(values["vm.max_map_count"]) >= 262144


def test_huge_pages_are_for_who_asks_now_and_at_every_boot(host):
    enabled = "/sys/kernel/mm/transparent_hugepage/enabled"
    assert "[always]" not in host.file(enabled).content_string
    boot = host.check_output("systemd-tmpfiles --cat-config")
    assert re.search(rf"^w {enabled} - - - - (madvise|never)$", boot, re.MULTILINE)


@pytest.mark.parametrize("service", ["kafka", "zookeeper"])
def test_the_limit_reached_the_process(host, pid, service):
    limits = host.file(f"/proc/{pid(service)}/limits").content_string
    hard = int(re.search(r"^Max open files\s+\d+\s+(\d+)", limits, re.MULTILINE)[1])
    ceiling = int(
        re.search(r"^Max open files\s+\d+\s+(\d+)", host.file("/proc/1/limits").content_string, re.MULTILINE)[1]
    )
    assert hard == min(1024288, ceiling)


@pytest.mark.parametrize("service", ["kafka", "zookeeper"])
def test_the_unit_asks_for_the_documented_limit(host, service):
    shown = host.check_output("systemctl show --property LimitNOFILE --property LimitNOFILESoft %s", service)
    assert sorted(shown.splitlines()) == ["LimitNOFILE=1024288", "LimitNOFILESoft=262144"]


@pytest.mark.parametrize("user", ["kafka", "zookeeper", "root"])
def test_pam_accepts_the_limits_and_no_session_falls_to_1024(host, user):
    soft = int(host.check_output("su -s /bin/sh -c 'ulimit -Sn' %s", user))
    ceiling = int(host.check_output("sh -c 'ulimit -Hn'"))
    assert soft == min(262144, ceiling)
