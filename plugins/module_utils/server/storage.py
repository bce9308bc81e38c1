# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The storage of a KRaft server: whose data its folders hold, and how Kafka's own tool formats those that hold none.

Kafka formats no folder by itself, not even one that was added to a server with data. Source: "Formatting Brokers and
Controllers" in https://kafka.apache.org/43/operations/kraft/.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple

from ..broker import properties
from ..core import host_port, reachable
from ..core.errors import GroundworkError
from ..core.findings import Finding
from ..host.machine import Host, real_path
from ..review import judge as reviewing
from ..review import kraft
from ..review.model import Broker, Disk, Facts, Reviewed
from ..review.rule import chosen
from . import unconfigured

MARK, METADATA = "meta.properties", "__cluster_metadata-0"
# How a folder is formatted: as the first voter of a new quorum, as one of several, or to learn of the quorum later.
STANDALONE, INITIAL, JOIN = "standalone", "initial", "join"
WAYS = (STANDALONE, INITIAL, JOIN)

_MADE_BY_FORMAT = {MARK, "bootstrap.checkpoint", METADATA, "lost+found"}
_CHECKPOINT = ".checkpoint"
_MAIN_CLASS = "kafka.tools.StorageTool"
# One short run: no heap to speak of, and no time spent on optimizing code.
_JVM = ("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
# What the tool makes is for the service's user and group alone: with SCRAM users it would hold their keys.
_UMASK = 'umask 0027; exec "$@"'
_PATIENCE = 2.0  # seconds for a connection
#: The end of each remedy for a folder with data of others.
OR_EMPTY = "or, if its data may be lost, empty the folder yourself"


@dataclass(frozen=True)
class Storage:
    """What the folders of server *node_id* hold: the *cluster_id* (empty: nothing is formatted), and in which of them.

    *founded*: a log of the metadata is there, or the voters that it begins with. *used*: the server has run, or
    partitions lie there. *directories* are the ids of the folders, by path.
    """

    node_id: int
    cluster_id: str = ""
    directories: Dict[str, str] = field(default_factory=dict)
    unformatted: List[str] = field(default_factory=list)
    founded: bool = False
    used: bool = False

    def as_result(self) -> Dict[str, Any]:
        """It as a module's result."""
        return dict(vars(self))


def folders(log_dirs: Sequence[str], metadata_log_dir: str | None) -> List[str]:
    """The folders that are formatted: the *log_dirs*, and that of the metadata where it is one of its own."""
    return [*log_dirs, *([metadata_log_dir] if metadata_log_dir and metadata_log_dir not in log_dirs else [])]


def read(host: Host, node_id: int, paths: Sequence[str]) -> Storage:
    """What *paths* hold of server *node_id*.

    Raises GroundworkError for the data of another server, of two clusters or of a ZooKeeper cluster, and for a folder
    that holds files of unknown origin.
    """
    marks = {path: mark(host, path) for path in paths}
    formatted = {path: found for path, found in marks.items() if found}
    for path, found in formatted.items():
        if "node.id" not in found:
            raise GroundworkError(_of_zookeeper(path, found))
        if found["node.id"] != str(node_id):
            raise of_another(path, "server", found["node.id"], node_id)
    clusters = {found.get("cluster.id", ""): path for path, found in formatted.items()}
    if len(clusters) > 1:
        (first, at), (second, there) = sorted(clusters.items())[:2]
        raise of_two("cluster", (at, first), (there, second))
    unformatted = [path for path in paths if path not in formatted]
    for path in unformatted:
        strange = _beside_the_format(host, path)
        if strange:
            raise GroundworkError(
                f"{path} has no {MARK} but holds {strange[0]}; give an empty folder, or bring back the {MARK} that "
                "belongs to the data."
            )
    return Storage(
        node_id,
        cluster_id=next(iter(clusters), ""),
        directories={path: found.get("directory.id", "") for path, found in formatted.items()},
        unformatted=unformatted,
        founded=any(host.names(posixpath.join(path, METADATA)) for path in formatted),
        used=any(_beside_the_format(host, path) for path in formatted),
    )


def of_another(path: str, what: str, held: str, number: int) -> GroundworkError:
    """*path* holds the data of another server, called *what*, than that of *number*."""
    return GroundworkError(
        f"{path} holds the data of {what} {held}, and kafka_node_id is {number}; set kafka_node_id back to {held}, "
        f"{OR_EMPTY}."
    )


def of_two(what: str, one: Tuple[str, str], other: Tuple[str, str]) -> GroundworkError:
    """Two folders, each with the id in it, hold the data of two servers or clusters, called *what*."""
    return GroundworkError(
        f"{one[0]} holds the data of {what} {one[1]}, and {other[0]} that of {what} {other[1]}; take the folder that "
        f"does not belong to this server out of kafka_log_dirs, {OR_EMPTY}."
    )


def mark(host: Host, path: str) -> Dict[str, str]:
    """The identity that ``meta.properties`` in folder *path* gives; empty where there is none."""
    found = properties.parse(host.read(posixpath.join(path, MARK)) or "")
    return {key: value.strip() for key, value in found.items() if key in _IDENTITY}


_IDENTITY = ("broker.id", "node.id", "cluster.id", "directory.id")


def _beside_the_format(host: Host, path: str) -> List[str]:
    """What *path* holds that the format has not written, a format that was killed included."""
    log = [name for name in host.names(posixpath.join(path, METADATA)) if not name.endswith(_CHECKPOINT)]
    return [name for name in host.names(path) if name not in _MADE_BY_FORMAT or (name == METADATA and log)]


def check_former(host: Host, config: str, paths: Sequence[str]) -> None:
    """Raise GroundworkError where the server held data in other folders, as its old file *config* tells, and *paths*
    hold none: with new folders on every host a second, empty cluster would begin beside the first.
    """
    if any(mark(host, path) for path in paths):
        return
    given = properties.parse(host.read(config) or "")
    keys = ("log.dirs", "log.dir", "metadata.log.dir")
    former = [path.strip() for key in keys for path in given.get(key, "").split(",") if path.strip().startswith("/")]
    for path in former:
        found = mark(host, path)
        if found and "node.id" not in found:
            raise GroundworkError(_of_zookeeper(path, found))
        if found:
            raise GroundworkError(
                f"This server keeps the data of cluster {found.get('cluster.id')} in {path}, as {config} says, and "
                f"kafka_log_dirs has {', '.join(paths)} instead, which hold none; name at least one of its folders."
            )


def check_metadata(host: Host, config: str, log_dirs: Sequence[str], metadata_log_dir: str | None) -> None:
    """Raise GroundworkError where the server's metadata lie in another folder than the one it would look in.

    Kafka does not start where one of *log_dirs* holds them and is not that one; where the folder that its old file
    *config* tells is none of its folders any more, it would begin without them.
    """
    wanted = metadata_log_dir or log_dirs[0]
    given = properties.parse(host.text(config))
    log_dir = (given.get("log.dirs") or given.get("log.dir") or "").split(",")[0].strip()
    for path in [given.get("metadata.log.dir", "").strip() or log_dir, *log_dirs]:
        if path and host.exists(posixpath.join(path, METADATA)) and real_path(host, path) != real_path(host, wanted):
            why = f"kafka_metadata_log_dir is {wanted}" if metadata_log_dir else f"{wanted} is first in kafka_log_dirs"
            raise GroundworkError(
                f"The metadata of this server lie in {path}, and {why}, so that it would look for them there and not "
                "start; have them moved by the playbook groundwork.kafka.move_metadata, or set kafka_metadata_log_dir "
                f"to {path}, or leave it out, with {path} first in kafka_log_dirs and new folders at the end."
            )


def _of_zookeeper(path: str, found: Mapping[str, str]) -> str:
    return (
        f"{path} holds the data of broker {found.get('broker.id', '?')} of a cluster with ZooKeeper, and kafka_mode is "
        "kraft, which would begin an empty cluster beside it; set kafka_mode to zookeeper until its metadata has been "
        f"moved by the migration of Kafka 3.9, the last version that can ({kraft.MIGRATION})."
    )


@dataclass(frozen=True)
class Format:
    """How a server's folders are formatted: *way* is one of WAYS, *controllers* the voters that a new
    quorum begins with; without them, STANDALONE begins it with the server itself."""

    java: str
    libs: str
    config: str
    user: str
    group: str
    cluster_id: str
    way: str
    controllers: str = ""


def command(wanted: Format, some_are_formatted: bool) -> List[str]:
    """The command that formats, as the service's user and in its group, the folders that *wanted.config* names.

    The group alone may read that file, and the user need not be one of its members. Folders that hold data are passed
    over; the tool itself never formats one a second time.
    """
    # By --standalone the tool (up to 4.4.0, at least) builds the voter from its own listener, and cannot read it again
    # where that has an IPv6 address: it forgets the brackets.
    voters = ["--initial-controllers", wanted.controllers] if wanted.controllers else ["--standalone"]
    arguments = ["--no-initial-controllers"] if wanted.way == JOIN else voters
    java = [wanted.java, *_JVM, "-cp", f"{wanted.libs}/*", _MAIN_CLASS, "format"]
    given = ["--config", wanted.config, "--cluster-id", wanted.cluster_id, *arguments]
    more = ["--ignore-formatted"] if some_are_formatted else []
    return ["runuser", "-u", wanted.user, "-g", wanted.group, "--", "sh", "-c", _UMASK, "sh", *java, *given, *more]


def check_alone(controllers: Sequence[str], answers: Callable[[str], bool] | None = None) -> None:
    """Raise GroundworkError where one of the other *controllers* (HOST:PORT) answers: their cluster lives."""
    for address in controllers:
        if (answers or _answers)(address):
            raise GroundworkError(
                f"A controller answers at {address}, so there is a cluster already, and a first voter would begin a "
                "second one; look which folders that controller uses, or stop it if it is to be made anew."
            )


def _answers(address: str) -> bool:
    where = host_port.split(address)
    if where is None:
        raise GroundworkError(f"{address!r} is no controller; give each one as host:port.")
    return not reachable.refusal(*where, _PATIENCE)


def format_folders(host: Host, wanted: Format, before: Storage) -> None:
    """Format the folders that *before* found unformatted. Raises GroundworkError with what the tool said.

    What the tool prints is never shown as a whole: it has the keys of SCRAM users.
    """
    if wanted.way == STANDALONE and (before.founded or before.used):
        raise GroundworkError(
            "This controller already holds metadata, and formatted as the first voter again it would begin a second "
            "cluster; format it to join."
        )
    done = host.run(command(wanted, some_are_formatted=bool(before.directories)))
    if done.rc != 0:
        if not host.exists(wanted.config):
            raise unconfigured.refusal(wanted.config)
        raise GroundworkError(
            f"{', '.join(before.unformatted)} could not be formatted: {_reason(done.stderr or done.stdout)}; correct "
            "that and run again."
        )


def _reason(said: str) -> str:
    """The line of an exception or of a usage error in what the tool *said*; its first line where there is neither."""
    lines = [line.strip() for line in said.splitlines() if line.strip() and not line.startswith(("SLF4J", "\t"))]
    telling = [line for line in lines if "Exception" in line or line.startswith(("Error", "kafka-storage:"))]
    return (telling or lines or ["it said nothing"])[0].rstrip(".")


def findings(host: Host, roles: Sequence[str], log_dirs: Sequence[str], metadata_log_dir: str | None) -> List[Finding]:
    """The finding of a controller's metadata that share a disk with partitions."""
    if "controller" not in roles or "broker" not in roles:
        return []
    config = {
        "process.roles": ",".join(roles),
        "log.dirs": ",".join(log_dirs),
        "metadata.log.dir": metadata_log_dir or "",
    }
    folders = [*log_dirs, metadata_log_dir or log_dirs[0]]
    disks = {path: Disk("", str(host.device(path))) for path in folders}
    server = Broker("", config, facts=Facts(disks=disks))
    return reviewing.judge(Reviewed(brokers=(server,)), chosen(kraft.RULES, "metadata_disk_shared")).findings
