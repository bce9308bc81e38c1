# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A visit by kafka-python, as a process: ``python -m tests.long.clients.kafka_python``."""

from __future__ import annotations

import base64
import io
import json
import logging
import ssl
import urllib.request
from contextlib import closing
from typing import Any

from kafka import KafkaAdminClient, KafkaConsumer, KafkaProducer
from kafka.errors import KafkaError
from kafka.net.sasl.oauth import AbstractTokenProvider

from tests.long.clients.way import RECORDS, SECONDS, Visit, Way, answer, records


class Tokens(AbstractTokenProvider):
    """Fetches a token from the provider, as whoever uses kafka-python writes it."""

    def __init__(self, way: Way) -> None:
        super().__init__()
        self._way = way

    def token(self) -> str:
        known = base64.b64encode(f"{self._way.name}:{self._way.secret}".encode()).decode()
        asked = urllib.request.Request(  # noqa: S310 the test's own provider
            self._way.tokens, b"grant_type=client_credentials", {"Authorization": f"Basic {known}"}
        )
        context = ssl.create_default_context(cafile=self._way.tokens_authority)
        with urllib.request.urlopen(asked, timeout=SECONDS, context=context) as answered:  # noqa: S310
            return str(json.load(answered)["access_token"])


def options(way: Way) -> dict[str, Any]:
    """What kafka-python is given."""
    found: dict[str, Any] = {
        "bootstrap_servers": way.servers,
        "bootstrap_timeout_ms": way.patience * 1000,
        "security_protocol": way.protocol,
        "ssl_cafile": way.authority,
    }
    if way.certificate:
        found.update(ssl_certfile=way.certificate, ssl_keyfile=way.certificate)
    if way.mechanism:
        found["sasl_mechanism"] = way.mechanism
    if way.mechanism == "OAUTHBEARER":
        found["sasl_oauth_token_provider"] = Tokens(way)
    elif way.mechanism:
        found.update(sasl_plain_username=way.name, sasl_plain_password=way.secret)
    return found


def visit(way: Way, topic: str) -> Visit:
    """What came of it, with what the client has logged where it failed."""
    said, given = io.StringIO(), options(way)
    logging.basicConfig(stream=said, level=logging.WARNING)
    try:
        with closing(KafkaAdminClient(**given)) as admin:
            brokers = [f"{one['host']}:{one['port']}" for one in admin.describe_cluster()["brokers"]]
        with closing(KafkaProducer(**given, max_block_ms=SECONDS * 1000)) as producer:
            sent = [producer.send(topic, one.value.encode(), one.key.encode()) for one in records(topic)]
            for one in sent:
                one.get(SECONDS)
        reading = {"group_id": topic, "auto_offset_reset": "earliest", "consumer_timeout_ms": SECONDS * 1000}
        with closing(KafkaConsumer(topic, **given, **reading)) as consumer:
            read = [found.value.decode() for _number, found in zip(range(RECORDS), consumer)]
    except (KafkaError, OSError) as error:
        return Visit(wrong=f"{error!r}\n{said.getvalue()}")
    return Visit(brokers, read)


if __name__ == "__main__":
    answer(visit)
