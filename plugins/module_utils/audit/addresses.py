# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where the brokers that an audit has found may be asked: at listeners without security, by their own files."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping

from ..core import host_port
from ..review import settings

_PLAIN = "PLAINTEXT"
#: What means all addresses of the broker's host, and what means another machine to whoever asks.
_EVERYWHERE = ("", "0.0.0.0", "[::]")  # noqa: S104 nobody listens here
_LOOPBACK = ("localhost", "127.", "[::1]")
_PORT = 9092


def plain(results: Mapping[str, Mapping[str, Any]], addresses: Mapping[str, str]) -> List[str]:
    """HOST:PORT of the listeners without security of the brokers in *results*, of host_audit.

    *addresses* are by the inventory's name of a host, for listeners that name none.
    """
    found: List[str] = []
    for host, result in results.items():
        for broker in (result.get("reviewed") or {}).get("brokers") or []:
            found += _of_broker(broker["config"], addresses.get(host) or host)
    return list(dict.fromkeys(found))


def _of_broker(config: Mapping[str, str], host: str) -> List[str]:
    protocols = _protocols(config.get("listener.security.protocol.map", ""))
    controllers = settings.words(config.get("controller.listener.names", ""))
    told = config.get("advertised.listeners") or config.get("listeners") or f"{_PLAIN}://:{_PORT}"
    found = []
    for listener in settings.words(told):
        name, _slashes, address = listener.partition("://")
        if name in controllers or protocols.get(name, name) != _PLAIN:
            continue
        named, _colon, port = address.rpartition(":")
        if named in _EVERYWHERE:
            found.append(f"[{host}]:{port}" if ":" in host else f"{host}:{port}")
        elif not named.startswith(_LOOPBACK):
            found.append(address)
    return [address for address in found if host_port.split(address)]


def _protocols(text: str) -> Dict[str, str]:
    return dict(item.split(":", 1) for item in settings.words(text) if ":" in item)
