# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a MirrorMaker has mirrored as, by the settings of its host, and what it cannot become from there. Pure."""

from __future__ import annotations

from typing import Any, List, Mapping

from ..broker import properties
from .mirror_maker import HERE, POLICIES

_BROKERS, _POLICY, _ONCE = ".bootstrap.servers", "replication.policy.class", ".exactly.once.source.support"


def refusals(text: str, settings: Mapping[str, Any]) -> List[str]:
    """What of the new *settings* would have the mirror that *text* has set up begin anew, a sentence each."""
    before = properties.parse(text)
    if not before or not settings:
        return []
    return [*_renamed(before, settings), *_other_names(before, settings), *_at_once(before, settings)]


def _renamed(before: Mapping[str, str], settings: Mapping[str, Any]) -> List[str]:
    """A cluster by the brokers of one that is gone: where MirrorMaker has got to is kept by the alias."""
    former = {key[: -len(_BROKERS)]: value.split(",") for key, value in before.items() if key.endswith(_BROKERS)}
    now = {key[: -len(_BROKERS)]: value for key, value in settings.items() if key.endswith(_BROKERS)}
    return [
        f"The cluster at {both[0]} is mirrored as {alias}, and would be as {other} from now on: all of it would be "
        f"copied once more, and no group's offset found. Give the alias {alias}; or, to begin anew, run once without "
        "the cluster and its flows (without any, with mirror_maker_state: stopped), and then with its new alias."
        for alias, servers in former.items()
        if alias not in now
        for other, found in now.items()
        if other not in former
        for both in [[server for server in servers if server in found]]
        if both
    ]


def _other_names(before: Mapping[str, str], settings: Mapping[str, Any]) -> List[str]:
    """Copies by other names, while the flows go on where they are: the new topics would begin in the middle."""
    former, now = before.get(_POLICY), settings[_POLICY]
    going_on = [
        key.partition(".enabled")[0]
        for key in settings
        if "->" in key and key.endswith(".enabled") and before.get(key) == "true" and key.count(".") == 1
    ]
    names = {value: name for name, value in POLICIES.items()}
    if former in (None, now) or not going_on:
        return []
    return [
        f"mirror_maker_replication_policy is {names[now]}, and {going_on[0]} has mirrored with "
        f"{names.get(str(former), former)}: it would go on where it is, in topics of other names, which would lack all "
        "that came before; give the former one; or, to copy all anew, run once with mirror_maker_state: stopped and "
        "neither flows nor clusters, and then with other aliases."
    ]


def _at_once(before: Mapping[str, str], settings: Mapping[str, Any]) -> List[str]:
    """Transactions on some of several hosts, while the others know of none and lead them."""
    if before.get("listeners", "").startswith(f"http://{HERE}:"):
        return []
    return [
        "mirror_maker_exactly_once is enabled, and was disabled on several hosts, of which one would not end what "
        "another has begun; run once with preparing, and then with enabled."
        for key in settings
        if key.endswith(_ONCE) and before.get(key) == "disabled" and settings[key] == "enabled"
    ][:1]
