# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``fleet`` asks of the audits, and the figures that thresholds can name."""

from __future__ import annotations

from ..core.verdict import Check, Measure

CHECKS = (
    Check(
        "missing",
        "Missing hosts",
        "Hosts that the last audit of their cluster did not come to: unreachable, failed, or not in it any more.",
        "1 host was not audited",
        "{count} hosts were not audited",
    ),
    Check(
        "high_findings",
        "Findings of severity high",
        "What the last audit of each host says that a person should look at first, and nobody has accepted.",
        "1 finding of severity high is open",
        "{count} findings of severity high are open",
    ),
    Check(
        "high_traps",
        "Traps of severity high",
        "What the newest review of each cluster's configurations says that a person should look at first, and nobody "
        "has accepted.",
        "1 trap of severity high is open",
        "{count} traps of severity high are open",
    ),
    Check(
        "not_in_effect",
        "Not in effect",
        "Settings, each counted on each host, that are not in force as wanted, or not after the next boot.",
        "1 setting is not in effect",
        "{count} settings are not in effect",
        fails=False,
    ),
    Check(
        "drifted",
        "Drifted",
        "Settings that were in effect at the audit of the host before its last one, and are not any more.",
        "1 setting has drifted",
        "{count} settings have drifted",
        fails=False,
    ),
    Check(
        "outliers",
        "Unlike their peers",
        "Settings of hosts that have another value than more than half of at least three hosts of the same cluster and "
        "roles, whether that is as wanted or not.",
        "1 setting is unlike that of its peers",
        "{count} settings are unlike those of their peers",
        fails=False,
    ),
    Check(
        "runs_out",
        "Running out",
        "Map areas or descriptors of a server that are used up within the time of --within, at the pace of its audits.",
        "1 resource of a server runs out soon",
        "{count} resources of servers run out soon",
        fails=False,
    ),
    Check(
        "broken_files",
        "Broken files",
        "Files with lines that are neither a record nor a review of an audit: no JSON, as of a file that was half "
        "written, or another's.",
        "1 file has lines that are no audit's",
        "{count} files have lines that are no audit's",
        fails=False,
    ),
    Check(
        "unread_files",
        "Files without a line",
        "Files that were listed and gave no line: they are empty, or cannot be read.",
        "1 file gave no line",
        "{count} files gave no line",
        fails=False,
    ),
    Check(
        "lone_reviews",
        "Reviews without an audit",
        "Files of reviews beside which no record of their audit lies, so that nobody knows of which cluster they are.",
        "1 review has no audit beside it",
        "{count} reviews have no audit beside them",
        fails=False,
    ),
)

MEASURES = (
    Measure("in_effect_percent", "Settings in effect", "%", "higher"),
    Measure("cluster_in_effect_percent_min", "Settings in effect in the worst cluster", "%", "higher"),
    Measure("headroom_percent_min", "Least headroom of a resource", "%", "higher"),
    Measure("days_left_min", "Days until the first resource is used up", "d", "higher"),
)
