# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Segments that Kafka 4 refuses are mended before the upgrade, by the words of their finding, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.admin.by_hand import ByHand
from tests.admin.reviewing import RECORDS, alter, create, fill, records, review, review_files, text
from tests.servers.cluster import HOMES
from tests.servers.server import KAFKA, Server, format_storage, free_ports, unpacked

pytestmark = pytest.mark.long  # a server of its own, upgraded

_SMALL, _LEAST = "log.segment.bytes=65536", "log.segment.bytes=1048576"
_REMEDY = "set segment.bytes (log.segment.bytes) to 1048576 or more before the upgrade"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[ByHand]:
    """One server of Kafka 3.9 in KRaft, with such segments by default and in a topic that holds records."""
    home = unpacked(HOMES["zookeeper"])
    port, controller = free_ports(2)
    server = Server(home, tmp_path, "server1", KAFKA, port, heap="512m")
    server.settings.write_text(
        f"process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:{controller}\n"
        f"listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}\n"
        f"controller.listener.names=CONTROLLER\nlog.dirs={tmp_path}/data1\n{_SMALL}\n"
    )
    format_storage(home, tmp_path, server.name)
    try:
        server.start()
        made = ByHand({1: server}, home)
        create(made, {"small": {"num_partitions": 1, "replication_factor": 1, "configs": {"segment.bytes": "16384"}}})
        fill(made, ["small"])
        yield made
    finally:
        server.kill()


@pytest.mark.remedy("segment_below_minimum")
def test_they_are_mended_before_the_upgrade(made: ByHand) -> None:
    server, newer = made.servers[1], unpacked(HOMES["kraft"])
    told = review(made)
    assert told["segment_below_minimum", "topic small"] == _REMEDY
    assert told["segment_below_minimum", "topic defaults of 1"] == _REMEDY
    assert review_files(made.files, newer.name.rpartition("-")[2])["segment_below_minimum"] == _REMEDY
    server.stop()
    server.home = newer
    with pytest.raises(RuntimeError, match="server1 ended at once"):
        server.start()
    server.home = made.home
    server.start()
    alter(made, "small", "segment.bytes", "1048576")
    server.stop()
    server.settings.write_text(server.settings.read_text().replace(_SMALL, _LEAST))
    server.home = newer
    server.start()
    assert "segment_below_minimum" not in [identity for identity, _subject in review(made)]
    assert [value for _key, value in records(made, "small")] == [text("small", number) for number in range(RECORDS)]
