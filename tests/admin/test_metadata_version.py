# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The second step of an upgrade from the former version, with real servers, and where the way back ends."""

from __future__ import annotations

import pytest

from tests.admin import two_steps
from tests.servers.cluster import HOMES, running_cluster
from tests.servers.server import unpacked
from tests.servers.versions import KRAFT, KRAFT_FORMER

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times


@pytest.mark.remedy(
    "The features … would be raised, and the way back to an earlier version ends",
    "… of this cluster is finalized at ……, and Kafka … reads no more",
)
def test_the_way_back_is_open_until_the_second_step(tmp_path) -> None:
    old = two_steps.Version(KRAFT_FORMER, unpacked("GROUNDWORK_OLD_KRAFT_HOME"))
    new = two_steps.Version(KRAFT, unpacked(HOMES["kraft"]))
    with running_cluster("kraft", tmp_path, home=old.home) as servers:
        two_steps.check(servers, old, new)
