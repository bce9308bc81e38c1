# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""An expert's day with one cluster, as README.md and docs/hosts.md tell it, while a client writes from its beginning.

It begins with one host, as the first quick start does, becomes three that are brokers and controllers in one, then
four, gets renewed certificates, users and another key of its operator, loses a disk and a host, goes back to three,
and is upgraded. It is secured from its beginning, since that is refused on a cluster that runs; to secure is here
what may be done to it later. All is typed as documents and findings say. A table of what each step has restarted is
printed and written to the folder of reports.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest
from kafka import KafkaProducer
from kafka.errors import KafkaError

from tests.changes import hosts as lab
from tests.changes.hosts import CHECKOUT, Hosts
from tests.changes.readings import PATIENCE
from tests.long import day as days
from tests.long import soak as soaks
from tests.long.day import CLUSTER, FOLDERS, NEW, STOPPED, Day
from tests.long.disks import MOUNT_POINT, Disks
from tests.servers.server import unpacked
from tests.servers.typing_in import typed
from tests.servers.versions import KRAFT, LEVELS
from tests.servers.waiting import eventually

HOSTS = list(CLUSTER.hosts)
_OPERATOR = "{{ lookup('ansible.builtin.file', tls ~ '/../second/operator.pem') }}"
_OF_HOST = "{{ lookup('ansible.builtin.file', tls ~ '/../second/' ~ inventory_hostname ~ '.%s') }}"


@dataclass
class Scene:
    """The *day*, its *disks*, what is logged here, and the *soak* once there is a cluster."""

    day: Day
    disks: Disks
    log: pytest.LogCaptureFixture
    soak: soaks.Soak | None = None

    @property
    def hosts(self) -> Hosts:
        return self.day.hosts


@contextlib.contextmanager
def scene(folder: Path, home: Path, log: pytest.LogCaptureFixture) -> Iterator[Scene]:
    """Four machines that nobody has used, each with a blank disk, and their certificates."""
    with contextlib.ExitStack() as stack:
        disks = stack.enter_context(Disks())
        stack.enter_context(lab.network(CLUSTER.lab))
        hosts = Hosts(CLUSTER, folder)
        lab.boot(hosts, HOSTS)
        hosts.certificates()
        shutil.copytree(folder / "tls", folder / "second")
        hosts.certificates("--renew", folder="second")
        day = Day(hosts, home)
        day.commands()
        for host in HOSTS:
            disks.plug(hosts, host)
            day.commands_on(host)
        yield Scene(day, disks, log)


def begin(scene: Scene) -> None:
    day = scene.day
    day.brokers, day.controllers = ["k1"], ["k1"]
    with day.step("one host", k1=NEW):
        day.play()
        with day.admin() as admin:
            admin.create_topics({soaks.TOPIC: {"num_partitions": soaks.PARTITIONS, "replication_factor": -1}})


def grow_to_three(scene: Scene) -> None:
    """The first host is restarted, because its files have the others; with two more its partitions outlive that."""
    day = scene.day
    day.brokers, day.controllers = HOSTS[:3], HOSTS[:3]
    with day.step("grow to 3", k1=1, k2=NEW, k3=NEW):
        said = day.play(ends=2)
        days.add_voters(day, said, "k2", "k3")
        eventually(lambda: sorted(day.voters()), [1, 2, 3])
        day.move(thrice(day))
        day.play()


def thrice(day: Day) -> dict[str, Any]:
    """Each partition on three brokers, led by another one in turn."""
    moved = [
        {"topic": topic, "partition": number, "replicas": [1 + (number + one) % 3 for one in range(3)]}
        for topic, number in sorted(day.replicas())
    ]
    return {"version": 1, "partitions": moved}


def replicate(scene: Scene) -> None:
    """What the finding replication_kept says once each partition has three brokers."""
    day = scene.day
    day.inputs["kafka_replication_factor"] = 3
    with day.step("3 replicas by default", k1=1, k2=1, k3=1):
        day.play()
        day.check_in_sync(least=3)


def grow_to_four(scene: Scene) -> None:
    """The fourth is a broker alone; the others are told the name in its certificate."""
    day = scene.day
    day.brokers = HOSTS
    with day.step("grow to 4", k1=1, k2=1, k3=1, k4=NEW):
        day.play()


def move_data(scene: Scene) -> None:
    day = scene.day
    with day.step("move data to the fourth"):
        day.move(day.proposal([1, 2, 3, 4]))
        day.check_in_sync(least=3)
        assert any(4 in one["replica_nodes"] for one in day.replicas().values())


def renew(scene: Scene) -> None:
    day = scene.day
    day.inputs.update(kafka_tls_certificate=_OF_HOST % "pem", kafka_tls_key=_OF_HOST % "key")
    with day.step("renew certificates", k1=1, k2=1, k3=1, k4=1):
        day.play()


def secure(scene: Scene) -> None:
    """Another user, whose password then changes, and another key of the operator: all of it without a restart."""
    day = scene.day
    rules = [{"resource": "topic", "name": "orders-", "pattern": "prefixed", "operations": ["write", "create"]}]
    users = list(CLUSTER.inputs["kafka_users"])
    day.inputs.update(kafka_operator_certificate=_OPERATOR, kafka_operator_key=_OPERATOR)
    with day.step("secure"):
        for password, words in (("first", []), ("second", ["--tags=users"])):
            day.inputs["kafka_users"] = [*users, {"name": "orders", "password": password, "acls": rules}]
            day.play("site", *words)
        # Each broker hears of a password and of a rule in its own time.
        eventually(lambda: written(scene, "orders-new", "second"), "")
        assert "TopicAuthorizationFailed" in written(scene, soaks.TOPIC, "second")
        scene.log.clear()  # kafka-python raises no more than that nobody answered
        written(scene, "orders-new", "first", seconds=20)
        assert "SaslAuthenticationFailedError" in scene.log.text


