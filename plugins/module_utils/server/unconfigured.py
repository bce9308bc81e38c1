# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A server that is to be started before anything was written for it, as by the tag ``start`` alone on a new host."""

from __future__ import annotations

from ..core.errors import GroundworkError


def refusal(missing: str) -> GroundworkError:
    """What is told where *missing*, a file or a unit that the tag ``config`` writes, is not there."""
    return GroundworkError(
        f"{missing} is not there, so no server was configured on this host yet; run the playbook groundwork.kafka.site "
        "without --tags, or with the tags install and config before start."
    )
