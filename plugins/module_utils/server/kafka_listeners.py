# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a Kafka server is asked whether it is back, and what its listeners are to present. Pure."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence

from ..broker import listener_names
from ..broker.client_listeners import ClientListener
from ..core import endpoint


def answers_at(
    roles: Sequence[str],
    ports: Mapping[str, object],
    identity: Mapping[str, Any] | None,
    configured: bool,
    clients: Sequence[ClientListener] = (),
) -> object:
    """The port at which a server of *roles* (broker, controller) answers once it is started: the one in its file.

    That has *ports*, by listener, where this run has *configured* it. Else the file that is there counts, of which
    *identity* tells (see server_identity): the inventory may have another port, which is still to be written. A broker
    with *clients* is asked at the listener for brokers, which it has at all of its addresses whatever theirs are.
    """
    asked = listener_names.CONTROLLER
    if "broker" in roles:
        asked = listener_names.BROKER if clients else listener_names.CLIENT
    node = (identity or {}).get("node") or {}
    there: Mapping[str, object] = {} if configured else node.get("ports") or {}
    if asked == listener_names.CLIENT and asked not in there:
        return there.get(listener_names.BROKER, ports[asked])  # its file is of when it had others
    return there.get(asked, ports[asked])


def presented(
    node: object, host: str, ports: Mapping[str, object], certificate: str, clients: Sequence[ClientListener]
) -> List[Dict[str, Any]]:
    """The listeners of the broker *node* on *host* that present its *certificate*; listener_certificates takes them.

    Each is asked where it is bound, not where *clients* of another network find it.
    """
    bound = {one.name: endpoint.join(one.bind_address or host, one.port) for one in clients if one.is_over_tls}
    bound[listener_names.BROKER] = endpoint.join(host, ports[listener_names.BROKER])
    return [
        {"node": node, "name": name, "address": address, "certificate": certificate} for name, address in bound.items()
    ]
