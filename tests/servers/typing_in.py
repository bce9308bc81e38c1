# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A command of Kafka as a remedy tells it, and as a person types it."""

from __future__ import annotations

import re


def typed(command: str, server: str, client: str = "") -> str:
    """The *command* that asks *server*, with the file of a *client* where security is on."""
    return re.sub(
        r"\[with security: (--[a-z-]+) FILE\] ",
        rf"\1 {client} " if client else "",
        command.replace("HOST:PORT", server),
    )
