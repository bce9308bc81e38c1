# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: inputs of one host with ZooKeeper that are refused, what is told, and what a person writes then."""

from __future__ import annotations

from tests.remedies.clusters import CLUSTERS
from tests.remedies.refusals import Refusal
from tests.servers.versions import KRAFT, ZOOKEEPER, ZOOKEEPER_FORMER

_ADDRESS = CLUSTERS["keeper"].addresses["z1"]
_ARCHIVE = f"kafka_2.13-{ZOOKEEPER}.tgz"
#: ZooKeeper's archive, where the broker's is another one.
_KEEPERS_ARCHIVE = {"zookeeper_kafka_version": ZOOKEEPER, "zookeeper_archive_src": f"{{{{ lab_cache }}}}/{_ARCHIVE}"}
_OTHER_CLUSTER = "MkU3OEVBNTcwNTJENDM2Qg"

#: Kafka's own settings, in kafka_config.
_OF_CONFIG = (
    Refusal(
        "… has no values by key; write each key",
        {"kafka_config": "num.io.threads=9"},
        "kafka_config has no values by key; write each key with its value behind a colon, such as num.io.threads: 9",
        {"kafka_config": {"num.io.threads": 9}},
    ),
    Refusal(
        "… is …, more than a quarter of the heap",
        {"kafka_config": {"log.cleaner.dedupe.buffer.size": 134217728}},
        "give at most 100663296, or a larger heap",
        {"kafka_config": {"log.cleaner.dedupe.buffer.size": 100663296}},
    ),
    Refusal(
        "… is …, more than a quarter of the heap",
        {"kafka_config": {"log.cleaner.dedupe.buffer.size": 134217729}},
        "or a larger heap",
        {"kafka_config": {"log.cleaner.dedupe.buffer.size": 134217729}, "kafka_heap": "520m"},
    ),
    Refusal(
        "… is a mapping; write its parts as keys",
        {"kafka_config": {"num": {"io.threads": 9}}},
        "write its parts as keys of their own, such as num.name: value",
        {"kafka_config": {"num.io.threads": 9}},
    ),
    Refusal(
        "… has an empty item in its list; leave",
        {"kafka_config": {"sasl.enabled.mechanisms": ["PLAIN", None, "SCRAM-SHA-256"]}},
        "leave it out",
        {"kafka_config": {"sasl.enabled.mechanisms": ["PLAIN", "SCRAM-SHA-256"]}},
    ),
    Refusal(
        "… is a list in a list; write one",
        {"kafka_config": {"sasl.enabled.mechanisms": [["PLAIN"], ["SCRAM-SHA-256"]]}},
        "write one list",
        {"kafka_config": {"sasl.enabled.mechanisms": ["PLAIN", "SCRAM-SHA-256"]}},
    ),
    Refusal(
        "kafka_node_id is …, and Kafka keeps the numbers above",
        {"kafka_config": {"reserved.broker.max.id": 0}},
        "give a smaller one, or set reserved.broker.max.id in kafka_config",
        {"kafka_config": {"reserved.broker.max.id": 1}},
    ),
    Refusal(
        "… is …, more than the inventory has brokers",
        {"kafka_config": {"default.replication.factor": 3}},
        "give at most 1, or add brokers to the group kafka",
        {"kafka_config": {"default.replication.factor": 1}},
    ),
    Refusal(
        "… is …, more than the … of …: every",
        {"kafka_config": {"transaction.state.log.min.isr": 2}},
        "give at most 1",
        {"kafka_config": {"transaction.state.log.min.isr": 1}},
    ),
    Refusal(
        "… has …, which is not a setting of",
        {"kafka_config": {"num.io.thread": 9}},
        "the nearest that is one is num.io.threads: give that, or leave it out",
        {"kafka_config": {"num.io.threads": 9}},
    ),
    Refusal(
        "… has …, which is not a setting of",
        {"kafka_config": {"controller.quorum.auto.join.enable": True}},
        "it came with 4.2: leave it out",
    ),
    Refusal(
        "… in … … by Kafka …; correct it.",
        {"kafka_config": {"num.io.threads": "many"}},
        "correct it",
        {"kafka_config": {"num.io.threads": 9}},
    ),
    Refusal(
        "kafka_config sets … for …; leave it out",
        {"kafka_config": {"log.dirs": "/data/kafka/log,/data/kafka/more"}},
        "leave it out there, and use kafka_log_dirs instead",
        {"kafka_log_dirs": ["/data/kafka/log", "/data/kafka/more"]},
    ),
    Refusal(
        "kafka_config sets … for …; leave it out",
        {"kafka_config": {"listener.security.protocol.map": "CLIENT:PLAINTEXT,BROKER:SSL"}},
        "leave it out there, and use kafka_listeners instead",
        {"kafka_listeners": [{"name": "CLIENT", "port": 9092, "protocol": "PLAINTEXT"}]},
    ),
)

