# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A cluster's access rules over kafka-python's admin client: read, made and deleted."""

from __future__ import annotations

import time
from typing import Any, Dict, List

from ..core import listing
from ..core.errors import GroundworkError
from . import acls
from .acls import Acl, Plan, Wanted

_PAUSE_SECONDS = 0.3


def run(client: Any, asked: Wanted, mode: str, timeout: float, check_mode: bool) -> Dict[str, Any]:
    """The result of making the rules *asked* for so, over kafka-python's *client*."""
    planned = acls.plan(asked, read(client), mode)
    if planned and not check_mode:
        apply(client, planned)
        _settled(client, asked, mode, timeout)
    before, after = acls.texts(planned)
    return {
        "changed": bool(planned),
        "made": [str(acl) for acl in planned.made],
        "deleted": [str(acl) for acl in planned.deleted],
        "diff": {"before": before, "after": after},
    }


def read(client: Any) -> List[Acl]:
    """All rules of the cluster."""
    from kafka import admin as kafka  # noqa: PLC0415 only who asks a cluster has it
    from kafka import errors  # noqa: PLC0415

    everything = kafka.ACLFilter(
        None,
        None,
        kafka.ACLOperation.ANY,
        kafka.ACLPermissionType.ANY,
        kafka.ResourcePatternFilter(kafka.ResourceType.ANY, None, kafka.ACLResourcePatternType.ANY),
    )
    try:
        found, _error = client.describe_acls(everything)
    except errors.SecurityDisabledError as error:
        raise GroundworkError(
            f"The cluster does not tell its access rules ({type(error).__name__}); it has no authorizer unless "
            "kafka_security_enabled is set on all brokers."
        ) from error
    return [_from_kafka(acl) for acl in found]


def apply(client: Any, planned: Plan) -> None:
    """Make rules, and then delete others; GroundworkError for what the cluster refuses."""
    from kafka import admin as kafka  # noqa: PLC0415 only who asks a cluster has it

    if planned.made:
        failed = client.create_acls([_to_kafka(kafka, acl, kafka.ACL, kafka.ResourcePattern) for acl in planned.made])
        if failed["failed"]:
            raise not_done("make rules", ", ".join(sorted({error.__name__ for error in failed["failed"]})))
    if planned.deleted:
        filters = [_to_kafka(kafka, acl, kafka.ACLFilter, kafka.ResourcePatternFilter) for acl in planned.deleted]
        for _filter, _deleted, error in client.delete_acls(filters):
            if error.errno:
                raise not_done("delete a rule", error.__name__)


def not_done(what: str, why: object) -> GroundworkError:
    """The cluster did not do *what* it was asked."""
    return GroundworkError(f"The cluster did not {what} ({why}); look at its journals.")


def _settled(client: Any, asked: Wanted, mode: str, timeout: float) -> None:
    """Wait until the brokers have it all: one knows it a moment before the others."""
    end = time.monotonic() + timeout
    while True:
        left = acls.plan(asked, read(client), mode)
        if not left:
            return
        if time.monotonic() >= end:
            rules = [str(acl) for acl in (*left.made, *left.deleted)]
            raise GroundworkError(
                f"The cluster took the change, and it is not in force after {timeout:.0f} seconds "
                f"({listing.some(rules)}); look at the brokers' journals."
            )
        time.sleep(_PAUSE_SECONDS)


def _from_kafka(acl: Any) -> Acl:
    pattern = acl.resource_pattern
    return Acl(
        acl.principal,
        pattern.resource_type.name.lower(),
        pattern.resource_name,
        pattern.pattern_type.name.lower(),
        acl.operation.name.lower(),
        acl.permission_type.name.lower(),
        acl.host,
    )


def _to_kafka(kafka: Any, acl: Acl, rule: Any, pattern: Any) -> Any:
    return rule(
        acl.principal,
        acl.host,
        kafka.ACLOperation[acl.operation.upper()],
        kafka.ACLPermissionType[acl.permission.upper()],
        pattern(
            kafka.ResourceType[acl.resource.upper()],
            acl.name,
            kafka.ACLResourcePatternType[acl.pattern.upper()],
        ),
    )
