# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The role kafka, where an inventory gives listeners for clients: what it hands over of them, and what it refuses."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import yaml

from tests.repository.conftest import CHECKOUT
from tests.servers.pki import CERTIFICATES

ROLE = CHECKOUT / "roles/kafka"
CHECK = [task for file in ("check", "listeners") for task in yaml.safe_load((ROLE / f"tasks/{file}.yml").read_text())]
REFUSES = [task for task in CHECK if "ansible.builtin.fail" in task and "listener" in json.dumps(task)]
REFUSES += [task for task in CHECK if "contradict" in task["name"]]
LOCAL = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
#: In the variables of a group; what differs from broker to broker is the hosts' own.
LISTENERS = [
    {"name": "INTERNAL", "port": 9092, "protocol": "SSL", "client_ca": "{{ clients_ca }}", "bind_address": "127.0.0.1"},
    {"name": "EXTERNAL", "port": "{{ 9094 }}", "advertised_host": "{{ outside }}", "advertised_port": 443},
]
SECURED = {"kafka_security_enabled": True, "kafka_mode": "kraft", "kafka_super_users": ["User:CN=operator"]}
SHOWN = {
    "asked at": "{{ kafka_admin_bootstrap_servers }}",
    "passwords": "{{ __kafka_client_servers }}",
    "ports": "{{ __kafka_checked_ports }}",
    "bound": "{{ kafka_server.bind_addresses }}",
    "names": "{{ kafka_server.names }}",
    "authorities": "{{ __kafka_client_authorities }}",
    "asks": "{{ __kafka_asks_with }}",
    "settings": "{{ __kafka_settings }}",
    "answers": "{{ __kafka_answers_at }}",
    "exporter": "{{ __kafka_exporter_ports }}",
}


@pytest.fixture
def play(played, tmp_path):
    """Run tasks for two brokers, with the role's variables and these of their group."""

    def run(tasks, **given):
        hosts = {
            name: {**LOCAL, "ansible_host": f"10.0.0.{name[1]}", "outside": f"{name}.example.com"}
            for name in ("k1", "k2")
        }
        group = {"hosts": hosts, "vars": {"kafka_jvm": {"heap": "1g"}, "kafka_admin_config": {}, **given}}
        (tmp_path / "hosts.json").write_text(json.dumps({"kafka": group, "kafka_controllers": {"hosts": {"k1": {}}}}))
        files = [str(ROLE / folder / "main.yml") for folder in ("defaults", "vars")]
        (tmp_path / "given.json").write_text(json.dumps(group["vars"]))
        return played({"hosts": "kafka", "vars_files": [*files, "given.json"], "tasks": tasks}, "-i", "hosts.json")

    return run


@pytest.fixture
def shown(play, tmp_path):
    """What these variables are for the first broker."""

    def run(**given):
        written = {
            "ansible.builtin.copy": {
                "dest": f"{tmp_path}/{{{{ inventory_hostname }}}}.json",
                "content": "{{ shown | to_json }}",
            }
        }
        done = play([{**written, "vars": {"shown": SHOWN}}], **given)
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads((tmp_path / "k1.json").read_text())

    return run


def test_listeners_reach_all_that_goes_by_them(shown, tmp_path) -> None:
    subprocess.run([*CERTIFICATES, str(tmp_path / "tls")], check=True)
    authority = (tmp_path / "tls/ca.pem").read_text()
    found = shown(**SECURED, kafka_listeners=LISTENERS, clients_ca="read by people\n" + authority)
    assert found["asked at"] == ["10.0.0.1:9091", "10.0.0.2:9091"]
    assert found["passwords"] == "k1.example.com:443,k2.example.com:443"
    assert {name: int(port) for name, port in found["ports"].items()} == {
        "kafka_listeners.INTERNAL.port": 9092,
        "kafka_listeners.EXTERNAL.port": 9094,
        "kafka_broker_port": 9091,
        "kafka_controller_port": 9093,
    }
    assert found["bound"] == {"kafka_listeners.INTERNAL.bind_address": "127.0.0.1"}
    assert found["names"] == ["k1.example.com"]
    assert found["authorities"] == {"INTERNAL": authority}
    assert found["settings"]["listeners"].startswith("INTERNAL://127.0.0.1:9092,EXTERNAL://:9094,BROKER://:9091,")
    assert found["settings"]["advertised.listeners"].split(",")[1] == "EXTERNAL://k1.example.com:443"
    assert found["answers"] == 9091


def test_the_ports_on_the_way_to_security_are_held_against_those_of_others(shown) -> None:
    found = shown(**SECURED, kafka_listeners=[{"name": "SECURE", "port": 9094}], kafka_secure_phase="opened")
    own = {"kafka_secure_broker_port": 9191, "kafka_secure_controller_port": 9193}
    for held in ("ports", "exporter"):
        assert {name: int(port) for name, port in found[held].items() if name in own} == own


