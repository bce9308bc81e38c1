# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is on a block device, by blkid's low-level probe: it asks the device itself, and no cache and no udev."""

from __future__ import annotations

from contextlib import suppress
from typing import Dict, Iterable, List

from ..core.errors import GroundworkError
from ..host.machine import Host

_NOTHING_FOUND, _AMBIVALENT = 2, 8  # exit codes of blkid -p


def begin(host: Host, paths: Iterable[object]) -> None:
    """Start the probes that :func:`read` asks for; *paths* are as given, and what is no block device is left out."""
    for path in paths:
        with suppress(OSError):
            if isinstance(path, str) and host.device_number(path):
                host.start(_probe(path))


def read(host: Host, path: str) -> Dict[str, str]:
    """The tags of the block device *path* (TYPE, LABEL, UUID, PTTYPE, PART_ENTRY_...), none where nothing is found.

    AMBIVALENT stands for signatures that contradict each other. Raises GroundworkError when blkid cannot look.
    """
    done = host.run(_probe(path))
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


def _probe(path: str) -> List[str]:
    return ["blkid", "-p", "-o", "export", path]
