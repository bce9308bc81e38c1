# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``probe`` asks of the records that it sent, and the figures that thresholds can name."""

from __future__ import annotations

from ..core import account
from ..core.verdict import Check, Measure

CHECKS = (
    account.lost("Records that the cluster acknowledged and that did not come back."),
    account.DUPLICATED,
    account.corrupt("Records that are not, byte by byte, as they were sent."),
    account.foreign("Records that nobody sent here."),
    Check(
        "reordered",
        "Reordered",
        "Places at which a record directly follows a later one of its partition.",
        "the order was broken once",
        "the order was broken {count} times",
    ),
    account.not_taken("not_taken", "Not taken", "Records that the cluster refused, or did not acknowledge in time."),
    account.IN_DOUBT,
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