#: Where servers are, and what they are called.
_OF_PLACE = (
    Refusal(
        "kafka_zookeeper_connect has …; give HOST:PORT for each server,",
        {"kafka_zookeeper_connect": f"http://{_ADDRESS}"},
        "give HOST:PORT for each server, the port from 1 to 65535, separated by commas, such as "
        "zk1:2181,zk2:2181/kafka",
        {"kafka_zookeeper_connect": f"{_ADDRESS}:2181"},
    ),
    Refusal(
        "The cluster of this broker keeps its metadata at",
        {"kafka_zookeeper_connect": f"{_ADDRESS}:2181/elsewhere"},
        "let kafka_zookeeper_connect end in /, or in no path for /",
        {"kafka_zookeeper_connect": f"{_ADDRESS}:2181"},
    ),
    Refusal(
        "… and … are both …; give each listener",
        {"kafka_broker_port": 9092},
        "give each listener a port of its own",
        {"kafka_broker_port": 9093},
    ),
    Refusal(
        "… and … are both …; give each a",
        {"zookeeper_peer_port": 2181},
        "give each a port of its own",
        {"zookeeper_peer_port": 2889},
    ),
    Refusal(
        "… is no host; give kafka_host or zookeeper_host",
        {"kafka_host": f"http://{_ADDRESS}"},
        "give kafka_host or zookeeper_host as a name or an address alone, an IPv6 address without brackets",
        {"kafka_host": _ADDRESS},
    ),
    Refusal(
        "ZooKeeper runs on this host with port …",
        {"zookeeper_client_port": 2281},
        "have it changed by the playbook groundwork.kafka.change_ports, or set zookeeper_client_port back",
        {"zookeeper_client_port": 2181},
    ),
    Refusal(
        "The group kafka_controllers has …, and kafka_mode is",
        {},
        "set kafka_mode to kraft for all hosts of a new cluster, or leave the group out",
        groups={"kafka_controllers": ["z1"]},
    ),
    Refusal(
        "The inventory has no host in the groups",
        {},
        "name the servers there, and look whether -i has the right path",
        groups={"kafka": [], "zookeeper": []},
    ),
)

#: What holds data keeps its numbers.
_OF_NUMBERS = (
    Refusal(
        "… holds data with the … …, and … is …; set",
        {"kafka_node_id": 7},
        "set kafka_node_id back to 1, or, if its data may be lost, empty its folders yourself",
        {"kafka_node_id": 1},
    ),
    Refusal(
        "… has the … …; give a whole number",
        {"kafka_node_id": -5},
        "give a whole number from 0 to 2147483647 (kafka_node_id in the inventory), or leave it out",
        {"kafka_node_id": 1},
    ),
    Refusal(
        "… has the … …; give a whole number",
        {"zookeeper_id": 300},
        "give a whole number from 1 to 255 (zookeeper_id in the inventory), or leave it out",
    ),
    Refusal(
        "kafka_cluster_id is …, and …; leave kafka_cluster_id out: with ZooKeeper nobody",
        {"kafka_cluster_id": _OTHER_CLUSTER},
        "leave kafka_cluster_id out: with ZooKeeper nobody can set it",
    ),
    Refusal(
        "kafka_mode is … for …, and Kafka … is",
        {"kafka_version": KRAFT, **_KEEPERS_ARCHIVE},
        "give kafka_version and kafka_archive_src of Kafka 3.9, the last version with ZooKeeper, or the other mode",
        {"kafka_version": ZOOKEEPER, **_KEEPERS_ARCHIVE},
    ),
    Refusal(
        "… is Kafka … and … is …; run the",
        {"kafka_version": ZOOKEEPER_FORMER, **_KEEPERS_ARCHIVE},
        "run the playbook groundwork.kafka.upgrade, which takes one server at a time, or give the archive of "
        f"{ZOOKEEPER}",
        {"kafka_version": ZOOKEEPER, **_KEEPERS_ARCHIVE},
    ),
)

