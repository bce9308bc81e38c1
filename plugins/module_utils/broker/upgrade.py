# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a cluster may go from the version of Kafka that it has to another, forward or back, judged before it is
touched.

Sources: Apache Kafka, Upgrading: https://kafka.apache.org/documentation/#upgrade; the features that each version
supports, from its own definitions (key_table).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import List, Mapping

from ..core.errors import GroundworkError
from ..core.version import Release, numbers
from . import key_spans, key_table, releases

ZOOKEEPER, KRAFT = "zookeeper", "kraft"
METADATA = "metadata.version"
_PROTOCOL = "inter.broker.protocol.version"
_MIGRATION = "https://kafka.apache.org/39/documentation.html#kraft_zk_migration"


@dataclass(frozen=True)
class Cluster:
    """What is upgraded: its *mode*, the version *installed* on each host, and the level of each feature *finalized*.

    A host on which nothing is installed has an empty version. *finalized* is empty in ZooKeeper mode. *protocol* is the
    inter.broker.protocol.version that the brokers are given, empty for Kafka's own default.
    """

    mode: str
    installed: Mapping[str, str]
    finalized: Mapping[str, int] = field(default_factory=dict)
    protocol: str = ""


def check(cluster: Cluster, wanted: str) -> List[str]:
    """What a person should know before *cluster* goes to version *wanted*; GroundworkError where it must not."""
    release = numbers(wanted)
    if len(release) < 3:
        raise GroundworkError(f"kafka_version is {wanted!r}; give all of the version's numbers, such as 3.9.2.")
    missing = sorted(host for host, version in cluster.installed.items() if not version)
    if missing:
        raise GroundworkError(
            f"{', '.join(missing)} has no Kafka to upgrade; run the playbook groundwork.kafka.site for it first."
        )
    if cluster.mode == ZOOKEEPER:
        return _check_zookeeper(cluster, wanted, release)
    return _check_kraft(cluster, wanted, release)


def last_step(cluster: Cluster, wanted: str) -> str:
    """The second step that is left when every server of *cluster* runs *wanted*, as a sentence."""
    if cluster.mode == ZOOKEEPER:
        return (
            f"Kafka {wanted} with ZooKeeper needs no further step; the way back to an earlier 3.9 stays open: run this "
            "playbook with that version."
        )
    known = key_spans.judged_by(wanted)
    highest = key_table.FEATURES[known][METADATA][1] if known else 0
    level = cluster.finalized.get(METADATA, 0)
    if known and level >= highest:
        return f"{METADATA} is at {level}, the highest of Kafka {wanted}; nothing is left to do."
    return (
        f"{METADATA} stays at {level}, so the way back is open: run this playbook with the old version. When you are "
        f"sure of Kafka {wanted}, run groundwork.kafka.finalize_upgrade, which raises it; the way back ends there."
    )


def release_of(level: int) -> str:
    """The first known minor version, such as 4.3, that supports *level* of metadata.version; empty for none."""
    for version in key_table.VERSIONS:
        if level <= key_table.FEATURES[version][METADATA][1]:
            return version.rpartition(".")[0]
    return ""


def _check_zookeeper(cluster: Cluster, wanted: str, release: Release) -> List[str]:
    if release >= releases.KRAFT_ALONE:
        raise GroundworkError(
            f"Kafka {wanted} has no ZooKeeper mode, and this cluster keeps its metadata in ZooKeeper: move it to KRaft "
            f"on 3.9 first, as {_MIGRATION} describes, then upgrade it with kafka_mode: kraft."
        )
    others = sorted({version for version in cluster.installed.values() if numbers(version)[:2] != release[:2]})
    for version in others:
        older = min(numbers(version), release)[:2]
        if not cluster.protocol or numbers(cluster.protocol)[:2] > older:
            minor = ".".join(map(str, older))
            raise GroundworkError(
                f"Kafka {version} and {wanted} write different protocols; give kafka_config {_PROTOCOL}: '{minor}' and "
                "run the playbook groundwork.kafka.site, so that every server understands the others, before the "
                "version changes."
            )
    return []


def _check_kraft(cluster: Cluster, wanted: str, release: Release) -> List[str]:
    known = key_spans.judged_by(wanted)
    newest = max(numbers(version) for version in cluster.installed.values())
    if not known:
        if release < newest:
            raise GroundworkError(
                f"Nothing is known of Kafka {wanted}, so whether it can read this cluster's metadata cannot be told; "
                f"go to one of {', '.join(key_table.VERSIONS)}."
            )
        return [f"Kafka {wanted} is not in the table of versions: read its upgrade notes before you go on."]
    supported = key_table.FEATURES[known]
    for name, level in sorted(cluster.finalized.items(), key=lambda item: (item[0] != METADATA, item[0])):
        least, greatest = supported.get(name, (0, 0))
        if least <= level <= greatest:
            continue
        at = f" ({release_of(level)})" if name == METADATA and release_of(level) else ""
        if level > greatest:
            raise GroundworkError(
                f"{name} of this cluster is finalized at {level}{at}, and Kafka {wanted} reads no more than "
                f"{greatest}: its servers would die of metadata that they cannot read. The way back ended when the "
                f"upgrade was finalized; stay at {'.'.join(map(str, newest))} or go on."
            )
        raise GroundworkError(
            f"{name} of this cluster is at {level}{at}, and Kafka {wanted} reads no less than {least}: upgrade to an "
            "earlier version first, and finalize that upgrade."
        )
    return []
