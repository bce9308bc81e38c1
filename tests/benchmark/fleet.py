# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the fleet report takes: seconds and memory of the command with its start, over made-up fleets.

Of each size: two cores, both reports written, the figures held against what was put in. `make bench-fleet`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import report

from tests.simulated_fleet import Fleet

CHECKOUT = Path(__file__).resolve().parents[2]
SETTINGS = 80
#: Hosts → audits of them; what grows is the number of records, by hosts and by days.
SIZES = ((10_000, 1), (100_000, 1), (10_000, 10))
MEGABYTE = 1 << 20


def measure(fleet: Fleet, folder: Path) -> dict[str, float]:
    """Write *fleet* below *folder* and run the command over it."""
    reports, told = folder / "reports", folder / "fleet.json"
    size = fleet.write(reports, files=max(1, fleet.hosts // 1000))
    os.sync()
    command = ["-m", "spark_validation", "fleet", "--reports", str(reports), "--json", str(told)]
    began = time.monotonic()
    with subprocess.Popen(
        [sys.executable, *command, "--html", str(folder / "fleet.html")],
        cwd=folder,
        env={**os.environ, "PYSPARK_SUBMIT_ARGS": "--master local[2] pyspark-shell"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        memory = Memory(process.pid)
        printed, _nothing = process.communicate()
    seconds = time.monotonic() - began
    if process.returncode != 1:  # its faults fail it
        raise RuntimeError(f"the command ended with {process.returncode}:\n{printed}")
    _require(fleet, json.loads(told.read_text()))
    return {"seconds": seconds, "megabytes": size / MEGABYTE, "resident_megabytes": memory.most / MEGABYTE}


def _require(fleet: Fleet, told: dict[str, object]) -> None:
    """Raise unless what was put in is found, so that nothing else was measured."""
    details = told["details"]
    last = fleet.audits > 1
    put_in = {"hosts": fleet.hosts, "settings": (fleet.hosts - fleet.blocks) * fleet.settings}
    found = {name: details["total"][name] for name in put_in}
    off = details["total"]["settings"] - details["total"]["in_effect"]
    missing = fleet.blocks * (3 if last else 1)  # who was never reached; with a second audit also who is gone since
    if found != put_in or off != 3 * fleet.blocks or details["counts"]["missing"] != missing:
        raise RuntimeError(
            f"put in were {put_in}, {3 * fleet.blocks} and {missing}; found {found}, {off}, {details['counts']}"
        )


class Memory:
    """The most bytes that a process and those that it started have been resident with, looked at while they run."""

    def __init__(self, pid: int) -> None:
        self.most = 0
        threading.Thread(target=self._watch, args=(pid,), daemon=True).start()

    def _watch(self, pid: int) -> None:
        while Path(f"/proc/{pid}/stat").exists():
            self.most = max(self.most, sum(map(_resident, _family(pid))))
            time.sleep(0.2)


def _family(pid: int) -> list[int]:
    try:
        own = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(one for child in own for one in _family(int(child)))]


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def main() -> None:
    """Measure, write reports/bench-fleet.json, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="of each size; default: %(default)s")
    rounds = parser.parse_args().rounds
    print("a small one, which leaves Java's archive of classes as any earlier run does", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(prefix="groundwork-bench-") as folder:
        measure(Fleet(100, SETTINGS, 1), Path(folder))
    measured = {}
    for hosts, audits in SIZES:
        fleet = Fleet(hosts, SETTINGS, audits)
        found = []
        for number in range(1, rounds + 1):
            print(f"{hosts:,} hosts, {audits} audits: round {number} of {rounds}", file=sys.stderr, flush=True)
            with tempfile.TemporaryDirectory(prefix="groundwork-bench-") as folder:
                found.append(measure(fleet, Path(folder)))
        measured[hosts, audits] = found
    told = report.fleet(measured)
    file = CHECKOUT / "reports" / "bench-fleet.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(told, indent=2) + "\n")
    print(report.fleet_table(told))


if __name__ == "__main__":
    try:
        main()
    except RuntimeError as error:
        sys.exit(f"error: {error}")