#: Folders, and what lies in them.
_OF_FOLDERS = (
    Refusal(
        "… is empty; give at least one folder.",
        {"kafka_log_dirs": []},
        "give at least one folder",
        {"kafka_log_dirs": ["/data/kafka/log"]},
    ),
    Refusal(
        "… has …; give absolute paths.",
        {"kafka_log_dirs": ["data/kafka/log"]},
        "give absolute paths",
        {"kafka_log_dirs": ["/data/kafka/log"]},
    ),
    Refusal(
        "… has … twice; name each folder once.",
        {"kafka_log_dirs": ["/data/kafka/log", "/data/kafka/log/"]},
        "name each folder once",
        {"kafka_log_dirs": ["/data/kafka/log"]},
    ),
    Refusal(
        "… has …, which lies in …; give folders",
        {"kafka_log_dirs": ["/data/kafka/log", "/data/kafka/log/more"]},
        "give folders beside one another",
        {"kafka_log_dirs": ["/data/kafka/log", "/data/kafka/more"]},
    ),
    Refusal(
        "… has … (……), and kafka_log_dirs does not have",
        {"kafka_log_dirs": ["/data/kafka/elsewhere"]},
        "have them moved to its other folders by the playbook groundwork.kafka.drain_log_dirs, which takes it out "
        "then, or put it back",
        {"kafka_log_dirs": ["/data/kafka/log"]},
    ),
    Refusal(
        "ZooKeeper runs on this host with its … in …, and …",
        {"zookeeper_data_dir": "/data/zookeeper/moved"},
        "or set zookeeper_data_dir back to /data/zookeeper/data",
        {"zookeeper_data_dir": "/data/zookeeper/data"},
    ),
    Refusal(
        "The heap dump … would lie in …, whose",
        {"kafka_heap_dump_directory": "/data/kafka/log/dumps"},
        "give a folder on another disk",
        {"kafka_heap_dump_directory": "/var/lib/dumps"},
    ),
    Refusal(
        "heap_dump is …; give an absolute path.",
        {"kafka_heap_dump_directory": "var/lib/dumps"},
        "give an absolute path",
        {"kafka_heap_dump_directory": "/var/lib/dumps"},
    ),
)

#: The JVM, and Java.
_OF_JAVA = (
    Refusal(
        "…: … is not a size; give a",
        {"kafka_heap": "384 MB"},
        "give a whole number with k, m, g or t behind it, such as 6g or 512m",
        {"kafka_heap": "384m"},
    ),
    Refusal(
        "The heap of … is more than …% of",
        {"kafka_heap": "9000g"},
        "or the host more memory",
        {"kafka_heap": "384m"},
    ),
    Refusal(
        "The option … sets the heap, which is",
        {"kafka_jvm_options": ["-XX:TieredStopAtLevel=1", "-Xmx400m"]},
        "leave it out of the options",
        {"kafka_jvm_options": ["-XX:TieredStopAtLevel=1"]},
    ),
    Refusal(
        "… is not a JVM option; give one",
        {"zookeeper_jvm_options": ["-XX:TieredStopAtLevel=1 -Dgroundwork.other=1"]},
        "give one option in each item of the list",
        {"zookeeper_jvm_options": ["-XX:TieredStopAtLevel=1", "-Dgroundwork.other=1"]},
    ),
    Refusal(
        "Java … (…) does not take …; correct",
        {"kafka_jvm_options": ["-XX:TieredStopAtLevel=1", "-XX:+NoSuchFlag"]},
        "correct these options, or leave them out",
        {"kafka_jvm_options": ["-XX:TieredStopAtLevel=1"]},
    ),
    Refusal(
        "… does not start with the heap of",
        {"kafka_jvm_options": ["-XX:TieredStopAtLevel=1", "-XX:+UseParallelGC"]},
        "correct them",
        {"kafka_jvm_options": ["-XX:TieredStopAtLevel=1"]},
    ),
    Refusal(
        "… does not tell its version; give the",
        {"kafka_java": "/bin/true"},
        "give the path of a java program",
        {"kafka_java": "/usr/bin/java"},
    ),
    Refusal(
        "There is no java program at …, which",
        {"kafka_java": "/usr/local/bin/java", "java_install": False},
        "correct kafka_java, or install it",
        {"kafka_java": "/usr/bin/java", "java_install": False},
    ),
)

