# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.plugin_utils import tags


@pytest.mark.parametrize(
    ("run", "skip", "without_disks", "disks"),
    [
        pytest.param(["all"], [], False, True, id="no tags"),
        pytest.param(["tagged"], [], False, True, id="all that have one"),
        pytest.param(["of-a-users-own", "always"], [], False, False, id="those of a user's own playbook"),
        pytest.param(["tuning", "disks"], [], False, True, id="both"),
        pytest.param(["tuning"], [], True, False, id="one of them"),
        pytest.param(["disks"], [], False, True, id="the other one"),
        pytest.param(["all"], ["disks"], True, False, id="one is skipped"),
        pytest.param(["all"], ["tuning"], False, True, id="the other one is"),
        pytest.param(["tuning", "disks"], ["disks"], True, False, id="asked for and skipped"),
        pytest.param(["untagged"], [], False, False, id="those without any"),
    ],
)
def test_tuning_makes_the_disks_in_the_same_call_unless_they_are_left_out(run, skip, without_disks, disks) -> None:
    assert tags.left_out("disks", "tuning", run, skip) is without_disks
    assert tags.runs("disks", run, skip) is disks
