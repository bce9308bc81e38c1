# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The playbook secure on hosts whose modules only write down that they were called, and with what."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.servers.pki import CERTIFICATES

HOSTS = ["k1", "k2", "k3"]
NODE = {
    "id": None,
    "cluster_id": None,
    "remembered": {},
    "replication": None,
    "given": {"factor": 0, "config": {}},
    "listens": {},
    "ports": {"CLIENT": 9092, "BROKER": 9091, "CONTROLLER": 9093},
    "certificates": {},
}
CONFIGURED = "changed=True, pending=True, changed_files=['/etc/kafka/server.properties'], running=True, pid=7, mark=''"
STORED = "runs=True, has_run=True, left_behind={'folders': [], 'held': [], 'may_be_new': False}, storage={}, disks={}"
ENDS = {
    "cluster_replication": "findings=[]",
    "broker_inputs": STORED,
    "jvm_options": "findings=[], options=[], heap='64m', version='17'",
    "lost_replicas": "told=[]",
    "rollout_lock": "changed=True, holder=None",
    "rollout_gate": "unavailable=[], absent=[], reasons=[], summary=''",
    "cluster_info": "brokers=[], controller=1",
    "server_files": CONFIGURED,
    "server_process": "changed=True, pid=7",
    "pending_restart": "changed_files=[], running=True, pid=7, pending=False, mark='', between=False",
    "leader_election": "summary=''",
    "cluster_settings": "findings=[]",
    "rack_layout": "findings=[]",
    "cluster_users": "changed=True",
    "zookeeper_inputs": "",
    "zookeeper_gate": "modes={}, leader='k3'",
    "server_ports": "due=[], now={}, doors={}, known_as='', summary=[]",
}
_SECURE = {"name": "SECURE", "port": 9094}
#: The groups that each host is in.
GROUPS = {"kraft": ["kafka", "kafka_controllers"], "zookeeper": ["zookeeper", "kafka"]}
#: Behind one address each broker is found at another port.
_OWN_PORT = "{{ 9000 + inventory_hostname[1] | int }}"
_NOTE = """with open({path!r}, 'a') as file:
    asked = {{one: given.get(one) for one in ('bootstrap_servers', 'client_config', 'service', 'keystore', 'id')}}
    file.write(json.dumps([{name!r}, asked]) + chr(10))
module.exit_json(**{{'changed': False, **dict({end})}})"""


@pytest.fixture
def secured(tmp_path, played, standing_in):
    """Run it for hosts that are in the phase *now*: what it printed, and which modules asked whom, in their order."""
    made = [f"{name}=127.0.0.1" for name in (*HOSTS, "z0", "z1", "z2", "operator")]
    subprocess.run([*CERTIFICATES, str(tmp_path / "tls"), *made], check=True, capture_output=True)

    def run(now, phase, *words, fails=False, playbook="secure", mode="kraft", keeper="None", **given):
        in_groups = given.pop("groups", dict.fromkeys(GROUPS[mode], HOSTS))
        calls = tmp_path / "calls"
        calls.write_text("")
        step = f"now={now!r}, due=['kafka_secure_phase'], clients={{}}, summary=['CLIENT at port 9092: 3']"
        # By its file, which is written for the phase before the server is restarted.
        there = f"{phase!r} if 'server_process' in open({str(calls)!r}).read() else {now!r}"
        identity = f"node=dict({NODE!r}, phase={there}), zookeeper={keeper}, rack=None"
        ends = {**ENDS, "server_identity": identity, "secure_phase": step}
        noted = {name: _NOTE.format(path=str(calls), name=name, end=end) for name, end in ends.items()}
        shared = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "ansible_become": False,
            "kafka_mode": mode,
            "kafka_security_enabled": True,
            "kafka_listeners": [_SECURE],
            "kafka_users": [{"name": "orders", "password": "planted"}],
            "kafka_secure_phase": phase,
            **{
                f"kafka_{what}": f"{{{{ lookup('ansible.builtin.file', '{tmp_path}/tls/' ~ {file}) }}}}"
                for what, file in (
                    ("tls_certificate", "inventory_hostname ~ '.pem'"),
                    ("tls_key", "inventory_hostname ~ '.key'"),
                    ("tls_ca", "'ca.pem'"),
                    ("operator_certificate", "'operator.pem'"),
                    ("operator_key", "'operator.key'"),
                )
            },
            **given,
        }
        groups = {group: {"hosts": {name: {} for name in names}} for group, names in in_groups.items()}
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"vars": shared, "children": groups}}))
        (tmp_path / "ansible_collections").mkdir(exist_ok=True)
        where = standing_in(noted)
        ran = played(f"groundwork.kafka.{playbook}", "-i", "hosts.json", *words, ANSIBLE_COLLECTIONS_PATH=where)
        assert (ran.returncode != 0) == fails, ran.stdout + ran.stderr
        return ran.stdout, [json.loads(line) for line in calls.read_text().splitlines()]

    return run


