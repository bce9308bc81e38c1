# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The kernel parameters that the role os_tuning asks for, of its production values and of what an inventory gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

INPUT = "os_tuning_kernel_parameters"
#: The parameters that were inputs of their own until 0.3, by the names that those had.
FORMER = {
    "os_tuning_" + name.replace(".", "_"): name
    for name in (
        "vm.max_map_count",
        "vm.swappiness",
        "vm.dirty_background_ratio",
        "vm.dirty_ratio",
        "vm.dirty_expire_centisecs",
        "vm.dirty_writeback_centisecs",
        "net.core.wmem_default",
        "net.core.rmem_default",
        "net.core.wmem_max",
        "net.core.rmem_max",
        "net.ipv4.tcp_wmem",
        "net.ipv4.tcp_rmem",
        "net.ipv4.tcp_window_scaling",
        "net.ipv4.tcp_max_syn_backlog",
        "net.core.netdev_max_backlog",
    )
}
FORMER_EXTRA = "os_tuning_extra_kernel_parameters"


def merge(production: object, given: object, former: Mapping[str, Any]) -> dict[str, Any]:
    """*production* values, then *former* inputs, then what is *given*: of one name, the last counts.

    None leaves a parameter to the kernel. So does an empty text, which is what a template makes of None before
    ansible-core 2.19.
    """
    layers = [
        _mapping("os_tuning_production_kernel_parameters", production),
        {FORMER[name]: value for name, value in former.items() if name in FORMER},
        _mapping(FORMER_EXTRA, former.get(FORMER_EXTRA)),
        _mapping(INPUT, given),
    ]
    merged = {name: value for layer in layers for name, value in layer.items()}
    return {name: value for name, value in merged.items() if value is not None and value != ""}


def advice(former: Mapping[str, Any]) -> list[str]:
    """A sentence for each of the *former* inputs that an inventory still gives."""
    news = {**FORMER, FORMER_EXTRA: "what it holds"}
    return [f"{name} goes with the next release; set {news[name]} in {INPUT}." for name in former if name in news]


def _mapping(name: str, value: object) -> Mapping[str, Any]:
    if value is None or value == "":
        return {}
    if not isinstance(value, Mapping):
        raise GroundworkError(f"{name} is {value!r}, and kernel parameters have values by name; correct it.")
    return value
