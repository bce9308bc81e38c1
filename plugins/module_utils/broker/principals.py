# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""As whom Kafka knows who presents a certificate, and whether the servers and the operator are super users by that.

Pure. Servers that deny one another what a cluster takes are found one restart after the other, and an operator who is
denied can no longer mend it over the cluster.
"""

from __future__ import annotations

import re
from typing import Any, Collection, Dict, List, Mapping, NamedTuple, Sequence

_RULES = "ssl.principal.mapping.rules"
_BUILDER = "principal.builder.class"
_USER = "User:"
_UNTOLD = "what Kafka alone can tell, as the rule is written in a way of Java's own"
#: The listeners that are asked with a certificate.
_LISTENERS = ("broker", "controller")
#: Source: SslPrincipalMapper of Kafka 3.9.2 and 4.3.1.
_RULE = r"(DEFAULT)|RULE:((?:\\.|[^\\/])*)/((?:\\.|[^\\/])*)/([LU]?).*?|(.*?)"
_SPLITTER = re.compile(rf"\s*({_RULE})\s*(,\s*|\Z)")
_PARSER = re.compile(_RULE)
_NUMBERED = re.compile(r"\$([1-9])\d*")
_REFERENCE = re.compile(r"\\(.)|\$(\d+)", re.DOTALL)


class Names(NamedTuple):
    """Subjects of certificates as principals (``User:CN=k1``): those of the *servers*, and of the *operator* if any."""

    servers: Sequence[str]
    operator: str


def refusals(names: Names, config: Mapping[str, Any], super_users: Collection[str]) -> List[str]:
    """A sentence for each of *names* that a server with *config* (kafka_config) finds among no *super_users*.

    Nothing is said where a class of somebody else gives the names, or where a rule is none that can be worked out here.
    """
    if config.get(_BUILDER):
        return []
    found = []
    for listener in _LISTENERS:
        rules = config.get(f"listener.name.{listener}.{_RULES}") or config.get(_RULES) or "DEFAULT"
        for name in [*dict.fromkeys(names.servers), *([names.operator] if names.operator else [])]:
            known = _principal(name, rules)
            if known is not None and known not in super_users:
                found.append(_refusal(name, known, names.operator))
    return list(dict.fromkeys(found))


def mapping_lines(names: Names, config: Mapping[str, Any], listeners: Sequence[str]) -> List[str]:
    """A line for each of *names* that rules in *config* map: what it becomes, at which of the *listeners* of clients.

    Servers' own listeners come first. Nothing is told where no rule is given, or a class of somebody else gives names.
    """
    if config.get(_BUILDER):
        return []
    found: Dict[str, List[str]] = {}
    for listener in [*_LISTENERS, *listeners]:
        rules = config.get(f"listener.name.{listener.lower()}.{_RULES}") or config.get(_RULES)
        for name in dict.fromkeys([*names.servers, names.operator]) if rules else ():
            known = _principal(name, rules)
            words = known if known not in (None, _USER) else _UNTOLD if known is None else "no name at all"
            if name:
                found.setdefault(f"{name} becomes {words}", []).append(listener.upper())
    return [f"{what} (at {', '.join(where)})" for what, where in found.items()]


def mapped(rules: str, subject: str) -> str | None:
    """The name that *rules* give to *subject*, empty where none of them fits.

    None where Python cannot tell what Java makes of them, or where they are none.
    """
    try:
        named = (_applied(rule, subject) for rule in _split(rules))
        return next((name for name in named if name is not None), "")
    except _UntoldError:
        return None


class _UntoldError(Exception):
    """Python cannot tell what Java makes of a rule, or Kafka takes it for none."""


def _applied(rule: str, subject: str) -> str | None:
    """The name that *rule* gives to *subject*; None where it does not fit. Raises _UntoldError."""
    parsed = _PARSER.match(rule)
    if parsed is None or parsed.end() < len(rule):  # as Kafka refuses a rule with something behind it
        raise _UntoldError
    default, pattern, replacement, case = parsed.group(1, 2, 3, 4)
    if default or pattern is None:
        return subject if default else None
    try:
        expression = re.compile(pattern)
    except re.error as error:
        raise _UntoldError from error
    if not expression.fullmatch(subject):
        return None
    if _is_misread(replacement, expression.groups):
        raise _UntoldError
    try:
        text = _replace_all(expression, replacement, subject)
    except LookupError:  # Kafka ends the connection then, whatever rules come next
        return ""
    return {"L": text.lower(), "U": text.upper()}.get(case, text)


def _split(rules: str) -> List[str]:
    return [match.group(1) for match in _SPLITTER.finditer(rules.strip())]


def _is_misread(replacement: str, groups: int) -> bool:
    """Whether Kafka escapes the wrong letter of *replacement*: it does so where it has references to groups that there
    are not which are escaped, or more than one.
    """
    unknown = [at for at in _NUMBERED.finditer(replacement) if groups and int(at.group(1)) > groups]
    return len(unknown) > 1 or any(replacement[: at.start()].endswith("\\") for at in unknown)


def _replace_all(expression: re.Pattern[str], replacement: str, subject: str) -> str:
    """As Java's replaceAll, which looks for nothing more at a place where it has found an empty text; Python does."""
    pieces: List[str] = []
    done = start = 0
    while start <= len(subject):
        match = expression.search(subject, start)
        if match is None:
            break
        pieces += [subject[done : match.start()], _replaced(replacement, match)]
        done = match.end()
        start = done if match.group() else done + 1
    return "".join(pieces) + subject[done:]


def _replaced(replacement: str, match: re.Match[str]) -> str:
    """What Java makes of *replacement*.

    A reference to a group that there is not, Kafka takes as it stands, but where the rule has none at all: LookupError.
    """

    def one(reference: re.Match[str]) -> str:
        literal, digits = reference.groups()
        if literal is not None:
            return str(literal)
        for end in range(len(digits), 0, -1):
            if int(digits[:end]) <= match.re.groups:
                return (match.group(int(digits[:end])) or "") + digits[end:]
        if not match.re.groups:
            raise LookupError(reference.group())
        return reference.group()

    return _REFERENCE.sub(one, replacement)


def _principal(name: str, rules: object) -> str | None:
    text = ",".join(str(one) for one in rules) if isinstance(rules, (list, tuple)) else str(rules)
    subject = name[len(_USER) :] if name.startswith(_USER) else name
    known = mapped(text, subject)
    return None if known is None else _USER + known


def _refusal(name: str, known: str, operator: str) -> str:
    by_rule = "" if known == name else f", which {_RULES} makes {known if known != _USER else 'no name at all'}"
    whose, harm = "a server of the inventory", "the servers would deny one another what a cluster takes"
    if name == operator:
        whose, harm = "the operator", "the servers would deny the operator everything once they are restarted"
    way = f"add {known} to kafka_super_users" if known != _USER else "give a rule that fits"
    return (
        f"The certificate of {whose} is for {name}{by_rule}, and kafka_super_users does not have that: {harm}; {way}, "
        "or leave kafka_super_users out, where no rule maps names."
    )
