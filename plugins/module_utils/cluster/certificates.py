# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which certificate each listener of a cluster presents, and how brokers are told to read a renewed one.

A broker reads a keystore again when its dynamic configuration names it, also where it names the same path as before:
https://kafka.apache.org/39/documentation.html#dynamicbrokerconfigs.
"""

from __future__ import annotations

import hashlib
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Sequence

from ..core.errors import GroundworkError
from ..core.x509 import PEM
from . import connection as cluster_connection

_PAUSE_SECONDS = 0.3
_AT_ONCE = 16
_TIMED_OUT = "RequestTimedOutError"


@dataclass(frozen=True)
class Listener:
    """A listener by its *name*, of the broker with the id *node*, at *address* (host:port); it is to present the
    certificate with the SHA-256 *fingerprint*, which the broker has in the file *path*."""

    node: int
    name: str
    address: str
    fingerprint: str
    path: str

    @property
    def key(self) -> str:
        """The dynamic configuration that has it read its certificate again."""
        return f"listener.name.{self.name.lower()}.ssl.keystore.location"

    def __str__(self) -> str:
        return f"broker {self.node} {self.name}"


def wanted(given: Sequence[Mapping[str, Any]]) -> List[Listener]:
    """The listeners of the module's option; GroundworkError for a certificate that is none."""
    found = []
    for one in given:
        certificate = PEM.search(one["certificate"])
        try:
            encoded = ssl.PEM_cert_to_DER_cert(certificate.group(0)) if certificate else b""
        except ValueError:
            encoded = b""
        if not encoded:
            raise GroundworkError(
                f"The certificate for the listener {one['name']} of broker {one['node']} is not PEM; give the contents "
                "of its file."
            )
        digest = hashlib.sha256(encoded).hexdigest()
        found.append(Listener(one["node"], one["name"], one["address"], digest, one["path"]))
    return found


def presented(listeners: Sequence[Listener], config: Mapping[str, Any], timeout: int) -> Dict[Listener, str]:
    """The SHA-256 fingerprint of what each listener presents; GroundworkError where one presents none."""
    context = cluster_connection.client_options(config).get("ssl_context")
    if not isinstance(context, ssl.SSLContext):
        raise GroundworkError("client_config has no security.protocol SSL or SASL_SSL; set kafka_security_enabled.")
    context.check_hostname = False  # it is looked at, whatever it is: nothing is told to who presents it
    context.verify_mode = ssl.CERT_NONE
    failed: List[str] = []

    def fingerprint(listener: Listener) -> str:
        host, port = cluster_connection.address(listener.address)
        try:
            plain = socket.create_connection((host, port), timeout=timeout)
            with plain, context.wrap_socket(plain, server_hostname=host) as connection:
                return hashlib.sha256(connection.getpeercert(binary_form=True) or b"").hexdigest()
        except OSError as error:
            failed.append(f"{listener} at {listener.address}: {error.strerror or error}")
            return ""

    with ThreadPoolExecutor(max_workers=min(len(listeners), _AT_ONCE) or 1) as pool:
        found = dict(zip(listeners, pool.map(fingerprint, listeners)))
    if failed:
        raise GroundworkError(
            f"Listeners presented no certificate ({'; '.join(sorted(failed))}); look at the journals of these brokers."
        )
    return found


def outdated(found: Mapping[Listener, str]) -> List[Listener]:
    """Those that present another certificate than they are to."""
    return [listener for listener, fingerprint in found.items() if fingerprint != listener.fingerprint]


def changes(listeners: Sequence[Listener]) -> Dict[int, Dict[str, str]]:
    """The dynamic configuration by broker that has *listeners* read their certificates."""
    found: Dict[int, Dict[str, str]] = {}
    for listener in listeners:
        found.setdefault(listener.node, {})[listener.key] = listener.path
    return found


def apply(client: Any, listeners: Sequence[Listener]) -> List[Listener]:
    """Tell the brokers over kafka-python's *client*; those of *listeners* whose broker did not answer in time, which it
    may have renewed nevertheless. GroundworkError when one refuses what its file holds."""
    unanswered: List[Listener] = []
    for node, configs in changes(listeners).items():
        result = _tell(client, node, configs)
        told = [one for one in listeners if one.node == node]
        if _TIMED_OUT in result:
            unanswered += told
        elif result != "OK":
            files = " and ".join(sorted({one.path for one in told}))
            raise GroundworkError(
                f"Broker {node} refuses its new certificate and goes on with the old one ({result}); look at the "
                f"file {files} there: it takes one of the same name, with the same or more alternative names, that "
                "its truststore trusts."
            )
    return unanswered


def _tell(client: Any, node: int, configs: Mapping[str, str]) -> str:
    """What the broker answers to a change of its dynamic configuration: OK, or an error."""
    from kafka import admin as kafka  # noqa: PLC0415 only who asks a cluster has it
    from kafka.errors import KafkaTimeoutError, RequestTimedOutError  # noqa: PLC0415

    resource = kafka.ConfigResource(kafka.ConfigResourceType.BROKER, str(node), dict(configs))
    try:
        # kafka-python checks keys against those that the broker lists, and these have the listener's name in them.
        answer = client.alter_configs([resource], raise_on_unknown=False)
    except (KafkaTimeoutError, RequestTimedOutError):
        return _TIMED_OUT
    return str(next(result for results in answer.values() for result in results.values()))


def run(client: Any, listeners: Sequence[Listener], params: Mapping[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    config, timeout = params["client_config"], params["timeout"]
    found = presented(listeners, config, timeout)
    old = outdated(found)
    if old and not check_mode:
        _renew(client, old, config, timeout)
    return {
        "changed": bool(old),
        "renewed": [str(listener) for listener in old],
        "diff": {
            "before": "".join(f"{one} presents {found[one]}\n" for one in listeners),
            "after": "".join(f"{one} presents {one.fingerprint}\n" for one in listeners),
        },
    }


def _renew(client: Any, listeners: Sequence[Listener], config: Mapping[str, Any], timeout: int) -> None:
    """Tell the brokers, and wait until all of *listeners* present what they are to: a broker answers before it has done
    it, or has done it and did not answer in time. Where it has not, it is told again, which changes nothing else."""
    unanswered = apply(client, listeners)
    end = time.monotonic() + timeout
    while True:
        left = outdated(presented(listeners, config, timeout))
        if not left:
            return
        if time.monotonic() >= end:
            why = "did not answer" if set(left) <= set(unanswered) else "took the change"
            raise GroundworkError(
                f"{', '.join(map(str, left))} {why} and present another certificate than the one given after "
                f"{timeout} seconds; see whether the file on the host is the one given, then restart the broker."
            )
        time.sleep(_PAUSE_SECONDS)
        unanswered = apply(client, [listener for listener in left if listener in unanswered])