def written(scene: Scene, topic: str, password: str, seconds: int = PATIENCE) -> str:
    """What writing to *topic* as the user orders fails with, if it does, after so many *seconds* at the latest."""
    try:
        options = days.client(scene.hosts, "k1", "k2", "k3", user="orders", password=password, seconds=seconds)
        producer = KafkaProducer(**options, max_block_ms=seconds * 1000)
        try:
            producer.send(topic, b"record").get(timeout=seconds)
        finally:
            producer.close(timeout=1)
    except KafkaError as error:
        return repr(error)
    return ""


def lose_a_disk(scene: Scene) -> None:
    """The broker goes on with its other folder, and is restarted without the lost one."""
    day, hosts = scene.day, scene.hosts
    with day.step("lose a disk", k3=1):
        assert soaks.TOPIC in hosts.on("k3", f"ls {FOLDERS[1]}")
        scene.disks.fail("k3")
        hosts.on("k3", f"sync -f {MOUNT_POINT} 2>/dev/null || true")
        day.own["k3"] = {"kafka_log_dirs": FOLDERS[:1], "data_disks_devices": []}
        day.play()
        hosts.on("k3", f"umount {MOUNT_POINT}; sed -i '\\#{MOUNT_POINT}#d' /etc/fstab")
        day.check_in_sync(least=3)


def replace_the_disk(scene: Scene) -> None:
    day = scene.day
    with day.step("give it another disk", k3=1):
        scene.disks.plug(scene.hosts, "k3")
        day.own.pop("k3")
        day.play()
        day.check_in_sync(least=3)


def replace_a_host(scene: Scene) -> None:
    """A machine that is gone with all that it had, and a new one of its name: no other server is restarted."""
    day, hosts = scene.day, scene.hosts
    with day.step("replace a host", k2=NEW):
        former = day.voters()
        lab.container.output(["podman", "rm", "--force", "--time=0", CLUSTER.lab.container("k2")])
        lab.boot(hosts, ["k2"])
        scene.disks.plug(hosts, "k2")
        day.commands_on("k2")
        days.add_voters(day, day.play(), "k2")
        eventually(lambda: sorted(day.voters()), [1, 2, 3])
        now = day.voters()
        assert {number: now[number] == former[number] for number in now} == {1: True, 2: False, 3: True}
        day.check_in_sync(least=3)


def shrink(scene: Scene) -> None:
    day, hosts = scene.day, scene.hosts
    with day.step("shrink to 3", k1=1, k2=1, k3=1, k4=STOPPED):
        day.brokers = HOSTS[:3]
        assert "Broker 4 (k4) is not in the inventory any more, and it runs and holds" in day.play(ends=2)
        day.move(day.proposal([1, 2, 3]))
        said = day.play()
        remedy = re.search(r"broker 4 \(k4\), .*? stop it on its host \((.*?)\)", said)
        assert remedy, said[-6000:]
        hosts.on("k4", remedy.group(1))
        day.check_in_sync(least=3)
        said = day.play()
        remedy = re.search(r"former_broker_registered: broker 4 \(k4\), .*? forget it \((.*?)\)", said)
        assert remedy, said[-6000:]
        day.type(typed(remedy.group(1), f"{CLUSTER.addresses['k1']}:9091", "client.properties"))


def upgrade(scene: Scene) -> None:
    day = scene.day
    with day.step("upgrade", k1=1, k2=1, k3=1):
        day.play("upgrade", kafka_version=KRAFT)
        day.inputs["kafka_version"] = KRAFT
    with day.step("finalize the upgrade, and site once more"):
        day.play("finalize_upgrade", finalize_upgrade_confirm=True)
        day.play()
        raised = LEVELS[KRAFT]["metadata.version"]
        with day.admin() as admin:
            eventually(lambda: admin.describe_features()["metadata.version"]["finalized"][1], raised)


#: Each leaves the cluster as the next one finds it, with all replicas in sync and records flowing.
STEPS: tuple[Callable[[Scene], None], ...] = (
    grow_to_three,
    replicate,
    grow_to_four,
    move_data,
    renew,
    secure,
    lose_a_disk,
    replace_the_disk,
    replace_a_host,
    shrink,
    upgrade,
)


def tell(scene: Scene) -> None:
    """Print the table, and write it to the folder of reports."""
    sent = scene.soak.acknowledged() if scene.soak else []
    waits = {
        step.name: max((one.back - one.sent for one in sent if step.began <= one.sent < step.ended), default=0.0)
        for step in scene.day.steps
    }
    text = days.table(scene.day.steps, HOSTS, waits) + f"\n{len(sent)} records were acknowledged.\n"
    print(text)
    reports = CHECKOUT / "reports"
    reports.mkdir(exist_ok=True)
    (reports / "day.md").write_text(text)


@pytest.mark.remedy("Broker … (…) is not in the inventory any more", "former_broker_registered")
def test_a_day_of_a_cluster(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with scene(tmp_path, unpacked("GROUNDWORK_OLD_KRAFT_HOME"), caplog) as made:
        try:
            begin(made)
            with soaks.soak(tmp_path / "soak", days.client(made.hosts, "k1")) as made.soak:
                for step in STEPS:
                    made.soak.check_flows()
                    step(made)
                made.soak.check_flows()
                made.soak.end()
                soaks.check_all_there(made.soak)
        finally:
            tell(made)
        assert {step.name: step.wrong for step in made.day.steps if step.wrong} == {}
