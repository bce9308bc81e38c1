# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``probe`` prints below its checks."""

from __future__ import annotations

from typing import Any, Mapping


def lines(details: Mapping[str, Any]) -> list[str]:
    """How many records the cluster took, on how many brokers, and how long they took."""
    brokers = {row["broker"] for row in details["leaders"]}
    refused = [f"{count:,} ended in {error}" for error, count in details["refused"].items()]
    taken = f"{details['acknowledged']:,} of {details['sent']:,} acknowledged by {len(brokers)} brokers"
    return [
        "; ".join([f"probe         {taken}", *refused]),
        *(
            f"{kind:<13} after {', '.join(f'{name} {1000 * value:.1f} ms' for name, value in told.items())}"
            for kind, told in (
                ("acknowledged", details["acknowledged_seconds"]),
                ("delivered", details["delivered_seconds"]),
            )
        ),
    ]
