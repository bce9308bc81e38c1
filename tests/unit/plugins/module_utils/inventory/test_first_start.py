# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import first_start

NEW = {"has_run": False, "topics": False, "storage": {"unformatted": ["/d"]}}
FORMATTED = {**NEW, "storage": {"unformatted": []}}
RAN = {**FORMATTED, "has_run": True}
#: Of ZooKeeper's mode, which formats nothing.
EMPTY, LOST = ({"has_run": False, "topics": topics} for topics in (False, True))
SKIPPED = {"skipped": True}


@pytest.mark.parametrize(
    ("stored", "none_has_run", "begins"),
    [
        pytest.param({"c1": NEW, "k1": NEW, "k2": NEW}, True, True, id="all are new"),
        pytest.param({"c1": FORMATTED, "k1": FORMATTED, "k2": NEW}, True, True, id="some are formatted"),
        pytest.param({"c1": RAN, "k1": FORMATTED, "k2": NEW}, False, True, id="it ended when the controllers ran"),
        pytest.param({"c1": RAN, "k1": NEW, "k2": FORMATTED}, False, False, id="one whose disks are new"),
        pytest.param({"c1": RAN, "k1": FORMATTED, "k2": RAN}, False, False, id="another broker has run"),
        pytest.param({"c1": NEW, "k1": NEW, "k2": RAN}, False, False, id="and nobody else"),
        pytest.param({"c1": NEW, "k1": NEW, "k2": {}}, False, False, id="a broker was not looked at"),
        pytest.param({"c1": None, "k1": FORMATTED, "k2": NEW}, False, True, id="a controller was not"),
        pytest.param({"c1": SKIPPED, "k1": NEW, "k2": NEW}, False, False, id="nor when it was skipped"),
        pytest.param({"k1": EMPTY, "k2": EMPTY}, True, True, id="ZooKeeper has no topics"),
        pytest.param({"k1": EMPTY, "k2": LOST}, True, False, id="ZooKeeper has some"),
        pytest.param({}, True, True, id="no hosts"),
    ],
)
def test_a_cluster_begins_where_nothing_was_ever_written_to_it(stored, none_has_run, begins) -> None:
    hosts = [{"inventory_hostname": host, **({"kafka_stored": told} if told else {})} for host, told in stored.items()]
    found = first_start.describe(hosts, "k1", ["k1", "k2"])
    assert found == {"none_has_run": none_has_run, "begins": begins}
