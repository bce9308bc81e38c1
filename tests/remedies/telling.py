# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the audit, or the playbook site, tells of a cluster: each finding with the remedy that people read."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass

from tests.changes.clusters import Inventory
from tests.changes.hosts import Hosts

AUDIT, SITE = "audit", "site"
_SENTENCE = re.compile(r"(?:high|medium|low): ([a-z_]+): ([^\n]*)\.")


@dataclass(frozen=True)
class Telling:
    """The finding *name*, and what is to be done; *about* says what it is about: of site the whole sentence."""

    name: str
    about: str
    remedy: str


def tell(hosts: Hosts, by: str, inventory: Inventory) -> list[Telling]:
    """All findings of the audit, or of site, with the *inventory*."""
    return (_audit if by == AUDIT else _site)(hosts, inventory)


def _audit(hosts: Hosts, inventory: Inventory) -> list[Telling]:
    reports = hosts.folder / "reports"
    shutil.rmtree(reports, ignore_errors=True)
    words = ("-e", json.dumps({"audit_report_directory": str(reports), "audit_fail_on": "none"}))
    done = hosts.play("audit", inventory, *words)
    assert done.returncode == 0, done.stdout[-6000:]
    (report,) = reports.glob("*.jsonl")
    records = map(json.loads, report.read_text().splitlines())
    return [Telling(one["id"], one["subject"], one["remedy"]) for record in records for one in record["findings"]]


def _site(hosts: Hosts, inventory: Inventory) -> list[Telling]:
    """A sentence ends with the remedy, so whoever knows its words finds it at the end."""
    done = hosts.play("site", inventory)
    assert done.returncode == 0, done.stdout[-6000:]
    said = done.stdout.replace('\\"', '"')
    return [Telling(name, sentence, sentence) for name, sentence in dict.fromkeys(_SENTENCE.findall(said))]
