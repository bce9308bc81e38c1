# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The keys that tokens of clients are signed with, which a broker fetches when it starts: without them it ends at once.

Source: RefreshingHttpsJwks.init of kafka-clients, 3.9 to 4.3.
"""

from __future__ import annotations

from typing import List
from urllib.parse import urlsplit

from ..broker import properties
from ..core import reachable
from ..host.machine import Host

SETTINGS = "/etc/kafka/server.properties"
_UNIT = "/etc/systemd/system/kafka.service"
_KEY = "sasl.oauthbearer.jwks.endpoint.url"
#: Of a JVM that is told to go by somebody else.
_PROXY = ("proxyHost=", "socksProxyHost=", "-Djava.net.useSystemProxies=true")
_PORTS = {"http": 80, "https": 443}
_SECONDS = 10


def unanswered(host: Host) -> List[str]:
    """The addresses of keys in the broker's settings where nobody answers, each with why not."""
    unit = host.text(_UNIT)
    if any(flag in unit for flag in _PROXY):
        return []  # what this host reaches by itself tells nothing
    given = properties.parse(host.text(SETTINGS))
    urls = dict.fromkeys(value for key, value in given.items() if key.endswith(_KEY))
    reasons = {url: _reason(url) for url in urls}
    return [f"{url} ({reason})" for url, reason in reasons.items() if reason]


def _reason(url: str) -> str:
    """Why nobody answers at *url*; nothing where somebody does, or where it is no address in a network."""
    parts = urlsplit(url)
    if parts.scheme not in _PORTS or not parts.hostname:
        return ""
    return reachable.refusal(parts.hostname, parts.port or _PORTS[parts.scheme], _SECONDS)