#: The archive, and where it is unpacked.
_OF_ARCHIVES = (
    Refusal(
        "The … …… is not on the control node;",
        {"kafka_archive_checksum": f"/nowhere/{_ARCHIVE}.sha512"},
        "of kafka_archive_checksum is not on the control node; give its path there, or a URL that the host can fetch",
        {"kafka_archive_checksum": f"{{{{ lab_cache }}}}/{_ARCHIVE}.sha512"},
    ),
    Refusal(
        "The … …… is a folder on the control",
        {"kafka_archive_checksum": "{{ lab_cache }}"},
        "give the path of a file",
        {"kafka_archive_checksum": f"{{{{ lab_cache }}}}/{_ARCHIVE}.sha512"},
    ),
    Refusal(
        "A signature is checked against keys, and only",
        {"kafka_archive_signature": f"{{{{ lab_cache }}}}/{_ARCHIVE}.asc"},
        "give both, or none of them",
    ),
    Refusal(
        "The archive … is fetched by the host,",
        {
            "kafka_archive_src": f"http://127.0.0.1:9/{_ARCHIVE}",
            "kafka_archive_signature": f"{{{{ lab_cache }}}}/{_ARCHIVE}.asc",
            "kafka_archive_keys": "{{ lab_cache }}/KEYS",
        },
        "download the archive there, and give its path",
        {"kafka_archive_src": f"{{{{ lab_cache }}}}/{_ARCHIVE}"},
    ),
    Refusal(
        "The checksum … is neither 128 (sha512) nor",
        {"kafka_archive_checksum": "sha512:0123456789abcdef"},
        "or give the path or URL of its checksum file",
        {"kafka_archive_checksum": f"{{{{ lab_cache }}}}/{_ARCHIVE}.sha512"},
    ),
    Refusal(
        "The checksum file has no SHA-512 or SHA-256",
        {"kafka_archive_checksum": f"{{{{ lab_cache }}}}/kafka_2.13-{ZOOKEEPER_FORMER}.tgz.sha512"},
        "give the file that belongs to the archive",
        {"kafka_archive_checksum": f"{{{{ lab_cache }}}}/{_ARCHIVE}.sha512"},
    ),
    Refusal(
        "The input … is empty; give ….",
        {"kafka_archive_checksum": ""},
        "The input kafka_archive_checksum is empty; give sha512:HEX, or the path or URL of the archive's checksum file",
        {"kafka_archive_checksum": f"{{{{ lab_cache }}}}/{_ARCHIVE}.sha512"},
    ),
    Refusal(
        "… is there already and …; move it",
        {"kafka_archive_checksum": f"sha512:{'0' * 128}"},
        "move it away, or give the checksum of what is installed there",
        {"kafka_archive_checksum": f"{{{{ lab_cache }}}}/{_ARCHIVE}.sha512"},
    ),
    Refusal(
        "… is …; give an absolute path.",
        {"kafka_archive_directory": "opt"},
        "kafka_archive_directory is 'opt'; give an absolute path",
        {"kafka_archive_directory": "/opt"},
    ),
    Refusal(
        "… is where the archive itself is unpacked;",
        {"kafka_link": f"/opt/kafka_2.13-{ZOOKEEPER}"},
        "choose another link",
        {"kafka_link": "/opt/kafka"},
    ),
)