def test_without_them_all_is_as_it_was(shown) -> None:
    found = shown()
    assert found["exporter"]["kafka_secure_broker_port"] == 0
    assert found["asked at"] == ["10.0.0.1:9092", "10.0.0.2:9092"]
    assert found["settings"]["listeners"] == "CLIENT://:9092,BROKER://:9091"
    assert (found["names"], found["bound"], found["authorities"], found["answers"]) == ([], {}, {}, 9092)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"kafka_listeners": [{"name": "A", "port": 1, "advertised_host": "nat"}]},
            "k1 and k2 are both advertised as nat:1 (kafka_listeners), so clients of one broker would come",
        ),
        (
            {"kafka_listeners": [{"name": "A", "port": 1, "protocol": "SSL"}], "kafka_users": [{"name": "a"}]},
            "kafka_users has users who log in by a password, and no listener of kafka_listeners for k1 has SASL_SSL",
        ),
        (
            {"kafka_plain_users": [{"name": "a", "password": "planted"}]},
            "kafka_plain_users has users, and no listener of kafka_listeners has the mechanism PLAIN for k1",
        ),
    ],
)
def test_what_no_cluster_can_have_is_refused(play, given, sentence) -> None:
    done = play(REFUSES, **{**SECURED, **given})
    assert done.returncode == 2, done.stdout
    assert sentence in " ".join(done.stdout.split())
    assert "planted" not in done.stdout


def test_listeners_of_others_are_not_refused(play) -> None:
    listeners = [{**LISTENERS[0], "client_ca": ""}, LISTENERS[1]]
    done = play(REFUSES, **SECURED, kafka_listeners=listeners, kafka_users=[{"name": "a"}])
    assert done.returncode == 0, done.stdout


def of_host(**values):
    """What gives each host its own of these."""
    return f"{{{{ {values!r}[inventory_hostname] }}}}"


@pytest.mark.parametrize(
    ("given", "sentence", "then"),
    [
        pytest.param(
            [{"name": of_host(k1="IN", k2="INSIDE"), "port": 9092}],
            "k1 has no listener INSIDE among its kafka_listeners, which k2 has, so clients that come in there would "
            "not find k1; give all brokers listeners of the same names.",
            [{"name": "INSIDE", "port": 9092}],
            marks=pytest.mark.remedy("… has no listener … among its kafka_listeners, which … has"),
        ),
        pytest.param(
            [{"name": "A", "port": 9092, "advertised_host": "nat"}],
            "give each an advertised_host or an advertised_port of its own.",
            [{"name": "A", "port": 9092, "advertised_host": of_host(k1="nat", k2="nat2")}],
            marks=pytest.mark.remedy("… and … are both advertised as … (kafka_listeners)"),
        ),
        pytest.param(
            [{"name": "A", "port": 9092, "advertised_host": "nat"}],
            "give each an advertised_host or an advertised_port of its own.",
            [{"name": "A", "port": 9092, "advertised_host": "nat", "advertised_port": of_host(k1=1, k2=2)}],
            marks=pytest.mark.remedy("… and … are both advertised as … (kafka_listeners)"),
        ),
        pytest.param(
            [{"name": "A", "port": 9092, "advertised_port": 9091}],
            "The listener A of k1 is advertised as 10.0.0.1:9091, where brokers find k1",
            [{"name": "A", "port": 9092, "advertised_port": 9191}],
            marks=pytest.mark.remedy("The listener … of … is advertised as …, where"),
        ),
    ],
)
def test_brokers_get_listeners_that_clients_find_on_all_of_them(play, given, sentence, then) -> None:
    refused = play(REFUSES, **SECURED, kafka_listeners=given)
    assert refused.returncode == 2, refused.stdout
    assert sentence in " ".join(refused.stdout.split())
    taken = play(REFUSES, **SECURED, kafka_listeners=then)
    assert taken.returncode == 0, taken.stdout


@pytest.mark.remedy("… of kafka_log_dirs is the root of an EXT4 file")
def test_a_folder_of_partitions_is_none_with_lost_and_found(play) -> None:
    disks = [{"device": "/dev/sdb", "mount_point": "/data/1", "fstype": "ext4"}]
    refused = play(REFUSES, **SECURED, data_disks_devices=disks, kafka_log_dirs=["/data/1"])
    assert refused.returncode == 2, refused.stdout
    assert "give a folder in it, such as /data/1/log." in " ".join(refused.stdout.split())
    taken = play(REFUSES, **SECURED, data_disks_devices=disks, kafka_log_dirs=["/data/1/log"])
    assert taken.returncode == 0, taken.stdout


@pytest.mark.remedy("kafka_listeners for … has … advertised where … of")
def test_secured_listeners_are_found_elsewhere_than_the_former_ones(play) -> None:
    outer = {"advertised_host": "{{ outside }}", "advertised_port": 443}
    given = {
        **SECURED,
        "kafka_secure_phase": "opened",
        "kafka_former_listeners": [{"name": "CLIENT", "port": 9092, **outer}],
    }
    refused = play(REFUSES, **given, kafka_listeners=[{"name": "SECURE", "port": 9094, **outer}])
    assert refused.returncode == 2, refused.stdout
    assert "give it an advertised_host or an advertised_port of its own." in " ".join(refused.stdout.split())
    taken = play(REFUSES, **given, kafka_listeners=[{"name": "SECURE", "port": 9094, **outer, "advertised_port": 444}])
    assert taken.returncode == 0, taken.stdout
