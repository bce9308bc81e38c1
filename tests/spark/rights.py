# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Who may do what with a topic: on the tests' broker everybody may do everything, but for what a test forbids."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator

from kafka.admin import (
    ACL,
    ACLOperation,
    ACLPermissionType,
    ACLResourcePatternType,
    KafkaAdminClient,
    ResourcePattern,
    ResourceType,
)


@contextmanager
def allowed(admin: KafkaAdminClient, topic: str, principal: str, operation: ACLOperation) -> Iterator[None]:
    """Nobody may use ``topic`` but ``principal``, and only for ``operation``."""
    rule = ACL(principal, "*", operation, ACLPermissionType.ALLOW, ResourcePattern(ResourceType.TOPIC, topic))
    admin.create_acls([rule])
    try:
        yield
    finally:
        admin.delete_acls([rule])


@contextmanager
def denied(admin: KafkaAdminClient, prefix: str, principal: str, operation: ACLOperation) -> Iterator[None]:
    """``principal`` may do everything with topics that begin with ``prefix``, but for ``operation``."""
    with _denied(
        admin, principal, operation, [ResourcePattern(ResourceType.TOPIC, prefix, ACLResourcePatternType.PREFIXED)]
    ):
        yield


@contextmanager
def may_not_create(admin: KafkaAdminClient, prefix: str, principal: str) -> Iterator[None]:
    """``principal`` may make no topic that begins with ``prefix``: neither the topic nor the cluster allows it."""
    topics = ResourcePattern(ResourceType.TOPIC, prefix, ACLResourcePatternType.PREFIXED)
    cluster = ResourcePattern(ResourceType.CLUSTER, "kafka-cluster")
    with _denied(admin, principal, ACLOperation.CREATE, [topics, cluster]):
        yield


@contextmanager
def _denied(
    admin: KafkaAdminClient, principal: str, operation: ACLOperation, patterns: list[ResourcePattern]
) -> Iterator[None]:
    rules = [
        ACL(who, "*", what, kind, pattern)
        for pattern in patterns
        for who, what, kind in (
            ("User:*", ACLOperation.ALL, ACLPermissionType.ALLOW),
            (principal, operation, ACLPermissionType.DENY),
        )
    ]
    admin.create_acls(rules)
    try:
        yield
    finally:
        admin.delete_acls(rules)
