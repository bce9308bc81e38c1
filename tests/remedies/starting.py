# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a shell of a host runs to have a server there, and to wait for it."""

from __future__ import annotations


def listens(port: int) -> str:
    """Wait until somebody listens at *port*."""
    return (
        f'timeout 120 sh -c "until ss --listening --numeric --tcp --no-header | grep --quiet :{port}; do sleep 1; done"'
    )


def started(*services: str) -> str:
    """Start the *services*, and wait for the broker."""
    return f"systemctl start {' '.join(services)}; {listens(9092)}"