_TAKEN_OVER = {"kafka_user": "others", "kafka_take_over": ["/data/kafka/log"]}
_AGAIN = (
    "systemctl start kafka; "
    'timeout 120 sh -c "until ss --listening --numeric --tcp --no-header | grep --quiet :9092; do sleep 1; done"'
)
#: Accounts.
_OF_ACCOUNTS = (
    Refusal(
        "…_… is …; give a number above 0,",
        {"kafka_uid": 0},
        "give a number above 0, which is root's",
    ),
    Refusal(
        "…_take_over has …, which is none of its",
        {"kafka_take_over": ["/data/kafka"]},
        "give one or more of /data/kafka/log",
        {"kafka_take_over": ["/data/kafka/log"]},
    ),
    Refusal(
        "… holds data of the number ……, and the user",
        {"kafka_user": "others"},
        "give kafka_take_over: [/data/kafka/log], which gives it everything in the folder",
        _TAKEN_OVER,
        batch=1,
        steps="systemctl stop kafka",  # what the next refusal says
        back=_AGAIN,
    ),
    Refusal(
        "… is to be taken over and ….service is",
        _TAKEN_OVER,
        "stop it (systemctl stop kafka) and run again, one host at a time where the others hold replicas",
        _TAKEN_OVER,
        batch=1,
        steps="systemctl stop kafka",
        back=_AGAIN,
    ),
)

#: When ZooKeeper purges.
_OF_PURGES = (
    Refusal(
        "The schedule … has … fields; give five",
        {"zookeeper_purge_schedule": "at night"},
        "give five (minute, hour, day of month, month, day of week), such as '17 3 * * *'",
        {"zookeeper_purge_schedule": "17 3 * * *"},
    ),
    Refusal(
        "The schedule … has … as its …; give",
        {"zookeeper_purge_schedule": "61 3 * * *"},
        "give *, numbers from 0 to 59, ranges, lists or steps",
        {"zookeeper_purge_schedule": "17 3 * * *"},
    ),
    Refusal(
        "…: … cannot be; give a whole number",
        {"zookeeper_snapshots_kept": 2},
        "give a whole number from 3 to 2147483647",
        {"zookeeper_snapshots_kept": 3},
    ),
)

#: Who asks the cluster.
_OF_ACCESS = (
    Refusal(
        "The cluster is to be asked from …,",
        {"cluster_access_host": "z1"},
        "or name another host in cluster_access_host",
        {"cluster_access_host": "localhost"},
    ),
)

