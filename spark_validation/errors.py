# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The two ways in which a command ends without a verdict."""

from __future__ import annotations


class CouldNotRunError(Exception):
    """What is wrong, where, and what to do, in one sentence: the command ends with exit code 3."""


class UsageError(Exception):
    """An argument that cannot be meant, in one sentence: the command ends with exit code 2."""
