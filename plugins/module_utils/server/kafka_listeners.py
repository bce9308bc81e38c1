# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a Kafka server is asked whether it is back, and what its listeners are to present. Pure."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence

from ..broker import listeners
from ..core import endpoint


def answers_at(
    roles: Sequence[str], ports: Mapping[str, object], identity: Mapping[str, Any] | None, configured: bool
) -> object:
    """The port at which a server of *roles* (broker, controller) answers once it is started: the one in its file.

    That has *ports*, by listener, where this run has *configured* it. Else the file that is there counts, of which
    *identity* tells (see server_identity): the inventory may have another port, which is still to be written.
    """
    asked = listeners.CLIENT if "broker" in roles else listeners.CONTROLLER
    node = (identity or {}).get("node") or {}
    there: Mapping[str, object] = {} if configured else node.get("ports") or {}
    return there.get(asked, ports[asked])


def presented(node: object, host: str, ports: Mapping[str, object], certificate: str) -> List[Dict[str, Any]]:
    """The listeners of the broker *node* on *host* that present its *certificate*; listener_certificates takes them."""
    return [
        {"node": node, "name": name, "address": endpoint.join(host, ports[name]), "certificate": certificate}
        for name in (listeners.CLIENT, listeners.BROKER)
    ]
