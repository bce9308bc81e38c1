# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The order in which systemd's programs read the .conf files of several directories."""

from __future__ import annotations

from typing import Dict, List, Sequence

from ..host.machine import Host


def in_order(host: Host, directories: Sequence[str]) -> List[str]:
    """The files of *directories* by name; a name in an earlier directory shadows it in the later ones."""
    chosen: Dict[str, str] = {}
    for directory in directories:
        for name in host.names(directory):
            if name.endswith(".conf") and not name.startswith("."):
                chosen.setdefault(name, directory + "/" + name)
    return [chosen[name] for name in sorted(chosen)]