def _ways(calls, module):
    """By which port and protocol the *module* has asked the cluster."""
    asked = [given for name, given in calls if name == module]
    ports = [one["bootstrap_servers"][0].rpartition(":")[2] for one in asked]
    return set(zip(ports, [(one["client_config"] or {}).get("security.protocol") for one in asked]))


def _names(calls):
    return [name for name, _given in calls]


@pytest.mark.parametrize(
    ("now", "phase", "way", "afterwards"),
    [
        ("plain", "opened", ("9091", None), ("9191", "SSL")),
        pytest.param("servers", "closed", ("9191", "SSL"), ("9091", "SSL"), marks=pytest.mark.long),
    ],
)
def test_each_server_gets_its_files_right_before_its_restart(secured, now, phase, way, afterwards) -> None:
    """And the cluster is asked where all brokers are; for passwords over TLS alone."""
    said, calls = secured(now, phase)
    assert "CLIENT at port 9092: 3" in said
    written = [name for name in _names(calls) if name in ("server_files", "server_process")]
    assert written == ["server_files", "server_process"] * len(HOSTS)
    assert _names(calls)[-1] == "cluster_users"
    assert _ways(calls, "rollout_gate") == {way}
    assert _ways(calls, "cluster_users") == {afterwards}


@pytest.mark.parametrize(
    ("now", "phase", "keystore"),
    [
        ("plain", "opened", None),
        pytest.param("opened", "servers", "/etc/zookeeper/keystore.pem", marks=pytest.mark.long),
        pytest.param("closed", "servers", "/etc/zookeeper/keystore.pem", marks=pytest.mark.long),
        pytest.param("servers", "opened", None, marks=pytest.mark.long),
    ],
)
def test_zookeeper_servers_go_first_and_are_asked_as_all_of_them_understand(secured, now, phase, keystore) -> None:
    said, calls = secured(now, phase, mode="zookeeper")
    assert "CLIENT at port 9092: 3" in said
    written = [(name, given["service"]) for name, given in calls if name in ("server_files", "server_process")]
    one_by_one = [[("server_files", service), ("server_process", service)] for service in ("zookeeper", "kafka")]
    assert written == [*one_by_one[0] * len(HOSTS), *one_by_one[1] * len(HOSTS)]
    assert {given["keystore"] for name, given in calls if name == "zookeeper_gate"} == {keystore}
    assert _names(calls)[-1] == "cluster_users"


#: What the server of a host says that it is, whose folders end with the host's number.
_OWN_NUMBER = "5 + int(given['data_dir'][-1])"
_MEMBER = {
    **{name: {} for name in ("remembered", "elections", "certificates")},
    **dict.fromkeys(("filled", "shared_device"), True),
    **dict.fromkeys(("awaited", "log_lost", "pending"), False),
    "members": [],
}
#: Servers of ZooKeeper on hosts of their own, which have numbers that the inventory does not.
APART = {"zookeeper": ["z0", "z1", "z2"], "kafka": HOSTS}
_OF_ZOOKEEPER = f"dict({_MEMBER!r}, id={_OWN_NUMBER}) if given.get('data_dir') else None"
_NUMBERED = {"zookeeper_data_dir": "/z/{{ inventory_hostname }}", "zookeeper_data_log_dir": "/l"}


@pytest.mark.long
@pytest.mark.parametrize(("playbook", "phase"), [("secure", "opened"), ("change_ports", "plain")])
def test_zookeeper_servers_on_hosts_of_their_own_have_the_numbers_that_they_have(secured, playbook, phase) -> None:
    given = {"mode": "zookeeper", "playbook": playbook, "groups": APART, "keeper": _OF_ZOOKEEPER, **_NUMBERED}
    _said, calls = secured("plain", phase, **given)
    assert sorted(given["id"] for name, given in calls if name == "zookeeper_inputs") == [5, 6, 7]


@pytest.mark.parametrize(
    ("playbook", "servers"),
    [
        pytest.param("rolling_restart", ["zookeeper"] * 3 + ["kafka"] * 3, marks=pytest.mark.long),
        ("restart_kafka", ["kafka"] * 3),
        pytest.param("restart_zookeeper", ["zookeeper"] * 3, marks=pytest.mark.long),
    ],
)
def test_a_rollout_knows_the_numbers_of_servers_on_hosts_that_it_leaves_alone(secured, playbook, servers) -> None:
    given = {"mode": "zookeeper", "playbook": playbook, "groups": APART, "keeper": _OF_ZOOKEEPER, **_NUMBERED}
    _said, calls = secured("plain", "plain", **given)
    assert [given["service"] for name, given in calls if name == "server_process"] == servers


