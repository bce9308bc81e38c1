# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker whose file tells of other ports than those at which it listens is found where it is."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import properties
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import listening
from tests.servers.server import free_ports


def test_a_broker_with_a_file_that_it_has_not_read_is_reached_at_the_ports_that_it_has_open(
    cluster, tmp_path, monkeypatch
):
    broker = cluster.brokers[1]
    written = tmp_path / "server.properties"
    has = properties.parse(broker.settings.read_text())["listeners"].split(",")
    controller = [each for each in has if each.startswith("CONTROLLER://")]  # its port does not change
    told = ["CLIENT://127.0.0.1:1", "BROKER://127.0.0.1:2", *controller]
    written.write_text(f"advertised.listeners={','.join(told)}\n")
    monkeypatch.setattr(listening, "_BROKER", str(written))
    monkeypatch.setattr(listening.pending, "main_pid", lambda _host, _service: str(broker.process.pid))
    monkeypatch.setattr(listening.pending, "changed_since_start", lambda _host, _pid, files: files)
    found = listening.addresses(Host())
    own = {f"127.0.0.1:{broker.port}", f"127.0.0.1:{cluster.secure_ports[1]}"}
    assert own <= set(found["CLIENT"])
    assert found["CLIENT"] == found["BROKER"]
    # Among them is a listener that speaks otherwise.
    with connection.connected(["127.0.0.1:1", *found["CLIENT"]], {}, 30) as client:
        assert len(client.describe_cluster()["brokers"]) == 3


@pytest.mark.remedy("Port …, which … is, is taken on this host by")
@pytest.mark.parametrize("way", ["give another port", "end what has it"])
def test_a_port_that_another_process_has(monkeypatch, tmp_path, way):
    host, port, other = Host(), *free_ports(2)
    monkeypatch.setattr(listening, "_BROKER", str(tmp_path / "none"))
    monkeypatch.setattr(listening.pending, "main_pid", lambda _host, _service: None)
    program = (
        f"import socket, time; s = socket.create_server(('127.0.0.1', {port})); print(flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as holder:
        try:
            assert holder.stdout is not None
            holder.stdout.readline()
            with pytest.raises(GroundworkError) as raised:
                listening.check_free(host, "kafka", {"kafka_port": port})
            assert f"is taken on this host by process {holder.pid} (" in str(raised.value)
            assert way in str(raised.value)
            if way == "give another port":
                listening.check_free(host, "kafka", {"kafka_port": other})
        finally:
            holder.terminate()
    if way == "end what has it":
        listening.check_free(host, "kafka", {"kafka_port": port})
