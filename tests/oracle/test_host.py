# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A value of the kernel that is longer than a page, which /proc/sys gives to one read alone: ours against cat."""

from __future__ import annotations

import subprocess
import sys

RESERVED = "/proc/sys/net/ipv4/ip_local_reserved_ports"  # of a network namespace, so that no host's value changes
LONG = ",".join(str(port) for port in range(1025, 9025, 2))
READ = f"""
import sys
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
sys.stdout.write(Host().read("{RESERVED}"))
"""


def test_a_long_value_is_read_whole() -> None:
    script = f'echo {LONG} >{RESERVED} && cat {RESERVED} && exec "$0" -c "$1"'
    done = subprocess.run(
        ["unshare", "--net", "sh", "-c", script, sys.executable, READ], capture_output=True, check=True, text=True
    )
    assert done.stdout.split("\n") == [LONG, LONG, ""]
