# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is asked of a consumer group, whatever the log holds: each check counts over all groups that were asked for."""

from __future__ import annotations

from ..core.verdict import Check

LOST = Check(
    "group_lost",
    "Lost to a group",
    "Records that the log holds and that no member of a consumer group was given, though the group committed them.",
    "1 record of the log was given to no member of a group",
    "{count} records of the log were given to no member of a group",
)
TWICE = Check(
    "group_duplicated",
    "Given twice to a group",
    "Records that a group was given again after it had committed them, or without a change of who reads; what a "
    "killed member had not committed yet is given again by right.",
    "1 record was given to a group once more after it had been committed",
    "{count} records were given to a group once more after they had been committed",
)
REORDERED = Check(
    "group_reordered",
    "Out of order for a group",
    "Places at which a member was given a record that lies before the one it was given last of the same partition.",
    "a group was given a record out of order once",
    "a group was given records out of order {count} times",
)
GROUP_CHECKS = (LOST, TWICE, REORDERED)
