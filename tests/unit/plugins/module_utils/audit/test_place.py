# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import place
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_servers import KAFKA, ZOOKEEPER

BROKER = "broker.id=7\nlog.dirs=/data/a,/data/b\nbroker.rack=r1\n"


def marked(cluster):
    return f"version=0\nbroker.id=7\ncluster.id={cluster}\n"


def places_told(host, *programs):
    fake_servers.boot(host)
    host.put("/etc/zoo.cfg", "dataDir=/data/zookeeper\n")
    for number, program in enumerate(programs):
        fake_servers.run(host, 42 + number, program)
    found = place.told_by(host, running.find(host)[0])
    return found.cluster, found.rack, list(found.roles)


def test_a_broker_tells_its_cluster_and_its_rack(host):
    host.put("/etc/kafka.properties", BROKER)
    host.put("/data/b/meta.properties", marked("abc"))
    assert places_told(host, KAFKA, ZOOKEEPER) == ("abc", "r1", ["broker", "zookeeper"])


CONTROLLER = "process.roles=controller\nnode.id=7\nlog.dirs=/data/a\n"
NO_RACK = "broker.id=7\nlog.dirs=/data/a\nbroker.rack= \n"


@pytest.mark.parametrize(
    ("settings", "marks", "expected"),
    [
        pytest.param(NO_RACK, {}, (None, None, ["broker"]), id="nothing is formatted"),
        pytest.param(BROKER, {"a": "abc", "b": "def"}, (None, "r1", ["broker"]), id="the data of two clusters"),
        pytest.param(CONTROLLER, {"a": "abc"}, ("abc", None, ["controller"]), id="a controller"),
        pytest.param(NO_RACK, {"a": "abc"}, ("abc", None, ["broker"]), id="an empty rack"),
    ],
)
def test_what_others_tell(host, settings, marks, expected):
    host.put("/etc/kafka.properties", settings)
    for folder, cluster in marks.items():
        host.put(f"/data/{folder}/meta.properties", marked(cluster))
    assert places_told(host, KAFKA) == expected


def test_zookeeper_and_an_empty_host_tell_none(host):
    assert places_told(host, ZOOKEEPER) == (None, None, ["zookeeper"])


def test_a_host_without_servers_tells_none(host):
    assert places_told(host) == (None, None, [])


def record(host, cluster=None, rack=None, roles=()):
    return {"host": host, "cluster": cluster, "rack": rack, "roles": list(roles)}


def places(records, inventory):
    return [(one["cluster"], one["rack"], one["roles"]) for one in place.placed(records, inventory)]


def test_the_inventorys_cluster_and_the_hosts_rack_stand_first():
    inventory = {"a": {"cluster": "orders", "rack": "r9", "roles": ["zookeeper", "broker"]}}
    assert places([record("a", "id1", "r1", ["broker"])], inventory) == [("orders", "r1", ["broker", "zookeeper"])]


def test_what_the_inventory_does_not_say_is_as_the_host_tells():
    inventory = {"a": {"cluster": "", "rack": "", "roles": []}, "b": {}}
    found = places([record("a", "id1", "r1", ["broker"]), record("b", "id1"), record("c", "id1")], inventory)
    assert found == [("id1", "r1", ["broker"]), ("id1", None, []), ("id1", None, [])]


def test_a_silent_host_is_of_the_only_cluster():
    assert places([record("a", "id1"), record("b")], {"b": {"rack": "r2"}}) == [("id1", None, []), ("id1", "r2", [])]


def test_a_silent_host_is_of_none_of_two_clusters():
    found = places([record("a", "x"), record("b", "y"), record("c")], {})
    assert [cluster for cluster, _rack, _roles in found] == ["x", "y", None]
