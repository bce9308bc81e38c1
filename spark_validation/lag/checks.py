# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``lag`` asks of the groups, and the figures that thresholds can name."""

from __future__ import annotations

from ..core.verdict import Check, Measure

CHECKS = (
    Check(
        "lost_unread",
        "Lost unread",
        "Records that were deleted before the group had read them: the committed offset lies below the log's start.",
        "1 record was deleted unread",
        "{count} records were deleted unread",
    ),
    Check(
        "beyond_end",
        "Beyond the end",
        "Partitions whose committed offset lies beyond the end of the log, as when a topic was made anew: whoever "
        "reads for the group begins anew, at either end, or stops.",
        "1 committed offset lay beyond the end of its log",
        "{count} committed offsets lay beyond the end of their logs",
    ),
    Check(
        "lost_soon",
        "Lost soon",
        "Partitions whose oldest unread record may be deleted within the time of --loss-within, at the pace of now.",
        "1 partition loses unread records soon",
        "{count} partitions lose unread records soon",
        fails=False,
    ),
    Check(
        "never_catches_up",
        "Never catches up",
        "Pairs of group and topic in which members read no faster than records come in, and are behind.",
        "1 topic is read no faster than it grows",
        "in {count} pairs of group and topic the group reads no faster than the topic grows",
        fails=False,
    ),
    Check(
        "no_commit",
        "No commit",
        "Partitions with unread records of which a group committed nothing between the samplings, though it committed "
        "others of the topic: a longer --interval tells whether their turn comes or somebody stands still.",
        "1 partition had no commit meanwhile",
        "{count} partitions had no commit meanwhile",
        fails=False,
    ),
    Check(
        "open_transaction",
        "Open transaction",
        "Partitions in which a group has read up to a transaction that was open all the time between the samplings: "
        "who reads committed records alone gets no further before it ends. kafka-transactions.sh find-hanging has it.",
        "1 partition is read up to an open transaction",
        "{count} partitions are read up to an open transaction",
        fails=False,
    ),
    Check(
        "clock_ahead",
        "Clock ahead",
        "Partitions whose oldest unread record has a timestamp ahead of this machine's clock: how old it is cannot be "
        "told, and it is deleted that much later.",
        "1 partition has an oldest unread record from the future",
        "in {count} partitions the oldest unread record is from the future",
        fails=False,
    ),
    Check(
        "no_offset",
        "No offset",
        "Partitions with records that a member reads and of which its group has committed no offset: all of them may "
        "be unread, and whoever is given the partition next begins at either end.",
        "1 partition is read without a committed offset",
        "{count} partitions are read without a committed offset",
        fails=False,
    ),
    Check(
        "no_members",
        "No members",
        "Pairs of group and topic with unread records, of groups that nobody reads for.",
        "1 topic has a group without members and unread records",
        "{count} pairs of group and topic have unread records and no members",
        fails=False,
    ),
    Check(
        "offsets_expire",
        "Offsets expire",
        "Pairs of group and topic, without members, of which the brokers drop the committed offsets before the topic "
        "drops its records: whoever comes back begins anew, at either end.",
        "1 topic keeps records for longer than the brokers keep the offsets of its group",
        "in {count} pairs of group and topic records are kept for longer than the brokers keep the group's offsets",
        fails=False,
    ),
)

MEASURES = (
    Measure("lag_records_max", "Largest lag of a partition", "records", "lower"),
    Measure("lag_seconds_max", "Age of the oldest unread record", "s", "lower"),
    Measure("lead_records_min", "Least lead of a partition with unread records", "records", "higher"),
    Measure("time_to_loss_seconds_min", "Time until a record is lost unread", "s", "higher"),
)
