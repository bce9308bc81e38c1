# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: inputs of a secured KRaft host that are refused, what is told, and what a person writes then."""

from __future__ import annotations

from typing import Any

from tests.changes.clusters import CERTIFICATES
from tests.remedies.clusters import CLUSTERS
from tests.remedies.refusals import Refusal

_ADDRESS = CLUSTERS["kraft"].addresses["k1"]
_OTHER_CLUSTER = "MkU3OEVBNTcwNTJENDM2Qg"


def _user(name: str, **given: Any) -> dict[str, Any]:
    return {"kafka_users": [{"name": name, **given}]}


def _acl(**given: Any) -> list[dict[str, Any]]:
    return [{"resource": "topic", "name": "a", "operations": ["read"], **given}]


_OF_USERS = (
    Refusal(
        "… stands twice in kafka_users; put its rules",
        {"kafka_users": [{"name": "a", "password": "planted"}, {"name": "a", "acls": _acl()}]},
        "a stands twice in kafka_users; put its rules into one entry",
        _user("a", password="planted", acls=_acl()),
        "kraft",
    ),
    Refusal(
        "kafka_users has the name …; give one without",
        _user(" b ", password="planted"),
        "give one without spaces around it",
        _user("b", password="planted"),
        "kraft",
    ),
    Refusal(
        "… in kafka_users is to be absent, with",
        _user("c", state="absent", password="planted"),
        "leave these out",
        _user("c", state="absent"),
        "kraft",
    ),
    Refusal(
        "… in kafka_users has neither a password nor",
        _user("d"),
        "give one, or state: absent",
        _user("d", password="planted"),
        "kraft",
    ),
    Refusal(
        "… on the cluster …; leave name and pattern",
        _user("e", acls=[{"resource": "cluster", "name": "kafka", "operations": ["describe"]}]),
        "leave name and pattern out there",
        _user("e", acls=[{"resource": "cluster", "operations": ["describe"]}]),
        "kraft",
    ),
    Refusal(
        "… on a … without a name; give it,",
        _user("f", acls=[{"resource": "topic", "operations": ["read"]}]),
        "give it, or '*' for all",
        _user("f", acls=[{"resource": "topic", "name": "*", "operations": ["read"]}]),
        "kraft",
    ),
    Refusal(
        "… on the … … without operations; give some.",
        _user("g", acls=_acl(operations=[])),
        "without operations; give some",
        _user("g", acls=_acl(operations=["read"])),
        "kraft",
    ),
    Refusal(
        "… for … on the … …, which Kafka does not",
        _user("h", acls=_acl(operations=["idempotent_write"])),
        "give some of read, write, create, describe, delete, alter, describe_configs, alter_configs, all",
        _user("h", acls=_acl(operations=["write"])),
        "kraft",
    ),
)

