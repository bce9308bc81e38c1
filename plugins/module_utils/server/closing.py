# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Listeners that a broker has no more once it is restarted with what the inventory gives, and who is at them."""

from __future__ import annotations

from typing import Collection, List, Mapping

from ..broker import listener_names, listeners
from ..core.errors import GroundworkError
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


def check_renamed(host: Host, wanted: Mapping[str, int]) -> None:
    """Raise GroundworkError where a listener for clients of this host would get another name at its port.

    *wanted* are ports by the inputs that give them. A broker tells who comes in of the brokers alone that have a
    listener of the same name: so until the last one is restarted, no client would find all of them.
    """
    names = {port: _name(source) for source, port in wanted.items()}
    for name, port in listening.ports(host).items():
        new = names.get(port, name)
        if new and name != new and not {name, new} & set(listener_names.OF_SERVERS):
            raise GroundworkError(
                f"The listener {name} of this host, at port {port}, would be called {new}, and until the last broker "
                f"is restarted clients would find only those that call it alike; give {new} a port of its own beside "
                f"{name}, take {name} out when its clients have gone over, and then give {new} the port {port}."
            )


def _name(source: str) -> str:
    """The name of the listener whose port the input *source* gives; empty for another one's."""
    own = {given: name for name, given in listeners.INPUTS.items()}
    return own.get(source) or source.partition(".")[2].partition(".")[0]
