# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The majority that voters need, of KRaft's quorum as of ZooKeeper's ensembles."""

from __future__ import annotations

from typing import Any, Collection


def majority(voters: int) -> int:
    """How many of so many *voters* must agree."""
    return voters // 2 + 1


def hopeless(voters: Collection[Any], stopping: Collection[Any]) -> bool:
    """Whether there is no majority while *stopping* are down, however healthy the other *voters* are."""
    others = set(voters) - set(stopping)
    return len(others) < len(set(voters)) and len(others) < majority(len(set(voters)))
