# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: how each finding is brought about on which cluster, and what its remedy says, word by word."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Union

from tests.changes.hosts import Hosts
from tests.remedies.telling import AUDIT, SITE
from tests.servers.container import output


@dataclass(frozen=True)
class Play:
    """A playbook that a remedy names, or ``$1`` as in a script, run with the inputs *given*, which stay so."""

    playbook: str
    given: Mapping[str, Any] = field(default_factory=dict)


Step = Union[str, Play, Callable[[Hosts], None]]


@dataclass(frozen=True)
class Case:
    """The finding *name* is told on the cluster *on* once a *cause* is there, and gone once its remedy is carried out.

    *words* is a regular expression for all of the remedy; its groups are ``$1`` and so on of the *steps*, scripts of a
    shell on the *host*, or else the first one: what is a command in the sentence is run as it stands there. *about* is
    in what the finding is about. Those of one *batch* are brought about, and carried out, together. *given* are inputs
    for it, and the inventory is without the host that is *left_out*. *back* is run at its end.
    """

    name: str
    on: str
    batch: int
    words: str
    steps: tuple[Step, ...]
    cause: Step = "true"
    about: str = ""
    by: str = AUDIT
    given: Mapping[str, Any] = field(default_factory=dict)
    back: Step = "true"
    host: str = ""
    left_out: str = ""

    @property
    def id(self) -> str:
        """How it is called among all."""
        return " ".join(part for part in (self.on, str(self.batch), self.name, self.about) if part)


_OURS = "/etc/sysctl.d/99-groundwork-kafka.conf"
_RELOAD = r"(systemctl daemon-reload)"
_OUT = r"take the setting out of (\S+):(\d+), which is read later, or change it there"
_SYSCTL = r"(sysctl -w '[^']+')"
_DROP_IN = "mkdir -p /etc/systemd/system/{0}.service.d; printf '{1}' >/etc/systemd/system/{0}.service.d/zz.conf; "
_LOWER = _DROP_IN.format("{0}", "[Service]\\nLimitNOFILE=5000\\n")
_RESTARTED = "systemctl daemon-reload; systemctl restart {0}; "
_GONE = "rm --force /etc/systemd/system/{0}.service.d/zz.conf; "
_PURGE = "groundwork-zookeeper-purge"
_OTHER_PURGE = (
    f"cd /etc/systemd/system; for kind in timer service; do cp {_PURGE}.$kind other-purge.$kind; done; "
    "systemctl daemon-reload; systemctl enable --now other-purge.timer; "
)
_NO_OTHER_PURGE = (
    "systemctl disable --now other-purge.timer; rm /etc/systemd/system/other-purge.*; systemctl daemon-reload"
)
_UNIT_OF_KAFKA = "/etc/systemd/system/kafka.service"


def _of_podman(*words: str) -> Callable[[Hosts], None]:
    """What this machine does with the first host's container."""

    def done(hosts: Hosts) -> None:
        output(["podman", *words, hosts.cluster.lab.container(next(iter(hosts.cluster.hosts)))])

    return done


_pause, _go_on = _of_podman("pause"), _of_podman("unpause")


def _set_from_outside(hosts: Hosts) -> None:
    container = hosts.cluster.lab.container(next(iter(hosts.cluster.hosts)))
    process = output(["podman", "inspect", "--format={{.State.Pid}}", container])
    output(["nsenter", f"--target={process}", "--net", "sysctl", "-w", "net.ipv4.tcp_rmem=4096 65536 2048000"])


