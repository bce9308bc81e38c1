# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The kernel's command line: what it sets before any file is read.

Source: Linux kernel documentation, ``https://docs.kernel.org/admin-guide/kernel-parameters.html``.
"""

from __future__ import annotations

import re
from typing import Iterator, Tuple

from ..host.machine import Host

FILE = "/proc/cmdline"
ORIGIN = FILE + ":1"

_WORD = re.compile(r'(?:[^\s"]|"[^"]*")+')


def options(host: Host) -> Iterator[Tuple[str, str]]:
    """The options with a value, in order, without their quotes; what follows ``--`` is for init."""
    for word in _WORD.findall(host.text(FILE)):
        if word == "--":
            return
        name, equals, value = word.replace('"', "").partition("=")
        if equals:
            yield name, value


def sysctl(host: Host) -> Iterator[Tuple[str, str]]:
    """The kernel parameters that it sets (``sysctl.vm.swappiness=1``): path below ``/proc/sys``, and value."""
    for name, value in options(host):
        if name.startswith(("sysctl.", "sysctl/")):
            yield name[len("sysctl.") :].replace(".", "/"), value
