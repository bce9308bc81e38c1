# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the audit of a run's own records asks of each of them."""

from __future__ import annotations

from ..core import account
from ..core.verdict import Check
from ..delivery.checks import GROUP_CHECKS

AUDIT_CHECKS = (
    account.lost(
        "Planned records that did not arrive, the end of every partition included; not those of a deleted head."
    ),
    account.DUPLICATED,
    account.corrupt("Records of this run that are not, byte by byte, as they were written."),
    account.foreign("Records that the plan does not hold: another run's, or nobody's."),
    Check(
        "wrong_partition",
        "Wrong partition",
        "Records in another partition than murmur2 of their key gives.",
        "1 record lay in the wrong partition",
        "{count} records lay in the wrong partition",
    ),
    Check(
        "reordered",
        "Reordered within a key",
        "Places at which a record directly follows a later one of its key.",
        "the order within a key was broken once",
        "the order within a key was broken {count} times",
    ),
    Check(
        "reordered_across_keys",
        "Reordered across keys",
        "Places at which a record directly follows a later one of its partition, in partitions whose keys kept order.",
        "the order across the keys of a partition was broken once",
        "the order across the keys of a partition was broken {count} times",
    ),
    Check(
        "deleted_head",
        "Deleted head",
        "Offsets before the start of the log: it had them and deleted them, by retention or because somebody asked.",
        "1 offset at the head of the log was deleted",
        "{count} offsets at the head of the log were deleted",
    ),
    Check(
        "offset_holes",
        "Offset holes",
        "Offsets between the start and the end of the log at which no record could be read.",
        "1 offset held no record",
        "{count} offsets held no record",
    ),
    account.not_taken(
        "not_produced",
        "Not produced",
        "Planned records that the cluster did not acknowledge in time, so that the run ended before its plan did.",
    ),
    Check(
        "replayed",
        "Replayed",
        "Copies that Spark wrote when it did a failed task or batch again: its own, not the cluster's.",
        "1 copy came from a replay",
        "{count} copies came from replays",
        fails=False,
    ),
    account.IN_DOUBT,
)

UNEVEN_SPREAD = Check(
    "uneven_spread",
    "Uneven spread",
    "Brokers that lead more or fewer of the topic's partitions than an even spread over all brokers gives them.",
    "1 broker leads more or fewer partitions than its share",
    "{count} brokers lead more or fewer partitions than their share",
    fails=False,
)
REFUSAL = Check(
    "refusal",
    "Not refused",
    "Writes with acks=all that the cluster took although fewer replicas were in sync than min.insync.replicas.",
    "1 write below min.insync.replicas was not refused",
    "{count} writes below min.insync.replicas were not refused",
)
INJECTION = Check(
    "injection_missed",
    "Injected fault missed",
    "Faults that --inject put into the run's own topic and that the audit did not tell exactly.",
    "1 injected fault was not found by the audit",
    "{count} injected faults were not found by the audit",
)
# From the refusal on only where they are asked for.
SMOKE_CHECKS = (*AUDIT_CHECKS, UNEVEN_SPREAD, REFUSAL, INJECTION, *GROUP_CHECKS)
