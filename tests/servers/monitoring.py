# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A real Prometheus and a real node exporter on loopback, with the alerting rules that the collection ships."""

from __future__ import annotations

import json
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Iterator, Mapping, Sequence

import yaml

from tests.servers.server import free_ports

CHECKOUT = Path(__file__).resolve().parents[2]
RULES = CHECKOUT / "docs/monitoring/prometheus-rules.yml"
CLUSTER = "lab"
#: An hour of a rule passes in three minutes, and no rule waits for longer than this many seconds: that each waits as
#: long as the table says, promtool shows.
_PACE, _MOST_SECONDS = 20, 20
_WINDOW, _SHORT_WINDOW = "[5m]", "[15s]"
_START_SECONDS = 60


def _hastened(rule: dict[str, Any]) -> dict[str, Any]:
    seconds = int(str(rule.get("for", "0s")).rstrip("s"))
    waits = {"for": f"{min(seconds // _PACE, _MOST_SECONDS)}s"} if "alert" in rule else {}
    return {**rule, **waits, "expr": rule["expr"].replace(_WINDOW, _SHORT_WINDOW)}


def rules(hastened: bool) -> dict[str, Any]:
    """The rules as they are shipped; *hastened* ones have the same expressions and bounds, and wait less."""
    found = yaml.safe_load(RULES.read_text(encoding="utf-8"))
    for group in found["groups"] if hastened else ():
        group["rules"] = [_hastened(rule) for rule in group["rules"]]
    return found


class Prometheus:
    """One that listens at *port*."""

    def __init__(self, port: int) -> None:
        self.port = port

    def _asked(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{path}", timeout=30) as answer:
            return json.load(answer)["data"]

    def ringing(self, *states: str) -> set[str]:
        """The alerts that fire, each with its severity, or those in other *states*."""
        return {
            f"{one['labels']['alertname']} {one['labels']['severity']}"
            for one in self._asked("api/v1/alerts")["alerts"]
            if one["state"] in (states or ("firing",))
        }

    def query(self, expression: str) -> list[Any]:
        """What *expression* comes to now; raises where Prometheus does not take it."""
        return self._asked(f"api/v1/query?{urllib.parse.urlencode({'query': expression})}")["result"]


@contextmanager
def prometheus(folder: Path, targets: Mapping[str, Sequence[int]], hastened: bool = True) -> Iterator[Prometheus]:
    """One that scrapes the *targets*, ports by job, and works out the rules each second."""
    folder.mkdir()
    (folder / "rules.yml").write_text(yaml.safe_dump(rules(hastened), width=10000))
    config = {
        "global": {"scrape_interval": "2s", "scrape_timeout": "2s", "evaluation_interval": "1s"},
        "rule_files": ["rules.yml"],
        "scrape_configs": [
            {
                "job_name": job,
                "static_configs": [{"targets": [f"127.0.0.1:{p}" for p in ports], "labels": {"cluster": CLUSTER}}],
            }
            for job, ports in targets.items()
        ],
    }
    (folder / "prometheus.yml").write_text(yaml.safe_dump(config))
    (port,) = free_ports(1)
    words = [
        "prometheus",
        f"--config.file={folder}/prometheus.yml",
        f"--storage.tsdb.path={folder}/data",
        f"--web.listen-address=127.0.0.1:{port}",
    ]
    with _running(words, folder / "prometheus.log", f"http://127.0.0.1:{port}/-/ready"):
        yield Prometheus(port)


@contextmanager
def node_exporter(folder: Path, mount_point: Path) -> Iterator[int]:
    """The port of one that tells of *mount_point* alone, and of what the text files in *folder* say."""
    folder.mkdir()
    (port,) = free_ports(1)
    others = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    passed = "|".join(sorted({other.replace(".", "[.]") for other in others if other != str(mount_point)}))
    words = [
        "prometheus-node-exporter",
        f"--web.listen-address=127.0.0.1:{port}",
        "--collector.disable-defaults",
        "--collector.filesystem",
        f"--collector.filesystem.mount-points-exclude=^({passed})$",
        "--collector.textfile",
        f"--collector.textfile.directory={folder}",
    ]
    with _running(words, folder.with_suffix(".log"), f"http://127.0.0.1:{port}/metrics"):
        yield port


@contextmanager
def _running(words: Sequence[str], log: Path, address: str) -> Iterator[None]:
    """A program of Debian's packages, once it answers at *address*."""
    found = subprocess.run([CHECKOUT / "lab/prometheus"], capture_output=True, text=True, check=True).stdout.strip()
    with ExitStack() as stack:
        file = stack.enter_context(log.open("wb"))
        process = subprocess.Popen([f"{found}/{words[0]}", *words[1:]], stdout=file, stderr=subprocess.STDOUT)
        stack.callback(process.wait)
        stack.callback(process.kill)
        deadline = time.monotonic() + _START_SECONDS
        while process.poll() is None and time.monotonic() < deadline:
            with suppress(urllib.error.URLError, OSError), urllib.request.urlopen(address, timeout=5):  # noqa: S310
                yield
                return
            time.sleep(0.2)
        raise RuntimeError(f"{words[0]} does not answer at {address}:\n{log.read_text()[-2000:]}")