#: Kernel parameters and limits: nothing is restarted.
_SETTINGS = (
    Case(
        "setting_overridden",
        "keeper",
        1,
        rf"{_OUT}, and run {_SYSCTL}",
        ('sed -i "$2d" "$1"; eval "$3"',),
        "echo 'net.ipv4.tcp_max_syn_backlog = 100' >/etc/sysctl.d/99-z.conf; sysctl --load=/etc/sysctl.d/99-z.conf",
        "net.ipv4.tcp_max_syn_backlog",
    ),
    Case(
        "setting_overridden",
        "keeper",
        1,
        _OUT,
        ('sed -i "$2d" "$1"',),
        "echo 'root hard nofile 4000' >/etc/security/limits.d/zz.conf",
        "root hard nofile",
    ),
    Case(
        "setting_drifted",
        "keeper",
        1,
        "apply the host profile again, and find out who changed it",
        (Play("tune"),),
        "sysctl -w net.ipv4.tcp_rmem='4096 4096 4096'",
        "net.ipv4.tcp_rmem",
    ),
    Case(
        "setting_drifted",
        "keeper",
        1,
        rf"change it in (\S+):(\d+), and run {_SYSCTL}, or let the playbook groundwork\.kafka\.tune do it",
        ('value=${3#*=}; sed -i "$2s/=.*/= ${value%\\\'}/" "$1"; eval "$3"',),
        f"sed -i 's/^net.ipv4.tcp_wmem = .*/net.ipv4.tcp_wmem = 4096 4096 4096/' {_OURS}; "
        "sysctl -w net.ipv4.tcp_wmem='4096 4096 4096'",
        "net.ipv4.tcp_wmem",
    ),
    Case(
        "setting_drifted",
        "keeper",
        1,
        rf"set it where the next boot reads it as well, and run {_SYSCTL}; the playbook groundwork\.kafka\.tune does",
        ('setting=${1#*\\\'}; echo "${setting%\\\'}" >/etc/sysctl.d/50-by-hand.conf; eval "$1"',),
        f"sed -i '/^net.ipv4.tcp_window_scaling/d' {_OURS}; sysctl -w net.ipv4.tcp_window_scaling=0",
        "net.ipv4.tcp_window_scaling",
        back="rm --force /etc/sysctl.d/50-by-hand.conf",
    ),
    Case(
        "setting_unavailable",
        "keeper",
        1,
        "look at it again once the host, the user or the service has it",
        ("useradd later",),
        about="later hard nofile",
        given={"os_tuning_limits_users": ["root", "later"]},
        back="userdel later",
    ),
    Case(
        "headroom_map_areas_later",
        "keeper",
        1,
        r"set (vm\.max_map_count) in a file that the next boot reads, before the next boot",
        ('sed -i "s/^$1 = .*/$1 = 262144/" /etc/sysctl.d/99-y.conf',),
        "echo 'vm.max_map_count = 300' >/etc/sysctl.d/99-y.conf",
        "kafka",
        back="rm --force /etc/sysctl.d/99-y.conf",
    ),
)
#: What a process was started with.
_PROCESSES = (
    Case(
        "setting_overridden",
        "keeper",
        2,
        rf"{_OUT}, then run {_RELOAD}, and restart the service, one host at a time",
        ('sed -i "$2d" "$1"; eval "$3"; systemctl restart kafka',),
        _LOWER.format("kafka") + _RESTARTED.format("kafka"),
        "kafka.service LimitNOFILE",
        back=_GONE.format("kafka"),
    ),
    Case(
        "setting_pending_restart",
        "keeper",
        2,
        rf"run {_RELOAD}, and restart the service, one host at a time",
        ('eval "$1"; systemctl restart zookeeper',),
        _LOWER.format("zookeeper") + _RESTARTED.format("zookeeper") + _GONE.format("zookeeper"),
        "zookeeper.service LimitNOFILE",
    ),
    Case(
        "pending_restart",
        "keeper",
        3,
        "restart the service, one host at a time",
        ("systemctl restart kafka",),
        "sleep 2; echo '# by hand' >>/etc/kafka/server.properties",
        "kafka start",
    ),
    Case(
        "pending_restart",
        "keeper",
        6,
        rf"run {_RELOAD}, and restart the service, one host at a time",
        ('eval "$1"; systemctl restart zookeeper',),
        "sleep 2; " + _DROP_IN.format("zookeeper", "[Service]\\nNice=1\\n"),
        "zookeeper start",
        back=_GONE.format("zookeeper") + _RESTARTED.format("zookeeper"),
    ),
    Case(
        "jvm_flags_differ",
        "keeper",
        4,
        rf"correct the command line in the unit, run {_RELOAD}, and restart, one host at a time",
        (f'sed -i "s/-Xmx400m/-Xmx384m/" {_UNIT_OF_KAFKA}; eval "$1"; systemctl restart kafka',),
        f"sed -i 's/-Xmx384m/-Xmx400m/' {_UNIT_OF_KAFKA}; " + _RESTARTED.format("kafka"),
        "kafka",
    ),
    Case(
        "headroom_descriptors_later",
        "keeper",
        5,
        rf"raise (LimitNOFILE) in its unit and run {_RELOAD}, before the next restart",
        ('sed -i "s/^$1=.*/$1=15000/" /etc/systemd/system/kafka.service.d/zz.conf; eval "$2"',),
        _DROP_IN.format("kafka", "[Service]\\nLimitNOFILE=200\\n"),
        "kafka descriptors",
        back=_GONE.format("kafka") + "systemctl daemon-reload",
    ),
    Case(
        "configuration_refused",
        "keeper",
        5,
        "let root read it: a file, in the place that the server is started with, and no link in a folder that others "
        "than root can change",
        ("rm /etc/zookeeper/zoo.cfg; mv /var/lib/zoo.cfg /etc/zookeeper/; chown root /etc/zookeeper",),
        "cd /etc/zookeeper; chown zookeeper .; mv zoo.cfg /var/lib/; ln -s /var/lib/zoo.cfg zoo.cfg",
        "zookeeper",
        back="systemctl restart zookeeper",
    ),
    Case(
        "setting_read_only",
        "keeper",
        5,
        "set it on the machine that runs this container, or reboot so that the file is read",
        (_set_from_outside,),
        "sysctl -w net.ipv4.tcp_rmem='4096 4096 4096'; "
        "mount --bind /proc/sys /proc/sys; mount -o remount,bind,ro /proc/sys",
        "net.ipv4.tcp_rmem",
        back="umount /proc/sys",
    ),
    Case("not_audited", "keeper", 8, "make it reachable, and audit it again", (_go_on,), _pause),
    Case(
        "server_missing",
        "keeper",
        6,
        "look at the log of its service, and start it",
        ("journalctl --unit=kafka --lines=3 --no-pager; systemctl start kafka",),
        "systemctl stop kafka",
        "broker",
    ),
)
#: Who purges: the audit tells of a server what is worst, so each has a batch of its own.
_PURGES = (
    Case(
        "purge_missing",
        "keeper",
        1,
        r"run (systemctl enable \S+) and (systemctl restart \S+)",
        ('eval "$1"; eval "$2"',),
        f"systemctl disable --now {_PURGE}.timer",
    ),
    Case(
        "purge_failing",
        "keeper",
        2,
        r"read (journalctl -u \S+), mend what it names, and run (systemctl start \S+)",
        (f'eval "$1 --no-pager" | grep status=1/FAILURE; {_GONE.format(_PURGE)} systemctl daemon-reload; eval "$2"',),
        _DROP_IN.format(_PURGE, "[Service]\\nExecStart=\\nExecStart=/bin/false\\n")
        + f"systemctl daemon-reload; systemctl start {_PURGE} || true",
    ),
    Case(
        "purge_behind",
        "keeper",
        6,
        r"read (journalctl -u \S+), mend what it names, and run (systemctl start \S+)",
        ('eval "$1 --no-pager --lines=3"; eval "$2"',),
        f"systemctl start {_PURGE}; cd /data/zookeeper/data/version-2; newest=$(ls -t snapshot.* | head -1); "
        "for zxid in 1 2 3 4 5 6 7 8 9 a b c; do [ -e snapshot.$zxid ] || cp -p $newest snapshot.$zxid; done",
    ),
    Case("purge_twice", "keeper", 3, "leave it to one of them", (_NO_OTHER_PURGE,), _OTHER_PURGE),
    Case(
        "purge_broken",
        "keeper",
        4,
        "take it out, since another one purges",
        (_NO_OTHER_PURGE,),
        _OTHER_PURGE + "systemctl disable --now other-purge.timer",
    ),
)

