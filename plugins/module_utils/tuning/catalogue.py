# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The kernel parameters, and the limits, that Kafka's documentation and its operators name: rule, reason and source.

Values are the caller's; what is fixed here is how a value is judged and why it matters. A name that is not listed can
be tuned all the same: it is exact unless the caller says otherwise.
"""

from __future__ import annotations

from typing import Dict, NamedTuple

from ..core.values import AT_LEAST, AT_MOST, EXACT

OPERATIONS = "Apache Kafka documentation, Operations: https://kafka.apache.org/documentation/#os"
GUIDE = "Kafka: The Definitive Guide, Chapter 2, OS Tuning"
KERNEL_FS = "Linux kernel documentation: https://docs.kernel.org/admin-guide/sysctl/fs.html"
KERNEL_HUGE_PAGES = "Linux kernel documentation: https://docs.kernel.org/admin-guide/mm/transhuge.html"
KERNEL_NETWORK = "Linux kernel documentation: https://docs.kernel.org/networking/ip-sysctl.html"
KERNEL_VM = "Linux kernel documentation: https://docs.kernel.org/admin-guide/sysctl/vm.html"


class Entry(NamedTuple):
    """How a setting is judged: *elements* is the count of numbers, *rule* one of exact, at_least, at_most."""

    rule: str
    reason: str
    source: str
    elements: int = 1


_SOCKET = "socket buffers large enough for fast links and for links between data centers"
_TRIPLE = "TCP buffers (minimum, default, maximum) large enough for bandwidth times delay"
_FLUSH = "fewer and larger writes, where replication covers what a power loss takes"

KERNEL: Dict[str, Entry] = {
    "vm.max_map_count": Entry(
        AT_LEAST,
        "each log segment maps an offset and a time index; a broker that runs out dies of Map failed",
        OPERATIONS,
    ),
    "vm.swappiness": Entry(EXACT, "a swapped broker answers late, and the page cache is Kafka's memory", GUIDE),
    "vm.dirty_background_ratio": Entry(EXACT, "the kernel starts writing back early and steadily", GUIDE),
    "vm.dirty_ratio": Entry(EXACT, "bursts go to the page cache; unflushed data is what replication is for", GUIDE),
    "vm.dirty_expire_centisecs": Entry(EXACT, _FLUSH, KERNEL_VM),
    "vm.dirty_writeback_centisecs": Entry(EXACT, _FLUSH, KERNEL_VM),
    "net.core.wmem_default": Entry(AT_LEAST, _SOCKET, GUIDE),
    "net.core.rmem_default": Entry(AT_LEAST, _SOCKET, GUIDE),
    "net.core.wmem_max": Entry(AT_LEAST, _SOCKET, GUIDE),
    "net.core.rmem_max": Entry(AT_LEAST, _SOCKET, GUIDE),
    "net.ipv4.tcp_wmem": Entry(AT_LEAST, _TRIPLE, GUIDE, 3),
    "net.ipv4.tcp_rmem": Entry(AT_LEAST, _TRIPLE, GUIDE, 3),
    "net.ipv4.tcp_window_scaling": Entry(EXACT, "windows above 64 KiB, for bandwidth times delay", GUIDE),
    "net.ipv4.tcp_max_syn_backlog": Entry(AT_LEAST, "many clients connect at once, above all after a restart", GUIDE),
    "net.core.netdev_max_backlog": Entry(
        AT_LEAST, "bursts of packets wait for the kernel instead of being dropped", GUIDE
    ),
    "net.core.somaxconn": Entry(
        AT_LEAST,
        "a broker's socket.listen.backlog.size is cut to it when the listener starts",
        KERNEL_NETWORK,
    ),
    "fs.nr_open": Entry(AT_LEAST, "no process can hold more descriptors, whatever its limit says", KERNEL_FS),
}

HUGE_PAGES = Entry(
    AT_MOST,
    "memory that is made huge without being asked for stalls allocations and grows the process; the JVM asks by itself",
    KERNEL_HUGE_PAGES,
)

NOFILE = Entry(
    AT_LEAST, "a broker holds one descriptor for each log segment and each connection", OPERATIONS, elements=2
)

#: Kernel parameters that a process meets while it runs, and what the kernel sets by itself.
MET_WHILE_RUNNING = {"vm.max_map_count": "65530", "fs.nr_open": "1048576"}
