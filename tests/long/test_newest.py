# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The newest version of Kafka that is known: what it defines, and the way there from the default version and back."""

from __future__ import annotations

from contextlib import ExitStack

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, features
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from tests.admin import two_steps
from tests.oracle import defined
from tests.servers.cluster import HOMES, running_cluster
from tests.servers.server import unpacked
from tests.servers.versions import KRAFT, LEVELS, NEWEST

HOME = "GROUNDWORK_NEWEST_KRAFT_HOME"


def test_the_table_is_what_the_newest_version_defines() -> None:
    defined.check(NEWEST, unpacked(HOME) / "libs")


def test_a_cluster_that_begins_with_the_newest_version_has_nothing_left_to_raise(tmp_path) -> None:
    with ExitStack() as stack:
        servers = stack.enter_context(running_cluster("kraft", tmp_path, home=unpacked(HOME)))
        client = stack.enter_context(connection.connected(servers.bootstrap_servers, {}, 15))
        found = cluster_state.read(client)["features"]
    assert {name: found[name]["finalized"] for name in LEVELS[NEWEST]} == LEVELS[NEWEST]
    assert features.raises(found, NEWEST) == {}


def test_the_way_back_from_the_newest_version_is_open_until_the_second_step(tmp_path) -> None:
    old = two_steps.Version(KRAFT, unpacked(HOMES["kraft"]))
    new = two_steps.Version(NEWEST, unpacked(HOME))
    with running_cluster("kraft", tmp_path, home=old.home) as servers:
        two_steps.check(servers, old, new)
