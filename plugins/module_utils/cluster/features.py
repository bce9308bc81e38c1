# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The features of a KRaft cluster, metadata.version first, raised to what every server supports: no way leads back.

Source: ``kafka-features.sh upgrade --release-version`` (org.apache.kafka.tools.FeatureCommand), which raises them
together.
"""

from __future__ import annotations

import re
from typing import Any, Dict, List, Mapping, Sequence

from ..broker import key_spans, key_table
from ..broker.upgrade import METADATA, release_of
from ..core import waiting
from ..core.errors import GroundworkError
from . import connection, former_servers
from . import state as cluster_state

#: The metadata.version that each level of a feature comes with, as Kafka raises them. kraft.version is none of them:
#: how the quorum's voters are told is decided apart. Source: ``bootstrapMetadataVersion`` in
#: org.apache.kafka.server.common.
_COME_WITH: Dict[str, Dict[int, int]] = {
    "eligible.leader.replicas.version": {1: 26},
    "group.version": {1: 22},
    "share.version": {1: 28, 2: 31},
    "streams.version": {1: 29},
    "transaction.version": {1: 24, 2: 24},
}
_OK = "OK"
_OLDER = re.compile(r"Broker (\d+) only supports ")


def raises(features: Mapping[str, Mapping[str, Any]], version: str) -> Dict[str, int]:
    """The level that each of *features* (``{finalized, supported}`` of state.read) is to be raised to by *version*.

    Those that are there already are left out. What the server that was asked supports counts only for a version that
    is not known: it may be one that was not upgraded, and would hide that something is left to do.
    """
    known = key_spans.judged_by(version)
    supported = {name: levels["supported"] for name, levels in features.items()}
    ranges: Mapping[str, Sequence[int]] = key_table.FEATURES[known] if known else supported
    metadata = ranges[METADATA][1]
    wanted = {METADATA: metadata}
    for name, levels in _COME_WITH.items():
        if name in ranges:
            wanted[name] = max([0, *(level for level, at in levels.items() if at <= metadata)])
    return {name: level for name, level in wanted.items() if level > (features.get(name, {}).get("finalized") or 0)}


def finalize(client: Any, version: str, *, confirmed: bool, check_mode: bool, wait: float) -> Dict[str, Any]:
    """Raise what :func:`raises` tells of *version*, all in one request; ``{changed, before, after, release}``.

    Where the controller does not answer, what is finalized tells for *wait* seconds whether it has done it.

    The controller is asked first whether it would, which it refuses while a server runs an older version;
    GroundworkError then, and where it is not *confirmed* that the way back ends.
    """
    found = cluster_state.read(client)
    if found["mode"] != cluster_state.KRAFT:
        raise GroundworkError(
            "This cluster keeps its metadata in ZooKeeper, where Kafka 3.9 has no second step; nothing is left to do."
        )
    wanted = raises(found["features"], version)
    before = {name: levels["finalized"] or 0 for name, levels in found["features"].items()}
    after = {**before, **wanted}
    if wanted:
        _ask(client, before, wanted, validate_only=True)
    if wanted and not confirmed and not check_mode:
        raise GroundworkError(
            f"The features {_named(before, wanted)} would be raised, and the way back to an earlier version ends "
            "there; give finalize_upgrade_confirm: true when you are sure."
        )
    if wanted and not check_mode:
        _raise(client, before, wanted, wait)
    return {
        "changed": bool(wanted),
        "before": before,
        "after": after,
        "release": release_of(after.get(METADATA, 0)),
    }


def _raise(client: Any, before: Mapping[str, int], wanted: Mapping[str, int], wait: float) -> None:
    """Have the controller raise *wanted*: asked once, since one that did not answer in time may have done it."""
    answered = False
    with connection.answered_or_not():
        _ask(client, before, wanted, validate_only=False)
        answered = True

    def left() -> List[str]:
        with connection.answered_or_not():
            levels = client.describe_features()
            return [name for name, level in wanted.items() if levels[name].get("finalized", (0, 0))[1] < level]
        return list(wanted)

    if not answered and waiting.until_nothing(left, wait, 0, lambda _reason: None):
        raise GroundworkError(
            f"The controller did not answer to raising {_named(before, wanted)}, and it is not seen to be raised after "
            f"{wait:.0f} seconds; run the same again when the brokers answer (their journals tell why they do not): it "
            "looks first whether it was done."
        )


def _ask(client: Any, before: Mapping[str, int], wanted: Mapping[str, int], validate_only: bool) -> None:
    """Have the controller raise *wanted*, or say whether it would; GroundworkError with its reason if it does not."""
    import kafka.errors  # noqa: PLC0415 there is no client without it

    try:
        answer = client.update_features(dict(wanted), validate_only=validate_only)
        reasons = sorted({said for said in answer.values() if said != _OK})
    except (kafka.errors.InvalidUpdateVersionError, kafka.errors.FeatureUpdateFailedError) as error:
        reasons = re.findall(r"error_message=(?:'([^']*)'|\"([^\"]*)\")", str(error)) or [(str(error), "")]
        reasons = ["".join(reasons[0])]
    if reasons:
        what, why = _named(before, wanted), "; ".join(reasons).rstrip(".")
        gone = _stopped(client, [int(number) for number in _OLDER.findall(why)])
        if gone:
            raise GroundworkError(
                f"The controller refuses to raise {what}: {why}. Broker {gone[0]} does not run; start it and finish "
                "its upgrade with groundwork.kafka.upgrade, or, where it is gone for good, have the cluster forget it "
                f"({former_servers.UNREGISTER} {gone[0]})."
            )
        raise GroundworkError(
            f"The controller refuses to raise {what}: {why}. Finish the upgrade of every server with "
            "groundwork.kafka.upgrade first."
        )


def _stopped(client: Any, older: Sequence[int]) -> List[int]:
    """Those of the brokers *older* that do not run by now: the controller goes by what they supported last."""
    if not older:
        return []
    with connection.answered_or_not():
        running = cluster_state.running(cluster_state.brokers_of(client.describe_cluster()))
        return [number for number in older if number not in running]
    return []


def _named(before: Mapping[str, int], wanted: Mapping[str, int]) -> str:
    names = sorted(wanted, key=lambda name: (name != METADATA, name))
    return ", ".join(f"{name} from {before.get(name, 0)} to {wanted[name]}" for name in names)
