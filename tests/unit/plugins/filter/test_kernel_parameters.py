# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest
from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.filter import kernel_parameters

merge = kernel_parameters.FilterModule().filters()["kernel_parameters"]


@pytest.fixture
def warnings(monkeypatch):
    """The warnings that are shown from now on."""
    shown: list[str] = []
    monkeypatch.setattr(kernel_parameters.Display, "warning", lambda _self, text: shown.append(text))
    return shown


def test_what_is_given_counts_and_former_inputs_are_warned_of(warnings):
    assert merge({"vm.swappiness": 1, "vm.dirty_ratio": 60}, {"vm.dirty_ratio": None}) == {"vm.swappiness": 1}
    assert warnings == []
    assert merge({}, {}, {"os_tuning_vm_swappiness": 7}) == {"vm.swappiness": 7}
    assert [text.partition(" ")[0] for text in warnings] == ["os_tuning_vm_swappiness"]


def test_an_error_is_ansibles_own():
    with pytest.raises(AnsibleFilterError, match="have values by name; correct it"):
        merge({}, ["vm.swappiness"])
