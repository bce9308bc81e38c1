# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The features of a KRaft cluster, metadata.version first, raised to what every server supports: no way leads back.

Source: ``kafka-features.sh upgrade --release-version`` (org.apache.kafka.tools.FeatureCommand), which raises them
together.
"""

from __future__ import annotations

from typing import Any, Dict, Mapping

from ansible_collections.groundwork.kafka.plugins.module_utils import cluster
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.upgrade_path import METADATA, release_of

#: Not of a release but of how the quorum's voters are told, which is decided apart.
_APART = ("kraft.version",)
_OK = "OK"


def raises(features: Mapping[str, Mapping[str, Any]]) -> Dict[str, int]:
    """The level that each of *features* (``{finalized, supported}`` of cluster.read) is to be raised to.

    Those that are there already are left out.
    """
    return {
        name: levels["supported"][1]
        for name, levels in features.items()
        if name not in _APART and levels["supported"][1] > (levels["finalized"] or 0)
    }


def finalize(client: Any, *, confirmed: bool, check_mode: bool) -> Dict[str, Any]:
    """Raise what :func:`raises` tells, all in one request; ``{changed, before, after, release}``.

    The controller is asked first whether it would, which it refuses while a server runs an older version;
    GroundworkError then, and where it is not *confirmed* that the way back ends.
    """
    found = cluster.read(client)
    if found["mode"] != cluster.KRAFT:
        raise GroundworkError(
            "This cluster keeps its metadata in ZooKeeper, where Kafka 3.9 has no second step; nothing is left to do."
        )
    wanted = raises(found["features"])
    before = {name: levels["finalized"] or 0 for name, levels in found["features"].items()}
    after = {**before, **wanted}
    if wanted:
        _refuse(client.update_features(wanted, validate_only=True), before, wanted)
    if wanted and not confirmed and not check_mode:
        raise GroundworkError(
            f"The features {_told(before, wanted)} would be raised, and the way back to an earlier version ends there; "
            "give finalize_upgrade_confirm: true when you are sure."
        )
    if wanted and not check_mode:
        _refuse(client.update_features(wanted), before, wanted)
    return {
        "changed": bool(wanted),
        "before": before,
        "after": after,
        "release": release_of(after.get(METADATA, 0)),
    }


def _refuse(answer: Mapping[str, str], before: Mapping[str, int], wanted: Mapping[str, int]) -> None:
    """Raise GroundworkError when the controller's *answer* is not that all of it is done."""
    reasons = sorted({said for said in answer.values() if said != _OK})
    if reasons:
        raise GroundworkError(
            f"The controller refuses to raise {_told(before, wanted)}: {'; '.join(reasons)} Finish the upgrade of "
            "every server with groundwork.kafka.upgrade first."
        )


def _told(before: Mapping[str, int], wanted: Mapping[str, int]) -> str:
    names = sorted(wanted, key=lambda name: (name != METADATA, name))
    return ", ".join(f"{name} from {before.get(name, 0)} to {wanted[name]}" for name in names)
