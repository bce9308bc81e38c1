# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which certificate a running server uses on each path, whatever its file holds by now, and until when it is valid.

A listener tells it: it is asked by a TLS handshake. Where a process connects, it uses what it read when it was started:
that is what the file holds, where nothing was written since, or what its unit kept of the certificates at that time
(see RECORD). Where neither is so, nobody knows, and this says so.

What is read when: Kafka's KafkaRaftManager, which is a broker's and a controller's way to the controllers, reads its
keystore once, in all versions up to 4.4.0 (KAFKA-20025), and so does ZooKeeper's quorum. A broker's client of ZooKeeper
reads it for each connection.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from typing import List, Mapping, NamedTuple, Set, Tuple

from ..broker import secure
from ..core import findings, observation, x509
from ..core.errors import KERNEL
from ..core.moments import moment
from ..core.observation import Observation
from ..core.settings import CERTIFICATE, DRIFTED, IN_EFFECT, PENDING_RESTART, UNAVAILABLE
from ..core.x509 import Certificate
from ..host import pending, process, sockets
from ..host.machine import Host
from ..server.processes import ZOOKEEPER
from ..server.running import Server

#: Where a unit that the roles make keeps the certificates of its keystore, without the key, right before it starts.
RECORD = "/run/groundwork-{unit}.pem"
_RECORD_AGE = 120  # seconds; the process is started right after it

_SECONDS = 3
_DAY = 86400
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "localhost"}  # noqa: S104 where others listen, and by :: in IPv4 as well
_MOST_WAYS = 64
_LISTENER = re.compile(r"\s*([^:/\s]+)://(.*):([0-9]{1,5})\s*\Z")
_PORT = re.compile(r"[0-9]{1,5}\Z")
_WANTED = f"valid for {x509.WARN_DAYS} days or more"
_WHY = "once the certificate that a process uses has expired, no new connection with it succeeds"
_SOURCE = "a TLS handshake with the listener; for connections, the keystore when the process was started"
_RESTART = "restart the service, one host at a time: it goes on with the old one until then"
_RENEW = (
    "ask for a renewed one and run the playbook groundwork.kafka.site, or where others manage the service, put it into "
    "the keystore and restart the service, one host at a time"
)
_OTHER = {
    True: "the keystore holds another certificate by now",
    False: "it is not that of the keystore in its configuration file, so its dynamic configuration names another one",
}
_UNKNOWN = "the keystore was changed since the process was started, and what it held then is not known"


class Store(NamedTuple):
    """Where a certificate comes from: the file *path*, or *chain* in the configuration itself."""

    path: str = ""
    chain: str = ""


class Way(NamedTuple):
    """A path of a server's connections: a listener at *address*, or connections that it makes (None), of which each
    reads the store anew where it is *fresh*."""

    name: str
    store: Store
    address: Tuple[str, int] | None = None
    fresh: bool = False


def ways(server: Server) -> List[Way]:
    """The paths of *server* that speak TLS, by its configuration."""
    return _of_zookeeper(server.properties) if server.kind == ZOOKEEPER else _of_kafka(server.properties)


def _of_kafka(given: Mapping[str, str]) -> List[Way]:
    pairs = given.get("listener.security.protocol.map", "").split(",")
    named = dict(pair.strip().rsplit(":", 1) for pair in pairs if ":" in pair)
    found = []
    for text in given.get("listeners", "").split(","):
        match = _LISTENER.match(text)
        if match and _secured(named, match.group(1)):
            name, host, port = match.groups()
            host = host.strip("[]")
            found.append(Way(f"listener {name}", _store(given, name), (host, int(port))))
    controllers = given.get("controller.listener.names", "").split(",")[0].strip()
    if given.get("process.roles") and controllers and _secured(named, controllers):
        found.append(Way("to controllers", _store(given, controllers)))
    if given.get("zookeeper.ssl.client.enable", "").lower() == "true" and not given.get("process.roles"):
        found.append(Way("to ZooKeeper", Store(given.get("zookeeper.ssl.keystore.location", "")), fresh=True))
    return found


