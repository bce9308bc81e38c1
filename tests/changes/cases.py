# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: each input with another value, on which of the clusters, and how it is seen in force or refused.

Its kind, the servers that are restarted and the sentences stand in the roles' meta/changes.yml: the suite holds them
against what happens. What is not tried here says why, or where it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping, Protocol

import pytest
import yaml

from tests.changes.clusters import CERTIFICATES, CLUSTERS, Inventory, address_of
from tests.servers.versions import KRAFT, ZOOKEEPER_FORMER

ROLES = Path(__file__).resolve().parents[2] / "roles"
LIVE, ROLLING, INSTALL, PROCEDURE, FIXED, RUN = "live", "rolling", "install", "procedure", "fixed", "run"


def _entries(section: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for file in sorted(ROLES.glob("*/meta/changes.yml")):
        found.update(yaml.safe_load(file.read_text()).get(section, {}))
    return found


#: What is declared of each input, and of each fact of the inventory.
DECLARED, FACTS = _entries("changes"), _entries("inventory")


@dataclass(frozen=True)
class Case:
    """The *input* gets the value *new* on the cluster *on*.

    It is *seen* as a regular expression in what a shell of the first host prints for *where*; or, where *refused* says
    so, the run ends with the sentence of that number. *given* are inputs that go with it. *prepare* is a shell's
    script that is run on each host before. *restarts* stands in the place of what is declared, where that depends.
    *leaves* is a folder that no server has any more once it was changed back; it is removed then.
    A *short* one is in the lane of `make test`; where it is taken, with all that are changed in the same run.
    """

    input: str
    new: Any
    on: str
    where: str = ""
    seen: str = ""
    refused: int | None = None
    given: Mapping[str, Any] = field(default_factory=dict)
    prepare: str = "true"
    restarts: tuple[str, ...] | None = None
    leaves: str = ""
    short: bool = False

    @property
    def declared(self) -> Mapping[str, Any]:
        """The entry of its input."""
        entry: Mapping[str, Any] = DECLARED[self.input]
        return entry

    @property
    def values(self) -> dict[str, Any]:
        """What the inventory gets."""
        return {**self.given, self.input: self.new}

    @property
    def sentence(self) -> str:
        """What the refusal says, as a regular expression."""
        return pattern(self.declared["refused"][self.refused or 0])

    def shown_in(self, text: str) -> bool:
        """Whether *text*, which was printed for *where*, has the new value in it."""
        return bool(re.search(self.seen, text, re.MULTILINE))

    def concerned(self) -> frozenset[str]:
        """The services that are restarted, each on all of its hosts, as every case is for all hosts."""
        cluster = CLUSTERS[self.on]
        named = self.restarts if self.restarts is not None else self.declared.get("restarts", ())
        servers = named[cluster.mode] if isinstance(named, dict) else named
        runs = {"kafka"} | ({"zookeeper"} if cluster.mode == "zookeeper" else set())
        return frozenset({server.split()[-1] for server in servers} & runs)


class _Marked(Protocol):
    @property
    def short(self) -> bool: ...


def marks(*together: _Marked) -> list[pytest.MarkDecorator]:
    """Pytest's marks of what is run *together*: the one of the short lane where one of them is in it."""
    return [pytest.mark.short] if any(one.short for one in together) else []


def pattern(sentence: str) -> str:
    """*sentence* of a meta/changes.yml as a regular expression."""
    return ".*?".join(re.escape(part) for part in sentence.split("…"))


_KAFKA = "tr '\\0' ' ' </proc/$(systemctl show --property=MainPID --value kafka)/cmdline"
_KEEPER = "tr '\\0' ' ' </proc/$(systemctl show --property=MainPID --value zookeeper)/cmdline"
_PROPERTIES, _ZOO_CFG = "cat /etc/kafka/server.properties", "cat /etc/zookeeper/zoo.cfg"
LISTENING = "ss --listening --numeric --tcp --no-header"
_GROUP = "ps -o group= -p $(systemctl show --property=MainPID --value {})"
_LIMIT = "grep 'open files' /proc/$(systemctl show --property=MainPID --value kafka)/limits"
_TIMER = "systemctl cat groundwork-zookeeper-purge.timer groundwork-zookeeper-purge.service"
_JAVA = "/usr/lib/jvm/java-17-openjdk-amd64/bin/java"
#: Another address of the host, by which it is reached as well.
_ADDRESS = "ip address add {}/24 dev eth0 || true"
_OTHERS = "getent group others >/dev/null || groupadd others"
#: A ZooKeeper that keeps no cluster, beside the host's own.
_TAKEN = 2381
_STRANGER = (
    "systemd-run --quiet --unit=stranger java -Xmx64m -Dzookeeper.admin.enableServer=false -cp '/opt/kafka/libs/*' "
    f"org.apache.zookeeper.server.ZooKeeperServerMain {_TAKEN} /tmp/stranger; "
    f"timeout 120 sh -c 'until ss --listening --numeric --tcp --no-header | grep -q :{_TAKEN}; do sleep 1; done'"
)
#: The JMX exporter's agent, as lab/jmx-exporter brings it.
AGENT = "{{ lab_cache }}/jmx_prometheus_javaagent-1.0.1.jar"
#: What goes with each of its inputs, which are changed together: {0} is the server, {1} its port. And what its page
#: answers to who has the login, and to who has none.
_LOGIN = {"username": "monitor", "password": "planted", "accept_plain_password": True}
_PAGE = """python3 -c "
from urllib.error import HTTPError
from urllib.request import Request, urlopen
for given in ({{'Authorization': 'Basic bW9uaXRvcjpwbGFudGVk'}}, {{}}):
    try:
        print(urlopen(Request('http://127.0.0.1:{}/metrics', headers=given)).status)
    except HTTPError as error:
        print(error.code)
" """
_PRESENTED = "python3 -c \"import ssl; print(ssl.get_server_certificate(('127.0.0.1', 7071)))\""
_QUICK = "-XX:TieredStopAtLevel=1"
_PRODUCTION = yaml.safe_load((ROLES / "kafka/defaults/main.yml").read_text())["kafka_production_config"]
_KERNEL = yaml.safe_load((ROLES / "os_tuning/defaults/main.yml").read_text())["os_tuning_production_kernel_parameters"]
_BOTH_AUTHORITIES = (
    "{{ lookup('ansible.builtin.file', tls ~ '/ca.pem') }}\n"  # which the lookup takes away
    "{{ lookup('ansible.builtin.file', tls ~ '/../other/ca.pem') }}"
)
_SECOND = "{{ lookup('ansible.builtin.file', tls ~ '/../second/' ~ inventory_hostname ~ '.%s') }}"
_OTHER = "{{ lookup('ansible.builtin.file', tls ~ '/../other/' ~ inventory_hostname ~ '.%s') }}"

#: In force without a restart.
_OF_LIVE = (
    Case(
        "os_tuning_kernel_parameters",
        {"net.ipv4.tcp_fin_timeout": 33},
        "keeper",
        "sysctl net.ipv4.tcp_fin_timeout",
        "= 33",
    ),
    Case(
        "os_tuning_production_kernel_parameters",
        {**_KERNEL, "net.ipv4.tcp_max_syn_backlog": 5000},
        "keeper",
        "sysctl net.ipv4.tcp_max_syn_backlog",
        "= 5000",
    ),
    Case("os_tuning_listen_backlog", 5000, "keeper", "sysctl net.core.somaxconn", "= 5000", short=True),
    Case("os_tuning_limits_users", ["root", "daemon"], "keeper", "cat /etc/security/limits.d/*", "daemon"),
    Case("zookeeper_snapshots_kept", 7, "keeper", _TIMER, "-n 7"),
    Case("zookeeper_purge_schedule", "18 4 * * *", "keeper", _TIMER, r"OnCalendar=.*04:18:00"),
    Case("zookeeper_purge_random_delay", 60, "keeper", _TIMER, "RandomizedDelaySec=60"),
    Case(
        "kafka_users",
        [
            {
                "name": "payments",
                "password": "planted",
                "acls": [{"resource": "topic", "name": "p", "operations": ["read"]}],
            }
        ],
        "kraft",
    ),
    Case("kafka_admin_client_properties", "{{ tls }}/../client.properties", "kraft"),
)


def _exporter(server: str, port: int, command: str) -> Iterator[Case]:
    """The inputs of the exporter of *server* on a host without security, all of them in one run."""
    inputs = {"enabled": True, "src": AGENT, "host": "0.0.0.0", "port": port, **_LOGIN}  # noqa: S104
    given = {f"{server}_exporter_{name}": value for name, value in inputs.items()}
    login = (_PAGE.format(port), r"\A200\n401\Z")
    shown = {
        "enabled": (LISTENING, rf":{port}\b"),
        "src": (command, rf"-javaagent:/opt/{AGENT.rpartition('/')[2]}="),
        "host": (LISTENING, rf"(0\.0\.0\.0|\*):{port}\b"),
        "port": (LISTENING, rf":{port}\b"),
        "username": login,
        "password": login,
    }
    for name, (where, seen) in shown.items():
        # A ZooKeeper server without an exporter has no login either, whose default is the broker's.
        yield Case(
            f"{server}_exporter_{name}", inputs[name], "keeper", where, seen, given=given, restarts=(f"its {server}",)
        )


#: A restart of the servers that are named, and of no others.
_OF_ROLLING = (
    Case("kafka_heap", "400m", "keeper", _KAFKA, "-Xmx400m", short=True),
    Case("kafka_jvm_options", [_QUICK, "-Dgroundwork.changed=1"], "keeper", _KAFKA, "-Dgroundwork.changed=1"),
    Case("kafka_gc_options", ["-XX:+UseParallelGC"], "keeper", _KAFKA, r"-XX:\+UseParallelGC"),
    Case(
        "kafka_heap_dump_directory",
        "/var/lib/other-dumps",
        "keeper",
        _KAFKA,
        "HeapDumpPath=/var/lib/other-dumps/k",
        leaves="/var/lib/other-dumps",
    ),
    Case("kafka_java", _JAVA, "keeper", _KAFKA, f"^{_JAVA} "),
    Case("kafka_group", "others", "keeper", _GROUP.format("kafka"), "others", prepare=_OTHERS),
    Case("kafka_link", "/opt/kafka-link", "keeper", _KAFKA, "-cp /opt/kafka-link/libs"),
    Case("kafka_archive_directory", "/srv/kafka", "keeper", "readlink /opt/kafka-link", "^/srv/kafka/"),
    Case(
        "kafka_host",
        address_of(111),
        "keeper",
        _PROPERTIES,
        f"CLIENT://{address_of(111)}:",
        prepare=_ADDRESS.format(address_of(111)),
    ),
    Case("kafka_port", 9192, "keeper", LISTENING, r":9192\b"),
    Case("kafka_broker_port", 9191, "keeper", LISTENING, r":9191\b"),
    Case("kafka_rack", "other", "keeper", _PROPERTIES, "broker.rack=other"),
    Case(
        "kafka_log_dirs",
        ["/data/kafka/log", "/data/kafka/more"],
        "keeper",
        "ls /data/kafka/more",
        "meta.properties",
        leaves="/data/kafka/more",
    ),
    Case(
        "kafka_zookeeper_connect",
        f"{address_of(11)}:2181,{address_of(112)}:2181",
        "keeper",
        _PROPERTIES,
        rf"connect=.*\b{address_of(112)}:2181",
        prepare=_ADDRESS.format(address_of(112)),
    ),
    Case(
        "kafka_production_config",
        {**_PRODUCTION, "num.network.threads": 7},
        "keeper",
        _PROPERTIES,
        "num.network.threads=7",
    ),
    Case("kafka_config", {"num.io.threads": 9}, "keeper", _PROPERTIES, "num.io.threads=9"),
    Case("zookeeper_tick_time", 2500, "keeper", _ZOO_CFG, "tickTime=2500"),
    Case("zookeeper_init_limit", 11, "keeper", _ZOO_CFG, "initLimit=11"),
    Case("zookeeper_sync_limit", 6, "keeper", _ZOO_CFG, "syncLimit=6"),
    # The broker's heap here is none that follows from it.
    Case("zookeeper_heap", "140m", "keeper", _KEEPER, "-Xmx140m", restarts=("its zookeeper",)),
    Case("zookeeper_jvm_options", [_QUICK, "-Dgroundwork.changed=1"], "keeper", _KEEPER, "-Dgroundwork.changed=1"),
    Case("zookeeper_gc_options", ["-XX:+UseParallelGC"], "keeper", _KEEPER, r"-XX:\+UseParallelGC"),
    Case(
        "zookeeper_heap_dump_directory",
        "/var/lib/zk-dumps",
        "keeper",
        _KEEPER,
        "HeapDumpPath=/var/lib/zk-dumps/z",
        leaves="/var/lib/zk-dumps",
    ),
    Case("zookeeper_java", _JAVA, "keeper", _KEEPER, f"^{_JAVA} "),
    Case("zookeeper_group", "others", "keeper", _GROUP.format("zookeeper"), "others", prepare=_OTHERS),
    Case("zookeeper_link", "/opt/zookeeper-link", "keeper", _KEEPER, "-cp /opt/zookeeper-link/libs"),
    Case("zookeeper_archive_directory", "/srv/zookeeper", "keeper", "readlink /opt/zookeeper-link", "^/srv/zookeeper/"),
    Case(
        "zookeeper_host",
        address_of(113),
        "keeper",
        _PROPERTIES,
        f"connect={address_of(113)}:",
        prepare=_ADDRESS.format(address_of(113)),
    ),
    *_exporter("kafka", 7171, _KAFKA),
    *_exporter("zookeeper", 7172, _KEEPER),
    Case(
        "kafka_exporter_tls_enabled",
        True,
        "kraft",
        _PRESENTED,
        "BEGIN CERTIFICATE",
        given={"kafka_exporter_enabled": True, "kafka_exporter_src": AGENT},
    ),
    # Java raises its own to the hard one, so that the process does not show it.
    Case("os_tuning_nofile_soft", 12000, "keeper", "systemctl show --property=LimitNOFILESoft kafka", "=12000"),
    Case("os_tuning_nofile_hard", 16000, "keeper", _LIMIT, "16000", given={"os_tuning_nofile_soft": 12000}),
    Case(
        "kafka_super_users",
        ["User:O=Groundwork lab,CN=k1", "User:CN=k1,O=Groundwork lab", "User:CN=operator,O=Groundwork lab"],
        "kraft",
        _PROPERTIES,
        "super.users=.*User:O=Groundwork lab",
    ),
    Case(
        "kafka_tls_certificate",
        _SECOND % "pem",
        "kraft",
        "cat /run/groundwork-kafka.pem",
        "BEGIN",
        given={"kafka_tls_key": _SECOND % "key"},
    ),
    Case(
        "kafka_tls_key",
        _SECOND % "key",
        "kraft",
        "cat /run/groundwork-kafka.pem",
        "BEGIN",
        given={"kafka_tls_certificate": _SECOND % "pem"},
    ),
    Case("kafka_tls_ca", _BOTH_AUTHORITIES, "kraft", "grep -c BEGIN /etc/kafka/truststore.pem", "^2"),
    Case(
        "kafka_rack_file", "/etc/rack", "kraft", _PROPERTIES, "broker.rack=by-file", prepare="echo by-file >/etc/rack"
    ),
    Case(
        "kafka_listeners",
        [{"name": "INSIDE", "port": 9092}, {"name": "OUTSIDE", "port": 9292, "protocol": "SSL"}],
        "kraft",
        LISTENING,
        r":9292\b",
    ),
    Case("kafka_rack_command", ["hostname"], "three", _PROPERTIES, "broker.rack=k1"),
    Case("kafka_replication_factor", 2, "three", _PROPERTIES, "default.replication.factor=2"),
)

#: Of which no server hears.
_OF_RUN = (
    Case("kafka_start_timeout", 130, "kraft"),
    Case("zookeeper_start_timeout", 70, "keeper"),
    Case("kafka_exporter_accept_plain_password", True, "kraft"),
    Case("zookeeper_exporter_accept_plain_password", True, "keeper"),
    Case("kafka_accept_lost_partitions", True, "kraft"),
    Case("zookeeper_accept_lost_log", True, "keeper"),
    Case("kafka_link_switch", "same_version", "kraft"),
    Case("zookeeper_link_switch", "same_version", "keeper"),
    Case("kafka_archive_proxy", "http://127.0.0.1:9", "kraft"),
    Case("java_proxy", "http://127.0.0.1:9", "kraft"),
    Case("zookeeper_archive_proxy", "http://127.0.0.1:9", "keeper"),
    Case("kafka_tls_key_password", "of no key", "kraft"),
    Case("kafka_operator_key_password", "of no key", "kraft"),
    Case(
        "kafka_operator_certificate",
        "{{ lookup('ansible.builtin.file', tls ~ '/../second/operator.pem') }}",
        "kraft",
        given={"kafka_operator_key": "{{ lookup('ansible.builtin.file', tls ~ '/../second/operator.pem') }}"},
    ),
    Case(
        "kafka_operator_key",
        "{{ lookup('ansible.builtin.file', tls ~ '/../second/operator.pem') }}",
        "kraft",
        given={"kafka_operator_certificate": "{{ lookup('ansible.builtin.file', tls ~ '/../second/operator.pem') }}"},
    ),
    Case("preflight_replication_factor", 1, "keeper"),
    Case("rolling_restart_scope", "pending", "keeper"),
    Case("rolling_restart_services", ["kafka"], "kraft"),
    Case("rolling_restart_together", "rack", "kraft"),
    Case("rolling_restart_accept_unavailable", True, "kraft"),
    Case("rolling_restart_wait", 290, "kraft"),
    Case("rolling_restart_wait_back", 590, "kraft"),
    Case("rolling_restart_hold", 5, "kraft"),
    Case("rolling_restart_take_over", "nobody", "kraft"),
    Case("audit_fail_on", "none", "kraft"),
    Case("audit_report_directory", "{{ tls }}/../reports", "kraft"),
    Case("audit_show_in_effect", False, "kraft"),
    Case("audit_html", True, "kraft"),
    Case("audit_cluster", "orders", "kraft"),
    Case("audit_expected", ["broker"], "kraft"),
    Case("audit_services", ["kafka"], "kraft"),
    Case("audit_limits_users", ["kafka"], "kraft"),
    Case("audit_broker_heap", "384m", "kraft"),
    Case("audit_zookeeper_heap", "128m", "keeper"),
    Case("cluster_access_smoke_test", False, "kraft"),
    *(
        Case(f"smoke_test_{name}", value, "kraft")
        for name, value in {"records": 1000, "partitions": 2, "options": ["--keep"]}.items()
    ),
    # What is for hosts that hold nothing yet changes nothing on these.
    Case("java_install", False, "kraft"),
    Case("java_kafka_versions", [KRAFT], "kraft"),
)


def _refused_exporter(server: str) -> Iterator[Case]:
    """What the exporter of *server* could not listen at, show or be, by the number of the sentence."""
    for name, new, number, more in (
        ("host", "192.0.2.1", 0, {}),
        ("host", "no address", 1, {}),
        ("port", 2181, 2, {}),
        ("port", _TAKEN, 3, {}),
        ("tls_enabled", True, 4, {}),
        ("checksum", f"sha256:{'0' * 64}", 0, {}),
        ("accept_plain_password", False, 0, {name: _LOGIN[name] for name in ("username", "password")}),
    ):
        given = {f"{server}_exporter_{name}": value for name, value in {"enabled": True, "src": AGENT, **more}.items()}
        yield Case(f"{server}_exporter_{name}", new, "keeper", refused=number, given=given, prepare=_STRANGER)


_OLDER = f"{{{{ lab_cache }}}}/kafka_2.13-{ZOOKEEPER_FORMER}.tgz"
#: Refused before the first write, by the sentence of that number; inputs of other kinds as well.
_REFUSED = (
    Case("kafka_mode", "kraft", "keeper", refused=0, short=True),
    Case("kafka_mode", "zookeeper", "kraft", refused=1),
    Case("kafka_version", ZOOKEEPER_FORMER, "keeper", refused=0),
    Case("kafka_archive_src", _OLDER, "keeper", refused=0),
    Case("kafka_archive_checksum", f"sha512:{'0' * 128}", "keeper", refused=0),
    Case("kafka_link", "/opt/kafka-link", "keeper", refused=0, given={"kafka_version": ZOOKEEPER_FORMER}),
    Case("kafka_user", "others", "keeper", refused=0),
    Case("kafka_group", "nobody-has-it", "keeper", refused=0),
    Case("kafka_uid", 4711, "keeper", refused=0, short=True),
    Case("kafka_gid", 4711, "keeper", refused=0),
    Case("kafka_take_over", ["/data/kafka/log"], "keeper", refused=0, given={"kafka_user": "others"}),
    Case("kafka_node_id", 7, "keeper", refused=0, short=True),
    Case("kafka_node_id", 7, "three", refused=1),
    Case("kafka_host", address_of(121), "kraft", refused=0),
    Case("kafka_port", 2181, "keeper", refused=0),
    Case("kafka_listeners", [{"name": "CLIENT", "port": 9091}], "keeper", refused=0),
    Case("kafka_listeners", [{"name": "CLIENT", "port": 9092, "protocol": "SSL"}], "keeper", refused=1),
    Case("kafka_listeners", [{"name": "INTERNAL", "port": 9092}], "three", refused=6),
    Case(
        "kafka_listeners",
        [{"name": "CLIENT", "port": 9092, "advertised_host": "outside.example.com"}],
        "kraft",
        refused=10,
    ),
    Case("kafka_plain_users", [{"name": "payments", "password": "planted"}], "kraft", refused=0),
    Case("kafka_admin_listener", "OUTSIDE", "keeper", refused=0, short=True),
    Case("kafka_controller_port", 9193, "kraft", refused=0),
    Case("kafka_log_dirs", ["/data/kafka/elsewhere"], "keeper", refused=0, short=True),
    Case("kafka_log_dirs", ["/data/kafka/more", "/data/kafka/log"], "three", refused=1),
    Case("kafka_metadata_log_dir", "/data/metadata", "kraft", refused=0),
    Case("kafka_cluster_id", "MkU3OEVBNTcwNTJENDM2Qg", "kraft", refused=0),
    Case("kafka_cluster_id", "MkU3OEVBNTcwNTJENDM2Qg", "keeper", refused=1),
    Case("kafka_zookeeper_connect", f"{address_of(11)}:2181/elsewhere", "keeper", refused=0),
    Case("kafka_zookeeper_connect", f"{address_of(11)}:{_TAKEN}", "keeper", refused=1, prepare=_STRANGER),
    Case("kafka_security_enabled", True, "three", refused=0, given=CERTIFICATES),
    Case(
        "kafka_tls_certificate",
        _OTHER % "pem",
        "kraft",
        refused=0,
        given={"kafka_tls_key": _OTHER % "key", "kafka_tls_ca": _BOTH_AUTHORITIES},
    ),
    Case("kafka_users", [{"name": "a", "password": "b"}, {"name": "a", "password": "b"}], "kraft", refused=0),
    Case("kafka_heap", "9000g", "keeper", refused=0),
    Case("kafka_heap_dump_directory", "/data/kafka/log/dumps", "keeper", refused=0),
    Case("kafka_jvm_options", ["-XX:+NoSuchFlag"], "keeper", refused=0),
    Case("kafka_config", {"log.dirs": "/elsewhere"}, "keeper", refused=0),
    *_refused_exporter("kafka"),
    *_refused_exporter("zookeeper"),
    Case(
        "zookeeper_kafka_version",
        ZOOKEEPER_FORMER,
        "keeper",
        refused=0,
        given={"zookeeper_archive_src": _OLDER},
    ),
    Case("zookeeper_archive_src", _OLDER, "keeper", refused=0),
    Case("zookeeper_archive_checksum", f"sha512:{'0' * 128}", "keeper", refused=0),
    Case("zookeeper_user", "others", "keeper", refused=0),
    Case("zookeeper_uid", 4711, "keeper", refused=0),
    Case("zookeeper_gid", 4711, "keeper", refused=0),
    Case(
        "zookeeper_take_over",
        ["/data/zookeeper/data", "/data/zookeeper/log"],
        "keeper",
        refused=0,
        given={"zookeeper_user": "others"},
    ),
    Case("zookeeper_id", 9, "keeper", refused=0, short=True),
    Case("zookeeper_client_port", 2281, "keeper", refused=0, short=True),
    Case("zookeeper_data_dir", "/data/zookeeper/moved", "keeper", refused=0),
    Case("zookeeper_data_log_dir", "/data/zookeeper/moved", "keeper", refused=0),
    Case("zookeeper_snapshots_kept", 2, "keeper", refused=0),
    Case("zookeeper_purge_schedule", "at night", "keeper", refused=1),
    Case("zookeeper_security_enabled", True, "keeper", refused=0),
)

CASES = (*_OF_LIVE, *_OF_ROLLING, *_OF_RUN, *_REFUSED)

#: Inputs that this suite does not change, and why, or where they are.
UNTRIED = {
    **dict.fromkeys(("zookeeper_peer_port", "zookeeper_election_port"), "one server has none; tests/unit"),
    **dict.fromkeys(("zookeeper_tls_certificate", "zookeeper_tls_key", "zookeeper_tls_ca"), "molecule/secured"),
    "zookeeper_tls_key_password": "as kafka_tls_key_password, which the broker has",
    **dict.fromkeys(
        ("kafka_write_bytes_per_second", "kafka_other_heaps"), "kafka_heap: auto takes 6g here; tests/unit"
    ),
    "os_tuning_transparent_huge_pages": "the whole machine's; molecule/default and molecule/vm",
    "os_tuning_services": "molecule/default",
    "preflight_accepted": "it changes what is told alone; tests/unit",
    **dict.fromkeys(
        (
            "audit_accepted",
            "audit_bootstrap_servers",
            "audit_client_config",
            "audit_topics",
            "audit_clients",
            "audit_load",
        ),
        "they change what is told of a cluster alone; tests/unit and tests/admin",
    ),
    **dict.fromkeys(
        (
            "reassign_leaving",
            "reassign_brokers",
            "reassign_balance",
            "reassign_tolerance",
            "reassign_replication",
            "reassign_plan",
            "reassign_accept_shared_racks",
            "reassign_throttle",
            "reassign_at_once",
            "reassign_wait",
        ),
        "they say what is moved, and no site does; tests/admin/test_reassign.py",
    ),
    **dict.fromkeys(
        (
            "health_fail_on",
            "health_report_directory",
            "health_show_normal",
            "health_bootstrap_servers",
            "health_client_config",
            "health_exporters",
            "health_textfile_directory",
            "health_seconds",
            "health_timeout",
        ),
        "they change what is asked and told alone; tests/unit, tests/repository and tests/admin",
    ),
    **dict.fromkeys(
        (
            "probe_bootstrap_servers",
            "probe_client_config",
            "probe_python",
            "probe_user",
            "probe_interval",
            "probe_records",
            "probe_options",
            "probe_textfile_directory",
        ),
        "they say how a program beside the cluster is run; tests/repository/test_probe.py",
    ),
    **{
        name: "they say what runs beside clusters; tests/admin/test_mirror.py, tests/repository/test_mirror_maker.py"
        for name in DECLARED
        if name.startswith("mirror_maker_")
    },
    "os_tuning_plan": "its limits are more than a container may have; molecule/vm",
    "kafka_load": "what follows from it are other inputs, as tests/repository/test_plan.py shows",
    **dict.fromkeys(("os_tuning_disks", "data_disks_devices"), "tests/disks and molecule/default, which have disks"),
    **{f"data_disks_devices.{name}": "tests/disks" for name in ("device", "mount_point", "fstype", "options", "blank")},
    **{
        name: "goes with the next release; as os_tuning_kernel_parameters"
        for name in DECLARED
        if re.match("os_tuning_(vm|net|extra)_", name)
    },
    "java_package": "wants a second package of Java, which is fetched; molecule/default installs one",
    **dict.fromkeys(
        (f"{which}_archive_{what}" for which in ("kafka", "zookeeper") for what in ("signature", "keys")), "tests/unit"
    ),
    **dict.fromkeys(("kafka_admin_bootstrap_servers", "kafka_admin_config"), "molecule/secured asks in other ways"),
    **dict.fromkeys(("kafka_secure_phase", "kafka_former_listeners"), "test_secure.py"),
    **{f"kafka_secure_{name}_port": "test_secure.py, with that of the role" for name in ("broker", "controller")},
    "kafka_secure_accept_clients": "tests/unit",
    **dict.fromkeys(("cluster_access_host", "cluster_access_python"), "molecule/secured asks from the host"),
    **{
        f"smoke_test_{name}": "the test itself is left out here; molecule"
        for name in ("bootstrap_servers", "client_config", "python", "jars", "report_directory")
    },
}


@dataclass(frozen=True)
class Fact:
    """A change of the inventory of the cluster *on*, which *change* makes; as a case."""

    name: str
    on: str
    change: Callable[[Inventory], Inventory]
    refused: int | None = None

    @property
    def sentence(self) -> str:
        """What the refusal says, as a regular expression."""
        return pattern(FACTS[self.name]["refused"][self.refused or 0])


def _leave_out(inventory: Inventory, group: str, host: str) -> Inventory:
    inventory["all"]["children"][group]["hosts"].pop(host)
    return inventory


def _renamed(inventory: Inventory, names: Mapping[str, str]) -> Inventory:
    """Hosts by other *names*; where they are reached stays as it was."""
    for group in (inventory["all"], *inventory["all"]["children"].values()):
        group["hosts"] = {names.get(name, name): given for name, given in group["hosts"].items()}
    return inventory


def _reversed(inventory: Inventory) -> Inventory:
    for group in (inventory["all"], *inventory["all"]["children"].values()):
        group["hosts"] = dict(reversed(group["hosts"].items()))
    return inventory


CHANGES_OF_THE_INVENTORY = (
    Fact("hosts_reordered", "three", _reversed),
    Fact("host_renamed", "three", lambda inventory: _renamed(inventory, {"k3": "renamed"})),
    Fact("names_exchanged", "three", lambda inventory: _renamed(inventory, {"k2": "k3", "k3": "k2"}), refused=0),
    Fact(
        "broker_removed",
        "three",
        lambda one: _leave_out(_leave_out(_leave_host_out(one, "k3"), "kafka", "k3"), "kafka_controllers", "k3"),
        refused=0,
    ),
    Fact("broker_becomes_controller", "three", lambda inventory: _leave_out(inventory, "kafka", "k3"), refused=0),
    Fact(
        "controller_becomes_broker",
        "three",
        lambda inventory: _leave_out(inventory, "kafka_controllers", "k3"),
        refused=0,
    ),
)


def _leave_host_out(inventory: Inventory, host: str) -> Inventory:
    inventory["all"]["hosts"].pop(host)
    return inventory


#: Facts that this suite does not change, and why, or where they are.
UNTRIED_FACTS = {
    **dict.fromkeys(("broker_added", "controller_added", "controller_removed"), "test_replaced.py"),
    **dict.fromkeys(("zookeeper_added", "zookeeper_removed"), "tests/ensemble, and tests/remedies"),
    "address_changed": "kafka_host and zookeeper_host above",
    **dict.fromkeys(("host_replaced", "host_takes_over"), "test_replaced.py"),
    **dict.fromkeys(("server_becomes_both", "host_of_another_cluster"), "test_replaced.py"),
    "disk_of_another_host": "a host's only one: test_replaced.py; one of several: tests/unit",
    **dict.fromkeys(
        ("disk_added", "disk_removed", "disk_lost", "disk_replaced", "device_renamed"), "tests/disks and tests/admin"
    ),
}


@dataclass(frozen=True)
class Procedure:
    """The *input* gets the value *new* on the cluster *on*, which its playbook brings about, and takes back again.

    The server of *service*, and no other, is restarted by it; its *files*, a pattern of the shell, are below *new*
    then. Of a *short* one the lane of `make test` has what site says and the plan; there and back takes minutes.
    """

    input: str
    new: str
    on: str
    service: str
    files: str
    short: bool = False

    @property
    def declared(self) -> Mapping[str, Any]:
        """The entry of its input."""
        entry: Mapping[str, Any] = DECLARED[self.input]
        return entry

    @property
    def playbook(self) -> str:
        """The playbook that does it."""
        return str(self.declared["playbook"])

    @property
    def former(self) -> str:
        """The folder that the cluster begins with."""
        inputs = CLUSTERS[self.on].inputs_of_all()
        return str(inputs.get(self.input) or inputs["kafka_log_dirs"][0])


#: Numbers that nobody has; each input gets its own, and what leads back is what the host had.
NUMBERS = {"zookeeper_uid": 54311, "zookeeper_gid": 54312, "kafka_uid": 54321, "kafka_gid": 54322}


@dataclass(frozen=True)
class Ports:
    """The port *input* of the cluster *on* is changed from the one to the other, and back; *services* are restarted."""

    input: str
    former: int
    new: int
    on: str
    services: frozenset[str]

    @property
    def playbook(self) -> str:
        """The playbook that does it."""
        return str(DECLARED[self.input]["playbook"])


#: A port that leads to another one would be among these files.
FORWARDS = "ls /etc/systemd/system | grep -- -port- || true"
PORTS = (
    Ports("zookeeper_client_port", 2181, 2281, "keeper", frozenset({"zookeeper", "kafka"})),
    Ports("kafka_controller_port", 9093, 9193, "three", frozenset({"kafka"})),
)
#: Another address of each host of the cluster with three controllers, which ends with the host's number.
OTHER_NAME = address_of(13)
RENAMED: Mapping[str, Any] = {"kafka_host": f"{{{{ '{OTHER_NAME}' ~ inventory_hostname[-1] }}}}"}
HAVE_OTHER_NAME = f"ip address add {OTHER_NAME}$(hostname | tail -c 2)/24 dev eth0 || true"
PROCEDURES = (
    Procedure("zookeeper_data_log_dir", "/data/zookeeper/moved", "keeper", "zookeeper", "version-2/log.*", short=True),
    Procedure("kafka_metadata_log_dir", "/data/kafka/moved", "kraft", "kafka", "__cluster_metadata-0/*.log"),
    # From the folder of partitions, so that each controller joins the quorum anew.
    Procedure("kafka_metadata_log_dir", "/data/kafka/moved", "three", "kafka", "__cluster_metadata-0/*.log"),
)
