# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Access rules (ACLs) of a cluster as somebody wants them, and what is to be done about them. Pure.

What each operation allows: https://kafka.apache.org/39/documentation.html#operations_in_kafka.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Sequence, Set, Tuple

from ..core import listing
from ..core.errors import GroundworkError, each
from ..core.printable import escaped

CLUSTER = "kafka-cluster"
PATTERNS, PERMISSIONS = ("literal", "prefixed"), ("allow", "deny")
ADDITIVE, PRINCIPALS, RESOURCES = "additive", "principals", "resources"
_CONFIGS = ("describe_configs", "alter_configs")
#: What may be allowed or denied on each kind of resource, beside all of it.
OPERATIONS: Dict[str, Sequence[str]] = {
    "topic": ("read", "write", "create", "describe", "delete", "alter", *_CONFIGS),
    "group": ("read", "describe", "delete", *_CONFIGS),
    "cluster": ("create", "cluster_action", *_CONFIGS, "idempotent_write", "alter", "describe"),
    "transactional_id": ("describe", "write"),
    "delegation_token": ("describe",),
    "user": ("create_tokens", "describe_tokens"),
}
#: What a rule may be given as, but for whom.
RULE: Dict[str, Any] = {
    "resource": {"type": "str", "required": True, "choices": list(OPERATIONS)},
    "name": {"type": "str"},
    "pattern": {"type": "str", "choices": list(PATTERNS), "default": "literal"},
    "operations": {"type": "list", "elements": "str", "required": True},
    "permission": {"type": "str", "choices": list(PERMISSIONS), "default": "allow"},
    "hosts": {"type": "list", "elements": "str", "default": ["*"]},
}
#: What rules may be given as, beyond which :func:`wanted` judges.
RULES: Dict[str, Any] = {
    "principals": {"type": "list", "elements": "str", "required": True},
    **RULE,
    "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
}
#: Without which servers do not reach each other any more, and nobody puts it right.
_VITAL = ("cluster_action", "alter", "all")


@dataclass(frozen=True, order=True)
class Acl:
    """One access rule, in Kafka's words in lower case."""

    principal: str
    resource: str
    name: str
    pattern: str
    operation: str
    permission: str
    host: str

    def __str__(self) -> str:
        which = f"{self.name} ({self.pattern})" if self.pattern != "literal" else self.name
        said = f"{self.principal} {self.permission} {self.operation} on {self.resource} {which} from {self.host}"
        return escaped(said)  # all of it can be another one's free text


@dataclass(frozen=True)
class Wanted:
    """The rules that are to be there, and those that are not."""

    present: Sequence[Acl] = field(default_factory=list)
    absent: Sequence[Acl] = field(default_factory=list)


@dataclass(frozen=True)
class Plan:
    """Rules to be made, and then others to be deleted."""

    made: Sequence[Acl] = field(default_factory=list)
    deleted: Sequence[Acl] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.made or self.deleted)


def wanted(given: Sequence[Mapping[str, Any]]) -> Wanted:
    """The rules of the module's option; GroundworkError, a sentence for each that cannot be."""
    present: Set[Acl] = set()
    absent: Set[Acl] = set()

    def add(numbered: Tuple[int, Mapping[str, Any]]) -> None:
        number, rule = numbered
        principals = _principals(number, rule)
        for host in rule.get("hosts") or ["*"]:
            _check_host(number, str(host))
        has = f"Rule {number} of acls is"
        rules = [acl for principal in principals for acl in spelled_out(has, principal, rule)]
        (absent if rule.get("state") == "absent" else present).update(rules)

    _made, errors = each(enumerate(given, start=1), add)
    errors += [
        f"The rule {acl} is to be there and not to be there; take one of the two out of acls."
        for acl in sorted(present & absent)
    ]
    if errors:
        raise GroundworkError("\n".join(errors))
    return Wanted(sorted(present), sorted(absent))


def _principals(number: int, rule: Mapping[str, Any]) -> List[str]:
    principals = [str(principal) for principal in rule["principals"]]
    if not principals:
        raise GroundworkError(f"Rule {number} of acls is for nobody; give principals, such as User:orders.")
    for principal in principals:
        kind, _colon, name = principal.partition(":")
        if not kind or not name or principal != principal.strip():
            raise GroundworkError(
                f"Rule {number} of acls is for {principal!r}; give its type as well, such as User:orders, or User:* "
                "for everybody."
            )
    return principals


