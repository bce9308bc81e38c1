# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Lines of sysctl.d and limits.d that their readers pass over: told by file and line, never changed, never fatal."""

from __future__ import annotations

import re
from typing import Collection, Iterator, List

from ..core import findings
from ..core.findings import Finding
from ..host.machine import Host
from . import pam_limits, sysctl


def in_sysctl(host: Host, names: Collection[str]) -> List[Finding]:
    """The lines that systemd-sysctl passes over; those that mean one of the parameters *names* matter most."""
    found = []
    for file in sysctl.files(host):
        for number, line in sysctl.lines(host.text(file)):
            if sysctl.assignment(line, "") is None:
                key = re.split(r"[\s:]", line, maxsplit=1)[0]
                ours = sysctl.dotted(sysctl.normalise(key)) in names
                why = "it has no equals sign, so systemd-sysctl passes over it"
                found.append(findings.ignored(f"{file}:{number}", line, why, "sysctl.d(5)", ours))
    return found


def in_limits(host: Host, users: Collection[str]) -> List[Finding]:
    """The lines that pam_limits passes over; those about open files of *users*, or of everybody, matter most."""
    return list(_limits(host, users))


def _limits(host: Host, users: Collection[str]) -> Iterator[Finding]:
    for words, origin in pam_limits.lines(host):
        fault = pam_limits.fault(words)
        if fault:
            ours = "nofile" in map(str.lower, words) and (words[0] in users or words[0] == "*")
            yield findings.ignored(
                origin, " ".join(words), fault + ", so pam_limits passes over it", "limits.conf(5)", ours
            )
