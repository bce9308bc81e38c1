# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``probe`` asks of the records that it sent, and the figures that thresholds can name."""

from __future__ import annotations

from ..core.verdict import Check, Measure

CHECKS = (
    Check(
        "lost",
        "Lost",
        "Records that the cluster acknowledged and that did not come back.",
        "1 record was lost",
        "{count} records were lost",
    ),
    Check(
        "duplicated",
        "Duplicated",
        "Copies beyond the first of a record.",
        "1 record arrived once too often",
        "{count} copies too many arrived",
    ),
    Check(
        "corrupt",
        "Corrupt",
        "Records that are not, byte by byte, as they were sent.",
        "1 record was corrupt",
        "{count} records were corrupt",
    ),
    Check(
        "foreign",
        "Foreign",
        "Records that nobody sent here.",
        "1 record was foreign",
        "{count} records were foreign",
    ),
    Check(
        "reordered",
        "Reordered",
        "Places at which a record directly follows a later one of its partition.",
        "the order was broken once",
        "the order was broken {count} times",
    ),
    Check(
        "not_taken",
        "Not taken",
        "Records that the cluster refused, or did not acknowledge in time.",
        "1 record was not taken by the cluster",
        "{count} records were not taken by the cluster",
    ),
    Check(
        "in_doubt",
        "In doubt",
        "Records that did not arrive and were never acknowledged: nobody was told that they had been stored.",
        "1 record that was never acknowledged did not arrive",
        "{count} records that were never acknowledged did not arrive",
        fails=False,
    ),
    Check(
        "led_elsewhere",
        "Led elsewhere",
        "Partitions of which another broker than the one that is meant was the leader: that one was not tried.",
        "1 broker led no partition",
        "{count} brokers led no partition",
        fails=False,
    ),
)
#: By the measure's id, which percentile of which latencies it is.
LATENCIES = {
    f"{kind}_{name}_ms": (kind, percentile)
    for kind in ("acknowledged", "delivered")
    for name, percentile in (("p50", "p50"), ("p99", "p99"), ("max", "max"))
}
MEASURES = tuple(
    Measure(identity, f"{kind.capitalize()} after, {percentile}", "ms", "lower")
    for identity, (kind, percentile) in LATENCIES.items()
)