_FILE = "{{{{ lookup('ansible.builtin.file', tls ~ '/{}') }}}}"
_OWN, _KEY, _CA = (CERTIFICATES[f"kafka_tls_{part}"] for part in ("certificate", "key", "ca"))
_OPENSSL = "{{{{ lookup('ansible.builtin.pipe', 'openssl pkcs8 -topk8 {} -in ' ~ tls ~ '/k1.key') }}}}\n"
_LOCKED = _OPENSSL.format("-passout pass:planted")
_OF_CERTIFICATES = (
    Refusal(
        "… holds no certificate in PEM (-----BEGIN CERTIFICATE-----); ….",
        {"kafka_tls_certificate": "{{ tls }}/k1.pem"},
        "kafka_tls_certificate holds no certificate in PEM",
        {"kafka_tls_certificate": _OWN},
        "kraft",
    ),
    Refusal(
        "… can't be read as PEM (…); ….",
        {"kafka_tls_ca": "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"},
        "kafka_tls_ca can't be read as PEM",
        {"kafka_tls_ca": _CA},
        "kraft",
    ),
    Refusal(
        "… holds no private key in PEM (-----BEGIN",
        {"kafka_tls_key": "{{ tls }}/k1.key"},
        "kafka_tls_key holds no private key in PEM",
        {"kafka_tls_key": _KEY},
        "kraft",
    ),
    Refusal(
        "… can't be read; give a private key",
        {"kafka_tls_key": "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"},
        "give a private key in PEM, as `openssl pkcs8 -topk8 -nocrypt` writes it",
        {"kafka_tls_key": _OPENSSL.format("-nocrypt")},
        "kraft",
    ),
    Refusal(
        "… is encrypted; give its password in …_password,",
        {"kafka_tls_key": _LOCKED},
        "give its password in kafka_tls_key_password, or a key without one",
        {"kafka_tls_key": _LOCKED, "kafka_tls_key_password": "planted"},
        "kraft",
    ),
    Refusal(
        "…_password does not open …; give the one",
        {"kafka_tls_key": _LOCKED, "kafka_tls_key_password": "another"},
        "kafka_tls_key_password does not open kafka_tls_key; give the one that it was made with",
        {"kafka_tls_key": _LOCKED, "kafka_tls_key_password": "planted"},
        "kraft",
    ),
    Refusal(
        "… is neither an RSA key of …",
        {"kafka_tls_key": "{{ lookup('ansible.builtin.pipe', 'openssl genpkey -algorithm ed25519') }}"},
        "is neither an RSA key of 2048 bits or more nor an elliptic curve key (ECDSA); make one of these",
        {"kafka_tls_key": _KEY},
        "kraft",
    ),
    Refusal(
        "…_key does not belong to the first certificate",
        {"kafka_tls_key": _FILE.format("../second/k1.key")},
        "give the key that it was requested with, and the server's own certificate before those of its issuers",
        {"kafka_tls_key": _KEY},
        "kraft",
    ),
    Refusal(
        "…_certificate of … does not name …, by",
        {
            "kafka_tls_certificate": _FILE.format("operator.pem"),
            "kafka_tls_key": _FILE.format("operator.pem"),
        },
        f"ask for one with the IP address {_ADDRESS} among them",
        {"kafka_tls_certificate": _FILE.format("../second/k1.pem"), "kafka_tls_key": _FILE.format("../second/k1.key")},
        "kraft",
    ),
    Refusal(
        "…_certificate has … after …, which it has",
        {"kafka_tls_certificate": _OWN + _FILE.format("../other/ca.pem")},
        "give the server's own certificate first, and after each the one that issued it",
        {"kafka_tls_certificate": _OWN + _CA},
        "kraft",
    ),
    Refusal(
        "…_certificate does not lead to …: … is",
        {"kafka_tls_ca": _FILE.format("../other/ca.pem")},
        "give the certificate of that issuer there, or those between them after the server's own",
        {"kafka_tls_ca": _CA},
        "kraft",
    ),
    Refusal(
        "… of … is issued by …, which the servers",
        {
            "kafka_tls_certificate": _FILE.format("../other/k1.pem"),
            "kafka_tls_key": _FILE.format("../other/k1.key"),
            "kafka_tls_ca": _FILE.format("../other/ca.pem") + "\n" + _CA,
        },
        "Put the certificates of both authorities, the old one and the new one, into kafka_tls_ca and run the playbook",
        {"kafka_tls_ca": _FILE.format("../other/ca.pem") + "\n" + _CA},
        "kraft",
    ),
    Refusal(
        "The certificate of … is for ……, and",
        {"kafka_super_users": ["User:CN=operator,O=Groundwork lab"]},
        "or leave kafka_super_users out, where no rule maps names",
        {},
        "kraft",
    ),
)

