# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A properties file of Kafka's client format, made into what each of the clients here understands.

Spark takes Kafka's own keys; kafka-python takes options of its own, and reads PEM only. What one of them could not
read is refused for both, before anything is begun.
"""

from __future__ import annotations

import re
import ssl
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping

from .errors import UsageError
from .properties import parse

PROTOCOLS = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
_KNOWN = (
    "security.protocol",
    "ssl.truststore.type",
    "ssl.truststore.location",
    "ssl.truststore.certificates",
    "ssl.keystore.type",
    "ssl.keystore.location",
    "ssl.keystore.certificate.chain",
    "ssl.keystore.key",
    "ssl.key.password",
    "ssl.endpoint.identification.algorithm",
    "sasl.mechanism",
    "sasl.jaas.config",
)
_INLINE = {
    "truststore": ("ssl.truststore.certificates",),
    "keystore": ("ssl.keystore.certificate.chain", "ssl.keystore.key"),
}
_SECRET = ("ssl.keystore.key", "ssl.key.password", "sasl.jaas.config")
_LOGIN = re.compile(r"\s*\S*\.(?:Plain|Scram)LoginModule\s+required\s+(.*?);?\s*\Z", re.DOTALL)
_LOGIN_OPTION = re.compile(r'(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))', re.DOTALL)


@dataclass(frozen=True)
class ClientConfig:
    """The ``properties`` that say how to reach a cluster and who asks; none for one without security.

    They stay out of its text, so that no traceback shows them.
    """

    properties: Mapping[str, str] = field(default_factory=dict, repr=False)
    path: Path | None = None

    def for_spark(self) -> dict[str, str]:
        """Options of Spark's Kafka source and sink."""
        return {f"kafka.{name}": value for name, value in self.properties.items()}

    def for_python(self) -> dict[str, Any]:
        """Options of kafka-python's clients; the key and its certificates live on in the context alone."""
        protocol = self.properties.get("security.protocol", "PLAINTEXT")
        options: dict[str, Any] = {"security_protocol": protocol}
        if protocol.endswith("SSL"):
            options["ssl_context"] = self._ssl_context()
        if protocol.startswith("SASL"):
            login = self._login()
            options["sasl_mechanism"] = self.properties["sasl.mechanism"]
            options["sasl_plain_username"] = login["username"]
            options["sasl_plain_password"] = login["password"]
        return options

    def hide(self, text: str) -> str:
        """``text`` without any of the secrets."""
        secrets = [self.properties[name] for name in _SECRET if self.properties.get(name)]
        if "sasl.jaas.config" in self.properties:
            secrets.append(self._login()["password"])
        for secret in secrets:
            text = text.replace(secret, "[hidden]")
        return text

    def validated(self) -> ClientConfig:
        """Itself, or :class:`UsageError` for what one of the clients could not read."""
        protocol = self.properties.get("security.protocol", "PLAINTEXT")
        if protocol not in PROTOCOLS:
            raise self._wrong(f"security.protocol {protocol!r} is not one of {', '.join(PROTOCOLS)}")
        for store in _INLINE:
            self._require_pem(store)
        self._require_known()
        if protocol.startswith("SASL"):
            mechanism = self.properties.get("sasl.mechanism", "GSSAPI")
            if mechanism not in MECHANISMS:
                raise self._wrong(
                    f"sasl.mechanism {mechanism} (Kafka's default is GSSAPI) is not one of {', '.join(MECHANISMS)}"
                )
            self._login()
        if protocol.endswith("SSL"):
            self._ssl_context()
        return self

    def _wrong(self, what: str) -> UsageError:
        return UsageError(f"{what}, in {self.path}")

    def _require_known(self) -> None:
        unknown = sorted(set(self.properties) - set(_KNOWN))
        if unknown:
            raise self._wrong(
                f"{unknown[0]} is not understood by all clients here, only {', '.join(_KNOWN)}; take it out"
            )

    def _require_pem(self, store: str) -> None:
        """Refuse a JKS or PKCS12 store: kafka-python has no reader for them."""
        location = self.properties.get(f"ssl.{store}.location")
        given = self.properties.get(f"ssl.{store}.type") or ("JKS, as nothing else is said," if location else "PEM")
        if given != "PEM":
            raise self._wrong(
                f"ssl.{store}.type is {given} and only PEM can be read by all clients here: export it (keytool "
                "-importkeystore to PKCS12, then openssl pkcs12 -nodes) and set "
                f"ssl.{store}.type=PEM with ssl.{store}.location or {' and '.join(_INLINE[store])}"
            )
        if location and not Path(location).is_file():
            raise self._wrong(f"ssl.{store}.location {location} is not a file")

    def _login(self) -> dict[str, str]:
        """Options of the JAAS line; what is wrong with it is told without quoting it."""
        module = _LOGIN.match(self.properties.get("sasl.jaas.config", ""))
        options = {
            name: bare or re.sub(r"\\(.)", r"\1", quoted)
            for name, quoted, bare in _LOGIN_OPTION.findall(module.group(1) if module else "")
        }
        if not {"username", "password"} <= set(options):
            raise self._wrong(
                "sasl.jaas.config must read org.apache.kafka.common.security.scram.ScramLoginModule (or "
                '…plain.PlainLoginModule) required username="NAME" password="SECRET";'
            )
        return options

    def _ssl_context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.check_hostname = self.properties.get("ssl.endpoint.identification.algorithm", "https") != ""
        trusted = self._pem("truststore")
        try:
            if trusted:
                context.load_verify_locations(cadata=trusted)
            else:
                context.load_default_certs()
        except (ssl.SSLError, ValueError) as error:
            raise self._wrong("the truststore holds no certificate in PEM") from error
        location, own = self.properties.get("ssl.keystore.location"), self._pem("keystore")
        if location:
            self._load_own(context, location)
        elif own:
            # OpenSSL takes a private key from a file alone; this one is nobody else's, and gone at once.
            with tempfile.NamedTemporaryFile("w", encoding="ascii", prefix="groundwork-") as scratch:
                scratch.write(own + "\n")
                scratch.flush()
                self._load_own(context, scratch.name)
        return context

    def _pem(self, store: str) -> str:
        location = self.properties.get(f"ssl.{store}.location")
        if location:
            try:
                return Path(location).read_text(encoding="ascii")
            except (OSError, UnicodeDecodeError) as error:
                raise self._wrong(f"ssl.{store}.location {location} cannot be read as PEM") from error
        return "\n".join(self.properties[name] for name in _INLINE[store] if name in self.properties)

    def _load_own(self, context: ssl.SSLContext, pem_file: str) -> None:
        try:
            # A password always: without one, OpenSSL would ask for it on the terminal.
            context.load_cert_chain(pem_file, password=self.properties.get("ssl.key.password", ""))
        except (ssl.SSLError, OSError) as error:
            raise self._wrong(
                "the keystore is not a certificate in PEM with its private key, "
                "or ssl.key.password does not open the key"
            ) from error


