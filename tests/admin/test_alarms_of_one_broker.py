# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The alarms that one broker is enough for: of its disk that is nearly full, and of itself that is gone."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Iterator

import pytest

from tests.admin.small_disk import made_disk
from tests.admin.watching import killed, proved
from tests.servers import monitoring
from tests.servers.exporter import agent
from tests.servers.server import KAFKA, QUICK, Server, format_storage, free_ports, unpacked
from tests.servers.waiting import eventually

FULL = {"KafkaLogDirFree warning", "KafkaLogDirFree alarm"}
GONE = {"KafkaAnswering alarm", "KafkaValueMissing alarm"}


@contextmanager
def broker(folder: Path, data: Path) -> Iterator[tuple[Server, int]]:
    """One that is its own controller, with partitions in *data*; the port of its exporter."""
    port, controller, page = free_ports(3)
    flag, _page = agent("kafka", folder, page)
    server = Server(unpacked("GROUNDWORK_KRAFT_HOME"), folder, "broker", KAFKA, port, options=(*QUICK, flag))
    settings = [
        f"process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:{controller}",
        f"listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}",
        f"controller.listener.names=CONTROLLER\nlog.dirs={data}\nlog.cleaner.dedupe.buffer.size=4000000",
    ]
    server.settings.write_text("\n".join(settings) + "\n")
    format_storage(server.home, folder, server.name)
    server.start()
    try:
        yield server, page
    finally:
        server.kill()


@pytest.mark.rings(
    "KafkaLogDirFree warning", "KafkaLogDirFree alarm", "KafkaAnswering alarm", "KafkaValueMissing alarm"
)
def test_a_disk_that_is_nearly_full_rings_and_so_does_a_broker_that_is_gone(tmp_path) -> None:
    with ExitStack() as stack:
        disk = stack.enter_context(made_disk())
        server, page = stack.enter_context(broker(tmp_path, disk.mount_point / "kafka"))
        node = stack.enter_context(monitoring.node_exporter(tmp_path / "texts", disk.mount_point))
        targets = {"kafka": [page], "node": [node]}
        prometheus = stack.enter_context(monitoring.prometheus(tmp_path / "prometheus", targets))
        eventually(lambda: len(prometheus.query("groundwork:under_replicated")), 1, 60)
        proved(prometheus, FULL, fault=disk.filled())
        proved(prometheus, GONE, fault=killed(server))
