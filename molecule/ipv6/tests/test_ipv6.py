# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The server is reached over IPv6, and nothing else was there to reach it by."""

from kafka import KafkaAdminClient

ADDRESS = "fd00:89:84::11"


def test_the_host_has_no_ipv4(host):
    assert host.check_output("ip -4 -oneline address show scope global") == ""


def test_the_server_was_told_its_address_in_brackets(host):
    said = host.file("/etc/kafka/server.properties").content_string.splitlines()
    assert f"controller.quorum.bootstrap.servers=[{ADDRESS}]:9093" in said
    listeners = [
        f"{name}://[{ADDRESS}]:{port}" for name, port in (("CLIENT", 9092), ("BROKER", 9091), ("CONTROLLER", 9093))
    ]
    assert f"advertised.listeners={','.join(listeners)}" in said


def test_the_quorum_and_the_brokers_are_at_that_address():
    admin = KafkaAdminClient(bootstrap_servers=f"[{ADDRESS}]:9092")
    try:
        assert {broker["host"] for broker in admin.describe_cluster()["brokers"]} == {ADDRESS}
        nodes = admin.describe_metadata_quorum()["nodes"]
        assert {one["host"] for node in nodes for one in node["listeners"]} == {ADDRESS}
    finally:
        admin.close()
