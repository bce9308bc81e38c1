# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is asked of a cluster that cannot be asked; tests/admin asks real ones."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.modules import lost_replicas

ASKED = {
    "bootstrap_servers": ["127.0.0.1:9092"],
    "client_config": {},
    "timeout": 1,
    "broker": 1,
    "folders": ["/data/2/kafka"],
    "held": [],
    "accept": False,
    "may_be_new": False,
    "accept_unavailable": False,
}


@pytest.fixture(autouse=True)
def nobody(monkeypatch):
    """No broker listens, and what would ask it is not there either."""
    library = SimpleNamespace(KafkaAdminClient=dict, errors=SimpleNamespace(KafkaError=OSError))
    monkeypatch.setattr(connection, "library", lambda: library)
    monkeypatch.setattr(connection.reachable, "refusal", lambda *_where: "Connection refused")


def test_what_nobody_can_tell_is_not_given_up_without_a_word() -> None:
    with pytest.raises(GroundworkError) as raised:
        lost_replicas.run(ASKED)
    assert str(raised.value) == (
        "No broker accepts connections (127.0.0.1:9092: Connection refused); start the brokers, or correct "
        "kafka_admin_bootstrap_servers (of a mirror, mirror_maker_clusters). Broker 1 has no data any more in "
        "/data/2/kafka, and a broker has to tell what nobody else has of it; or accept its loss with "
        "kafka_accept_lost_partitions, also where it never had any."
    )


@pytest.mark.parametrize("given", ["accept", "may_be_new"])
def test_a_server_that_may_never_have_run_has_lost_nothing_and_what_is_accepted_is_not_asked(given) -> None:
    assert lost_replicas.run({**ASKED, given: True}) == {"changed": False, "lost": [], "told": []}
