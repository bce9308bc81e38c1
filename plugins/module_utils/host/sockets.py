# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where processes of the host accept connections, by the kernel's word."""

from __future__ import annotations

import ipaddress
import struct
from typing import Collection, Dict, List, Set, Tuple

from .machine import Host

_LISTEN, _ESTABLISHED = "0A", "01"  # states of a socket in /proc/net/tcp


def listening_ports(host: Host, pid: str) -> Set[int]:
    """The TCP ports at which process *pid* accepts connections."""
    return {port for _address, port in listening(host, pid)}


def taken_ports(host: Host) -> Set[int]:
    """The TCP ports at which any process of this host accepts connections."""
    return {_socket(row[1])[1] for row in _rows(host, "self") if row[3] == _LISTEN}


def listening(host: Host, pid: str) -> Set[Tuple[str, int]]:
    """The TCP addresses and ports at which process *pid* accepts connections, in its own network namespace."""
    links = [host.link(f"/proc/{pid}/fd/{name}") or "" for name in host.names(f"/proc/{pid}/fd")]
    own = {link[len("socket:[") : -1] for link in links if link.startswith("socket:[")}
    return {_socket(row[1]) for row in _rows(host, pid) if row[3] == _LISTEN and row[9] in own}


def connections(host: Host, pid: str, ports: Collection[int]) -> Dict[int, Dict[str, int]]:
    """How many connections there are to each of *ports* in the network namespace of process *pid*, by who came in."""
    found: Dict[int, Dict[str, int]] = {port: {} for port in ports}
    for row in _rows(host, pid):
        port, address = _socket(row[1])[1], _socket(row[2])[0]
        if row[3] == _ESTABLISHED and port in found:
            found[port][address] = found[port].get(address, 0) + 1
    return found


def _rows(host: Host, pid: str) -> List[List[str]]:
    """The TCP sockets in the network namespace of process *pid*, each as the words of its line."""
    tables = [host.read(f"/proc/{pid}/net/{table}") or "" for table in ("tcp", "tcp6")]
    return [line.split() for table in tables for line in table.splitlines()[1:]]


def _socket(text: str) -> Tuple[str, int]:
    """Address and port as ``/proc/net/tcp`` writes them: words of four bytes, each in the machine's own order."""
    words, _colon, port = text.rpartition(":")
    packed = b"".join(struct.pack("=I", int(words[at : at + 8], 16)) for at in range(0, len(words), 8))
    address = ipaddress.ip_address(packed)
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address), int(port, 16)
