# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The one exception that utilities raise and modules turn into a failure."""

from __future__ import annotations


class GroundworkError(Exception):
    """What is wrong, where, and what to do, in one sentence that a person can act on.

    Utilities raise it; a module catches it once, at its end, and passes the sentence to ``fail_json``.
    """
