# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Who is connected to a listener that a broker has no more once it is restarted with what the inventory gives."""

from __future__ import annotations

from typing import Collection, List

from ..broker import listener_names
from ..host import sockets
from ..host.machine import Host
from . import listening, secure_phase


def sentences(host: Host, pid: str, ports: Collection[int]) -> List[str]:
    """One for each listener for clients of the broker *pid*, by its file, at none of the *ports* that it is to have."""
    going = {
        name: port
        for name, port in listening.ports(host).items()
        if name not in listener_names.OF_SERVERS and port not in ports
    }
    there = sockets.connections(host, pid, set(going.values()))
    return [
        f"The listener {name}, at port {port}, goes when the server is restarted: {secure_phase.counted(there[port])}."
        for name, port in sorted(going.items())
    ]
