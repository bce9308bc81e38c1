# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is asked of records that a command has itself written, whichever command it was.

Where commands know different things of their records, each gives the ``meaning`` in its own words.
"""

from __future__ import annotations

from .verdict import Check

DUPLICATED = Check(
    "duplicated",
    "Duplicated",
    "Copies beyond the first of a record.",
    "1 record arrived once too often",
    "{count} copies too many arrived",
)
IN_DOUBT = Check(
    "in_doubt",
    "In doubt",
    "Records that did not arrive and were never acknowledged: nobody was told that they had been stored.",
    "1 record that was never acknowledged did not arrive",
    "{count} records that were never acknowledged did not arrive",
    fails=False,
)


def lost(meaning: str) -> Check:
    """Records that should have arrived and did not."""
    return Check("lost", "Lost", meaning, "1 record was lost", "{count} records were lost")


def corrupt(meaning: str) -> Check:
    """Records that arrived with other bytes."""
    return Check("corrupt", "Corrupt", meaning, "1 record was corrupt", "{count} records were corrupt")


def foreign(meaning: str) -> Check:
    """Records that are nobody's, or somebody else's."""
    return Check("foreign", "Foreign", meaning, "1 record was foreign", "{count} records were foreign")


def not_taken(identity: str, title: str, meaning: str) -> Check:
    """Records that the cluster did not take."""
    one, many = "1 record was not taken by the cluster", "{count} records were not taken by the cluster"
    return Check(identity, title, meaning, one, many)
