# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Brokers on an internal and an external network, and clients of three kinds that come in by each mechanism."""

from __future__ import annotations

import itertools
import json
import os
import re
import sys
from typing import Iterator, Mapping

import pytest

from tests.changes import readings
from tests.long.clients import tools
from tests.long.clients.way import Visit, Way, asked, records
from tests.long.networks import CLUSTER, INSIDE, PREFIX, TOKENS, USERS, Networks, networks, reached_from
from tests.long.place import Place
from tests.servers.server import unpacked

pytestmark = pytest.mark.long
KINDS = ("tools", "librdkafka", "kafka_python")
MECHANISMS = {"SCRAM-SHA-512": "scram-shop", "PLAIN": "plain-shop", "OAUTHBEARER": "token-shop"}
_QUICKLY = 10  # seconds that who is not let in tries for
#: How each kind says that it was not let in; the last one may only tell that it was disconnected.
_LOGIN = {
    "tools": "SaslAuthenticationException",
    "librdkafka": "code=_AUTHENTICATION",
    "kafka_python": "Authentication|Unable to bootstrap",
}
_TLS = {"tools": "SslAuthenticationException", "librdkafka": "SSL alert number", "kafka_python": "SSL|certificate"}
#: How each says that it was given no token.
_NO_TOKEN = {"tools": "401", "librdkafka": "code=_AUTHENTICATION.*invalid_client", "kafka_python": "HTTP Error 401"}
_NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Networks]:
    """The networks, as long as the tests of this file run."""
    with networks(tmp_path_factory.mktemp("networks")) as running:
        yield running


def login(made: Networks, mechanism: str, name: str, secret: str = "", patience: int = readings.PATIENCE) -> Way:
    """How a client of the outer network logs in, with its own secret unless it has another."""
    return Way(
        ",".join(made.servers("EXTERNAL")),
        made.authority(),
        mechanism=mechanism,
        name=name,
        secret=secret or USERS.get(name, "planted"),
        tokens=TOKENS,
        tokens_authority=made.authority("login"),
        patience=patience,
    )


def visit(made: Networks, place: Place, kind: str, way: Way) -> tuple[str, Visit]:
    """What a client of a *kind* does at a topic of its own, and its name."""
    topic = f"{PREFIX}{next(_NUMBERS)}"
    made.create([topic])
    if kind == "tools":
        return topic, tools.visit(place, unpacked("GROUNDWORK_KRAFT_HOME"), way, topic)
    paths = {"PYTHONPATH": f"{os.environ['GROUNDWORK_LIBRDKAFKA']}:{os.environ['PYTHONPATH']}"}
    done = place.run([sys.executable, "-m", f"tests.long.clients.{kind}"], asked(way, topic), paths)
    assert done.returncode == 0, done.stderr
    return topic, Visit(**json.loads(done.stdout))


def check_came_in(made: Networks, topic: str, found: Visit, brokers: list[str]) -> None:
    """It was told of these *brokers* alone, and read what it had written to both of them."""
    assert found.wrong == ""
    assert sorted(found.brokers) == sorted(brokers)
    assert sorted(found.read) == sorted(one.value for one in records(topic))
    ends = made.ends(topic)
    assert (sum(ends), min(ends) > 0) == (len(found.read), True), ends


def check_refused(made: Networks, kind: str, way: Way, words: Mapping[str, str]) -> None:
    """A client of the outer network was told of no broker, by the *words* of its kind, and brokers say that too."""
    before = made.refusals()
    _topic, found = visit(made, made.outside, kind, way)
    assert (found.brokers, found.read) == ([], [])
    assert re.search(words[kind], found.wrong), found.wrong
    assert made.refusals() > before


