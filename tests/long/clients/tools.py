# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A visit by Kafka's own tools, each a JVM."""

from __future__ import annotations

import re
from pathlib import Path

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import config
from tests.long.clients.way import RECORDS, SECONDS, Visit, Way, records
from tests.long.place import Place
from tests.servers.server import QUICK, java

_LIST = "org.apache.kafka.tools.ClusterTool"
_PRODUCE, _CONSUME = "org.apache.kafka.tools.ConsoleProducer", "org.apache.kafka.tools.consumer.ConsoleConsumer"
_PACKAGE = "org.apache.kafka.common.security"
_MODULES = {
    "SCRAM-SHA-512": f"{_PACKAGE}.scram.ScramLoginModule",
    "PLAIN": f"{_PACKAGE}.plain.PlainLoginModule",
    "OAUTHBEARER": f"{_PACKAGE}.oauthbearer.OAuthBearerLoginModule",
}


def properties(way: Way) -> dict[str, str]:
    """What Kafka's clients are given."""
    found = {"security.protocol": way.protocol, "ssl.truststore.type": "PEM", "ssl.truststore.location": way.authority}
    if way.certificate:
        found.update({"ssl.keystore.type": "PEM", "ssl.keystore.location": way.certificate})
    login = {"username": way.name, "password": way.secret}
    if way.mechanism == "OAUTHBEARER":
        store = {"ssl.truststore.type": "PEM", "ssl.truststore.location": way.tokens_authority}
        login = {"clientId": way.name, "clientSecret": way.secret, **store}
        found["sasl.oauthbearer.token.endpoint.url"] = way.tokens
        found["sasl.login.callback.handler.class"] = f"{_PACKAGE}.oauthbearer.OAuthBearerLoginCallbackHandler"
    if way.mechanism:
        given = " ".join(f'{name}="{value}"' for name, value in login.items())
        found["sasl.jaas.config"] = f"{_MODULES[way.mechanism]} required {given};"
        found["sasl.mechanism"] = way.mechanism
    return found


def visit(place: Place, home: Path, way: Way, topic: str) -> Visit:
    """What came of it, with what a tool has said where it failed; *home* is an unpacked Kafka."""
    file = place.folder / f"{topic}.properties"
    file.write_text(config.properties(properties(way)))
    allowed = f"-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls={way.tokens}"

    def said(main: str, *words: str, given: str = "") -> tuple[str, str]:
        """What a tool has printed, and what of that tells that it failed."""
        done = place.run(java(home, main, *words, heap="96m", options=(*QUICK, allowed)), given)
        everything = done.stdout + done.stderr
        return done.stdout, everything if done.returncode != 0 or "Exception" in everything else ""

    here = ("--bootstrap-server", way.servers)
    listed, wrong = said(_LIST, "list-endpoints", *here, "--config", str(file))
    if wrong:
        return Visit(wrong=wrong)
    brokers = [":".join(one) for one in re.findall(r"^\d+\s+(\S+)\s+(\d+)", listed, re.MULTILINE)]
    common = (*here, "--topic", topic, "--command-config", str(file))
    lines = "".join(f"{one.key}:{one.value}\n" for one in records(topic))
    keyed = ("--reader-property", "parse.key=true", "--reader-property", "key.separator=:")
    _nothing, wrong = said(_PRODUCE, *common, *keyed, given=lines)
    if wrong:
        return Visit(brokers, wrong=wrong)
    counted = ("--max-messages", str(RECORDS), "--timeout-ms", str(SECONDS * 1000))
    read, wrong = said(_CONSUME, *common, "--group", topic, "--from-beginning", *counted)
    return Visit(brokers, wrong=wrong) if wrong else Visit(brokers, read.splitlines())
