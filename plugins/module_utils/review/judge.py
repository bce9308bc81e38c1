# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the rules say of what is reviewed: findings, the most important first, and those that somebody has accepted."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field, replace
from typing import Any, Dict, Iterable, List, Mapping, Sequence, Tuple

from ..core import listing
from ..core.errors import GroundworkError
from ..core.findings import Finding, finding, ordered
from . import settings
from .model import Reviewed
from .rule import BROKER, CLIENT, CLUSTER, CONFIGURATION, GROUP, KEEPER, SERVER, TOPIC, NotKnownError, Rule, Trap

#: A rule that failed: a fault of the rule, not of the cluster.
DEFECT = "rule_defect"
_SHOWN = 5  # names of things for which the same is so


@dataclass
class Judgement:
    """*findings* are open, *accepted* ones have a reason each; *asked* are the rules that had all that they need.

    *not_asked* has of each other rule what was not known.
    """

    findings: List[Finding] = field(default_factory=list)
    accepted: List[Finding] = field(default_factory=list)
    asked: List[str] = field(default_factory=list)
    not_asked: Dict[str, str] = field(default_factory=dict)

    def as_result(self) -> Dict[str, Any]:
        """All of it, as modules return it."""
        return {
            "findings": self.findings,
            "accepted": self.accepted,
            "asked": self.asked,
            "not_asked": self.not_asked,
        }


def judge(found: Reviewed, rules: Sequence[Rule], accepted: Mapping[str, str] | None = None) -> Judgement:
    """What *rules* say of what was *found*; *accepted* has, by a rule's id, why somebody lives with what it finds.

    A rule that fails is told with its id, and stops no other one. Raises GroundworkError for an id among *accepted*
    that no rule has, and for one that is accepted without a reason.
    """
    reasons = check_accepted(accepted or {}, [rule.identity for rule in rules])
    judgement = Judgement()
    for rule in rules:
        traps, missing = _traps(rule, found, judgement)
        if missing:
            judgement.not_asked[rule.identity] = missing
        else:
            judgement.asked.append(rule.identity)
        try:
            merged = _merged(rule, traps)
        except Exception as error:
            merged = []
            judgement.findings.append(_defect(rule, traps[0][0], error))
        for one in merged:
            if rule.identity in reasons:
                judgement.accepted.append({**one, "accepted": reasons[rule.identity]})
            else:
                judgement.findings.append(one)
    judgement.findings = ordered(judgement.findings)
    judgement.accepted = ordered(judgement.accepted)
    return judgement


def check_accepted(accepted: Mapping[str, Any], known: Iterable[str]) -> Dict[str, str]:
    """Why each id is *accepted*; GroundworkError for one that is not *known*, and for a reason that says nothing."""
    identities = list(known)
    for identity, reason in accepted.items():
        if identity not in identities:
            near = difflib.get_close_matches(str(identity), identities, 1, 0.6)
            hint = f"the nearest id is {near[0]}" if near else "no id is near it"
            raise GroundworkError(f"{identity!r} is accepted, and no rule has that id; correct it: {hint}.")
        if not isinstance(reason, str) or not reason.strip():
            raise GroundworkError(f"{identity} is accepted, and nothing says why; give the reason behind its colon.")
    return {identity: str(reason).strip() for identity, reason in accepted.items()}


def _traps(rule: Rule, found: Reviewed, judgement: Judgement) -> Tuple[List[Tuple[str, Trap]], str]:
    """What *rule* finds, each with the name of what it was found of; else what nobody knows."""
    subjects = _subjects(rule.of, found)
    if subjects is None:
        return [], f"{rule.of}s"
    traps: List[Tuple[str, Trap]] = []
    missing: List[str] = []
    for name, subject in subjects:
        lacking = [need for need in rule.needs if _lacks(need, subject, found)]
        missing += lacking
        if lacking:
            continue
        try:
            traps += [(trap.subject or name, trap) for trap in rule.arithmetic(found, subject)]
        except NotKnownError as error:
            missing.append(str(error))
        except Exception as error:
            judgement.findings.append(_defect(rule, name, error))
    asked = not missing or len(missing) < len(subjects)
    return traps, "" if asked else ", ".join(dict.fromkeys(missing))


