# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A properties file of Kafka's client format, made into what each of the clients here understands.

Spark takes Kafka's own keys; kafka-python takes options of its own, and reads PEM only. What one of them could not
read is refused for both, before anything is begun.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping

from ..core.errors import UsageError
from . import client_format, host_port, reachable
from .properties import parse

_LISTENS_SECONDS = 2.0


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
        """Options of kafka-python's clients; :class:`UsageError` for what one of the clients could not read."""
        try:
            return client_format.options(self.properties)
        except ValueError as error:
            raise UsageError(f"{self.path}: {error}") from error

    def hide(self, text: str) -> str:
        """``text`` without any of the secrets."""
        for secret in client_format.secrets(self.properties):
            text = text.replace(secret, "[hidden]")
        return text


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
    config = ClientConfig(concerning, path)
    config.for_python()
    return config


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

    def to_check(self) -> str:
        """What may keep a client out: kafka-python ends alike for silence, a wrong password and a wrong certificate."""
        path = self.client.path
        servers = self.bootstrap_servers.split(",")
        unknown = [host for server in servers for host in _hosts(server) if not reachable.resolves(host)]
        listening = next(filter(_listens, servers), None)
        if not listening and unknown:
            names = f"the name{'' if len(unknown) == 1 else 's'} {' and '.join(unknown)}"
            rest = "" if len(unknown) == len(servers) else ", and see whether the other brokers run"
            return f", as this machine knows no address of {names}: check the spelling, DNS and /etc/hosts{rest}"
        if not listening:
            return ": check the address, the listener and that the broker runs"
        wanted = (
            f"security.protocol, sasl.mechanism, the password and the certificates in {path} ({self.option})"
            if path
            else f"whether it wants {self.option}, without which this client comes without security"
        )
        return f", although something listens at {listening}: check {wanted}, and that it is a broker and does not hang"


def _hosts(server: str) -> list[str]:
    where = host_port.split(server)
    return [] if where is None else [where[0]]


def _listens(server: str) -> bool:
    """Whether something takes connections at ``server``, HOST:PORT."""
    where = host_port.split(server)
    return where is not None and not reachable.refusal(*where, _LISTENS_SECONDS)
