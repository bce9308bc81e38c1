# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is on a block device, by blkid's low-level probe: it asks the device itself, and no cache and no udev."""

from __future__ import annotations

from contextlib import suppress
from typing import Dict, Iterable

from ..core.errors import GroundworkError
from ..host.machine import Answer, Host

_NOTHING_FOUND, _AMBIVALENT = 2, 8  # exit codes of blkid -p


def start(host: Host, paths: Iterable[object]) -> Dict[str, Answer]:
    """Start a probe for each of *paths*, which are as given; what is no block device is left out."""
    probes: Dict[str, Answer] = {}
    for path in paths:
        with suppress(OSError):
            if isinstance(path, str) and host.device_number(path):
                probes[path] = _start(host, path)
    return probes


def _start(host: Host, path: str) -> Answer:
    return host.start(["blkid", "-p", "-o", "export", path])


def read(host: Host, path: str, probe: Answer | None = None) -> Dict[str, str]:
    """The tags of the block device *path* (TYPE, LABEL, UUID, PTTYPE, PART_ENTRY_...), none where nothing is found.

    AMBIVALENT stands for signatures that contradict each other. *probe* is of :func:`start`, where it was started
    before. Raises GroundworkError when blkid cannot look.
    """
    done = (probe or _start(host, path))()
    if done.rc == _NOTHING_FOUND:
        return {}
    if done.rc == _AMBIVALENT:
        return {"AMBIVALENT": "yes"}
    if done.rc != 0:
        raise GroundworkError(
            f"blkid cannot look at {path} ({done.stderr.strip()}); run with become, with util-linux installed."
        )
    return {
        name: value
        for name, _sep, value in (line.partition("=") for line in done.stdout.splitlines())
        if name != "DEVNAME"
    }
