# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: a server's JMX exporter that could not listen, show its page or be, and what a person writes then."""

from __future__ import annotations

from typing import Any

from tests.changes.cases import AGENT
from tests.remedies.refusals import Refusal


def _exporter(server: str = "kafka", **given: Any) -> dict[str, Any]:
    """The inputs of the exporter of *server*, its agent where lab/jmx-exporter brings it."""
    return {f"{server}_exporter_{name}": value for name, value in {"enabled": True, "src": AGENT, **given}.items()}


_ADDRESSES = (
    Refusal(
        "…_host is … for …, which the exporter takes",
        _exporter(host="http://127.0.0.1"),
        "give a name or an address of the host",
        _exporter(host="127.0.0.1"),
    ),
    Refusal(
        "…_src is … for …, which is no .jar;",
        _exporter(src=f"{AGENT}.sha256"),
        "give the exporter's Java agent",
        _exporter(host="127.0.0.1"),
    ),
    Refusal(
        "…_port and … are both … for …; give",
        _exporter("zookeeper", port=2888),
        "zookeeper_exporter_port and zookeeper_peer_port are both 2888 for z1; give each a port of its own",
        _exporter("zookeeper", port=7172),
    ),
    Refusal(
        "kafka_exporter_port and … are both … for …; give",
        {**_exporter(port=7171), "kafka_listeners": [{"name": "CLIENT", "port": 9092}, {"name": "MORE", "port": 7171}]},
        "kafka_exporter_port and kafka_listeners.MORE.port are both 7171 for z1; give each a port of its own",
        {**_exporter(port=7171), "kafka_listeners": [{"name": "CLIENT", "port": 9092}, {"name": "MORE", "port": 7173}]},
    ),
    Refusal(
        "The exporter … of …_exporter_src is not on",
        _exporter(src="/nowhere/agent.jar"),
        "give its path there, or a URL that the host can fetch",
        _exporter(host="127.0.0.1"),
    ),
)
_LOGINS = (
    Refusal(
        "…_tls_enabled is true and …_security_enabled is not for …, and",
        _exporter(tls_enabled=True),
        "enable that as well, or leave both out",
        _exporter(),
    ),
    Refusal(
        "Only one of …_username and …_password is given",
        _exporter(username="prometheus"),
        "give both, or none of them",
        _exporter(),
        "kraft",
    ),
    Refusal(
        "…_username or …_password has a letter for … that",
        _exporter(username="pro:metheus", password="planted", tls_enabled=True),
        "give ASCII's alone, and no colon in the name",
        _exporter(username="prometheus", password="planted", tls_enabled=True),
        "kraft",
    ),
    Refusal(
        "…_password would be sent as plain text to …;",
        _exporter(username="prometheus", password="planted"),
        "enable kafka_exporter_tls_enabled, or accept that by kafka_exporter_accept_plain_password",
        _exporter(username="prometheus", password="planted", tls_enabled=True),
        "kraft",
    ),
    Refusal(
        "…_password would be sent as plain text to …;",
        _exporter(username="prometheus", password="planted"),
        "or accept that by kafka_exporter_accept_plain_password",
        _exporter(username="prometheus", password="planted", accept_plain_password=True),
        "kraft",
    ),
)
CASES = (*_ADDRESSES, *_LOGINS)
