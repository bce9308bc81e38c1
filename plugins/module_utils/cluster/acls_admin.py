# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A cluster's access rules over kafka-python's admin client: read, made and deleted."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence

from ..core.errors import GroundworkError
from . import acls, patient, settling
from .acls import Acl, Plan, Wanted

#: What kafka-python has no name for: Kafka 4.1 and newer have it of transactional ids (KIP-939).
_NEWER = {15: "two_phase_commit"}
_NAMELESS = "operation_"


def run(client: Any, asked: Wanted, mode: str, timeout: float, check_mode: bool) -> Dict[str, Any]:
    """The result of making the rules *asked* for so, over kafka-python's *client*."""
    planned = acls.plan(asked, read(client), mode)
    if planned and not check_mode:
        apply(client, planned)
        settling.wait(lambda: left(client, planned, acls.plan(asked, read(client), mode)), timeout)
    before, after = acls.texts(planned)
    return {
        "changed": bool(planned),
        "made": [str(acl) for acl in planned.made],
        "deleted": [str(acl) for acl in planned.deleted],
        "diff": {"before": before, "after": after},
    }


def left(client: Any, planned: Plan, now: Plan) -> List[str]:
    """The rules that are still to be made or deleted *now*.

    With ZooKeeper a broker passes over the deletion of a rule that it has not heard of yet, so it is asked for again.
    """
    _delete(client, [acl for acl in now.deleted if acl in planned.deleted])
    return [str(acl) for acl in (*now.made, *now.deleted)]


def read(client: Any) -> List[Acl]:
    """All rules of the cluster, those of operations that kafka-python has no name for among them."""
    from kafka import admin as kafka  # noqa: PLC0415 only who asks a cluster has it
    from kafka import errors  # noqa: PLC0415

    answer = client.send(patient.acls_request(), reading=True)
    failure = errors.for_code(answer.error_code)
    if failure is errors.SecurityDisabledError:
        raise GroundworkError(
            f"The cluster does not tell its access rules ({failure.__name__}); it has no authorizer unless "
            "kafka_security_enabled is set on all brokers."
        )
    if answer.error_code:
        raise failure(answer.error_message)
    return [_from_kafka(kafka, resource, rule) for resource in answer.resources for rule in resource.acls]


def apply(client: Any, planned: Plan) -> None:
    """Make rules, and then delete others; GroundworkError for what the cluster refuses."""
    from kafka import admin as kafka  # noqa: PLC0415 only who asks a cluster has it

    if planned.made:
        failed = client.create_acls([_to_kafka(kafka, acl) for acl in planned.made])
        if failed["failed"]:
            raise not_done("make rules", ", ".join(sorted({error.__name__ for error in failed["failed"]})))
    _delete(client, planned.deleted)


def _delete(client: Any, gone: Sequence[Acl]) -> None:
    from kafka import admin as kafka  # noqa: PLC0415 only who asks a cluster has it
    from kafka import errors  # noqa: PLC0415

    if gone:
        answer = client.send(patient.acl_deletions_request(_filter(kafka, acl) for acl in gone))
        for result in answer.filter_results:
            for code in (result.error_code, *(one.error_code for one in result.matching_acls)):
                if code:
                    raise not_done("delete a rule", errors.for_code(code).__name__)


def not_done(what: str, why: object) -> GroundworkError:
    """The cluster did not do *what* it was asked."""
    return GroundworkError(f"The cluster did not {what} ({why}); look at its journals.")


def _from_kafka(kafka: Any, resource: Any, rule: Any) -> Acl:
    number = int(rule.operation)
    known = {int(one): one.name.lower() for one in kafka.ACLOperation}
    return Acl(
        rule.principal,
        kafka.ResourceType(resource.resource_type).name.lower(),
        resource.resource_name,
        kafka.ACLResourcePatternType(resource.pattern_type).name.lower(),
        known.get(number) or _NEWER.get(number) or f"{_NAMELESS}{number}",
        kafka.ACLPermissionType(rule.permission_type).name.lower(),
        rule.host,
    )


def _operation(kafka: Any, name: str) -> int:
    """The protocol's number of an operation that :func:`read` calls so."""
    if name.startswith(_NAMELESS):
        return int(name[len(_NAMELESS) :])
    newer = {other: number for number, other in _NEWER.items()}
    return newer[name] if name in newer else int(kafka.ACLOperation[name.upper()])


def _filter(kafka: Any, acl: Acl) -> Dict[str, Any]:
    """What is this one rule alone, by the fields of the protocol's filter."""
    return {
        "resource_type_filter": int(kafka.ResourceType[acl.resource.upper()]),
        "resource_name_filter": acl.name,
        "pattern_type_filter": int(kafka.ACLResourcePatternType[acl.pattern.upper()]),
        "principal_filter": acl.principal,
        "host_filter": acl.host,
        "operation": _operation(kafka, acl.operation),
        "permission_type": int(kafka.ACLPermissionType[acl.permission.upper()]),
    }


def _to_kafka(kafka: Any, acl: Acl) -> Any:
    return kafka.ACL(
        acl.principal,
        acl.host,
        kafka.ACLOperation[acl.operation.upper()],
        kafka.ACLPermissionType[acl.permission.upper()],
        kafka.ResourcePattern(
            kafka.ResourceType[acl.resource.upper()],
            acl.name,
            kafka.ACLResourcePatternType[acl.pattern.upper()],
        ),
    )
