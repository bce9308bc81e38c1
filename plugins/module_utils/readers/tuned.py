# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether tuned has a say in what the next boot sets; few hosts have it, and most need not compile how it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..host.machine import Host

if TYPE_CHECKING:
    from .tuned_profile import Tuned

_ENABLED = "/etc/systemd/system/multi-user.target.wants/tuned.service"


def read(host: Host) -> Tuned | None:
    """What tuned will set at the next boot; None where it is not enabled or has no profile."""
    if host.link(_ENABLED) is None:
        return None
    from . import tuned_profile  # noqa: PLC0415

    return tuned_profile.read(host)
