# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import hosts

LISTENS = {"node": {"listens": {"CLIENT": ["k1:9192"], "BROKER": ["k1:9191", "k1:9091"]}}}
HOSTS = [
    {"inventory_hostname": "k1", "preflight_identity": LISTENS},
    {"inventory_hostname": "k2", "ansible_host": "10.0.0.2", "kafka_port": 9292, "preflight_identity": {"node": None}},
    {"inventory_hostname": "k3", "ansible_host": "10.0.0.3", "kafka_host": "fd00::3", "kafka_controller_port": 19093},
]


@pytest.mark.parametrize(
    ("listener", "port", "wanted"),
    [
        ("CLIENT", None, ["k1:9092", "10.0.0.2:9292", "[fd00::3]:9092"]),
        ("BROKER", None, ["k1:9091", "10.0.0.2:9091", "[fd00::3]:9091"]),
        ("CONTROLLER", 29093, ["k1:29093", "10.0.0.2:29093", "[fd00::3]:19093"]),
        ("ZOOKEEPER", None, ["k1:2181", "10.0.0.2:2181", "10.0.0.3:2181"]),
    ],
)
def test_where_servers_listen_is_worked_out_as_the_roles_do(listener, port, wanted) -> None:
    assert hosts.endpoints(HOSTS, listener, port) == wanted


def test_how_zoo_cfg_names_the_servers_of_an_ensemble() -> None:
    known = [
        {"inventory_hostname": "k1", "zookeeper_peer_port": 2889},
        {"inventory_hostname": "k2", "ansible_host": "10.0.0.2", "zookeeper_election_port": "3889"},
        {"inventory_hostname": "k3", "ansible_host": "10.0.0.3", "zookeeper_host": "fd00::3"},
    ]
    numbers = {"k1": 3, "k2": 2, "k3": 1}
    assert hosts.ensemble(iter(known), numbers) == [
        {"id": 3, "address": "k1:2889:3888"},
        {"id": 2, "address": "10.0.0.2:2888:3889"},
        {"id": 1, "address": "[fd00::3]:2888:3888"},
    ]
    assert [one["address"] for one in hosts.ensemble(known, numbers, 22, 33)] == [
        "k1:2889:33",
        "10.0.0.2:22:3889",
        "[fd00::3]:22:33",
    ]


def test_a_server_has_its_hosts_name() -> None:
    assert hosts.servers(HOSTS[1:2], "ZOOKEEPER") == [{"name": "k2", "host": "10.0.0.2", "port": 2181}]


def test_a_host_that_nobody_could_look_up_is_refused() -> None:
    with pytest.raises(GroundworkError, match="'k 1' is no host"):
        hosts.endpoints([{"inventory_hostname": "k 1"}], "CLIENT")


def test_brokers_are_asked_where_they_listen_until_they_are_restarted_as_well() -> None:
    assert hosts.bootstrap_servers(iter(HOSTS), secured=False) == [
        "k1:9092",
        "10.0.0.2:9292",
        "[fd00::3]:9092",
        "k1:9192",
    ]
    assert hosts.bootstrap_servers(HOSTS[:1], secured=True) == ["k1:9091", "k1:9191"]


SEVERAL = [
    {
        "inventory_hostname": name,
        "kafka_listeners": [
            {"name": "INTERNAL", "port": 9092},
            {"name": "EXTERNAL", "port": 9094, "advertised_host": "nat.example.com", "advertised_port": port},
        ],
        "preflight_identity": LISTENS,
    }
    for name, port in (("k1", 19094), ("k2", 19095))
]


@pytest.mark.parametrize(
    ("listener", "wanted"),
    [
        ("EXTERNAL", ["nat.example.com:19094", "nat.example.com:19095"]),
        ("CLIENT", ["k1:9092", "k2:9092"]),
        ("BROKER", ["k1:9091", "k2:9091"]),
    ],
)
def test_listeners_for_clients_are_where_clients_are_told_to_find_them(listener, wanted) -> None:
    assert hosts.endpoints(SEVERAL, listener) == wanted


def test_a_listener_that_a_host_does_not_have_is_refused() -> None:
    with pytest.raises(GroundworkError, match="k1 has no listener OTHER among its kafka_listeners; give it one"):
        hosts.endpoints(SEVERAL, "OTHER")


@pytest.mark.parametrize(
    ("known", "secured", "named", "listener"),
    [
        pytest.param(HOSTS, False, "", "CLIENT", id="the usual one"),
        pytest.param(HOSTS, True, "", "BROKER", id="with security"),
        pytest.param(SEVERAL, False, "", "BROKER", id="where the ones for clients come and go"),
        pytest.param(SEVERAL, True, "INTERNAL", "INTERNAL", id="the one that is named"),
        pytest.param(
            [{"preflight_identity": {"node": {"ports": {"INTERNAL": 9092, "BROKER": 9091}}}}],
            False,
            "",
            "BROKER",
            id="where a broker does not have the usual one yet",
        ),
        pytest.param(
            [{"preflight_identity": {"node": {"ports": {"PLAINTEXT": 9092}}}}],
            False,
            "",
            "CLIENT",
            id="where a broker has those of somebody else",
        ),
    ],
)
def test_which_listener_the_cluster_is_asked_at(known, secured, named, listener) -> None:
    assert hosts.asked_at(known, secured, named) == listener


