# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: inputs of exporters that are refused, what is told, and what a person writes then."""

from __future__ import annotations

from typing import Any

from tests.changes.cases import AGENT
from tests.remedies.clusters import CLUSTERS
from tests.remedies.refusals import Refusal
from tests.servers.versions import ZOOKEEPER

_ADDRESS = CLUSTERS["keeper"].addresses["z1"]


def _of_kafka(**given: Any) -> dict[str, Any]:
    """The inputs of the broker's exporter, with the agent that is there unless another one is *given*."""
    return {f"kafka_exporter_{name}": value for name, value in {"enabled": True, "src": AGENT, **given}.items()}


_LOGIN = {"username": "monitor", "password": "planted"}
_ACCEPTED = {**_LOGIN, "accept_plain_password": True}
_OF_ADDRESSES = (
    Refusal(
        "…_host is … for …, which the exporter takes for",
        _of_kafka(host=f"http://{_ADDRESS}"),
        "give a name or an address of the host",
        _of_kafka(host=_ADDRESS),
    ),
    Refusal(
        "…_src is … for …, which is no .jar; give",
        _of_kafka(src=f"{{{{ lab_cache }}}}/kafka_2.13-{ZOOKEEPER}.tgz"),
        "give the exporter's Java agent",
        _of_kafka(),
    ),
    Refusal(
        "The exporter … of …_exporter_src is not on the control",
        _of_kafka(src="/nowhere/agent.jar"),
        "The exporter /nowhere/agent.jar of kafka_exporter_src is not on the control node; give its path there, or a "
        "URL that the host can fetch",
        _of_kafka(),
    ),
    Refusal(
        "…_port and … are both … for …; give each",
        _of_kafka(port=9092),
        "kafka_exporter_port and kafka_port are both 9092 for z1; give each a port of its own",
        _of_kafka(port=7171),
    ),
)
_OF_LOGINS = (
    Refusal(
        "…_tls_enabled is true and …_security_enabled is not for …, and",
        _of_kafka(tls_enabled=True),
        "enable that as well, or leave both out",
        _of_kafka(),
    ),
    Refusal(
        "Only one of …_username and …_password is given for …;",
        _of_kafka(**{**_ACCEPTED, "password": ""}),
        "Only one of kafka_exporter_username and kafka_exporter_password is given for z1; give both, or none of them",
        _of_kafka(**_ACCEPTED),
    ),
    Refusal(
        "…_username or …_password has a letter for … that can't",
        _of_kafka(**{**_ACCEPTED, "username": "the:monitor"}),
        "give ASCII's alone, and no colon in the name",
        _of_kafka(**_ACCEPTED),
    ),
    Refusal(
        "…_password would be sent as plain text to …; enable",
        _of_kafka(**_LOGIN),
        "or accept that by kafka_exporter_accept_plain_password",
        _of_kafka(**_ACCEPTED),
    ),
    Refusal(
        "…_password would be sent as plain text to …; enable",
        _of_kafka(**_LOGIN),
        "enable kafka_exporter_tls_enabled, or accept that",
        _of_kafka(**_LOGIN, tls_enabled=True),
        "kraft",
    ),
)
CASES = (*_OF_ADDRESSES, *_OF_LOGINS)
