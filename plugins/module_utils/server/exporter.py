# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Prometheus' JMX exporter, an agent in the JVM of a server: its files, its flag, its page, and what is refused. Pure.

Source: https://prometheus.github.io/jmx_exporter/1.0.1/http-mode/
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from typing import Any, Collection, Dict, Iterable, List, Mapping, NamedTuple, Tuple

from ..health import exporter
from ..health.vital import ZOOKEEPER
from . import archive, tls

_DIRECTORY = "/opt"
#: What the agent takes for an address; anything else it takes for a part of its file's name.
_HOST = re.compile(r"[\w.-]+\Z|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\Z")
#: The address that listens at all of them, and one that it is reached by on the host itself.
_LOCAL = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
_OF: Mapping[str, Collection[str]] = {"kafka": exporter.KAFKA, "zookeeper": (ZOOKEEPER,)}
_TRUSTED = {"kafka": tls.KAFKA.truststore, "zookeeper": tls.ZOOKEEPER.truststore}
#: The exporter asks for both. The file's mode protects the key in it: a password would only lie beside it.
ALIAS, STORE_PASSWORD = "server", "groundwork"
_ALGORITHM, _ITERATIONS, _BYTES = "PBKDF2WithHmacSHA256", 600_000, 32


class Given(NamedTuple):
    """The inputs of a server's role, by their names without ``SERVICE_exporter_``.

    *name* is the host's, *answers_at* the name that its certificate has. *ports* are those of all servers of the host,
    by the names of their inputs, 0 where there is none.
    """

    enabled: bool
    src: str
    host: str
    port: int
    tls_enabled: bool
    username: str
    password: str
    accept_plain_password: bool
    security_enabled: bool
    name: str
    answers_at: str
    ports: Mapping[str, object]


def asked(given: Mapping[str, Any] | None, listeners: Iterable[Tuple[str, object]] = ()) -> Given | None:
    """What the role asks for by its inputs *given*; None where it asks for no exporter.

    *listeners* are ports of the server that no input of their own gives, each with what does.
    """
    if not given or not given["enabled"]:
        return None
    return Given(**{**given, "ports": {**given["ports"], **dict(listeners)}})


def describe(service: str, given: Given | None) -> Dict[str, Any]:
    """Where the exporter of *service* is on its host; empty where there is none:

    - ``jar``, ``config`` and, with TLS, ``keystore``: its files;
    - ``option``: the JVM's flag;
    - ``login``: whether somebody has to log in;
    - ``url``, ``ca``: its page, and the file with the certificates that it is trusted by.
    """
    if given is None:
        return {}
    folder = f"/etc/{service}"
    jar, config = f"{_DIRECTORY}/{archive.file_name(given.src)}", f"{folder}/exporter.yml"
    anywhere = given.host in _LOCAL
    at = (given.answers_at if given.tls_enabled else _LOCAL[given.host]) if anywhere else given.host
    scheme = "https" if given.tls_enabled else "http"
    return {
        "jar": jar,
        "config": config,
        "keystore": f"{folder}/exporter.jks" if given.tls_enabled else "",
        "option": f"-javaagent:{jar}={_bracketed(given.host)}:{given.port}:{config}",
        "login": bool(given.password),
        "url": f"{scheme}://{_bracketed(at)}:{given.port}/metrics",
        "ca": _TRUSTED[service] if given.tls_enabled else "",
    }


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def files(found: Mapping[str, Any]) -> List[Dict[str, Any]]:
    """The files of the exporter *found*, as place.with_texts takes them."""
    if not found:
        return []
    keystore = {"name": "exporter_keystore", "path": found["keystore"], "secret": True, "encoding": "base64"}
    config = {"name": "exporter", "path": found["config"], "secret": found["login"]}
    return [config, *([keystore] if found["keystore"] else [])]


def reads(found: Mapping[str, Any]) -> List[str]:
    """What the process reads of the exporter *found* when it starts."""
    return [found[name] for name in ("jar", "config", "keystore") if found.get(name)]


def refusals(service: str, given: Given | None) -> List[str]:
    """What is wrong with its inputs beyond their types, a sentence each."""
    return [] if given is None else [*_refused_address(service, given), *_refused_login(service, given)]


def _refused_address(service: str, given: Given) -> List[str]:
    prefix, found = f"{service}_exporter", []
    if not _HOST.match(given.host):
        found.append(
            f"{prefix}_host is {given.host!r} for {given.name}, which the exporter takes for no address; give a name "
            "or an address of the host."
        )
    if not archive.file_name(given.src).endswith(".jar"):
        found.append(
            f"{prefix}_src is {given.src!r} for {given.name}, which is no .jar; give the exporter's Java agent."
        )
    doubles = [name for name, port in given.ports.items() if name != f"{prefix}_port" and str(port) == str(given.port)]
    if doubles:
        found.append(
            f"{prefix}_port and {doubles[0]} are both {given.port} for {given.name}; give each a port of its own."
        )
    return found


def _refused_login(service: str, given: Given) -> List[str]:
    prefix, found = f"{service}_exporter", []
    if given.tls_enabled and not given.security_enabled:
        found.append(
            f"{prefix}_tls_enabled is true and {service}_security_enabled is not for {given.name}, and the exporter "
            "presents the server's certificate; enable that as well, or leave both out."
        )
    if bool(given.username) != bool(given.password):
        found.append(
            f"Only one of {prefix}_username and {prefix}_password is given for {given.name}; give both, or none of "
            "them."
        )
    elif not (given.username + given.password).isascii() or ":" in given.username:
        found.append(
            f"{prefix}_username or {prefix}_password has a letter for {given.name} that can't be sent to every Java; "
            "give ASCII's alone, and no colon in the name."
        )
    elif given.password and not given.tls_enabled and not given.accept_plain_password:
        found.append(
            f"{prefix}_password would be sent as plain text to {given.name}; enable {prefix}_tls_enabled, or accept "
            f"that by {prefix}_accept_plain_password."
        )
    return found


def text(service: str, found: Mapping[str, Any], salt: str, username: str, password: str) -> str:
    """The configuration of the exporter *found*, which is YAML as all JSON is.

    Of the *password* it has a hash alone. The *salt* is to be another one for each server; it is no secret, and the
    same in each run, which then changes nothing.
    """
    server: Dict[str, Any] = {}
    if username:
        server["authentication"] = {"basic": _login(f"{service} {salt}", username, password)}
    if found["keystore"]:
        store = {"filename": found["keystore"], "password": STORE_PASSWORD}
        server["ssl"] = {"keyStore": store, "certificate": {"alias": ALIAS}}
    config = {**({"httpServer": server} if server else {}), **exporter.configuration(_OF[service])}
    return f"# Managed by groundwork.kafka.{service}.\n{json.dumps(config, indent=1)}\n"


@functools.lru_cache(maxsize=None)
def _login(salt: str, username: str, password: str) -> Dict[str, Any]:
    salt = hashlib.sha256(f"{salt} {username}".encode()).hexdigest()[:32]
    digest = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), _ITERATIONS, _BYTES)
    return {
        "username": username,
        "passwordHash": digest.hex(),
        "salt": salt,
        "algorithm": _ALGORITHM,
        "iterations": _ITERATIONS,
        "keyLength": _BYTES,  # of bytes, by its code
    }