@pytest.mark.long
@pytest.mark.parametrize(
    ("given", "then", "sentence"),
    [
        pytest.param(
            {"kafka_config": {"zookeeper.set.acl": True}},
            {"kafka_config": {}},
            "kafka_config sets zookeeper.set.acl for k1, and kafka_secure_phase is opened: brokers that speak to "
            "ZooKeeper without TLS could not change what those with it have made; leave it out there until the phase",
            marks=pytest.mark.remedy("kafka_config sets … for …, and kafka_secure_phase"),
        ),
        pytest.param(
            {"groups": {"kafka": HOSTS}, "kafka_zookeeper_connect": "z:1"},
            {"kafka_zookeeper_connect": "z:1"},
            "kafka_secure_phase is given for k1, and the inventory has no host in the group zookeeper: brokers and the "
            "servers of kafka_zookeeper_connect go over to TLS together; name those in that group",
            marks=pytest.mark.remedy("kafka_secure_phase is given for …, and the inventory has"),
        ),
    ],
)
@pytest.mark.parametrize("refused", [True, False])
def test_what_zookeeper_would_not_go_along_with_is_refused(secured, given, then, sentence, refused) -> None:
    said, calls = secured("plain", "opened", fails=refused, mode="zookeeper", **(given if refused else then))
    assert (sentence in " ".join(said.split())) is refused
    assert ("rollout_lock" in _names(calls)) is not refused


@pytest.mark.long
def test_nobody_is_given_a_password_where_nobody_logs_in(secured) -> None:
    _said, calls = secured("opened", "plain")
    assert "cluster_users" not in _names(calls)


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "given", "sentence"),
    [
        (["--limit=k1,k2"], {}, "k3 would stay in another phase, and the next one would take from it what it needs"),
        (
            [],
            {"kafka_secure_phase": "{{ {'k1': 'plain'}[inventory_hostname] | default('opened') }}"},
            "have different phases",
        ),
        ([], {"kafka_secure_phase": ""}, "kafka_secure_phase is not given for k1; give the phase that comes next"),
        ([], {"kafka_listeners": []}, "kafka_secure_phase is given for k1, and kafka_listeners is not"),
        (
            [],
            {"kafka_listeners": [{"name": "SECURE", "port": 9092, "advertised_port": 9094}]},
            "kafka_former_listeners.CLIENT.port and kafka_listeners.SECURE.port are both 9092; give each listener a",
        ),
        (
            [],
            {"kafka_listeners": [_SECURE, {"name": "OTHER", "port": 9095, "advertised_port": 9094}]},
            "The listeners SECURE and OTHER of kafka_listeners for k1 are both advertised as 9094, so clients of one",
        ),
        (
            [],
            {"kafka_listeners": [_SECURE, {"name": "TOKENS", "port": 9095, "mechanisms": ["OAUTHBEARER"]}]},
            "The listener TOKENS of kafka_listeners for k1 has the mechanism OAUTHBEARER and no address of the keys",
        ),
        (
            [],
            {"kafka_listeners": [{**_SECURE, "protocol": "SASL_PLAINTEXT"}]},
            "The listener SECURE of kafka_listeners for k1 has the protocol SASL_PLAINTEXT, by which passwords and",
        ),
        (
            [],
            {"kafka_listeners": [{**_SECURE, "advertised_host": "outer.example.com", "advertised_port": _OWN_PORT}]},
            "does not name outer.example.com, by which others reach the server",
        ),
    ],
)
def test_what_cannot_be_is_refused_before_a_server_is_touched(secured, words, given, sentence) -> None:
    said, calls = secured("plain", "opened", *words, fails=True, **given)
    assert sentence in " ".join(said.split())
    assert not {"server_files", "server_process", "rollout_lock"} & set(_names(calls))


@pytest.mark.remedy("kafka_secure_phase is … for …, and ports for")
@pytest.mark.parametrize("phase", ["servers", pytest.param("ended", marks=pytest.mark.long)])
def test_ports_of_controllers_wait_until_the_cluster_has_security_or_none(secured, phase) -> None:
    waits = phase == "servers"
    said, calls = secured(phase, phase, fails=waits, playbook="change_ports", kafka_controller_port=9095)
    refusal = "kafka_secure_phase is servers for k1, and ports for which others look in their own files are not"
    assert (refusal in " ".join(said.split())) is waits
    assert ("server_ports" in _names(calls)) is not waits
    assert set(_names(calls)) == {"server_identity"} or not waits
