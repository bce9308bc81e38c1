# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the JMX exporter costs a broker: `make bench-exporter`.

A broker with many partitions is started with the rules out of the table and with the exporter's usual rule that takes
all there is, in turns on the same data. Of each are measured how long a scrape takes, how long the page is, and how
much processor time of the broker a scrape costs, which is what it takes more than in as long a time without.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml
from kafka.admin import KafkaAdminClient, NewTopic

from ansible_collections.groundwork.kafka.plugins.module_utils.health import exporter
from tests.servers.server import KAFKA, Server, format_storage, free_ports
from tests.servers.waiting import eventually

CHECKOUT = Path(__file__).resolve().parents[2]
PARTITIONS, WARM_UPS, SCRAPES = 1000, 30, 30
RULES: Mapping[str, object] = {
    "table": exporter.configuration(exporter.KAFKA),
    "usual": {"lowercaseOutputName": True, "lowercaseOutputLabelNames": True, "rules": [{"pattern": ".*"}]},
}
_COUNTED = re.compile(r"(?i)^kafka_server_replicamanager\S*partitioncount\S* ([0-9.]+)", re.MULTILINE)
_TICK = os.sysconf("SC_CLK_TCK")


class Broker:
    """A KRaft broker below *folder*, with the exporter *jar*."""

    def __init__(self, home: Path, folder: Path, jar: str) -> None:
        self.home, self.folder, self.jar = home, folder, jar
        self.port, self.controller, self.page = free_ports(3)
        self._server("").settings.write_text(
            f"process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:{self.controller}\n"
            f"listeners=PLAINTEXT://127.0.0.1:{self.port},CONTROLLER://127.0.0.1:{self.controller}\n"
            f"controller.listener.names=CONTROLLER\nlog.dirs={folder}/data\n"
        )
        format_storage(home, folder, "broker")

    def _server(self, rules: str) -> Server:
        agent = [f"-javaagent:{self.jar}=127.0.0.1:{self.page}:{self.folder}/{rules}.yml"] if rules else []
        return Server(self.home, self.folder, "broker", KAFKA, self.port, "1g", ("-XX:+UseG1GC", *agent))

    @contextlib.contextmanager
    def running(self, rules: str) -> Iterator[int]:
        """It runs with these *rules*, with none where they are empty; its process's number."""
        if rules:
            (self.folder / f"{rules}.yml").write_text(yaml.safe_dump(RULES[rules], sort_keys=False))
        server = self._server(rules)
        server.start()
        try:
            yield server.process.pid
        finally:
            server.kill()

    def make(self, partitions: int) -> None:
        """Make a topic with so many *partitions*."""
        with self.running(""), contextlib.closing(
            KafkaAdminClient(bootstrap_servers=f"127.0.0.1:{self.port}")
        ) as admin:
            admin.create_topics([NewTopic("many", partitions, 1)], timeout_ms=120_000)

    def scraped(self) -> str:
        """The exporter's page."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.page}/metrics", timeout=60) as answer:
            return answer.read().decode()

    def costs(self, rules: str) -> dict[str, float]:
        """What a scrape costs with these *rules*."""
        with self.running(rules) as pid:
            eventually(lambda: float(PARTITIONS) in map(float, _COUNTED.findall(self.scraped())), True, 120)
            for _number in range(WARM_UPS):
                self.scraped()
            began, before = time.monotonic(), _processor(pid)
            seconds = []
            for _number in range(SCRAPES):
                at = time.monotonic()
                page = self.scraped()
                seconds.append(time.monotonic() - at)
                time.sleep(0.1)
            took, busy = time.monotonic() - began, _processor(pid) - before
            idle = _processor(pid)
            time.sleep(took)
            idle = _processor(pid) - idle
        return {
            "scrape_milliseconds": statistics.median(seconds) * 1000,
            "page_bytes": float(len(page.encode())),
            "processor_milliseconds": max(busy - idle, 0) / SCRAPES * 1000,
        }


def _processor(pid: int) -> float:
    """The seconds of processor time that *pid* has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def summary(found: Mapping[str, list[dict[str, float]]]) -> dict[str, float]:
    """The medians over rounds of both, and how many times as much the usual rule costs."""
    medians = {
        f"{rules}_{name}": statistics.median(one[name] for one in rounds)
        for rules, rounds in found.items()
        for name in rounds[0]
    }
    ratios = {
        f"usual_to_table_{name}": medians[f"usual_{name}"] / medians[f"table_{name}"]
        if medians[f"table_{name}"]
        else 0.0
        for name in found["table"][0]
    }
    return {name: round(value, 2) for name, value in {**medians, **ratios}.items()}


def main() -> None:
    """Measure, write reports/bench-exporter.json, and print it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="of each; default: %(default)s")
    rounds = parser.parse_args().rounds
    found: dict[str, list[dict[str, float]]] = {rules: [] for rules in RULES}
    with tempfile.TemporaryDirectory(prefix="groundwork-bench-") as folder:
        broker = Broker(Path(os.environ["GROUNDWORK_KRAFT_HOME"]), Path(folder), os.environ["GROUNDWORK_JMX_EXPORTER"])
        broker.make(PARTITIONS)
        for number in range(1, rounds + 1):
            for rules, measured in found.items():
                print(f"round {number} of {rounds}: {rules}", file=sys.stderr, flush=True)
                measured.append(broker.costs(rules))
    measured = {"partitions": PARTITIONS, "rounds": rounds, **summary(found)}
    file = CHECKOUT / "reports" / "bench-exporter.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(measured, indent=2) + "\n")
    print("\n".join(f"{name:40}{value:>14,}" for name, value in measured.items()))


if __name__ == "__main__":
    main()
