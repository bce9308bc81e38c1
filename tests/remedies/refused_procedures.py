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
_ENDED = {**_BACK, "kafka_secure_phase": "ended"}


def _beside(name: str, port: int) -> dict[str, Any]:
    """With another listener beside the one that there is."""
    return {**_BACK, "kafka_listeners": [*_BACK["kafka_listeners"], {"name": name, "port": port}]}


_OF_SECURITY = (
    Refusal(
        "kafka_secure_phase is not given for …; give the phase that",
        {"kafka_listeners": _BACK["kafka_listeners"]},
        "give the phase that comes next, such as opened for a cluster without security",
        _BACK,
        "kraft",
        playbook="secure",
    ),
    Refusal(
        "kafka_secure_phase is … for …, and kafka_security_enabled is not true;",
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
    Refusal(
        "The listener … at port … of this host (…)",
        {**_BACK, "kafka_listeners": [{"name": "SECURE", "port": 9332}]},
        "give it as it is, in kafka_former_listeners where it has no security, else in kafka_listeners",
        _beside("SECURE", 9332),
        "kraft",
        playbook="secure",
    ),
    Refusal(
        "kafka of this host is in the phase … of",
        _BACK,
        "or set kafka_secure_phase to ended",
        _ENDED,
        "kraft",
        batch=1,  # the others have no phase
    ),
)


def _moved(folder: str, **more: Any) -> dict[str, Any]:
    return {"kafka_metadata_log_dir": f"/data/kafka/{folder}", **more}


_OF_METADATA = (
    Refusal(
        "… is new in kafka_log_dirs, and metadata are moved without",
        _moved("moved", kafka_log_dirs=["/data/kafka/log", "/data/kafka/more"]),
        "take it out until they are moved",
        _moved("moved", kafka_log_dirs=["/data/kafka/log"]),
        "kraft",
        playbook="move_metadata",
    ),
    Refusal(
        "… lies in …; give folders beside one another.",
        _moved("metadata/inner"),
        "/data/kafka/metadata/inner lies in /data/kafka/metadata; give folders beside one another",
        _moved("moved"),
        "kraft",
        playbook="move_metadata",
    ),
    Refusal(
        "… holds …, which no move of this server's metadata",
        _moved("strange"),
        "give a folder that holds nothing, or move that away",
        _moved("moved"),
        "kraft",
        playbook="move_metadata",
        cause="mkdir /data/kafka/strange; echo a >/data/kafka/strange/somebody-s",
        back="rm --recursive /data/kafka/strange",
    ),
)
_OTHERS = (
    Refusal(
        "… is a port of … and of …, one",
        {"zookeeper_client_port": 2888, "zookeeper_peer_port": 2181},
        "give a port that is neither's, run, and then give this one",
        {"zookeeper_client_port": 2281},
        playbook="change_ports",
    ),
    Refusal(
        "…: … is no time to wait; give … or",
        {"reassign_wait": 0},
        "wait: 0 is no time to wait; give 1 or more, in seconds",
        {"reassign_wait": 1},
        playbook="rebalance",
    ),
)
CASES = (*_OF_SECURITY, *_OF_METADATA, *_OTHERS)
