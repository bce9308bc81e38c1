# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Run on a host: read and plan 60 kernel parameters as host_profile does, once, and print the milliseconds it took.

Sessions of users, systemctl and the maps of processes are left out: they cost what the host's own programs cost.
"""

from __future__ import annotations

import os
import time

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import profile, wishes

COUNT = 60
FOLDERS = ("vm", "fs", "kernel", "net/core", "net/ipv4", "net/ipv4/conf/all", "net/ipv4/conf/lo")


def parameters(host):
    """The first COUNT numbers below /proc/sys with the values that they have, so that nothing is to be changed."""
    found = {}
    for folder in FOLDERS:
        for name in host.names("/proc/sys/" + folder):
            path = f"{folder}/{name}"
            if len(found) == COUNT:
                break
            try:
                value = (host.read("/proc/sys/" + path) or "").strip()
            except OSError:  # some can only be written
                continue
            if value.isdigit() and os.access("/proc/sys/" + path, os.W_OK):
                found[path] = {"value": value, "rule": "exact"}
    return found


def main():
    host = Host()
    given = {name: option.get("default") for name, option in wishes.ARGUMENTS.items()}
    given["kernel_parameters"] = parameters(host)
    if len(given["kernel_parameters"]) < COUNT:
        raise SystemExit(f"this host has only {len(given['kernel_parameters'])} kernel parameters to read")
    start = time.perf_counter()
    profile.apply(host, wishes.asked(host, given), check=True)
    print(1000 * (time.perf_counter() - start))


if __name__ == "__main__":
    main()
