# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import quorum_votes

GONE = "88a3e2c4-5f55-4d3a-b4d0-2a0a4e0a7f1b"


def replica(number: int, behind: float | None = 0.0, directory: str | None = None):
    return {"id": number, "directory_id": directory, "records_behind": 0, "seconds_behind": behind}


def found(voters, observers, *, joining=False, secured=False):
    quorum = {"leader_id": 11, "voters": voters, "observers": observers}
    return quorum_votes.findings(quorum, {11: "c1", 13: "c3"}, joining, "k1:9092", secured)


@pytest.mark.parametrize(
    ("voters", "observers"),
    [
        pytest.param([replica(11, None), replica(13)], [], id="all vote"),
        pytest.param([replica(11)], [replica(1)], id="it does not run, as others say"),
        pytest.param([replica(11), replica(13)], [replica(13, 200.0)], id="what it was before is still listed"),
    ],
)
def test_nothing_is_told_where_those_that_follow_vote(voters, observers) -> None:
    assert found(voters, observers) == []


def test_one_that_is_new_is_added() -> None:
    (one,) = found([replica(11), replica(12)], [replica(1), replica(13)])
    assert (one["id"], one["subject"], one["found"]) == (
        "controller_does_not_vote",
        "controller 13 (c3)",
        "an observer",
    )
    assert one["remedy"] == (
        "on c3, as root: kafka-metadata-quorum.sh --command-config /etc/kafka/server.properties --bootstrap-server "
        "k1:9092 add-controller"
    )


def test_what_it_was_before_is_taken_out_first() -> None:
    (one,) = found([replica(11), replica(13, 300.0, GONE)], [replica(13)])
    assert one["found"] == "an observer, and the quorum counts the folder that it had before"
    assert one["remedy"] == (
        "on c3, as root: kafka-metadata-quorum.sh --command-config /etc/kafka/server.properties --bootstrap-server "
        "k1:9092 remove-controller --controller-id 13 --controller-directory-id iKPixF9VTTq00CoKTgp_Gw; "
        "kafka-metadata-quorum.sh --command-config /etc/kafka/server.properties --bootstrap-server k1:9092 "
        "add-controller"
    )


def test_with_certificates_it_asks_with_its_own() -> None:
    (one,) = found([replica(11)], [replica(13)], secured=True)
    assert one["remedy"] == (
        "on c3, as root: (cat /etc/kafka/server.properties; echo security.protocol=SSL) > "
        "/root/add-controller.properties; kafka-metadata-quorum.sh --command-config /root/add-controller.properties "
        "--bootstrap-server k1:9092 add-controller"
    )


def test_later_versions_join_by_themselves() -> None:
    (one,) = found([replica(11)], [replica(13)], joining=True)
    assert one["remedy"].startswith(
        "have controller.quorum.auto.join.enable true in /etc/kafka/server.properties on c3"
    )
    assert one["remedy"].endswith("and restart it (systemctl restart kafka): it joins by itself")


def test_who_has_not_been_heard_of() -> None:
    quorum = {"leader_id": 11, "voters": [replica(11), replica(14, 300.0, GONE)], "observers": [replica(12)]}
    assert quorum_votes.unseen(quorum, [11, 12, 13]) == [13]
    assert quorum_votes.unseen(quorum, [14]) == [14], "with an empty disk, and still listed as it was before"
