# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``lag`` could not tell of, in words."""

from __future__ import annotations

from typing import Collection, Mapping, Sequence

from . import groups
from .groups import Group
from .rows import Row
from .sampling import Request, Sample


def notes(
    request: Request,
    listed: Mapping[str, Group],
    samples: tuple[Sample, Sample],
    rows: Sequence[Row],
    spread: Collection[str],
) -> list[str]:
    """What was left out, and why; ``spread`` are codecs of batches that nothing here can open."""
    before, after = samples
    # A broker passes over the offsets of topics that may not be described, and does not say so.
    of = request.of_topic or ", or only of topics that may not be described"
    shares = sorted(name for name, group in listed.items() if group.kind == groups.SHARE)
    refused = sorted(set(listed) - set(before.committed) - set(shares))
    told = {row.group for row in rows}
    silent = sorted(group for group, parts in before.committed.items() if not parts and group not in told)
    untold = sorted(name for name in told if listed[name].members and name not in after.assigned)
    gone = sorted(
        {part for part in before.partitions() if part not in before.logs or part not in after.logs}
        | {part for _group, part in after.uncommitted() if part not in after.logs}
    )
    unsized = {
        row.topic
        for row in rows
        if row.retention.bytes is not None and any(observed.bytes is None for observed, _at in row.partitions)
    }
    left_out = {
        "groups that may not be described": refused,
        f"groups that have committed no offsets{of}": silent,
        "share groups, which acknowledge each record by itself and stand at no offset": shares,
        "partitions without a commit of groups that do not tell which their members read": untold,
        "partitions that were deleted, have no leader or may not be described": [
            f"{part.topic}-{part.partition}" for part in gone
        ],
        "retention.bytes of topics, for the sizes of logs need DESCRIBE on the cluster": sorted(unsized),
    }
    told_of = [f"left out, {what}: {', '.join(names)}" for what, names in left_out.items() if names]
    if spread:
        codecs = " and ".join(sorted(spread))
        told_of.append(f"some ages are estimates, as batches of {codecs} cannot be opened here: install pyarrow")
    return told_of
