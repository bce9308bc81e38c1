# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Two networks: brokers' hosts and a provider of tokens on both, clients that reach one of them alone.

Neither has a router: nothing that is on one of them reaches the other.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Mapping, Sequence

from kafka import KafkaAdminClient, KafkaConsumer, TopicPartition

from ansible_collections.groundwork.kafka.plugins.plugin_utils.pem import principal
from tests.changes import hosts as lab
from tests.changes import readings
from tests.changes.clusters import Cluster, Lab
from tests.changes.hosts import CHECKOUT, Hosts
from tests.long.place import Place
from tests.servers import container, provider
from tests.servers.container import output
from tests.servers.pki import CERTIFICATES
from tests.servers.provider import Account
from tests.servers.waiting import eventually

INSIDE, OUTSIDE = Lab("networks", 83), Lab("networks-outside", 77)
_LOGIN, _CLIENT = 9, 8  # the last numbers of addresses
_LOGIN_PORT = 8443
TOKENS = f"https://{OUTSIDE.address(_LOGIN)}:{_LOGIN_PORT}{provider.TOKENS}"
PORTS = {"BROKER": 9091, "INTERNAL": 9092, "EXTERNAL": 9094, "PARTNERS": 9095}
USERS = {"scram-shop": "by SCRAM", "plain-shop": "by PLAIN", "token-shop": "for tokens", "visitor": "for others"}
#: The last ones are given tokens that the brokers must not take.
ACCOUNTS = {
    "token-shop": Account(USERS["token-shop"]),
    "visitor": Account(USERS["visitor"]),
    "of-another-audience": Account("planted", {"aud": "others"}),
    "of-another-issuer": Account("planted", {"iss": "https://other.example.com"}),
    "forged": Account("planted", forged=True),
}
#: What the topics and groups of clients begin with.
PREFIX = "visit-"
_OPERATIONS = {"topic": ["read", "write", "describe"], "group": ["read"]}
RULES = [
    {"resource": kind, "name": PREFIX, "pattern": "prefixed", "operations": operations}
    for kind, operations in _OPERATIONS.items()
]
HOSTS = {"k1": 11, "k2": 12}
_OUTSIDE_OF = {name: OUTSIDE.address(number) for name, number in HOSTS.items()}
_BY_CERTIFICATE = {"protocol": "SSL", "client_ca": "{{ lookup('ansible.builtin.file', tls ~ '/../clients/ca.pem') }}"}
_AT_INSIDE = {"bind_address": "{{ kafka_host }}", "advertised_host": "{{ kafka_host }}"}
_AT_OUTSIDE = {"bind_address": "{{ outside }}", "advertised_host": "{{ outside }}"}
CLUSTER = Cluster(
    "networks",
    HOSTS,
    {"kafka": list(HOSTS), "kafka_controllers": ["k1"]},
    {
        "kafka_heap": "320m",
        "outside": f"{{{{ {_OUTSIDE_OF}[inventory_hostname] }}}}",
        "kafka_listeners": [
            {"name": "INTERNAL", "port": PORTS["INTERNAL"], **_BY_CERTIFICATE, **_AT_INSIDE},
            {
                "name": "EXTERNAL",
                "port": PORTS["EXTERNAL"],
                "mechanisms": ["SCRAM-SHA-512", "PLAIN", "OAUTHBEARER"],
                "oauth_jwks_url": f"https://{INSIDE.address(_LOGIN)}:{_LOGIN_PORT}{provider.KEYS}",
                "oauth_issuer": provider.ISSUER,
                "oauth_audience": [provider.AUDIENCE],
                **_AT_OUTSIDE,
            },
            {"name": "PARTNERS", "port": PORTS["PARTNERS"], **_BY_CERTIFICATE, **_AT_OUTSIDE},
        ],
        "kafka_users": [{"name": "scram-shop", "password": USERS["scram-shop"], "acls": RULES}],
        "kafka_plain_users": [{"name": "plain-shop", "password": USERS["plain-shop"]}],
    },
    secured=True,
    lab=INSIDE,
)
_NO_ROUTER = "while ip route delete default 2>/dev/null; do :; done"
_TRUSTED = "cat >/usr/local/share/ca-certificates/login.crt <<'END'\n{}END\nupdate-ca-certificates"