_DUMP = f"dump=$(grep --only-matching 'HeapDumpPath=[^ ]*' {_UNIT_OF_KAFKA});"
#: What site tells at its end.
_FOLDERS = (
    Case(
        "zookeeper_one_device",
        "keeper",
        7,
        "give a folder on a disk of its own in zookeeper_data_log_dir, and have the log moved there by the playbook "
        r"(\S+)",
        (Play("$1", {"zookeeper_data_log_dir": "/disk/log"}),),
        "mkdir --parents /disk; mount -t tmpfs tmpfs /disk",
        by=SITE,
        back=Play("move_zookeeper_data"),
    ),
    Case(
        "heap_dump_waits",
        "keeper",
        7,
        "find out what filled the heap, then move the file away",
        (f"{_DUMP} mv ${{dump#*=}} /root/",),
        f"{_DUMP} touch ${{dump#*=}}",
        "kafka",
        by=SITE,
    ),
    Case(
        "heap_dump_room",
        "keeper",
        7,
        "free some room there, or give the dumps a folder with more",
        ("rm /dumps/somebody-s",),
        "mkdir --parents /dumps; mount -t tmpfs -o size=160m,mode=1777 tmpfs /dumps; "
        "dd if=/dev/zero of=/dumps/somebody-s bs=1M count=100",
        "/dumps",
        by=SITE,
        given={"zookeeper_heap_dump_directory": "/dumps"},
    ),
)

