# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The traps in the configurations that an audit has read, over all hosts, and over the cluster where that answered."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence, Set, Tuple

from ..core.findings import SEVERITIES, Finding, finding, ordered, sentences
from ..core.moments import moment
from ..core.version import VERSION
from ..review import judge as reviewing
from ..review import parts, rules, settings
from ..review.model import Broker, Keeper, Reviewed

SCHEMA = "groundwork.kafka/review/1"
Results = Mapping[str, Mapping[str, Any]]


def review(
    results: Results, asked: Mapping[str, Any], accepted: Mapping[str, str], told: Sequence[Finding], now: float
) -> Dict[str, Any]:
    """What the rules say of the hosts in *results*, of host_audit, and of the cluster that was *asked*.

    *asked* is a result of cluster_review, empty where nobody was asked. What hosts have *told* by the same ids is not
    told twice. Raises GroundworkError for what cannot be *accepted*.
    """
    reasons = reviewing.check_accepted(accepted, rules.BY_ID)
    known = {str(one["id"]) for one in told}
    wanted = [rule for rule in rules.RULES if rule.identity not in known]
    hosts = [parts.reviewed(result["reviewed"]) for result in results.values() if result.get("reviewed")]
    cluster = parts.reviewed(asked.get("reviewed") or {})
    chosen = {identity: reason for identity, reason in reasons.items() if identity not in known}
    judged = [reviewing.judge(parts.completed(one), wanted, chosen) for one in _clusters(hosts, cluster)]
    heard = sorted({rule for one in judged for rule in one.asked})
    before = [{**one, "accepted": reasons[str(one["id"])]} for one in told if one["id"] in reasons]
    why = asked.get("unanswered") or asked.get("msg") or ""
    silent = [_not_asked(str(why))] if why and any(host.brokers for host in hosts) else []
    return {
        "schema": SCHEMA,
        "time": moment(now),
        "collection": VERSION,
        "findings": ordered([*_once([one for each in judged for one in each.findings]), *silent]),
        "accepted": ordered(_once([*before, *(one for each in judged for one in each.accepted)])),
        "asked": heard,
        "not_asked": {rule: why for one in judged for rule, why in sorted(one.not_asked.items()) if rule not in heard},
    }


def with_reasons(found: Sequence[Finding], traps: Mapping[str, Any]) -> List[Finding]:
    """Those *found*, of which the ones that somebody has accepted say why (``accepted``)."""
    reasons = {one["id"]: one["accepted"] for one in traps["accepted"]}
    return [{**one, "accepted": reasons[one["id"]]} if one["id"] in reasons else one for one in found]


def still_open(found: Sequence[Finding]) -> List[Finding]:
    """Those *found* that nobody has accepted, as :func:`with_reasons` tells."""
    return [one for one in found if "accepted" not in one]


def counts(found: Sequence[Finding]) -> Dict[str, int]:
    """How many of each severity were *found*."""
    return {word: sum(one["severity"] == word for one in found) for word in SEVERITIES}


def text(traps: Mapping[str, Any], of_hosts: Mapping[str, Sequence[Finding]]) -> str:
    """All that is to be done, the most important first, each once: the traps, and what is told *of_hosts*, by name."""
    where: Dict[Tuple[int, str], List[str]] = {}
    for host, found in of_hosts.items():
        for one in still_open(found):
            where.setdefault((SEVERITIES.index(str(one["severity"])), sentences([one])[0]), []).append(host)
    for one in traps["findings"]:
        where.setdefault((SEVERITIES.index(str(one["severity"])), sentences([one])[0]), [])
    lines = [told + (f" [{', '.join(hosts)}]" if hosts else "") for (_rank, told), hosts in sorted(where.items())]
    lines = lines or ["Nothing."]
    lines += sentences(traps["accepted"])
    lines.append(f"{len(traps['asked'])} rules were asked, {len(traps['not_asked'])} lack what they need.")
    return "\n".join(line.encode("ascii", "backslashreplace").decode("ascii") for line in lines)


def _clusters(hosts: Sequence[Reviewed], cluster: Reviewed) -> List[Reviewed]:
    """The servers of *hosts* by the cluster that they are of, the one that was asked among them."""
    brokers: Dict[str, List[Broker]] = {}
    keepers: Dict[str, List[Keeper]] = {}
    for host in hosts:
        for broker in host.brokers:
            brokers.setdefault(settings.cluster(broker) or broker.name, []).append(broker)
        for keeper in host.keepers:
            members = [value for key, value in sorted(keeper.config.items()) if key.startswith("server.")]
            keepers.setdefault(",".join(members) or keeper.name, []).append(keeper)
    found = [Reviewed(keepers=tuple(of)) for of in keepers.values()]
    rest = cluster
    for of in brokers.values():
        joined = parts.together(rest, [Reviewed(brokers=tuple(of))])
        if rest.brokers and len(joined.brokers) < len(rest.brokers) + len(of):
            found.append(joined)
            rest = Reviewed()
        else:
            found.append(Reviewed(brokers=tuple(of)))
    return [*found, *([rest] if rest != Reviewed() else [])]


def _once(found: Sequence[Finding]) -> List[Finding]:
    seen: Set[str] = set()
    return [one for one in found if not (str(one) in seen or seen.add(str(one)))]  # type: ignore[func-returns-value]


def _not_asked(why: str) -> Finding:
    return finding(
        "cluster_not_asked",
        "low",
        "cluster",
        wanted="its topics, groups and quotas",
        found="not asked",
        why=why.rstrip("."),
        source="this audit",
        remedy="name its brokers in audit_bootstrap_servers, and how to connect in audit_client_config, and audit it "
        "again",
    )
