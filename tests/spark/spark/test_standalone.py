# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The same command on a Spark cluster of two workers, of which first one is killed and then the other."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, Callable

import pytest
from kafka import TopicPartition
from kafka.admin import KafkaAdminClient, OffsetSpec

from spark_validation.cli import main
from tests.servers.broker import Broker
from tests.servers.server import free_port
from tests.spark.standalone import Member, Said, Standalone, events, read_page, watched

RUN, RECORDS, PARTITIONS = "20260131T120000Z-5a1e00", 200_000, 4
TOPIC = f"groundwork-smoke-{RUN}-kept"
IDENTITY = ("--topic", TOPIC, "--run-id", RUN, "--records", str(RECORDS))
MOST_SECONDS = 120


def wait_until(holds: Callable[[], Any]) -> None:
    deadline = time.monotonic() + MOST_SECONDS
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def begun(admin: KafkaAdminClient) -> bool:
    """Whether two partitions have some of their records and not all: one for each worker."""
    parts = [TopicPartition(TOPIC, number) for number in range(PARTITIONS)]
    ends = admin.list_partition_offsets(dict.fromkeys(parts, OffsetSpec.LATEST))
    return sum(0 < ends[part].offset < RECORDS // PARTITIONS for part in parts) == 2


def works(worker: Member, application: str) -> bool:
    """Whether an executor of ``worker`` has a task under way; ``application`` is Spark's page of the executors."""
    own = {str(executor["id"]) for executor in json.loads(read_page(worker.page + "json/"))["executors"]}
    return any(row["activeTasks"] and row["id"] in own for row in json.loads(read_page(application)))


@pytest.mark.long
@pytest.mark.usefixtures("spark")
def test_killed_workers_leave_copies_that_are_named(standalone: Standalone, broker: Broker, tmp_path: Path) -> None:
    """One while producing, the other while auditing; no Python runs on the executors, for there is none.

    Of the validation, the driver has what is in the bundle and nothing else.
    """
    first, second = standalone.workers
    port = free_port()
    report, bundle = tmp_path / "report.json", tmp_path / "bundle"
    assert main(["bundle", "--directory", str(bundle)]) == 0
    process = standalone.submit(
        *("--py-files", bundle / "spark_validation.zip", "--jars", ",".join(map(str, bundle.glob("*.jar")))),
        *(bundle / "main.py", "smoke", "--bootstrap-servers", broker.plain, *IDENTITY, "--partitions", PARTITIONS),
        *("--keep-topic", "--json", report),
        settings=watched(port, tmp_path),
        cwd=tmp_path,
        env={"PYSPARK_PYTHON": "/no/such/python", "PYTHONPATH": ""},
    )
    said = Said(process)
    said.wait_for("producing")
    admin = KafkaAdminClient(bootstrap_servers=broker.plain)
    wait_until(lambda: begun(admin))
    broker.server.pause()
    first.kill()
    broker.server.resume()
    first.start()
    (application,) = json.loads(read_page(f"http://127.0.0.1:{port}/api/v1/applications"))
    executors = f"http://127.0.0.1:{port}/api/v1/applications/{application['id']}/executors"
    works(second, executors)  # the first answer of such a page takes seconds
    said.wait_for("consuming")
    wait_until(lambda: works(second, executors))
    second.kill()
    whole = said.until_the_end(MOST_SECONDS)
    second.start()
    assert process.returncode == 0, whole
    told = json.loads(report.read_text())
    found = {check["id"]: check["count"] for check in told["checks"] if check["count"]}
    assert list(found) == ["replayed"]
    assert told["status"] == "warned"
    # Each worker lost a task, of different stages, and every copy that is too many is the retry's.
    lost = [end for end in events(tmp_path, "TaskEnd") if end["Task End Reason"]["Reason"] == "ExecutorLostFailure"]
    assert len({end["Stage ID"] for end in lost}) == 2
    ends = admin.list_partition_offsets({TopicPartition(TOPIC, number): OffsetSpec.LATEST for number in range(4)})
    assert found["replayed"] == sum(end.offset for end in ends.values()) - RECORDS > 0
    assert told["details"]["tiers"] == {
        "planned": RECORDS,
        "acknowledged": RECORDS,
        "stored": RECORDS + found["replayed"],
        "consumed": RECORDS + found["replayed"],
    }
    admin.close()
    # The audit on one machine tells the same of the same topic.
    here = tmp_path / "here.json"
    assert main(["smoke", "--audit-only", "--bootstrap-servers", broker.plain, *IDENTITY, "--json", str(here)]) == 0
    assert json.loads(here.read_text())["checks"] == told["checks"]
