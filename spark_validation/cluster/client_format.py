# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Kafka's client format (``security.protocol``, ``ssl.*``, ``sasl.*``) as options of kafka-python.

Certificates and keys are PEM, as files or in the configuration itself: kafka-python reads no Java keystores. The
collection and the validation share it, so it imports nothing of either but what is shared as well.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import ssl
import tempfile
from typing import Any, Dict, Iterator, List, Mapping

from . import jaas

_PROTOCOLS = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
_MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
_MODULES = ("PlainLoginModule", "ScramLoginModule")
_AS_KAFKA = (
    "write it as Kafka does: org.apache.kafka.common.security.scram.ScramLoginModule (or ...plain.PlainLoginModule) "
    'required username="NAME" password="PASSWORD";'
)
_PASSED_OVER = ("bootstrap.servers", "client.id", "ssl.protocol", "ssl.enabled.protocols")
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
_OPEN_FILES = "/proc/self/fd"
_SECRET = ("ssl.keystore.key", "ssl.key.password", "sasl.jaas.config")
_INLINE = {
    "truststore": "ssl.truststore.certificates",
    "keystore": "ssl.keystore.certificate.chain and ssl.keystore.key",
}


def options(given: Mapping[str, str]) -> Dict[str, Any]:
    """The options of kafka-python for the properties *given*; keys and certificates live on in a context alone.

    Raises ValueError for what cannot be: the beginning of a sentence, which tells no secret. What Kafka would not take
    is not taken here either.
    """
    _check_keys(given)
    protocol = given.get("security.protocol", "PLAINTEXT")
    if protocol not in _PROTOCOLS:
        raise ValueError(f"security.protocol is {protocol!r}; give one of {', '.join(_PROTOCOLS)}")
    for store in _INLINE:
        _check_store(given, store)
    found: Dict[str, Any] = {"security_protocol": protocol}
    if protocol.startswith("SASL_"):
        login = _login(given)
        found["sasl_mechanism"] = given["sasl.mechanism"]
        found["sasl_plain_username"], found["sasl_plain_password"] = login["username"], login["password"]
    if protocol.endswith("SSL"):
        found["ssl_context"] = _context(given)
    return found


def secrets(given: Mapping[str, str]) -> List[str]:
    """What of the properties *given* nobody is to see, the longest first."""
    found = [given[name] for name in _SECRET if given.get(name)]
    with contextlib.suppress(ValueError):  # the whole line is hidden
        found.append(jaas.parse(given.get("sasl.jaas.config", "")).options.get("password", ""))
    return sorted(filter(None, found), key=len, reverse=True)


def _check_keys(given: Mapping[str, str]) -> None:
    for key in given:
        if key not in _KEYS + _PASSED_OVER:
            close = difflib.get_close_matches(key, _KEYS, 1)
            known = f"perhaps {close[0]} is meant" if close else f"take it out; known are {', '.join(_KEYS)}"
            raise ValueError(f"{key} is not known here; {known}")


def _check_store(given: Mapping[str, str], store: str) -> None:
    location = given.get(f"ssl.{store}.location")
    kind = given.get(f"ssl.{store}.type", "JKS, as nothing else is said," if location else "PEM")
    if kind != "PEM":
        raise ValueError(
            f"ssl.{store}.type is {kind} and only PEM can be read by all clients here; export it (keytool "
            "-importkeystore to PKCS12, then openssl pkcs12 -nodes) and set "
            f"ssl.{store}.type=PEM with ssl.{store}.location or {_INLINE[store]}"
        )


def _login(given: Mapping[str, str]) -> Dict[str, str]:
    mechanism = given.get("sasl.mechanism", "GSSAPI")
    if mechanism not in _MECHANISMS:
        raise ValueError(
            f"sasl.mechanism is {mechanism!r} (Kafka's default is 'GSSAPI'); give one of {', '.join(_MECHANISMS)}"
        )
    try:
        login = jaas.parse(given.get("sasl.jaas.config", ""))
    except ValueError as error:
        raise ValueError(f"sasl.jaas.config cannot be used ({error}); {_AS_KAFKA}") from error
    if not login.module.endswith(_MODULES) or not {"username", "password"} <= login.options.keys():
        raise ValueError(f"sasl.jaas.config gives no user and password; {_AS_KAFKA}")
    return login.options


def _context(given: Mapping[str, str]) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    algorithm = given.get("ssl.endpoint.identification.algorithm", "https")
    if algorithm.lower() not in ("", "https"):
        raise ValueError(f"ssl.endpoint.identification.algorithm is {algorithm!r}; give https, or nothing for no check")
    context.check_hostname = bool(algorithm)
    _trust(context, given)
    if "ssl.keystore.location" in given:
        _show(context, given, given["ssl.keystore.location"], given["ssl.keystore.location"])
    elif "ssl.keystore.key" in given:
        with _file_of(given["ssl.keystore.key"], given.get("ssl.keystore.certificate.chain", "")) as path:
            _show(context, given, path, "ssl.keystore.key")
    return context


@contextlib.contextmanager
def _file_of(*texts: str) -> Iterator[str]:
    """The path of a file for the owner alone, since OpenSSL takes keys from files only.

    Linux has it in memory, so that nothing is left of it when this process is killed.
    """
    in_memory = hasattr(os, "memfd_create") and os.path.isdir(_OPEN_FILES)
    handle, path = (os.memfd_create("key"), "") if in_memory else tempfile.mkstemp()
    try:
        with os.fdopen(handle, "w", encoding="ascii", errors="replace") as file:
            file.writelines(f"{text}\n" for text in texts)
            file.flush()
            yield path or f"{_OPEN_FILES}/{handle}"
    finally:
        if path:
            os.unlink(path)


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
        raise ValueError(
            f"the certificates to trust could not be read from {where} ({_reason(error)}); give CA certificates as PEM"
        ) from error


def _show(context: ssl.SSLContext, given: Mapping[str, str], path: str, where: str) -> None:
    """Have *context* show the certificate of the file *path*. An empty password keeps OpenSSL from asking for one."""
    try:
        context.load_cert_chain(path, password=given.get("ssl.key.password", ""))
    except (OSError, ValueError) as error:
        raise ValueError(
            f"the client's key and certificate could not be read from {where} ({_reason(error)}); give PEM with the "
            "key and its certificate, and the right ssl.key.password where the key is encrypted"
        ) from error


def _reason(error: Exception) -> str:
    return (getattr(error, "reason", None) or getattr(error, "strerror", None) or str(error)).strip()
