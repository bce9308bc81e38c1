# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether the brokers take records of a shape, asked before a topic is made for them."""

from __future__ import annotations

from ..core.errors import UsageError
from ..core.progress import say
from ..records.shape import Shape
from .admin import Cluster

_LIMIT = "message.max.bytes"
#: What a batch of one record takes beside key and value: its own 61 bytes, and the record's, headers included.
_BATCH_BYTES = 61 + 128
_ZSTD_SINCE = (2, 1)


def require_taken(cluster: Cluster, shape: Shape) -> None:
    """Raise :class:`UsageError` for records that the brokers refuse."""
    limits = {broker: cluster.broker_setting(broker, _LIMIT) for broker in cluster.broker_ids()}
    unknown = sorted(broker for broker, value in limits.items() if value is None)
    if unknown and shape.most_bytes > 512 * 1024:
        say(f"broker {unknown[0]} does not tell its {_LIMIT}, which takes the right to describe the cluster's settings")
    known = {broker: int(value) for broker, value in limits.items() if value is not None}
    require_small(shape, known, cluster.bootstrap_servers)
    require_known_codec(shape, cluster.version(), cluster.bootstrap_servers)


def require_small(shape: Shape, limits: dict[int, int], servers: str) -> None:
    """Raise :class:`UsageError` where a record is larger than a broker takes; ``limits`` are bytes by broker.

    Whether the record would shrink below it by compression is not relied on.
    """
    for broker, limit in sorted(limits.items(), key=lambda one: (one[1], one[0])):
        most = limit - _BATCH_BYTES
        if shape.most_bytes > most:
            raise UsageError(
                f"a record of {shape.most_bytes:,} bytes is more than broker {broker} of {servers} takes, whose "
                f"{_LIMIT} is {limit:,}: give at most {most:,} with --record-bytes, or raise that"
            )


def release(version: str) -> tuple[int, ...]:
    """The two numbers of a ``version`` of Kafka as brokers tell it."""
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())


def require_known_codec(shape: Shape, version: str, servers: str) -> None:
    """Raise :class:`UsageError` for a compression that brokers of this ``version`` refuse."""
    if shape.compression == "zstd" and release(version) < _ZSTD_SINCE:
        raise UsageError(
            f"the brokers of {servers} are of Kafka {version} and refuse zstd, which they know from 2.1 on: choose "
            "another --compression"
        )
