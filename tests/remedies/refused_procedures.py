# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: inputs of playbooks that change what site does not, which are refused, and what a person writes then."""

from __future__ import annotations

from typing import Any

from tests.remedies.refusals import Refusal

#: The phase that comes before a cluster with security is as it is to stay, with the listener that it has.
_BACK: dict[str, Any] = {
    "kafka_secure_phase": "returned",
    "kafka_listeners": [{"name": "CLIENT", "port": 9092}],
    "kafka_former_listeners": [{"name": "FORMER", "port": 9192}],
}


def _beside(name: str, port: int) -> dict[str, Any]:
    """With another listener beside the one that there is."""
    return {**_BACK, "kafka_listeners": [*_BACK["kafka_listeners"], {"name": name, "port": port}]}


CASES = (
    Refusal(
        "kafka_secure_phase is not given for …; give the phase that",
        {"kafka_listeners": _BACK["kafka_listeners"]},
        "give the phase that comes next, such as opened for a cluster without security",
        _BACK,
        "kraft",
        playbook="secure",
    ),
    Refusal(
        "kafka_secure_phase is … for …, and …_security_enabled is not true;",
        {**_BACK, "kafka_security_enabled": False},
        "enable that with its certificates, also to go back",
        {**_BACK, "kafka_security_enabled": True},
        "kraft",
        playbook="secure",
    ),
    Refusal(
        "kafka_secure_phase is given for …, and kafka_listeners is not: clients",
        {name: value for name, value in _BACK.items() if name != "kafka_listeners"},
        "a name and a port of its own beside FORMER; give it there",
        _BACK,
        "kraft",
        playbook="secure",
    ),
    Refusal(
        "kafka_listeners for … has the name …, which a listener",
        _beside("FORMER", 9331),
        "give it another name",
        _beside("LATTER", 9331),
        "kraft",
        playbook="secure",
    ),
)
