# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is asked of a made-up cluster, and what its answers come to; tests/admin asks real ones."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import quotas_admin
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

ALICE, BOTH = (("user", "alice"),), (("user", "alice"), ("client-id", "app"))


class Made:
    """Of kafka-python's client what sends requests; it tells the parts of an entity in another order."""

    def __init__(self, deaf=False):
        self.limits = {ALICE: {"producer_byte_rate": 5.0}, BOTH: {"request_percentage": 50.0}}
        self.asked, self.code, self.message, self.deaf = [], 0, None, deaf

    def send(self, request, **_named):
        if type(request).__name__ == "DescribeClientQuotasRequest":
            entries = [self._entry(*one) for one in self.limits.items()]
            return SimpleNamespace(error_code=self.code, entries=entries)
        self.asked.append(request.validate_only)
        for entry in request.entries:
            held = self.limits.setdefault(tuple((one.entity_type, one.entity_name) for one in entry.entity), {})
            for one in entry.ops if not (request.validate_only or self.deaf) else ():
                held.pop(one.key, None) if one.remove else held.__setitem__(one.key, one.value)
        return SimpleNamespace(
            entries=[
                SimpleNamespace(error_code=42 if self.message else 0, error_message=self.message, entity=entry.entity)
                for entry in request.entries
            ]
        )

    @staticmethod
    def _entry(entity, limits):
        parts = [SimpleNamespace(entity_type=kind, entity_name=name) for kind, name in reversed(entity)]
        return SimpleNamespace(
            entity=parts, values=[SimpleNamespace(key=key, value=one) for key, one in limits.items()]
        )


ASKED = {ALICE: {"consumer_byte_rate": 7.0}, BOTH: {}}


def test_quotas_are_set_and_taken_away_once():
    made = Made()
    planned = quotas_admin.run(made, ASKED, 5, True)
    assert (planned["changed"], made.asked) == (True, [True])
    done = quotas_admin.run(made, ASKED, 5, False)
    assert made.asked[1:] == [True, False]
    assert made.limits == {ALICE: {"consumer_byte_rate": 7.0}, BOTH: {}}
    assert done == planned
    assert done["set"] == {"user alice": {"consumer_byte_rate": 7.0}}
    assert done["removed"] == {
        "user alice": ["producer_byte_rate"],
        "user alice, client-id app": ["request_percentage"],
    }
    assert not quotas_admin.run(made, ASKED, 5, False)["changed"]


def test_what_the_cluster_refuses_is_refused_before_anything_is_written():
    made = Made()
    made.message = "Quota is\nodd."
    with pytest.raises(GroundworkError) as error:
        quotas_admin.run(made, ASKED, 5, False)
    assert made.asked == [True]
    assert str(error.value).splitlines()[1] == (
        "The cluster refuses to give user alice, client-id app the quotas request_percentage: none: Quota is odd."
    )


def test_a_cluster_that_does_not_tell_is_told():
    made = Made()
    made.code = 31
    with pytest.raises(
        GroundworkError, match=r"does not tell its quotas \(ClusterAuthorizationFailedError\); give the"
    ):
        quotas_admin.run(made, ASKED, 5, False)


def test_what_never_comes_into_force_is_told():
    with pytest.raises(
        GroundworkError, match=r"not in force after 0 seconds \(quotas of user alice, quotas of user alice, cl"
    ):
        quotas_admin.run(Made(deaf=True), ASKED, 0, False)