def _secured(named: Mapping[str, str], listener: str) -> bool:
    return named.get(listener, listener).strip().upper().endswith("SSL")


def _store(given: Mapping[str, str], listener: str) -> Store:
    prefix = f"listener.name.{listener.lower()}."
    keys = ("ssl.keystore.location", "ssl.keystore.certificate.chain")
    return Store(*(given.get(prefix + key, given.get(key, "")) for key in keys))


def _of_zookeeper(given: Mapping[str, str]) -> List[Way]:
    found = []
    # On the way to security one port takes both.
    port = "clientPort" if given.get(secure.UNIFIED, "").lower() == "true" else "secureClientPort"
    if _PORT.match(given.get(port, "")):
        host = given.get(f"{port}Address", "").strip("[]")
        address = (host, int(given[port]))
        found.append(Way("listener of clients", Store(given.get("ssl.keyStore.location", "")), address))
    if given.get("sslQuorum", "").lower() == "true":
        found.append(Way("to the quorum", Store(given.get("ssl.quorum.keyStore.location", ""))))
    return found


class Use(NamedTuple):
    """What is known of a *way*: the certificate *used* there, the one *stored* by now in the given *line* of its file,
    whether a restart is *due*, and a *note* on what is unknown or differs."""

    way: Way
    used: Certificate | None
    stored: Certificate | None
    line: int
    due: bool
    note: str | None


def uses(host: Host, server: Server) -> List[Use]:
    """What each path of *server* that speaks TLS uses.

    Raises ValueError where a configuration names more than a server ever has.
    """
    all_ways = ways(server)
    if len(all_ways) > _MOST_WAYS:  # each of which may keep this waiting
        raise ValueError(f"{len(all_ways)} listeners with TLS, where none has more than {_MOST_WAYS}")
    own = _sockets(host, server) if any(way.address for way in all_ways) else set()
    with ThreadPoolExecutor(max_workers=len(all_ways) or 1) as pool:
        presented = dict(zip(all_ways, pool.map(lambda way: _presented(host, server, way, own), all_ways)))
    return [_use(host, server, way, presented) for way in all_ways]


def observe(host: Host, server: Server, now: float) -> List[Observation]:
    """A row for each path of *server* that speaks TLS; *now* is in seconds since the epoch. Raises as uses does."""
    return [_observation(server, use, now) for use in uses(host, server)]


def _presented(host: Host, server: Server, way: Way, own: Set[Tuple[str, int]]) -> Certificate | None:
    """What the listener presents, one of the process's *own* sockets; None where none does.

    The keystore is shown to it where that is PEM: one that asks for a certificate would count a failed login. Any user
    may run what looks like a server and names this keystore, so one that its process may not read is not shown to it.
    """
    address = _listening(way, own)
    if address is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False  # it is looked at, whatever it is
    context.verify_mode = ssl.CERT_NONE
    if process.may_read(host, server.pid, way.store.path):
        _show(context, text_of(host, way.store.path))
    try:
        plain = socket.create_connection(address, timeout=_SECONDS)
        with plain, context.wrap_socket(plain) as connection:
            return x509.read(connection.getpeercert(binary_form=True) or b"")
    except (OSError, ValueError):
        return None


def _sockets(host: Host, server: Server) -> Set[Tuple[str, int]]:
    """Where the process of *server* itself listens; nothing for one in another network than ours."""
    if host.link(f"/proc/{server.pid}/ns/net") != host.link("/proc/self/ns/net"):
        return set()
    return sockets.listening(host, server.pid)


def _listening(way: Way, own: Set[Tuple[str, int]]) -> Tuple[str, int] | None:
    """The one of the *own* sockets that serves the *way*, whatever address and port it names; None without one."""
    if way.address is None:
        return None
    name, port = way.address
    addresses = sorted(address for address, at in own if at == port)
    if len(addresses) > 1:  # other listeners have the same port at other addresses
        with contextlib.suppress(OSError, ValueError):
            named = {str(found[4][0]) for found in socket.getaddrinfo(name or None, port, type=socket.SOCK_STREAM)}
            addresses = [address for address in addresses if address in named] or addresses
    return (_ANYWHERE.get(addresses[0], addresses[0]), port) if addresses else None


