# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The alarms that need no broker: of a real disk that is nearly full, of a page and of values that are not there."""

from __future__ import annotations

import pytest

from tests.admin.small_disk import made_disk
from tests.servers import monitoring
from tests.servers.server import free_ports
from tests.servers.waiting import eventually

SECONDS = 60
FULL = {"KafkaLogDirFree warning", "KafkaLogDirFree alarm"}
#: Nothing but the node exporter tells anything of this cluster.
SILENT = {"KafkaAnswering alarm", "KafkaValueMissing alarm"}


@pytest.mark.rings(
    "KafkaLogDirFree warning", "KafkaLogDirFree alarm", "KafkaAnswering alarm", "KafkaValueMissing alarm"
)
def test_a_disk_that_is_nearly_full_rings_as_do_brokers_that_nobody_hears_of(tmp_path) -> None:
    with made_disk() as disk, monitoring.node_exporter(tmp_path / "texts", disk.mount_point) as port:
        targets = {"node": [port], "kafka": free_ports(1)}
        with monitoring.prometheus(tmp_path / "prometheus", targets) as prometheus:
            eventually(prometheus.ringing, SILENT, SECONDS)
            with disk.filled():
                eventually(prometheus.ringing, SILENT | FULL, SECONDS)
            eventually(prometheus.ringing, SILENT, SECONDS)
