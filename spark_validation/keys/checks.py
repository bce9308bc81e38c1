# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is asked of a topic's keys."""

from __future__ import annotations

from ..core.verdict import Check, Measure

MEASURES = (
    Measure("keys", "Keys looked at", "keys", "higher"),
    Measure("null_share", "Records without a key", "%", "lower"),
    Measure("busiest_share", "Records of the busiest partition", "% of the mean", "lower"),
    Measure("murmur2_share", "Keyed records where murmur2 puts them", "%", "higher"),
)


def checks(partitioner: str) -> tuple[Check, ...]:
    """The checks of a topic whose keys ``partitioner`` should have placed."""
    return (
        Check(
            "split_keys",
            "Split keys",
            "Keys with records in more than one partition: nobody reads these in the order in which they were written.",
            "1 key stands in more than one partition",
            "{count} keys stand in more than one partition",
        ),
        Check(
            "misplaced_keys",
            "Misplaced keys",
            f"Keys with records in another partition than {partitioner} gives for the topic's number of partitions: "
            "topics that should have the same keys in the same partitions cannot be joined.",
            f"1 key has records where {partitioner} does not put it",
            f"{{count}} keys have records where {partitioner} does not put them",
        ),
        Check(
            "uneven_keys",
            "Uneven keys",
            "Keys with more records than a partition has on the average: no number of consumers evens that out.",
            "1 key alone has more records than a partition has on the average",
            "{count} keys each have more records than a partition has on the average",
            fails=False,
        ),
        Check(
            "nearly_unique",
            "Nearly unique keys",
            "Keys of a topic in which nine records of ten or more have a key of their own: they give no order, and a "
            "compacted topic of them only grows.",
            "1 key is nearly unique",
            "the {count} keys are nearly as many as the records",
            fails=False,
        ),
    )
