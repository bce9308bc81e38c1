# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import users_admin
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.users import Plan, User
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

ALICE = User("alice", "wonderland", [])
BOTH = Plan(passwords=["alice"], credentials=["bob"], made=[], deleted=[])


class Cluster:
    """Of kafka-python's client, what sends a request to the controller; it answers with these results."""

    def __init__(self, *results):
        self.asked = []
        self._results = [
            SimpleNamespace(user=user, error_code=code, error_message=text) for user, code, text in results
        ]

    def send_to_controller(self, request, failures):
        self.asked.append(request)
        response = SimpleNamespace(results=self._results)
        if any(failure.__name__ == "NotControllerError" for failure in failures(response)):
            raise RuntimeError("Failed to find active controller id!")
        return response


def test_the_controller_is_asked_to_set_and_delete_passwords():
    cluster = Cluster(("alice", 0, None), ("bob", 0, None))
    users_admin.apply(cluster, [ALICE], BOTH)
    (request,) = cluster.asked
    assert request.deletions == [("bob", 2)]
    assert [one[:3] for one in request.upsertions] == [("alice", 2, 4096)]


@pytest.mark.parametrize(
    ("code", "text", "said"),
    [
        (31, None, "The cluster did not set the password of alice (ClusterAuthorizationFailedError); look at its"),
        (93, "Too few iterations", "The cluster did not set the password of alice (Too few iterations); look at its"),
        (41, None, "No broker is the controller (Failed to find active controller id!); run it again in a moment."),
    ],
)
def test_an_error_without_a_message_is_one(code, text, said):
    with pytest.raises(GroundworkError) as error:
        users_admin.apply(Cluster(("alice", code, text)), [ALICE], BOTH)
    assert str(error.value).startswith(said)


def test_nobody_is_asked_when_no_password_changes():
    cluster = Cluster()
    users_admin.apply(cluster, [ALICE], Plan([], [], [], []))
    assert cluster.asked == []


def test_a_password_that_could_not_be_tried_is_refused_before_anything_is_asked_or_written():
    cluster = Cluster()
    with pytest.raises(GroundworkError, match=r"no security\.protocol SSL or SASL_SSL"):
        users_admin.run(cluster, users_admin.Clients(["k1:9092"], {}, 5), [ALICE], check_mode=False)
    assert cluster.asked == []


def nobody_there():
    return users_admin.Clients(["127.0.0.1:1"], {"security.protocol": "SSL"}, 5, may_come=True)


def test_before_a_new_listener_is_there_a_password_passes_for_the_one_that_the_cluster_has(monkeypatch):
    assert nobody_there().accept(ALICE)
    with pytest.raises(
        GroundworkError, match=r"No listener for clients could be asked \(127\.0\.0\.1:1: Connection refused"
    ):
        replace(nobody_there(), may_come=False).accept(ALICE)

    def refuse(*_asked):
        raise OSError("no certificate")

    monkeypatch.setattr(users_admin.scram, "accepts", refuse)
    with pytest.raises(GroundworkError, match="no certificate"):
        nobody_there().accept(ALICE)
