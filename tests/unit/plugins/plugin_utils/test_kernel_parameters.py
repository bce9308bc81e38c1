# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which value of a kernel parameter counts, of those that the role os_tuning has and is given."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils import kernel_parameters

PRODUCTION = {"vm.swappiness": 1, "vm.dirty_ratio": 60}
SWAPPINESS, EXTRA = "os_tuning_vm_swappiness", "os_tuning_extra_kernel_parameters"
RULE = {"value": 3, "rule": "at_most"}


@pytest.mark.parametrize(
    ("given", "former", "changes"),
    [
        pytest.param({}, {}, {}, id="production values"),
        pytest.param(None, {EXTRA: None}, {}, id="inputs without a value"),
        pytest.param("", {EXTRA: ""}, {}, id="the same before 2.19"),
        pytest.param({"vm.swappiness": 5}, {}, {"vm.swappiness": 5}, id="given"),
        pytest.param({"vm.swappiness": 0}, {}, {"vm.swappiness": 0}, id="zero is a value"),
        pytest.param({"vm.swappiness": RULE}, {}, {"vm.swappiness": RULE}, id="with a rule"),
        pytest.param({"kernel.pid_max": 9}, {}, {"kernel.pid_max": 9}, id="another name"),
        pytest.param({"vm.swappiness": None}, {}, {"vm.swappiness": None}, id="left to the kernel"),
        pytest.param({"vm.swappiness": ""}, {}, {"vm.swappiness": None}, id="left to the kernel before 2.19"),
        pytest.param({}, {SWAPPINESS: 7}, {"vm.swappiness": 7}, id="former input"),
        pytest.param({}, {SWAPPINESS: None}, {"vm.swappiness": None}, id="former input without a value"),
        pytest.param({}, {SWAPPINESS: ""}, {"vm.swappiness": None}, id="the same before 2.19"),
        pytest.param(
            {}, {"os_tuning_vm_dirty_expire_centisecs": 9}, {"vm.dirty_expire_centisecs": 9}, id="without a default"
        ),
        pytest.param({}, {EXTRA: {"kernel.pid_max": 9}}, {"kernel.pid_max": 9}, id="former extra"),
        pytest.param(
            {}, {EXTRA: {"vm.swappiness": 8}, SWAPPINESS: 7}, {"vm.swappiness": 8}, id="former extra over former input"
        ),
        pytest.param({"vm.swappiness": 9}, {SWAPPINESS: 7}, {"vm.swappiness": 9}, id="given over former input"),
        pytest.param(
            {"vm.swappiness": 9}, {EXTRA: {"vm.swappiness": 8}}, {"vm.swappiness": 9}, id="given over former extra"
        ),
        pytest.param(
            {"vm.swappiness": None}, {SWAPPINESS: 7}, {"vm.swappiness": None}, id="left to the kernel over former input"
        ),
        pytest.param({}, {"os_tuning_vm_of_somebody": 7}, {}, id="no input of the role"),
    ],
)
def test_the_last_that_says_something_of_a_name_counts(given, former, changes):
    wanted = {name: value for name, value in {**PRODUCTION, **changes}.items() if value is not None}
    assert kernel_parameters.merge(PRODUCTION, given, former) == wanted


def test_what_is_given_keeps_the_place_of_the_production_value():
    assert list(kernel_parameters.merge(PRODUCTION, {"a.b": 1, "vm.swappiness": 5}, {})) == [*PRODUCTION, "a.b"]


def test_a_former_input_is_told_in_a_sentence():
    assert kernel_parameters.advice({SWAPPINESS: None, EXTRA: {}, "os_tuning_vm_of_somebody": 7}) == [
        f"{SWAPPINESS} goes with the next release; set vm.swappiness in os_tuning_kernel_parameters.",
        f"{EXTRA} goes with the next release; set what it holds in os_tuning_kernel_parameters.",
    ]


@pytest.mark.parametrize(
    ("given", "former", "sentence"),
    [
        (["vm.swappiness"], {}, r"^os_tuning_kernel_parameters is \['vm\.swappiness'\], and .* correct it\.$"),
        (
            {},
            {EXTRA: 5},
            r"^os_tuning_extra_kernel_parameters is 5, and kernel parameters have values by name; correct",
        ),
    ],
)
def test_what_has_no_names_is_refused(given, former, sentence):
    with pytest.raises(GroundworkError, match=sentence):
        kernel_parameters.merge(PRODUCTION, given, former)