_OF_THE_QUORUM = (
    Refusal(
        "kafka_cluster_id is …; give 22 letters as",
        {"kafka_cluster_id": "mine"},
        "give 22 letters as `kafka-storage.sh random-uuid` prints them, or leave it out, and one is made",
        {},
        "kraft",
    ),
    Refusal(
        "kafka_cluster_id is …, and … holds the data of cluster",
        {"kafka_cluster_id": _OTHER_CLUSTER},
        "leave kafka_cluster_id out or set it back: the id of a cluster never changes",
        {},
        "kraft",
    ),
    Refusal(
        "The group zookeeper has …, and kafka_mode is",
        {"kafka_mode": "kraft"},
        "leave the group out for a new cluster, and set kafka_mode to zookeeper for one that keeps its metadata there",
        {},
        "kraft",
        groups={"zookeeper": ["k1"]},
    ),
    Refusal(
        "The controller of this host listens at port",
        {"kafka_controller_port": 9193},
        "have it changed by the playbook groundwork.kafka.change_ports, or set kafka_controller_port back to 9093",
        {"kafka_controller_port": 9093},
        "kraft",
    ),
    Refusal(
        "The others know the controller of this host",
        {"kafka_host": CLUSTERS["kraft"].lab.address(121)},
        f"set kafka_host back to {_ADDRESS}",
        {"kafka_host": _ADDRESS},
        "kraft",
    ),
    Refusal(
        "The metadata of this server lie in …, and …,",
        {"kafka_metadata_log_dir": "/data/metadata"},
        "or set kafka_metadata_log_dir to /data/kafka/metadata",
        {"kafka_metadata_log_dir": "/data/kafka/metadata"},
        "kraft",
    ),
    Refusal(
        "… has no … but holds …; give an",
        {"kafka_log_dirs": ["/data/kafka/log", "/data/kafka/foreign"]},
        "give an empty folder, or bring back the meta.properties that belongs to the data",
        {"kafka_log_dirs": ["/data/kafka/log", "/data/kafka/more"]},
        "kraft",
        cause="mkdir --parents /data/kafka/foreign; echo a >/data/kafka/foreign/somebody-s",
        back="rm --recursive /data/kafka/foreign",
    ),
    Refusal(
        "… holds the data of … …, and … that",
        {"kafka_log_dirs": ["/data/kafka/log", "/data/kafka/of-two"]},
        "take the folder that does not belong to this server out of kafka_log_dirs",
        {"kafka_log_dirs": ["/data/kafka/log"]},
        "kraft",
        cause="mkdir --parents /data/kafka/of-two; "
        "sed 's/^node.id=.*/node.id=2/' /data/kafka/log/meta.properties >/data/kafka/of-two/meta.properties",
        back="rm --recursive /data/kafka/of-two",
    ),
)

_SASL = {
    "security.protocol": "SASL_SSL",
    "sasl.mechanism": "SCRAM-SHA-512",
    "ssl.truststore.type": "PEM",
    "ssl.truststore.certificates": _CA,
}
_LOGIN = 'org.apache.kafka.common.security.scram.ScramLoginModule required username="orders" password="{}";'
_CLIENTS = {"kafka_admin_bootstrap_servers": f"{_ADDRESS}:9092"}
_BROKERS = {"kafka_admin_bootstrap_servers": f"{_ADDRESS}:9091"}
_OF_ACCESS = (
    Refusal(
        "No broker accepts connections (…); start the brokers,",
        {"kafka_admin_bootstrap_servers": f"{_ADDRESS}:9999"},
        "start the brokers, or correct kafka_admin_bootstrap_servers (of a mirror, mirror_maker_clusters)",
        _BROKERS,
        "kraft",
        playbook="finalize_upgrade",
    ),
    Refusal(
        "bootstrap_servers has …; give each broker as host:port,",
        {"kafka_admin_bootstrap_servers": _ADDRESS},
        "give each broker as host:port, such as kafka1:9092 or [2001:db8::1]:9092, the port from 1 to 65535",
        _BROKERS,
        "kraft",
        playbook="finalize_upgrade",
    ),
    Refusal(
        "The cluster refuses this to its user (…);",
        {**_CLIENTS, "kafka_admin_config": {**_SASL, "sasl.jaas.config": _LOGIN.format("planted")}},
        "use the operator's certificate or give the user the right to administer the cluster",
        {},
        "kraft",
        playbook="finalize_upgrade",
    ),
    Refusal(
        "The brokers at … refuse the user …:",
        {**_CLIENTS, "kafka_admin_config": {**_SASL, "sasl.jaas.config": _LOGIN.format("another")}},
        "check sasl.jaas.config",
        {},
        "kraft",
        playbook="finalize_upgrade",
    ),
)

CASES = (*_OF_USERS, *_OF_CERTIFICATES, *_OF_THE_QUORUM, *_OF_ACCESS)
