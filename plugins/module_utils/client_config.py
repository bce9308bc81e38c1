# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Kafka's client format (``security.protocol``, ``ssl.*``, ``sasl.*``) as options of kafka-python.

Certificates and keys are PEM, as files or in the configuration itself: kafka-python reads no Java keystores.
"""

from __future__ import annotations

import difflib
import os
import re
import ssl
import tempfile
from typing import Any, Dict, Mapping

from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError

_PROTOCOLS = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
_MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
_KEYS = (
    "security.protocol",
    "sasl.mechanism",
    "sasl.jaas.config",
    "ssl.truststore.type",
    "ssl.truststore.location",
    "ssl.truststore.certificates",
    "ssl.keystore.type",
    "ssl.keystore.location",
    "ssl.keystore.certificate.chain",
    "ssl.keystore.key",
    "ssl.key.password",
    "ssl.endpoint.identification.algorithm",
)
# They change nothing of how kafka-python connects.
_PASSED_OVER = ("bootstrap.servers", "client.id", "ssl.protocol", "ssl.enabled.protocols")
_JAAS = re.compile(r"""\b(username|password)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s;"']+))""")


def options(config: Mapping[str, Any]) -> Dict[str, Any]:
    """The options of kafka-python for *config*. Raises GroundworkError, which tells no secret, for what cannot be."""
    given = {key: str(value).strip() for key, value in config.items() if value is not None}
    for key in given:
        if key not in _KEYS + _PASSED_OVER:
            raise GroundworkError(f"client_config has {key}, which is not known here{_nearest(key)}.")
    protocol = given.get("security.protocol", "PLAINTEXT")
    if protocol not in _PROTOCOLS:
        raise GroundworkError(f"security.protocol is {protocol!r}; give one of {', '.join(_PROTOCOLS)}.")
    found: Dict[str, Any] = {"security_protocol": protocol}
    if protocol.startswith("SASL_"):
        found.update(_sasl(given))
    if protocol.endswith("SSL"):
        found["ssl_context"] = _context(given)
    return found


def _nearest(key: str) -> str:
    close = difflib.get_close_matches(key, _KEYS, 1)
    return f"; did you mean {close[0]}?" if close else f"; it takes {', '.join(_KEYS)}"


def _sasl(given: Mapping[str, str]) -> Dict[str, str]:
    mechanism = given.get("sasl.mechanism", "")
    if mechanism not in _MECHANISMS:
        raise GroundworkError(f"sasl.mechanism is {mechanism!r}; give one of {', '.join(_MECHANISMS)}.")
    login = {
        name: re.sub(r"\\(.)", r"\1", double or single) or bare
        for name, double, single, bare in _JAAS.findall(given.get("sasl.jaas.config", ""))
    }
    if not login.get("username") or not login.get("password"):
        raise GroundworkError(
            "sasl.jaas.config gives no user and password; write it as Kafka does: ...LoginModule required "
            'username="NAME" password="PASSWORD";'
        )
    return {
        "sasl_mechanism": mechanism,
        "sasl_plain_username": login["username"],
        "sasl_plain_password": login["password"],
    }


def _context(given: Mapping[str, str]) -> ssl.SSLContext:
    for store in ("truststore", "keystore"):
        kind = given.get(f"ssl.{store}.type", "PEM" if f"ssl.{store}.location" not in given else "JKS")
        if kind.upper() != "PEM":
            raise GroundworkError(
                f"ssl.{store}.type is {kind}, and kafka-python reads PEM alone; give a PEM file and say "
                f"ssl.{store}.type: PEM."
            )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = given.get("ssl.endpoint.identification.algorithm", "https").lower() == "https"
    _trust(context, given)
    password = given.get("ssl.key.password")
    if "ssl.keystore.location" in given:
        _show(context, given["ssl.keystore.location"], password, "ssl.keystore.location")
    elif "ssl.keystore.key" in given:
        text = given["ssl.keystore.key"] + "\n" + given.get("ssl.keystore.certificate.chain", "") + "\n"
        handle, path = tempfile.mkstemp()  # for the owner alone; Python takes keys from files only
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(text)
            _show(context, path, password, "ssl.keystore.key")
        finally:
            os.unlink(path)
    return context


def _trust(context: ssl.SSLContext, given: Mapping[str, str]) -> None:
    try:
        if "ssl.truststore.location" in given:
            context.load_verify_locations(cafile=given["ssl.truststore.location"])
        elif "ssl.truststore.certificates" in given:
            context.load_verify_locations(cadata=given["ssl.truststore.certificates"])
        else:
            context.load_default_certs()
    except (OSError, ValueError) as error:  # an SSLError is an OSError
        where = given.get("ssl.truststore.location", "ssl.truststore.certificates")
        raise GroundworkError(
            f"The certificates to trust could not be read from {where} ({_reason(error)}); give CA certificates as PEM."
        ) from error


def _show(context: ssl.SSLContext, path: str, password: str | None, key: str) -> None:
    """Have *context* show the certificate of the file *path*. An empty password keeps OpenSSL from asking for one."""
    try:
        context.load_cert_chain(path, password=password or "")
    except (OSError, ValueError) as error:
        where = path if key.endswith("location") else key
        raise GroundworkError(
            f"The client's key and certificate could not be read from {where} ({_reason(error)}); give a PEM file with "
            "the key and its certificate, and the right ssl.key.password where the key is encrypted."
        ) from error


def _reason(error: Exception) -> str:
    return (getattr(error, "reason", None) or getattr(error, "strerror", None) or str(error)).strip()
