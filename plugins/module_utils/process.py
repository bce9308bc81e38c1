# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a running process got: its limits and when it was started."""

from __future__ import annotations

import os
import re

from ansible_collections.groundwork.kafka.plugins.module_utils import pam_limits
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.values import Value


def open_files(host: Host, pid: str) -> Value | None:
    """Soft and hard limit of open files of process *pid* (or self); None when there is no such process."""
    found = re.search(r"^Max open files\s+(\S+)\s+(\S+)", host.read(f"/proc/{pid}/limits") or "", re.MULTILINE)
    return (pam_limits.value(found.group(1)), pam_limits.value(found.group(2))) if found else None


def started_before(host: Host, pid: str, moment: float) -> bool:
    """Whether process *pid* was started before *moment*, in seconds since the epoch.

    ``/proc/stat`` gives the boot time in whole seconds, so a process of the same second counts as started after it.
    """
    booted = re.search(r"^btime (\d+)", host.read("/proc/stat") or "", re.MULTILINE)
    fields = (host.read(f"/proc/{pid}/stat") or "").rpartition(")")[2].split()
    if booted is None or len(fields) < 20:
        return False
    started = int(booted.group(1)) + int(fields[19]) / os.sysconf("SC_CLK_TCK")
    return started + 1 < moment
