# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import kernel_command_line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("quiet ro\n", []),
        ("root=/dev/vda sysctl.vm.swappiness=1\n", [("vm/swappiness", "1")]),
        ("sysctl/vm/swappiness=1", [("vm/swappiness", "1")]),
        ("sysctl.vm/swappiness=1 sysctl.vm.swappiness=2", [("vm/swappiness", "1"), ("vm/swappiness", "2")]),
        ('sysctl.net.ipv4.tcp_rmem="4096 65536 2048000" x', [("net/ipv4/tcp_rmem", "4096 65536 2048000")]),
        ('"sysctl.net.ipv4.tcp_rmem=1 2 3"', [("net/ipv4/tcp_rmem", "1 2 3")]),
        ("sysctl.vm.swappiness", []),
        ("xsysctl.vm.swappiness=1", []),
        ("quiet -- sysctl.vm.swappiness=1", []),
    ],
)
def test_sysctl(host, text, expected):
    host.put("/proc/cmdline", text)
    assert list(kernel_command_line.sysctl(host)) == expected


def test_no_command_line(host):
    assert list(kernel_command_line.options(host)) == []