def _in_phase(phase):
    listens = {"BROKER": ["k1:9091"], "BROKER_TLS": ["k1:9291"]}
    return {"inventory_hostname": "k1", "preflight_identity": {"node": {"phase": phase, "listens": listens}}}


@pytest.mark.parametrize(
    ("there", "phase", "servers", "over_tls"),
    [
        ("plain", "opened", ["k1:9091"], False),
        ("opened", "plain", ["k1:9091"], False),
        ("opened", "servers", ["k1:9191", "k1:9291"], True),
        ("servers", "closed", ["k1:9191", "k1:9291"], True),
        ("returned", "ended", ["k1:9091"], True),
        (None, "ended", ["k1:9091"], True),
    ],
)
@pytest.mark.parametrize("named", ["", "BROKER"])
def test_in_a_phase_of_security_a_cluster_is_asked_where_all_brokers_are(
    there, phase, servers, over_tls, named
) -> None:
    assert hosts.bootstrap_servers([_in_phase(there)], True, named, phase) == servers
    assert hosts.asked_over_tls([_in_phase(there)], True, named, phase) is over_tls


@pytest.mark.parametrize(
    ("secured", "named", "phase", "over_tls"),
    [(True, "", "", True), (False, "", "", False), (True, "SECURE", "opened", True)],
)
def test_a_cluster_is_asked_over_tls_where_it_has_security(secured, named, phase, over_tls) -> None:
    assert hosts.asked_over_tls([_in_phase("plain")], secured, named, phase) is over_tls


def test_what_hosts_are_to_be() -> None:
    given = [{"inventory_hostname": "k1", "kafka_node_id": 3, "kafka_rack": "a"}, HOSTS[0]]
    assert hosts.claims(given, "kafka_node_id", "kafka_rack") == [
        {"host": "k1", "id": 3, "rack": "a", "identity": None},
        {"host": "k1", "id": None, "rack": None, "identity": LISTENS},
    ]
    assert hosts.claims(given[:1], "kafka_node_id") == [{"host": "k1", "id": 3, "identity": None}]


@pytest.mark.parametrize(
    ("groups", "names", "expected"),
    [
        ({"zookeeper": ["a"], "kafka": ["b"]}, ["zookeeper", "kafka", "kafka_controllers"], "zookeeper:kafka"),
        ({"kafka": ["b"], "kafka_controllers": []}, ["kafka_controllers", "kafka"], "kafka"),
        ({"kafka": ["b"]}, ["zookeeper"], "all:!all"),
        ({"all": ["c"], "db": ["c"]}, [], "all"),
        ({"kafka_mirror_makers": ["m"]}, ["kafka_mirror_makers"], "kafka_mirror_makers"),
    ],
)
def test_a_play_has_the_hosts_of_the_groups_that_are_there(groups, names, expected):
    assert hosts.pattern(groups, *names) == expected


@pytest.mark.parametrize("names", [["kafka"], []])
def test_an_inventory_without_servers_is_refused(names):
    with pytest.raises(GroundworkError, match="groups zookeeper, kafka and kafka_controllers; name the servers there"):
        hosts.pattern({"all": [], "db": ["c"], "kafka": []}, *names)


def test_an_inventory_without_hosts_that_mirror_is_refused_though_it_has_servers():
    with pytest.raises(GroundworkError, match="no host in the group kafka_mirror_makers; name those there"):
        hosts.pattern({"kafka": ["k"]}, "kafka_mirror_makers")


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ({}, []),
        ({"z1": {"zookeeper_move": {"due": ["/new"]}}}, ["zookeeper"]),
        ({"k1": {"kafka_move": {"due": ["/new"]}}, "c1": {"kafka_move": {"due": []}}}, ["kafka"]),
        ({"c1": {"kafka_move": {"due": ["/new"]}}, "z1": {"zookeeper_move": {"skipped": True}}}, ["kafka"]),
        # What a host of another kind has is not asked for.
        ({"z1": {"kafka_move": {"due": ["/new"]}}}, []),
    ],
)
def test_a_service_is_moved_where_one_of_its_servers_is(moves, found) -> None:
    groups = {"zookeeper": ["z1"], "kafka": ["k1"], "kafka_controllers": ["c1"]}
    known = {host: moves.get(host, {}) for host in ("z1", "k1", "c1")}
    assert hosts.moved(groups, known, "zookeeper", "kafka") == found
    assert hosts.moved({}, {}, "kafka") == []