_KERNEL = "os_tuning_kernel_parameters"
_FIN = "net.ipv4.tcp_fin_timeout"
#: The kernel's parameters, and the limits.
_OF_TUNING = (
    Refusal(
        "…: a number is needed, not the boolean",
        {_KERNEL: {"net.ipv4.tcp_tw_reuse": True}},
        "write digits, such as 1 or 0, since YAML reads yes, no, on and off as booleans",
        {_KERNEL: {"net.ipv4.tcp_tw_reuse": 1}},
        playbook="tune",
    ),
    Refusal(
        "…: a whole number is needed, not …;",
        {_KERNEL: {_FIN: 33.5}},
        "write it without a fraction",
        {_KERNEL: {_FIN: 33}},
        playbook="tune",
    ),
    Refusal(
        "…: a number is needed, not …; write digits",
        {_KERNEL: {_FIN: "33s"}},
        "write digits only",
        {_KERNEL: {_FIN: 33}},
        playbook="tune",
    ),
    Refusal(
        "…: …... is too large; give at most",
        {_KERNEL: {_FIN: "3" * 30}},
        "give at most 20 digits",
        {_KERNEL: {_FIN: 33}},
        playbook="tune",
    ),
    Refusal(
        "…: … is negative; give 0 or a",
        {_KERNEL: {"vm.swappiness": -1}},
        "give 0 or a larger number",
        {_KERNEL: {"vm.swappiness": 0}},
        playbook="tune",
    ),
    Refusal(
        "…: … needed, and … given (…); correct",
        {_KERNEL: {"net.ipv4.tcp_rmem": "4096 65536"}},
        "3 numbers are needed, and 2 given (4096 65536); correct the value",
        {_KERNEL: {"net.ipv4.tcp_rmem": "4096 65536 2048000"}},
        playbook="tune",
    ),
    Refusal(
        "… is given twice, in two spellings; keep",
        {_KERNEL: {_FIN: 33, "net/ipv4/tcp_fin_timeout": 33}},
        "keep one",
        {_KERNEL: {_FIN: 33}},
        playbook="tune",
    ),
    Refusal(
        "… and … zero each other; keep one",
        {_KERNEL: {"vm.dirty_ratio": 60, "vm.dirty_bytes": 600000000}},
        "keep one of them",
        {_KERNEL: {"vm.dirty_ratio": 60}},
        playbook="tune",
    ),
    Refusal(
        "… is no name of a kernel parameter;",
        {_KERNEL: {"vm swappiness": 0}},
        "write it like vm.swappiness",
        {_KERNEL: {"vm.swappiness": 0}},
        playbook="tune",
    ),
    Refusal(
        "…: value, rule and reason can be given,",
        {_KERNEL: {"vm.swappiness": {"wanted": 0}}},
        "value must be; correct the entry",
        {_KERNEL: {"vm.swappiness": {"value": 0}}},
        playbook="tune",
    ),
    Refusal(
        "…: the rule … is none of …;",
        {_KERNEL: {"vm.swappiness": {"value": 0, "rule": "max"}}},
        "is none of exact, at_least, at_most; correct it",
        {_KERNEL: {"vm.swappiness": {"value": 0, "rule": "at_most"}}},
        playbook="tune",
    ),
    Refusal(
        "…: … needs numbers; use the rule exact",
        {_KERNEL: {"net.ipv4.tcp_congestion_control": {"value": "cubic", "rule": "at_least"}}},
        "use the rule exact for text",
        {_KERNEL: {"net.ipv4.tcp_congestion_control": {"value": "cubic", "rule": "exact"}}},
        playbook="tune",
    ),
    Refusal(
        "… is no kernel parameter of this host;",
        {_KERNEL: {"vm.swapiness": 0}},
        "did you mean vm.swappiness?",
        {_KERNEL: {"vm.swappiness": 0}},
        playbook="tune",
    ),
    Refusal(
        "… is …, and kernel parameters have values by",
        {_KERNEL: "vm.swappiness=0"},
        "correct it",
        {_KERNEL: {"vm.swappiness": 0}},
        playbook="tune",
    ),
    Refusal(
        "limits_users: … is no user name; name",
        {"os_tuning_limits_users": ["@kafka"]},
        "name users, not groups or wildcards",
        {"os_tuning_limits_users": ["kafka"]},
        playbook="tune",
    ),
    Refusal(
        "services: … is no name of a unit;",
        {"os_tuning_services": ["kafka.service"]},
        "write it like kafka, without .service",
        {"os_tuning_services": ["kafka"]},
        playbook="tune",
    ),
    Refusal(
        "nofile.soft: … is above nofile.hard, …; raise",
        {"os_tuning_nofile_soft": 16000, "os_tuning_nofile_hard": 15000},
        "raise the hard limit",
        {"os_tuning_nofile_soft": 16000, "os_tuning_nofile_hard": 16000},
        playbook="tune",
    ),
    Refusal(
        "plan: segments cannot be counted; give partition_bytes",
        {"os_tuning_plan": {"partitions": 20}},
        "give partition_bytes with segment_bytes, or retention_hours with roll_hours",
        {"os_tuning_plan": {"partitions": 20, "retention_hours": 24, "roll_hours": 12}},
        playbook="tune",
    ),
    Refusal(
        "plan: … segments are more than one broker",
        {"os_tuning_plan": {"partitions": 2000000000, "retention_hours": 24, "roll_hours": 12}},
        "correct the plan, or share the partitions among more brokers",
        {"os_tuning_plan": {"partitions": 20, "retention_hours": 24, "roll_hours": 12}},
        playbook="tune",
    ),
    Refusal(
        "plan: … and … belong together; give both",
        {"os_tuning_plan": {"partitions": 20, "retention_hours": 24}},
        "give both or neither",
        {"os_tuning_plan": {"partitions": 20, "retention_hours": 24, "roll_hours": 12}},
        playbook="tune",
    ),
)

CASES = (
    *_OF_CONFIG,
    *_OF_PLACE,
    *_OF_NUMBERS,
    *_OF_FOLDERS,
    *_OF_JAVA,
    *_OF_ARCHIVES,
    *_OF_ACCOUNTS,
    *_OF_PURGES,
    *_OF_ACCESS,
    *_OF_TUNING,
)