_RESTART = "restart the service, one host at a time: it goes on with the old one until then"
_RENEW = (
    "ask for a renewed one and run the playbook (groundwork.kafka.site), or where others manage the service, put it "
    "into the keystore and restart the service, one host at a time"
)
_OF_CONTROLLERS = "to controllers"


def _certificates(days: str) -> Callable[[Hosts], None]:
    """Ask for a renewed certificate that is valid for so many *days*."""
    return lambda hosts: hosts.certificates("--renew", f"--days={days}")


def _into_the_keystore(hosts: Hosts) -> None:
    """What somebody who manages the service by hand does, and forgets the restart."""
    for host in hosts.cluster.hosts:
        parts = [(hosts.folder / "tls" / f"{host}.{kind}").read_text() for kind in ("key", "pem")]
        hosts.on(host, f"sleep 2; cat >/etc/kafka/keystore.pem <<'END'\n{''.join(parts)}\nEND\n")


def _renewed_by_hand(hosts: Hosts) -> None:
    _certificates("365")(hosts)
    _into_the_keystore(hosts)


def _renewed_and_not_recorded(hosts: Hosts) -> None:
    _renewed_by_hand(hosts)
    hosts.on(next(iter(hosts.cluster.hosts)), "rm /run/groundwork-kafka.pem")


def _about_to_expire(hosts: Hosts) -> None:
    _certificates("5")(hosts)
    _into_the_keystore(hosts)
    hosts.on(next(iter(hosts.cluster.hosts)), "systemctl restart kafka")


#: What a process that connects has read when it was started.
_OF_CERTIFICATES = (
    Case(
        "certificate_not_in_use",
        "kraft",
        1,
        _RESTART,
        ("systemctl restart kafka",),
        _renewed_by_hand,
        _OF_CONTROLLERS,
    ),
    Case(
        "certificate_not_known",
        "kraft",
        2,
        _RESTART,
        ("systemctl restart kafka",),
        _renewed_and_not_recorded,
        _OF_CONTROLLERS,
    ),
    Case(
        "certificate_expires",
        "kraft",
        3,
        _RENEW,
        (_certificates("365"), Play("$1")),
        _about_to_expire,
        _OF_CONTROLLERS,
    ),
)
_OF_METADATA = (
    Case(
        "metadata_disk_shared",
        "kraft",
        4,
        "run controllers on hosts of their own, or give a folder on a disk of its own in kafka_metadata_log_dir and "
        r"have the metadata moved there by the playbook (\S+)",
        (Play("$1", {"kafka_metadata_log_dir": "/disk/metadata"}),),
        "mkdir --parents /disk; mount -t tmpfs tmpfs /disk",
        by=SITE,
        back=Play("move_metadata"),
    ),
)

CASES = (*_SETTINGS, *_PROCESSES, *_PURGES, *_FOLDERS, *_OF_CERTIFICATES, *_OF_METADATA)