class Login:
    """A provider of tokens, in a *place* on both networks, with the file *certificate*."""

    def __init__(self, place: Place, certificate: str) -> None:
        self._place = place
        self._process: subprocess.Popen[bytes] | None = None
        given = {"address": "0.0.0.0", "port": _LOGIN_PORT, "certificate": certificate}  # noqa: S104
        provider.write(place.folder, ACCOUNTS, **given)

    def start(self) -> None:
        """Have it serve; its key is a new one each time."""
        command = self._place.command([sys.executable, "-m", "tests.servers.provider", str(self._place.folder)])
        self._process = subprocess.Popen(command, cwd=CHECKOUT)
        eventually(lambda: _serves(INSIDE.address(_LOGIN), _LOGIN_PORT), True, 60)

    def end(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@dataclass(frozen=True)
class Networks:
    """The brokers' *hosts*, a provider of tokens, and the places of clients by the network that they are on."""

    hosts: Hosts
    login: Login
    inside: Place
    outside: Place

    def servers(self, listener: str, network: Lab = OUTSIDE) -> list[str]:
        """Where brokers are at a listener on a *network*."""
        return [f"{network.address(number)}:{PORTS[listener]}" for number in HOSTS.values()]

    def authority(self, name: str = "tls") -> str:
        """The file of an authority: that of servers, unless it is of the provider (login) or of clients."""
        return str(self.hosts.folder / name / "ca.pem")

    def certificate(self, authority: str, name: str) -> str:
        """A file with key and certificate of who was issued one by the *authority*."""
        return _certificate(self.hosts.folder, authority, name)

    def create(self, topics: Sequence[str]) -> None:
        """Create the topics of visits, each on both brokers."""
        admin = KafkaAdminClient(**readings.client(self.hosts))
        admin.create_topics({topic: {"num_partitions": 2, "replication_factor": 2} for topic in topics})
        admin.close()

    def ends(self, topic: str) -> list[int]:
        """How many records each partition of a topic has."""
        consumer = KafkaConsumer(**readings.client(self.hosts))
        ends = consumer.end_offsets([TopicPartition(topic, number) for number in range(2)])
        consumer.close()
        return list(ends.values())

    def refusals(self) -> int:
        """How often brokers say that they have not let in the client of the outer network."""
        said = f"ailed authentication with /{OUTSIDE.address(_CLIENT)} "
        script = f"journalctl --unit=kafka --output=cat | grep --count '{said}' || true"
        return sum(int(self.hosts.on(host, script)) for host in HOSTS)

    def give_rules(self) -> None:
        """Have the collection's module give rules to a user of PLAIN, a subject of tokens and a certificate."""
        file = Path(self.certificate("clients", "shop"))
        users = ["User:plain-shop", "User:token-shop", principal(file.read_text(), str(file))]
        keys = {
            "security.protocol": "SSL",
            "ssl.truststore.type": "PEM",
            "ssl.truststore.location": self.authority(),
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": str(self.hosts.folder / "tls" / "operator.pem"),
        }
        rules = [{"principals": users, **rule} for rule in RULES]
        asked = {"bootstrap_servers": self.servers("BROKER", INSIDE), "client_config": keys, "acls": rules}
        task = {"groundwork.kafka.cluster_acls": asked, "delegate_to": "localhost", "run_once": True}
        play = self.hosts.folder / "rules.json"  # JSON is YAML
        play.write_text(json.dumps([{"hosts": "kafka", "gather_facts": False, "tasks": [task]}]))
        done = self.hosts.run(str(play), CLUSTER.inventory())
        assert done.returncode == 0, done.stdout[-3000:]


@contextlib.contextmanager
def networks(folder: Path) -> Iterator[Networks]:
    """Both, with brokers that the playbook site has made, rules for clients, and a provider that serves."""
    with lab.running(CLUSTER, folder) as hosts:
        _add_network(hosts)
        _issue(folder)
        inside, outside = (_place(f"client-{name}", folder, [one]) for name, one in _BOTH.items())
        place = _place("provider", folder, list(_BOTH.values()), _LOGIN)
        made = Networks(hosts, Login(place, _certificate(folder, "login", "login")), inside, outside)
        try:
            made.login.start()
            for host in HOSTS:
                hosts.on(host, _TRUSTED.format(Path(made.authority("login")).read_text()))
            done = hosts.play("site", CLUSTER.inventory())
            assert done.returncode == 0, done.stdout[-6000:]
            made.give_rules()
            yield made
        finally:
            made.login.end()


_BOTH: Mapping[str, Lab] = {"inside": INSIDE, "outside": OUTSIDE}


def _add_network(hosts: Hosts) -> None:
    """Make the outer network, which goes with the inner one, and have the brokers' hosts on it as well."""
    output(["podman", "network", "create", f"--label={INSIDE.label}", f"--subnet={OUTSIDE.subnet}", OUTSIDE.network])
    for name, number in HOSTS.items():
        _connect(INSIDE.container(name), OUTSIDE.address(number))
        hosts.on(name, _NO_ROUTER)


def _connect(name: str, address: str) -> None:
    output(["podman", "network", "connect", f"--ip={address}", OUTSIDE.network, name])


def _place(name: str, folder: Path, where: Sequence[Lab], number: int = _CLIENT) -> Place:
    """Start a container for the programs of a machine on the networks *where*."""
    whole = INSIDE.container(name)
    at = [f"--network={where[0].network}", f"--ip={where[0].address(number)}"]
    options = ["--detach", f"--label={INSIDE.label}", f"--name={whole}", f"--hostname={name}", *at]
    output([*container.command(os.environ["GROUNDWORK_IMAGE"], *options), "sleep", "infinity"])
    for more in where[1:]:
        _connect(whole, more.address(number))
    output(["podman", "exec", whole, "sh", "-c", _NO_ROUTER])
    own = folder / name
    own.mkdir()
    return Place(output(["podman", "inspect", "--format={{.State.Pid}}", whole]), own)


def _certificate(folder: Path, authority: str, name: str) -> str:
    return str(folder / authority / f"{name}.both.pem")


def _issue(folder: Path) -> None:
    """Certificates of servers, which name them on both networks, of the provider, and of a client."""
    addresses = {name: [one.address(number) for one in _BOTH.values()] for name, number in HOSTS.items()}
    addresses["login"] = [one.address(_LOGIN) for one in _BOTH.values()]
    of_hosts = [f"{name}={','.join(addresses[name])}" for name in HOSTS]
    for authority, names in (
        ("tls", of_hosts),
        ("login", [f"login={','.join(addresses['login'])}"]),
        ("clients", ["shop"]),
    ):
        own = folder / authority
        output([*CERTIFICATES, "--renew", f"--authority={authority}", str(own), *names])
        for name in (one.partition("=")[0] for one in names):
            both = (own / f"{name}.key").read_text() + (own / f"{name}.pem").read_text()
            Path(_certificate(folder, authority, name)).write_text(both)


def _serves(address: str, port: int) -> bool:
    """Whether somebody accepts connections there."""
    with contextlib.suppress(OSError), socket.create_connection((address, port), 2):
        return True
    return False


def reached_from(place: Place, address: str) -> str:
    """What a connection from a place to *address* (HOST:PORT) comes to: nothing where it is accepted."""
    host, _colon, port = address.partition(":")
    program = f"import socket; socket.create_connection(({host!r}, {port}), 5)"
    done: Any = place.run([sys.executable, "-c", program])
    return str(done.stderr.strip().rpartition("\n")[2])