def _check_host(number: int, host: str) -> None:
    """Raise GroundworkError for what no connection comes from: Kafka compares addresses, and looks no name up."""
    if host == "*":
        return
    try:
        ipaddress.ip_address(host)
    except ValueError as error:
        raise GroundworkError(
            f"Rule {number} of acls is for the host {host}, which Kafka takes for no address, so the rule would never "
            "hold; give an IP address, one for each host, or '*' for all."
        ) from error


def spelled_out(has: str, principal: str, rule: Mapping[str, Any]) -> List[Acl]:
    """Each rule that *rule* stands for; GroundworkError, which begins with what *has* it, for what cannot be."""
    resource, pattern = str(rule["resource"]), str(rule.get("pattern") or "literal")
    name = str(rule.get("name") or (CLUSTER if resource == "cluster" else ""))
    if resource == "cluster" and (name, pattern) != (CLUSTER, "literal"):
        raise GroundworkError(f"{has} on the cluster {name}; leave name and pattern out there.")
    if not name:
        raise GroundworkError(f"{has} on a {resource} without a name; give it, or '*' for all.")
    operations = [str(operation) for operation in rule["operations"]]
    if not operations:
        raise GroundworkError(f"{has} on the {resource} {name} without operations; give some.")
    for operation in operations:
        if operation != "all" and operation not in OPERATIONS[resource]:
            raise GroundworkError(
                f"{has} for {operation} on the {resource} {name}, which Kafka does not know there; give some of "
                f"{', '.join(OPERATIONS[resource])}, all."
            )
    permission, hosts = str(rule.get("permission") or "allow"), [str(host) for host in rule.get("hosts") or ["*"]]
    written = [_as_compared(host) for host in hosts]
    if rule.get("state") == "absent":  # one that was written otherwise, and never held, goes as well
        written += hosts
    return [
        Acl(principal, resource, name, pattern, operation, permission, host)
        for operation in operations
        for host in dict.fromkeys(written)
    ]


def _as_compared(host: str) -> str:
    """*host* as Java writes an address, with whose text Kafka compares: the zeros of one of IPv6 are not left out."""
    number, mark, zone = host.partition("%")
    try:
        address = ipaddress.ip_address(number)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return ":".join(f"{int(part, 16):x}" for part in address.exploded.split(":")) + mark + zone


#: Of each way of being exact, what a rule is about that the list then has all rules of.
_ABOUT: Dict[str, Callable[[Acl], Tuple[str, ...]]] = {
    PRINCIPALS: lambda acl: (acl.principal,),
    RESOURCES: lambda acl: (acl.resource, acl.name, acl.pattern),
}


def plan(asked: Wanted, found: Sequence[Acl], mode: str) -> Plan:
    """What is to be done; *found* are all rules of the cluster.

    In the *mode* ADDITIVE no rule goes that is not named, in PRINCIPALS and RESOURCES all others of whom, or of what,
    the list has rules. Raises GroundworkError where one that servers need would go without being named.
    """
    there = set(found)
    gone = there & set(asked.absent)
    about = _ABOUT.get(mode)
    if about is not None:
        named = {about(acl) for acl in (*asked.present, *asked.absent)}
        gone |= {acl for acl in there - set(asked.present) if about(acl) in named}
    vital = sorted(acl for acl in gone - set(asked.absent) if _is_vital(acl))
    if vital:
        raise GroundworkError(
            f"The rules that are not in acls would go, and with them {listing.some([str(acl) for acl in vital])}, "
            "without which servers or their operator may be shut out; give them as well, with state: absent where they "
            "are to go."
        )
    return Plan(sorted(set(asked.present) - there), sorted(gone))


def _is_vital(acl: Acl) -> bool:
    return acl.resource == "cluster" and acl.permission == "allow" and acl.operation in _VITAL


def texts(planned: Plan) -> Tuple[str, str]:
    """The rules that change, as a person reads them in a diff: before, and afterwards."""
    before, after = ("".join(f"{acl}\n" for acl in rules) for rules in (planned.deleted, planned.made))
    return before, after
