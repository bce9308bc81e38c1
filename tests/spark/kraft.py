# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker of a Kafka that knows every kind of group, which is its own controller."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from tests.servers.quorum import Quorum

#: It soon gives up a member that is gone, of the protocol in which that is its own setting.
_SETTINGS = """group.consumer.min.heartbeat.interval.ms=500
group.consumer.heartbeat.interval.ms=1000
group.consumer.min.session.timeout.ms=4000
group.consumer.session.timeout.ms=4000
group.initial.rebalance.delay.ms=500
offsets.topic.num.partitions=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
share.coordinator.state.topic.num.partitions=1
"""


@contextmanager
def running_kraft(home: Path, folder: Path) -> Iterator[str]:
    """HOST:PORT of it while it runs."""
    made = Quorum(home, folder, [1], [1])
    server = made.servers[1]
    server.settings.write_text(server.settings.read_text() + _SETTINGS)
    try:
        made.start(1)
        yield made.bootstrap_servers[0]
    finally:
        server.kill()
