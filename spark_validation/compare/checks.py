# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a comparison can find."""

from __future__ import annotations

from ..core.verdict import Check, Measure

BY_PARTITION, BY_KEY, LAST_VALUES = "partition", "key", "last_values"


def missing(meaning: str) -> Check:
    """Records that a copy should hold and does not."""
    return Check("missing", "Missing", meaning, "1 record is missing", "{count} records are missing")


def changed(meaning: str) -> Check:
    """Records that a copy holds with other contents than it should."""
    return Check("changed", "Changed", meaning, "1 record has changed", "{count} records have changed")


CHECKS = (
    missing("Records of the source that the copy does not hold, though it holds later ones of their partition."),
    Check(
        "extra",
        "Extra",
        "Records of the copy that the source does not hold, or holds fewer times.",
        "1 record is there without one in the source",
        "{count} records are there without one in the source",
    ),
    changed("Records with the key and at the position of one in the source, but with other content."),
    Check(
        "reordered",
        "Reordered within a key",
        "Places at which a record of the copy directly follows one of its key that comes later in the source.",
        "the order within a key is broken once",
        "the order within a key is broken {count} times",
    ),
    Check(
        "reordered_across_keys",
        "Reordered across keys",
        "The same for a partition, where each key kept its order; looked at where both have the same partitions.",
        "the order across the keys of a partition is broken once",
        "the order across the keys of a partition is broken {count} times",
    ),
    Check(
        "behind",
        "Behind",
        "Records at the end of a partition of the source that are not copied yet: the copy only lags.",
        "1 record is not copied yet",
        "{count} records are not copied yet",
        fails=False,
    ),
    Check(
        "partitions_added",
        "Partitions added",
        "Partitions that came while the comparison ran: what they hold is not compared.",
        "1 partition was added meanwhile",
        "{count} partitions were added meanwhile",
        fails=False,
    ),
)

MEASURES = (
    Measure("records", "Records of the source", "records", "higher"),
    Measure("copied_share", "Copied, of what the copy should hold", "%", "higher"),
    Measure("behind_records", "Not copied yet", "records", "lower"),
)
