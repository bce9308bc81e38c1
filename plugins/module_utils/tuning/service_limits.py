# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Limits of services whose drop-ins go: what systemd is to be told, and what keeps the earlier limit."""

from __future__ import annotations

from typing import Mapping, Sequence, Tuple

from ..core import settings
from ..core.settings import Reading, Setting
from ..core.values import EXACT, Value, number
from ..host import process, steps, systemd
from ..host.machine import Host
from . import limits, services
from .catalogue import NOFILE


def inspect_dropped(host: Host, paths: Sequence[str]) -> Tuple[Sequence[steps.Step], Sequence[Tuple[Setting, Reading]]]:
    """Look at the units whose drop-ins, *paths*, are about to go or may have gone without systemd's knowing.

    What systemd is to be told, and the settings, with their readings, of services that still hold the earlier limit.
    """
    names = [services.unit_of(path) for path in paths]
    shown = systemd.show(host, names, services.PROPERTIES) if names else None
    if shown is None:
        return (), ()
    default = services.default(host)
    pairs = (_holding(host, unit, shown[unit], default) for unit in names)
    return [services.RELOAD], [pair for pair in pairs if pair]


def _holding(
    host: Host, unit: str, properties: Mapping[str, str], default: Value | None
) -> Tuple[Setting, Reading] | None:
    """The setting and the reading of a service that runs with other limits than it gets without the drop-in.

    A JVM raises its soft limit to the hard one, so a soft limit that equals the hard one tells nothing.
    """
    pid = services.serving(host, unit, properties)
    effective = process.open_files(host, pid)
    value = services.excluding_drop_in(host, unit, properties, default)
    if effective is None or value is None:
        return None
    cap = limits.cap(host)
    soft, hard = (token if cap is None or number(token) <= cap.value else str(cap.value) for token in value)
    if effective[1] == hard and effective[0] in (soft, hard):
        return None
    setting = Setting(
        settings.SERVICE, services.name(unit), value, EXACT, "the limit as it was before", NOFILE.source, ":"
    )
    note = "process {} keeps {} until it is restarted".format(pid, ":".join(effective))
    return setting, Reading(
        persisted=value, effective=effective, after_boot=value, cause=settings.PENDING_RESTART, note=note
    )
