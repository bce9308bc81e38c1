# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The folders of a server and whose data they hold, so that no server is pointed at the data of another."""

from __future__ import annotations

import posixpath
import re
from typing import Dict, List, Sequence, Tuple

from ..broker import properties
from ..core.errors import GroundworkError
from ..host.machine import Host, real_path
from . import failed_disk
from .storage import METADATA, OR_EMPTY, mark, of_another, of_two

# A partition that moves to another folder (-future), or is deleted (-delete), is none that is lost.
_PARTITION = re.compile(r"-[0-9]+\Z")


def folders(name: str, given: Sequence[str]) -> List[str]:
    """*given* without trailing or doubled slashes.

    Raises GroundworkError, which calls them *name*, for none at all, one that is empty or relative, and one that lies
    in another or stands twice: a server that finds its data twice does not start.
    """
    if not given:
        raise GroundworkError(f"{name} is empty; give at least one folder.")
    for path in given:
        if not path.startswith("/"):
            raise GroundworkError(f"{name} has {path!r}; give absolute paths.")
    clean = ["/" + posixpath.normpath(path).lstrip("/") for path in given]
    ordered = sorted(clean, key=lambda path: path.rstrip("/") + "/")
    for outer, inner in zip(ordered, ordered[1:]):
        if outer == inner:
            raise GroundworkError(f"{name} has {inner} twice; name each folder once.")
        if inner.startswith(outer.rstrip("/") + "/"):
            raise GroundworkError(f"{name} has {inner}, which lies in {outer}; give folders beside one another.")
    return clean


def held(host: Host, log_dirs: Sequence[str]) -> Dict[str, str]:
    """The identity in the *log_dirs* of one broker or controller, with Kafka's keys; empty where they hold no data.

    Raises GroundworkError when two of them are not of the same server and cluster.
    """
    marks = [found for _path, found in _marks(host, log_dirs)]
    return {key: value for found in marks for key, value in found.items() if key != "directory.id"}


def check_broker(host: Host, broker_id: int, log_dirs: Sequence[str]) -> None:
    """Raise GroundworkError unless the *log_dirs* that hold data hold that of *broker_id*, and of one cluster.

    Kafka writes ``meta.properties`` into each folder at its first start, and refuses to start with another identity.
    """
    marks = _marks(host, log_dirs)
    for path, found in marks:
        held = found.get("broker.id", str(broker_id))
        if held != str(broker_id):
            raise of_another(path, "broker", held, broker_id)
        if "broker.id" not in found and "node.id" in found:
            raise GroundworkError(
                f"{path} was formatted for KRaft (node {found['node.id']}), and this broker is to run with ZooKeeper; "
                f"give another folder in kafka_log_dirs, {OR_EMPTY}."
            )


def check_chroot(host: Host, settings: str, connect: str, log_dirs: Sequence[str]) -> None:
    """Raise GroundworkError where a broker with data is to look for its cluster below another path of ZooKeeper.

    *connect* is what it is to have as ``zookeeper.connect``, the file *settings* has what it had so far. There is no
    cluster there, or another one, and the broker would not start.
    """
    former = properties.parse(host.text(settings)).get("zookeeper.connect", "")
    before, wanted = ("/" + text.partition("/")[2].strip().strip("/") for text in (former, connect))
    if former and before != wanted and held(host, log_dirs):
        raise GroundworkError(
            f"The cluster of this broker keeps its metadata at {before} in ZooKeeper ({settings}), and "
            f"kafka_zookeeper_connect says {wanted}, where it has none, so that the broker would not start; let "
            f"kafka_zookeeper_connect end in {before}, or in no path for /."
        )


def check_removed(host: Host, settings: str, log_dirs: Sequence[str]) -> None:
    """Raise GroundworkError when a folder that the file *settings* names holds partitions and is not in *log_dirs*.

    The broker would start without them, and bring back only those that another broker has a replica of.
    """
    earlier = failed_disk.log_dirs(properties.parse(host.text(settings)))
    kept = {real_path(host, path) for path in log_dirs}
    for path in earlier:
        # What is on a disk that fails can't be moved away: the utility failed_disk tells of it.
        stays = real_path(host, path) in kept or failed_disk.why(host, path)
        held = [] if stays else partitions(host, path)
        if held:
            what = "1 partition" if len(held) == 1 else f"{len(held)} partitions"
            raise GroundworkError(
                f"{path} has {what} ({', '.join(held[:3])}{' and more' if len(held) > 3 else ''}), and kafka_log_dirs "
                "does not have it any more; have them moved to its other folders by the playbook "
                "groundwork.kafka.drain_log_dirs, which takes it out then, or put it back."
            )


def partitions(host: Host, path: str) -> List[str]:
    """The partitions in the folder *path*."""
    return [name for name in host.names(path) if _PARTITION.search(name) and name != METADATA]


def check_zookeeper(host: Host, server_id: int, data_dir: str) -> None:
    """Raise GroundworkError when ``myid`` in *data_dir* says that its data is another server's than *server_id*'s."""
    text = host.read(posixpath.join(data_dir, "myid"))
    if text is not None and text.strip() and text.strip() != str(server_id):
        raise GroundworkError(
            f"{data_dir} holds the data of ZooKeeper server {text.strip()[:20]}, and zookeeper_id is {server_id}; set "
            f"zookeeper_id back, {OR_EMPTY}: with another number it would vote for what it never saw."
        )


def _marks(host: Host, log_dirs: Sequence[str]) -> List[Tuple[str, Dict[str, str]]]:
    """Each of the *log_dirs* that holds data, with its identity; GroundworkError when two of them differ."""
    marks = [(path, found) for path, found in ((path, mark(host, path)) for path in log_dirs) if found]
    for key, what in (("broker.id", "broker"), ("node.id", "node"), ("cluster.id", "cluster")):
        known = [(path, found[key]) for path, found in marks if key in found]
        for path, value in known[1:]:
            if value != known[0][1]:
                raise of_two(what, known[0], (path, value))
    return marks
