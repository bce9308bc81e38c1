# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Ports of a host that lead to another one of it, each by a socket of systemd and the program that comes with it.

They are units on disk: they are there again after a boot, and a later run sees what an earlier one has left.
"""

from __future__ import annotations

import re
from typing import Dict, Mapping, Sequence

from ..core import endpoint
from ..core.errors import GroundworkError
from ..host.machine import Host

_FOLDER = "/etc/systemd/system"
_NAME = re.compile(r"groundwork-(kafka|zookeeper)-port-([0-9]{1,5})\.socket\Z")
_TO = re.compile(r"^X-LeadsTo=([0-9]{1,5})$", re.MULTILINE)
# Where distributions have it. Source: systemd-socket-proxyd(8).
_PROGRAMS = ("/usr/lib/systemd/systemd-socket-proxyd", "/lib/systemd/systemd-socket-proxyd")
_CONNECTIONS = 4096  # its own bound of 256 is less than the clients of a ZooKeeper may be

_SOCKET = """\
# Managed by groundwork.kafka: for whoever looks for {service} where it was, or is to be, until change_ports has ended.
[Unit]
Description=Port {port} of {service}, which leads to port {to}
X-LeadsTo={to}

[Socket]
ListenStream={port}

[Install]
WantedBy=sockets.target
"""
_SERVICE = """\
# Managed by groundwork.kafka: what {name}.socket starts.
[Unit]
Description=Port {port} of {service}, which leads to port {to}
Requires={name}.socket
After={name}.socket

[Service]
ExecStart={program} --connections-max={connections} {target}
DynamicUser=yes
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
"""


def there(host: Host, service: str) -> Dict[int, int]:
    """The ports of *service* that lead to others on this host; to 0 where a unit does not say where."""
    found = {}
    for name in host.names(_FOLDER):
        match = _NAME.match(name)
        if match and match.group(1) == service:
            to = _TO.search(host.text(f"{_FOLDER}/{name}"))
            found[int(match.group(2))] = int(to.group(1)) if to else 0
    return found


def program(host: Host) -> str:
    """The path of the program. Raises GroundworkError where the host has none."""
    for path in _PROGRAMS:
        if host.exists(path):
            return path
    raise GroundworkError(
        f"{_PROGRAMS[0]} is not on this host, so its former port cannot lead to its new one; install it, which is a "
        "part of systemd, or a package of its own."
    )


def have(host: Host, service: str, address: str, wanted: Mapping[int, int]) -> None:
    """Have the ports *wanted* of *service*, and no others, lead where they say, at the host's own *address*.

    The new ones are written down before the others go, so that a run that is killed is gone on with.
    """
    before = there(host, service)
    path = program(host) if wanted else ""
    for port, to in wanted.items():
        name = _unit(service, port)
        target = endpoint.join(address, to)
        given = {"service": service, "name": name, "port": port, "to": to, "target": target, "program": path}
        host.write(f"{_FOLDER}/{name}.service", _SERVICE.format(**given, connections=_CONNECTIONS))
        host.write(f"{_FOLDER}/{name}.socket", _SOCKET.format(**given))
    if wanted or before:
        _systemctl(host, ["daemon-reload"])
    for port in before:
        name = _unit(service, port)
        if wanted.get(port) != before[port]:
            _systemctl(host, ["disable", "--now", f"{name}.socket"], ["stop", f"{name}.service"])
        if port not in wanted:
            host.remove(f"{_FOLDER}/{name}.service")
            host.remove(f"{_FOLDER}/{name}.socket")
    if set(before) - set(wanted):
        _systemctl(host, ["daemon-reload"])
    for port in wanted:
        _systemctl(host, ["enable", "--now", f"{_unit(service, port)}.socket"])


def _unit(service: str, port: int) -> str:
    return f"groundwork-{service}-port-{port}"


def _systemctl(host: Host, *calls: Sequence[str]) -> None:
    for words in calls:
        done = host.run(["systemctl", *words])
        if done.rc != 0:
            raise GroundworkError(
                f"A port could not lead to another one, as systemctl {' '.join(words)} failed "
                f"({' '.join(done.stderr.split())}); mend what journalctl -xe names on that host, and run again."
            )
