# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import client_listeners, listeners, secure

PORTS = {"BROKER": 9091, "CONTROLLER": 9093, "BROKER_TLS": 9191, "CONTROLLER_TLS": 9193}
FORMER = secure.parse([{"name": "CLIENT", "port": 9092}])
GIVEN = client_listeners.parse([{"name": "SECURE", "port": 9094}], True)
#: Of each phase where a server listens, what is spoken, where brokers meet, and where controllers are.
SETTINGS = {
    "plain": (
        "CLIENT://:9092,BROKER://:9091,CONTROLLER://:9093",
        "CLIENT:PLAINTEXT,BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT",
        "BROKER",
        "CONTROLLER",
    ),
    "opened": (
        "CLIENT://:9092,SECURE://:9094,BROKER://:9091,BROKER_TLS://:9191,CONTROLLER://:9093,CONTROLLER_TLS://:9193",
        "CLIENT:PLAINTEXT,SECURE:SASL_SSL,BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT,BROKER_TLS:SSL,CONTROLLER_TLS:SSL",
        "BROKER",
        "CONTROLLER,CONTROLLER_TLS",
    ),
    "servers": (
        "CLIENT://:9092,SECURE://:9094,BROKER://:9091,BROKER_TLS://:9191,CONTROLLER://:9093,CONTROLLER_TLS://:9193",
        "CLIENT:PLAINTEXT,SECURE:SASL_SSL,BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT,BROKER_TLS:SSL,CONTROLLER_TLS:SSL",
        "BROKER_TLS",
        "CONTROLLER_TLS,CONTROLLER",
    ),
    "closed": (
        "SECURE://:9094,BROKER://:9091,BROKER_TLS://:9191,CONTROLLER://:9093,CONTROLLER_TLS://:9193",
        "SECURE:SASL_SSL,BROKER:SSL,CONTROLLER:SSL,BROKER_TLS:SSL,CONTROLLER_TLS:SSL",
        "BROKER_TLS",
        "CONTROLLER_TLS,CONTROLLER",
    ),
    "returned": (
        "SECURE://:9094,BROKER://:9091,BROKER_TLS://:9191,CONTROLLER://:9093,CONTROLLER_TLS://:9193",
        "SECURE:SASL_SSL,BROKER:SSL,CONTROLLER:SSL,BROKER_TLS:SSL,CONTROLLER_TLS:SSL",
        "BROKER",
        "CONTROLLER,CONTROLLER_TLS",
    ),
    "ended": (
        "SECURE://:9094,BROKER://:9091,CONTROLLER://:9093",
        "SECURE:SASL_SSL,BROKER:SSL,CONTROLLER:SSL",
        "BROKER",
        "CONTROLLER",
    ),
}
KEYS = (
    "listeners",
    "listener.security.protocol.map",
    "inter.broker.listener.name",
    "controller.listener.names",
)


def settings(phase, roles=("broker", "controller"), mode="kraft"):
    one = secure.PHASES[phase]
    clients = secure.clients(one, FORMER, GIVEN)
    return listeners.properties(mode, roles, "k1", PORTS, clients=clients, phase=one)


@pytest.mark.parametrize("phase", SETTINGS)
def test_the_listeners_of_each_phase(phase) -> None:
    found = settings(phase)
    assert tuple(found[key] for key in KEYS) == SETTINGS[phase]


def _without_controllers(told):
    return ",".join(part for part in told.split(",") if not part.startswith("CONTROLLER"))


@pytest.mark.parametrize("phase", SETTINGS)
def test_with_zookeeper_there_are_no_controllers_and_all_else_is_alike(phase) -> None:
    found = settings(phase, ("broker",), "zookeeper")
    bound, spoken, met, _controllers = SETTINGS[phase]
    expected = (_without_controllers(bound), _without_controllers(spoken), met)
    assert (*(found.get(key) for key in KEYS),) == (*expected, None)
    assert secure.of_file(found) == phase


@pytest.mark.parametrize("roles", [("broker", "controller"), ("broker",), ("controller",)])
@pytest.mark.parametrize("phase", SETTINGS)
def test_a_file_tells_its_phase(phase, roles) -> None:
    assert secure.of_file(settings(phase, roles)) == phase


@pytest.mark.parametrize(
    ("given", "phase"),
    [
        ({}, "plain"),
        ({"listeners": "PLAINTEXT://:9092"}, "plain"),
        ({"listeners": "SSL://:9092"}, "ended"),
        ({"listeners": "A://:1,B://:2", "listener.security.protocol.map": "A:SASL_SSL,B:SSL"}, "ended"),
        # Clients with certificates, and servers without.
        ({"listener.security.protocol.map": "CLIENT:SSL,BROKER:PLAINTEXT"}, "plain"),
    ],
)
def test_the_phase_of_a_file_that_somebody_else_has_written(given, phase) -> None:
    assert secure.of_file(given) == phase


FORTH, BACK = list(SETTINGS), list(SETTINGS)[::-1]


@pytest.mark.parametrize(("one", "other"), [*zip(FORTH, FORTH[1:]), *zip(BACK, BACK[1:])])
def test_what_servers_use_in_one_phase_is_there_in_the_next_and_speaks_the_same(one, other) -> None:
    """So that those that are restarted and those that are not yet find one another."""
    before, after = settings(one), settings(other)
    spoken = dict(part.split(":") for part in after[KEYS[1]].split(","))
    formerly = dict(part.split(":") for part in before[KEYS[1]].split(","))
    bound = after["listeners"].split(",")
    for used in (before[KEYS[2]], before[KEYS[3]].split(",")[0]):
        assert spoken[used] == formerly[used]
        assert f"{used}://:{PORTS[used]}" in bound


