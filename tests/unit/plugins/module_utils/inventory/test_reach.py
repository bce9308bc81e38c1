# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import reach


def host(name, ports=None, **given):
    return {"inventory_hostname": name, "preflight_identity": {"node": {"ports": ports or {}}}, **given}


def given(**changed):
    usual = {"is_kraft": True, "secured": False, "asks": "the control node", "asked_at": ""}
    return reach.Given(**{**usual, **changed})


def test_a_small_cluster_with_zookeeper() -> None:
    groups = {"zookeeper": [host("z1"), host("z2")], "kafka": [host("k1"), host("k2", kafka_port=9192)]}
    assert reach.rows(given(groups=groups, is_kraft=False)) == [
        ("kafka", "kafka", "9091", "brokers copy from one another"),
        ("kafka", "zookeeper", "2181", "brokers ask ZooKeeper"),
        ("zookeeper", "zookeeper", "2888", "servers follow their leader"),
        ("zookeeper", "zookeeper", "3888", "servers elect their leader"),
        ("clients", "k1", "9092", "CLIENT, PLAINTEXT"),
        ("clients", "k2", "9192", "CLIENT, PLAINTEXT"),
        ("the control node", "k1", "9092", "playbooks ask the cluster"),
        ("the control node", "k2", "9192", "playbooks ask the cluster"),
    ]


LISTENERS = [
    {"name": "INTERNAL", "port": 9092, "protocol": "SSL"},
    {"name": "EXTERNAL", "port": 9094, "advertised_host": "nat.example.com", "advertised_port": 19094},
]


def test_networks_of_their_own_and_one_controller() -> None:
    groups = {"kafka_controllers": [host("c1")], "kafka": [host("k1", kafka_listeners=LISTENERS)]}
    asked = {"secured": True, "asks": "bastion", "asked_at": "INTERNAL"}
    assert reach.rows(given(groups=groups, **asked)) == [
        ("kafka", "kafka_controllers", "9093", "brokers ask the quorum"),
        ("clients", "kafka", "9092", "INTERNAL, SSL"),
        ("clients", "kafka", "9094", "EXTERNAL, SASL_SSL"),
        ("clients", "nat.example.com:19094", "9094", "leads to k1"),
        ("bastion", "kafka", "9092", "playbooks ask the cluster"),
    ]


ON_THE_WAY = {"CLIENT": 9092, "SECURE": 9094, "BROKER": 9091, "BROKER_TLS": 9191}


@pytest.mark.parametrize(
    ("phase", "clients", "beside", "asked"),
    [
        ("plain", ["9092"], [], "9091"),
        ("opened", ["9092", "9094"], ["9191", "9193"], "9191"),
        ("closed", ["9094"], ["9191", "9193"], "9091"),
        ("ended", ["9094"], [], "9091"),
    ],
)
def test_on_the_way_to_security_there_are_ports_more(phase, clients, beside, asked) -> None:
    one = host("k1", kafka_listeners=[{"name": "SECURE", "port": 9094}])
    groups = {"kafka_controllers": [host("c1")], "kafka": [one, {**one, "inventory_hostname": "k2"}]}
    found = reach.rows(given(groups=groups, secured=True, phase=phase))
    assert [port for source, _to, port, _why in found if source == "clients"] == clients
    assert [port for *_ways, port, why in found if why.endswith(", on the way to security")] == beside
    assert [port for source, _to, port, _why in found if source == "the control node"] == [asked]


def test_on_the_way_to_security_brokers_with_zookeeper_have_one_port_more() -> None:
    groups = {"zookeeper": [host("z1")], "kafka": [host("k1"), host("k2")]}
    found = reach.rows(given(groups=groups, is_kraft=False, secured=True, phase="opened"))
    assert found[:3] == [
        ("kafka", "kafka", "9091", "brokers copy from one another"),
        ("kafka", "kafka", "9191", "brokers copy from one another, on the way to security"),
        ("kafka", "zookeeper", "2181", "brokers ask ZooKeeper"),
    ]


def test_listeners_without_security_are_told_by_the_names_that_they_have() -> None:
    former = [{"name": "INNER", "port": 9095, "advertised_host": "nat.example.com", "advertised_port": 19095}]
    one = host("k1", kafka_listeners=[{"name": "SECURE", "port": 9094}], kafka_former_listeners=former)
    found = reach.rows(given(groups={"kafka": [one]}, secured=True, phase="servers"))
    assert found[:3] == [
        ("clients", "kafka", "9095", "INNER, PLAINTEXT"),
        ("clients", "kafka", "9094", "SECURE, SASL_SSL"),
        ("clients", "nat.example.com:19095", "9095", "leads to k1"),
    ]


def test_servers_on_the_way_to_security_that_have_their_ports_are_not_told_of_again() -> None:
    one = host("k1", {**ON_THE_WAY, "CONTROLLER": 9093, "CONTROLLER_TLS": 9193})
    one["kafka_listeners"] = [{"name": "SECURE", "port": 9094}]
    cluster = given(groups={"kafka_controllers": [one], "kafka": [one]}, secured=True, phase="opened")
    assert reach.lines(cluster) == []
    assert reach.lines(cluster._replace(phase="closed"))


def test_no_address_is_cut_as_somebody_writes_rules_by_it() -> None:
    outer = "kafka-17.eu-central-1.outside.example.com"
    one = host("k1", kafka_listeners=[{"name": "OUT", "port": 9094, "advertised_host": outer, "advertised_port": 443}])
    assert [line.split()[1] for line in reach.lines(given(groups={"kafka": [one]})) if "leads to" in line] == [
        f"{outer}:443"
    ]


def test_it_is_told_until_all_hosts_have_their_ports() -> None:
    there = {"CLIENT": 9092, "BROKER": 9091}
    controller = host("c1", {"CONTROLLER": 9093})
    both = {"kafka_controllers": [controller], "kafka": [host("k1", there), host("k2")]}
    lines = reach.lines(given(groups=both))
    assert lines[0].split() == ["from", "to", "port", "why"]
    assert lines[2].split("  ")[0] == "kafka"
    both["kafka"][1] = {**host("k2"), "preflight_identity": None}
    assert reach.lines(given(groups=both)) == []
    both["kafka"][1] = host("k2", {**there, "CLIENT": 9192})
    assert reach.lines(given(groups=both))
    one = host("k1", {**there, "CONTROLLER": 9093})
    assert reach.lines(given(groups={"kafka_controllers": [one], "kafka": [one]})) == []
