# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A live value that goes back to what it was, which few runs have."""

from __future__ import annotations

from dataclasses import dataclass

from ..host.machine import Host
from .live import Poke


@dataclass
class Return(Poke):
    """Bring a live value back. What the kernel refuses is told by *refused*, and does not keep the others from it."""

    refused: str = ""

    def do(self, host: Host) -> None:
        """Write it, and remember why when it cannot be."""
        try:
            host.poke(self.path, " ".join(self.after) + "\n")
        except OSError as error:
            self.refused = f"the kernel refuses it ({error.strerror})"

    def undo(self, host: Host) -> None:
        """Bring back what was in force until now."""
        if not self.refused:
            super().undo(host)
