# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The files of a report on the control node: a new one each time, for the owner only."""

from __future__ import annotations

import os
import time

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host


def write(directory: str, what: str, ending: str, text: str, now: float) -> str:
    """Write *text* into a new file of *now*, in seconds, in *directory*, called by *what* and *ending*; its path.

    Raises GroundworkError where it cannot be written.
    """
    folder = os.path.abspath(os.path.expanduser(directory))
    path = os.path.join(folder, time.strftime(f"{what}-%Y%m%dT%H%M%SZ", time.gmtime(now)) + ending)
    Host().write(path, text, mode=0o600)
    return path