def _show(context: ssl.SSLContext, keystore: str) -> None:
    """Have *context* show the certificate of the *keystore*, where that is PEM and its key has no password.

    It is given the text that was read, by a file that nobody else has: what stands at the path may be another by now.
    """
    if "PRIVATE KEY-----" not in keystore:
        return
    handle = os.memfd_create("keystore")
    try:
        os.write(handle, keystore.encode("utf-8", "surrogateescape"))
        with contextlib.suppress(OSError, ValueError):
            context.load_cert_chain(f"/proc/self/fd/{handle}", password=lambda: "")
    finally:
        os.close(handle)


def _use(host: Host, server: Server, way: Way, presented: Mapping[Way, Certificate | None]) -> Use:
    stored, line = _stored(host, way.store)
    changed = bool(pending.changed_since_start(host, server.pid, _files(server, way.store)))
    if way.address is not None:
        used, note = presented[way], "its process presented no certificate there when it was asked"
    elif changed and not way.fresh:
        used, note = _recorded_at_start(host, server), _UNKNOWN
    else:  # of a Java keystore, which is not read here, a listener tells that has the same one
        alike = [one for other, one in presented.items() if one and other.store == way.store]
        used, note = stored or (alike[0] if alike else None), "its keystore can't be read here"
    other = used is not None and stored is not None and used.fingerprint != stored.fingerprint
    due = (other or used is None) and changed and not way.fresh
    return Use(way, used, stored, line, due, note if used is None else _OTHER[due] if other else None)


def _observation(server: Server, use: Use, now: float) -> Observation:
    way, used, stored, line, due, note = use
    soon = used is not None and used.until < now + x509.WARN_DAYS * _DAY
    row = observation.row(
        CERTIFICATE,
        f"{server.name} {way.name}",
        wanted=_WANTED,
        effective=_text(used),
        persisted=_text(stored),
        persisted_at=f"{way.store.path}:{line}" if stored and way.store.path else None,
        status=PENDING_RESTART if due else UNAVAILABLE if used is None else DRIFTED if soon else IN_EFFECT,
        note=note,
        reason=_WHY,
        source=_SOURCE,
    )
    if soon:
        return Observation(row, [findings.from_row(row, "certificate_expires", "high", _RESTART if due else _RENEW)])
    if not due:
        return Observation(row)
    unknown = findings.from_row(row, "certificate_not_known", "high", _RESTART)
    return Observation(row, [findings.from_row(row, "certificate_not_in_use", "medium", _RESTART) if used else unknown])


def _text(one: Certificate | None) -> str | None:
    return None if one is None else f"until {moment(one.until)}"


def _stored(host: Host, store: Store) -> Tuple[Certificate | None, int]:
    """What the store holds by now, and in which line of the file; a Java keystore is not read."""
    text = store.chain or text_of(host, store.path)
    return x509.first(text), text.partition("-----BEGIN CERTIFICATE-----")[0].count("\n") + 1


def text_of(host: Host, path: str) -> str:
    """What the file *path* of a configuration holds; nothing for what is no file of its own."""
    return host.text(path) if path.startswith("/") and not path.startswith(KERNEL) else ""


def _files(server: Server, store: Store) -> List[str]:
    """What the store is read from."""
    if store.chain:
        return [server.config] if server.config else []
    return [store.path] if store.path.startswith("/") else []


def _recorded_at_start(host: Host, server: Server) -> Certificate | None:
    """What the unit kept right before this process was started."""
    path = RECORD.format(unit=server.unit)
    written = host.modified(path) if server.unit else None
    if written is None or server.started is None or not -_RECORD_AGE < written - server.started < 2:
        return None
    return x509.first(host.text(path))