@pytest.mark.parametrize(
    ("phases", "asked"),
    [
        (["plain"], ("BROKER", False)),
        (["plain", "opened"], ("BROKER", False)),
        (["opened", "servers"], ("BROKER_TLS", True)),
        (["servers", "closed"], ("BROKER_TLS", True)),
        (["closed", "returned"], ("BROKER", True)),
        (["returned", "ended"], ("BROKER", True)),
    ],
)
def test_a_cluster_is_asked_where_all_of_its_brokers_are(phases, asked) -> None:
    assert secure.asked_at(phases) == secure.asked_at(reversed(phases)) == asked


@pytest.mark.parametrize(
    ("one", "other", "follow", "between"),
    [
        ("plain", "opened", True, "opened"),
        ("opened", "plain", True, "plain"),
        ("closed", "closed", True, "closed"),
        ("plain", "servers", False, "opened"),
        ("plain", "ended", False, "opened"),
        ("ended", "plain", False, "returned"),
        ("closed", "opened", False, "servers"),
    ],
)
def test_no_phase_is_left_out(one, other, follow, between) -> None:
    assert secure.follow(one, other) is follow
    assert secure.between(one, other) == between


@pytest.mark.parametrize(
    ("phase", "users"),
    [
        ("opened", ["User:CN=k1", "User:ANONYMOUS"]),
        ("servers", ["User:CN=k1", "User:ANONYMOUS"]),
        ("closed", ["User:CN=k1"]),
        ("ended", ["User:CN=k1"]),
    ],
)
def test_who_has_no_name_may_do_everything_until_the_former_listeners_are_closed(phase, users) -> None:
    assert secure.super_users(secure.PHASES[phase], ["User:CN=k1"]) == users


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ((True, "half"), "kafka_secure_phase is 'half' for k1; give one of plain, opened, servers, closed,"),
        ((False, "opened"), "kafka_secure_phase is opened for k1, and kafka_security_enabled is not true;"),
        (
            (False, "opened", "zookeeper"),
            "kafka_secure_phase is opened for k1, and zookeeper_security_enabled is not true; enable that with",
        ),
    ],
)
def test_a_phase_that_cannot_be_is_refused(given, sentence) -> None:
    (said,) = secure.refusals("k1", *given)
    assert said.startswith(sentence)


def test_no_phase_and_one_that_can_be_are_not_refused() -> None:
    assert secure.refusals("k1", False, "") == []
    assert secure.refusals("k1", True, "opened") == []
    assert secure.refused_listeners("k1", FORMER, GIVEN) == []


@pytest.mark.parametrize(
    ("former", "given", "sentence"),
    [
        ([], [], "kafka_secure_phase is given for k1, and kafka_listeners is not: clients need a secured listener"),
        ([], [{"name": "CLIENT", "port": 9094}], "kafka_listeners for k1 has the name CLIENT, which a listener has"),
        (
            [{"name": "OLD", "port": 9, "protocol": "SSL"}],
            [{"name": "SECURE", "port": 9094}],
            "The listener OLD of kafka_former_listeners for k1 has the protocol SSL; those of a cluster without",
        ),
        (
            [{"name": "BROKER", "port": 9}],
            [{"name": "SECURE", "port": 9094}],
            "The listener BROKER of kafka_former_listeners for k1 has the name of one that servers have for",
        ),
        (
            [{"name": "NAT", "port": 9096, "advertised_host": "NAT", "advertised_port": 443}],
            [{"name": "SECURE", "port": 9094, "advertised_host": "nat", "advertised_port": 443}],
            "kafka_listeners for k1 has SECURE advertised where NAT of kafka_former_listeners is, so clients of one",
        ),
        (
            [{"name": "CLIENT", "port": 9}],
            [{"name": "SECURE", "port": 9094}],
            "The listener CLIENT of kafka_former_listeners for k1 stands there twice;",
        ),
    ],
)
def test_listeners_that_cannot_stand_beside_one_another_are_refused(former, given, sentence) -> None:
    known = [*FORMER, *secure.parse(former)]
    (said,) = secure.refused_listeners("k1", known, client_listeners.parse(given, True))
    assert said.startswith(sentence)


#: Of each phase as which one a ZooKeeper server is known.
KEEPERS = {**{one: one for one in FORTH[:4]}, "returned": "closed", "ended": "closed"}


@pytest.mark.parametrize("phase", FORTH)
def test_zookeeper_is_as_it_is_to_stay_before_the_brokers(phase) -> None:
    assert secure.at_zookeeper(phase) == KEEPERS[phase]


@pytest.mark.parametrize(
    ("given", "phase"),
    [
        ({}, "plain"),
        ({"clientPort": "2181"}, "plain"),
        ({"clientPort": "2181", "sslQuorum": "true"}, "plain"),
        ({"clientPort": "2181", "secureClientPort": "2281"}, "closed"),
        ({"secureClientPort": "2181", "sslQuorum": "false"}, "closed"),
    ],
)
def test_the_phase_of_a_zoo_cfg_that_somebody_else_has_written(given, phase) -> None:
    assert secure.of_zoo_cfg(given) == phase


@pytest.mark.parametrize(("one", "other"), [*zip(FORTH, FORTH[1:]), *zip(BACK, BACK[1:])])
def test_zookeeper_takes_in_one_phase_what_is_spoken_with_it_in_the_next(one, other) -> None:
    """So that servers that are restarted and those that are not yet find one another, and brokers find both."""
    there, speaks = secure.PHASES[one], secure.PHASES[other].over_tls
    assert there.secured if speaks else there.former
