# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The review of what an inventory gives, before there is a server."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence

from ..broker import config
from ..broker import keys as broker_keys
from ..core.errors import GroundworkError
from ..core.findings import Finding
from ..core.sizes import parse_size
from . import judge as reviewing
from . import parts, rules
from .model import Broker, Disk, Facts, Reviewed

#: What the roles tell or refuse themselves, of each host or over all of them.
_TOLD_BY_ROLES = frozenset(
    (
        *("racks_partial", "racks_unknown", "racks_uneven", "racks_fewer_than_replicas", "broker_ids_same"),
        *("zookeeper_even", "zookeeper_many_voters", "zookeeper_one_device", "zookeeper_mode", "metadata_disk_shared"),
        *("controllers_even", "controllers_single", "controllers_combined", "dedupe_buffer_over_heap"),
        *("version_unknown", "setting_unknown", "setting_deprecated", "setting_removed", "setting_mistyped"),
        "setting_value_refused",
    )
)
_OF_KEYS = rules.of("version_unknown", "setting_unknown", "setting_deprecated")


def of_config(defaults: Mapping[str, Any], overrides: Mapping[str, Any], version: str) -> List[Finding]:
    """What a person should look at in the keys of kafka_production_config and kafka_config for *version* of Kafka."""
    given = Broker(
        "",
        config.rendered(defaults, overrides),
        version,
        file=broker_keys.OWN,
        defaults=frozenset(set(defaults) - set(overrides)),
    )
    return reviewing.judge(Reviewed(brokers=(given,)), _OF_KEYS).findings


def of_server(
    name: str, version: str, config: Mapping[str, str], jvm: Mapping[str, Any], disks: Mapping[str, Sequence[str]]
) -> Dict[str, Any]:
    """What a review is told of the broker or controller that host *name* is to have, without secrets.

    *jvm* is what jvm_options found of it, *disks* the mount point and the device of each folder; empty where nobody
    has looked.
    """
    facts = Facts(
        memory=jvm.get("memory_bytes"),
        heap=_heap(jvm.get("heap")),
        disks={path: Disk(*disk) for path, disk in disks.items()} if disks else None,
    )
    return parts.plain(Reviewed(brokers=(Broker(name, parts.shown(config), version, facts),)))


def review(
    servers: Sequence[Mapping[str, Any]], brokers: int, accepted: Mapping[str, str], told: Sequence[Finding]
) -> Dict[str, Any]:
    """The traps in what all *servers*, of :func:`of_server`, are to be configured with, of *brokers* in the inventory.

    What somebody has *accepted* of the findings that were *told* before is among the accepted ones as well. Raises
    GroundworkError for what cannot be accepted.
    """
    reasons = reviewing.check_accepted(accepted, rules.BY_ID)
    found = parts.together(Reviewed(broker_count=brokers), [parts.reviewed(one) for one in servers if one])
    wanted = [rule for rule in rules.RULES if rule.identity not in _TOLD_BY_ROLES]
    own = {identity: why for identity, why in reasons.items() if identity not in _TOLD_BY_ROLES}
    judgement = reviewing.judge(found, wanted, own)
    before = [{**one, "accepted": reasons[str(one["id"])]} for one in told if one["id"] in reasons]
    return {**judgement.as_result(), "accepted": [*before, *judgement.accepted]}


def _heap(size: object) -> int | None:
    try:
        return parse_size(size, "heap") if size else None
    except GroundworkError:
        return None