def _subjects(kind: str, found: Reviewed) -> List[Tuple[str, Any]] | None:
    """The name and the thing, of each of that *kind*; None where nobody has looked for any."""
    if kind == CLUSTER:
        return [("cluster", found)]
    if kind == TOPIC:
        return _topics(found)
    if kind == CONFIGURATION:
        return [pair for one in (SERVER, KEEPER, CLIENT) for pair in _subjects(one, found) or ()] or None
    things: Dict[str, Sequence[Any] | None] = {
        SERVER: found.brokers,
        BROKER: settings.brokers(found),
        KEEPER: found.keepers,
        CLIENT: found.clients,
        GROUP: found.groups,
    }
    given = things[kind]
    if given is None or (not given and kind in (SERVER, BROKER, KEEPER)):
        return None
    if kind in (SERVER, BROKER):
        return [(settings.called(one), one) for one in given]
    # A client is named by what it does.
    words = {KEEPER: "ZooKeeper on", GROUP: "group"}
    return [(f"{words.get(kind) or one.kind} {one.name}", one) for one in given]


def _topics(found: Reviewed) -> List[Tuple[str, Any]] | None:
    """The topics that are not Kafka's own, and what a new one gets by default."""
    first = settings.first_broker(found)
    told = [one for one in found.topics or () if not one.internal]
    named: List[Tuple[str, Any]] = [(f"topic {one.name}", replace(one, broker=one.broker or first)) for one in told]
    for broker in settings.brokers(found):
        try:
            default = settings.default_topic(broker)
        except NotKnownError:
            continue
        named.append((f"topic defaults of {broker.name}", default))
    return None if found.topics is None and not named else named


def _lacks(need: str, subject: Any, found: Reviewed) -> bool:
    """Whether nobody knows *need*, a path below *subject*, else below all that was *found*."""
    first, *others = need.split(".")
    value = getattr(subject, first) if hasattr(subject, first) else getattr(found, first)
    for name in others:
        value = None if value is None else getattr(value, name)
    return value is None or (isinstance(value, tuple) and not value and need in ("brokers", "keepers"))


def _merged(rule: Rule, traps: Sequence[Tuple[str, Trap]]) -> List[Finding]:
    """The findings of *rule*, those that say the same of several things as one."""
    alike: Dict[Tuple[Any, ...], List[str]] = {}
    for subject, trap in traps:
        key = (trap.found, trap.wanted, trap.severity, tuple(sorted(trap.words.items())))
        alike.setdefault(key, []).append(subject)
    return [
        finding(
            rule.identity,
            severity or rule.severity,
            joined(subjects),
            wanted=wanted,
            found=found,
            why=rule.why.format(**dict(words)),
            source=rule.source,
            remedy=rule.remedy.format(**dict(words)),
        )
        for (found, wanted, severity, words), subjects in alike.items()
    ]


def joined(subjects: Sequence[str]) -> str:
    """One name for several things: those of one kind share its word."""
    if len(subjects) == 1:
        return subjects[0]
    word, names = subjects[0].rpartition(" ")[0], [one.rpartition(" ")[2] for one in subjects]
    if word and all(one.rpartition(" ")[0] == word for one in subjects):
        return f"{word} {listing.some(names, _SHOWN)}"
    return listing.some(list(subjects), _SHOWN)


def _defect(rule: Rule, subject: str, error: Exception) -> Finding:
    return finding(
        DEFECT,
        "low",
        f"rule {rule.identity}",
        wanted=None,
        found=f"{type(error).__name__}: {error}, at {subject}",
        why="the rule itself failed, so whether its trap is there is not known; the others were asked",
        source="this review",
        remedy="report it to those who make this collection, with this line",
    )