def load(path: Path | None) -> ClientConfig:
    """The file's properties that concern the connection; what else it sets for a client is not the validation's.

    Raises :class:`UsageError` for a file that cannot be read or meant. Locations are made absolute, for Spark works
    in a folder of its own.
    """
    if path is None:
        return ClientConfig()
    try:
        told = parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"the client configuration {path} cannot be read: {getattr(error, 'strerror', '') or error}"
        ) from error
    concerning = {
        name: str(Path(value).absolute()) if name.endswith(".location") else value
        for name, value in told.items()
        if re.match(r"security\.|ssl\.|sasl\.", name)
    }
    return ClientConfig(concerning, path).validated()


@dataclass(frozen=True)
class Connection:
    """A cluster and how to reach it, for every client alike; ``option`` is the one that names the client's file."""

    bootstrap_servers: str
    client: ClientConfig = field(default_factory=ClientConfig)
    option: str = "--client-config"

    def for_spark(self) -> dict[str, str]:
        """Options of Spark's Kafka source and sink."""
        return {"kafka.bootstrap.servers": self.bootstrap_servers, **self.client.for_spark()}

    def for_python(self) -> dict[str, Any]:
        """Options of kafka-python's clients."""
        return {"bootstrap_servers": self.bootstrap_servers.split(","), **self.client.for_python()}
