# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What of an audit's and a review's line the fleet report reads, of every version of the schemas that it knows.

The collection writes these lines, and ``audit-2.json`` and ``review-1.json`` in ``docs/schemas`` describe them; what
this misses in an older one, such as the cluster, is null there.
"""

from __future__ import annotations

#: Names of the schemas that can be read.
KNOWN = ("groundwork.kafka/audit/1", "groundwork.kafka/audit/2")
REVIEWS = ("groundwork.kafka/review/1",)
#: What a line is: of a host, of all configurations, no JSON or of other types, or something else.
RECORD, REVIEW, BROKEN, FOREIGN = WHATS = ("record", "review", "broken", "foreign")
SEVERITIES = ("high", "medium", "low")
AUDITED = "audited"
OUTCOMES = (AUDITED, "unreachable", "failed")
IN_EFFECT = "in_effect"
#: Kinds of settings whose value stays until somebody changes it: those of the others tell of a moment.
LASTING = ("kernel", "huge_pages", "limit", "service", "jvm", "disk", "cron")
#: What a line is parsed by; the whole of one that is no record stands in the last column.
UNREADABLE = "unreadable"
_TRAPS = "array<struct<id: string, severity: string, subject: string, accepted: string>>"
LINE = f"""
    schema string, host string, time string, outcome string, cluster string, rack string, roles array<string>,
    services array<struct<name: string, kind: string, started: string,
        uses: map<string, struct<used: bigint, `limit`: bigint>>>>,
    settings array<struct<kind: string, name: string, wanted: string, effective: string, status: string>>,
    counts struct<high: bigint, medium: bigint, low: bigint>, findings {_TRAPS}, accepted {_TRAPS},
    {UNREADABLE} string
"""