def test_a_second_run_changes_nothing(made: Networks) -> None:
    before = readings.starts(made.hosts)
    done = made.hosts.play("site", CLUSTER.inventory())
    assert done.returncode == 0, done.stdout[-6000:]
    assert re.findall(r"changed=(\d+)", done.stdout) == ["0"] * len(CLUSTER.hosts), done.stdout[-6000:]
    assert readings.starts(made.hosts) == before


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("mechanism", "name"), MECHANISMS.items())
def test_a_login_leads_in_from_outside(made: Networks, kind: str, mechanism: str, name: str) -> None:
    topic, found = visit(made, made.outside, kind, login(made, mechanism, name))
    check_came_in(made, topic, found, made.servers("EXTERNAL"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_certificate_leads_in_from_outside(made: Networks, kind: str) -> None:
    brokers = made.servers("PARTNERS")
    way = Way(",".join(brokers), made.authority(), certificate=made.certificate("clients", "shop"))
    check_came_in(made, *visit(made, made.outside, kind, way), brokers)


@pytest.mark.parametrize("kind", KINDS)
def test_a_certificate_leads_in_from_inside(made: Networks, kind: str) -> None:
    brokers = made.servers("INTERNAL", INSIDE)
    way = Way(",".join(brokers), made.authority(), certificate=made.certificate("clients", "shop"))
    check_came_in(made, *visit(made, made.inside, kind, way), brokers)


def test_nobody_reaches_what_is_for_the_other_network(made: Networks) -> None:
    """Neither its addresses, nor its listeners at those of one's own network."""
    outside = [*made.servers("EXTERNAL"), *made.servers("PARTNERS")]
    inside = made.servers("INTERNAL", INSIDE)
    assert {reached_from(made.outside, one) for one in outside} == {""}
    assert {reached_from(made.inside, one) for one in inside} == {""}
    away = {reached_from(made.outside, one) for one in inside} | {reached_from(made.inside, one) for one in outside}
    assert away == {"OSError: [Errno 101] Network is unreachable"}
    closed = {reached_from(made.outside, one) for one in made.servers("INTERNAL")}
    closed |= {reached_from(made.inside, one) for one in made.servers("EXTERNAL", INSIDE)}
    assert closed == {"ConnectionRefusedError: [Errno 111] Connection refused"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("mechanism", "name", "secret"),
    [
        pytest.param("SCRAM-SHA-512", "scram-shop", "wrong", id="SCRAM by a wrong password"),
        pytest.param("PLAIN", "plain-shop", "wrong", id="PLAIN by a wrong password"),
        pytest.param("SCRAM-SHA-512", "plain-shop", "", id="SCRAM by a user of PLAIN"),
        pytest.param("PLAIN", "scram-shop", "", id="PLAIN by a user of SCRAM"),
        pytest.param("OAUTHBEARER", "of-another-audience", "", id="a token for others"),
        pytest.param("OAUTHBEARER", "of-another-issuer", "", id="a token of another issuer"),
        pytest.param("OAUTHBEARER", "forged", "", id="a forged token"),
    ],
)
def test_who_logs_in_wrongly_is_refused(made: Networks, kind: str, mechanism: str, name: str, secret: str) -> None:
    check_refused(made, kind, login(made, mechanism, name, secret, _QUICKLY), _LOGIN)


@pytest.mark.parametrize("kind", KINDS)
def test_who_has_another_secret_gets_no_token(made: Networks, kind: str) -> None:
    _topic, found = visit(made, made.outside, kind, login(made, "OAUTHBEARER", "token-shop", "wrong", _QUICKLY))
    assert (found.brokers, found.read) == ([], [])
    assert re.search(_NO_TOKEN[kind], found.wrong), found.wrong


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("listener", "issued"),
    [
        pytest.param("PARTNERS", None, id="no certificate"),
        pytest.param("PARTNERS", ("tls", "k1"), id="a server's where clients are let in"),
        pytest.param("BROKER", ("clients", "shop"), id="a client's where servers are let in"),
    ],
)
def test_another_certificate_is_refused(
    made: Networks, kind: str, listener: str, issued: tuple[str, str] | None
) -> None:
    shown = made.certificate(*issued) if issued else ""
    way = Way(",".join(made.servers(listener)), made.authority(), certificate=shown, patience=_QUICKLY)
    check_refused(made, kind, way, _TLS)


@pytest.mark.parametrize("kind", KINDS)
def test_who_logs_in_and_has_no_rule_writes_nothing(made: Networks, kind: str) -> None:
    topic, found = visit(made, made.outside, kind, login(made, "OAUTHBEARER", "visitor", patience=_QUICKLY))
    assert found.read == []
    assert re.search("(?i)topic.?authorization", found.wrong), found.wrong
    assert made.ends(topic) == [0, 0]


@pytest.mark.remedy("….service was not stopped, for a broker ends when it starts")
def test_no_broker_is_stopped_that_would_miss_the_keys_of_tokens(made: Networks) -> None:
    inventory = CLUSTER.inventory({"rolling_restart_accept_unavailable": True})  # there is one controller
    before = readings.starts(made.hosts)
    made.login.end()
    done = made.hosts.play("rolling_restart", inventory)
    said = " ".join(done.stdout.split())
    assert done.returncode != 0, said[-3000:]
    assert "nobody answers this host at https://" in said
    assert "; have the provider answer there, and run again." in said
    assert readings.starts(made.hosts) == before
    made.login.start()
    done = made.hosts.play("rolling_restart", inventory)
    assert done.returncode == 0, done.stdout[-6000:]
    after = readings.starts(made.hosts)
    assert {one for one in before if before[one] != after[one]} == set(before)
    topic, found = visit(made, made.outside, "kafka_python", login(made, "OAUTHBEARER", "token-shop"))
    check_came_in(made, topic, found, made.servers("EXTERNAL"))
