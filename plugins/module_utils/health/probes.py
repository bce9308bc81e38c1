# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The vital signs of a probe that sends records through the whole cluster and back, as its text file has them."""

from __future__ import annotations

from typing import Tuple

from .vital import AGE, CHOSEN, VALIDATION, Level, Vital

_PROBE = "this collection's validation, command probe, option --textfile"
_JOURNAL = "read what the probe said last: journalctl --unit of its service, or its JSON"
_P99 = ("quantile", "0.5|0.9|0.999|1")

VITALS: Tuple[Vital, ...] = (
    Vital(
        "probe_age",
        VALIDATION,
        "time since the probe last ended",
        "below two of its intervals",
        "a probe that is silent says nothing of the cluster, and its last values stand in the text file for ever",
        "see whether its timer runs, and what its service said: systemctl list-timers",
        _PROBE + CHOSEN,
        exposed="groundwork_probe_ended_seconds",
        unit="s",
        kind=AGE,
        warning=Level(">", 900, 60),
        alarm=Level(">", 3600, 60),
    ),
    Vital(
        "probe_ran",
        VALIDATION,
        "whether the probe came to a verdict",
        "1",
        "it could not: no broker answers it, its topic can't be made, or its login is refused",
        _JOURNAL,
        _PROBE + CHOSEN,
        exposed="groundwork_probe_ran",
        over="min",
        alarm=Level("<", 1, 60),
    ),
    Vital(
        "probe_failed",
        VALIDATION,
        "whether records of the probe were lost, delivered twice, out of order, corrupt or refused",
        "0",
        "what happens to the probe's records happens to everybody's",
        _JOURNAL,
        _PROBE + CHOSEN,
        exposed="groundwork_probe_failed",
        alarm=Level(">", 0, 0),
    ),
    Vital(
        "probe_delivered",
        VALIDATION,
        "time from when a record was to be sent to its arrival at a consumer, 99th percentile",
        "below a second",
        "everybody waits as long, whichever part of the way it is that takes the time",
        "hold it against probe_acknowledged: what is beyond that is on the way to the consumer",
        _PROBE + CHOSEN,
        exposed="groundwork_probe_delivered_seconds",
        unit="s",
        passed_over=_P99,
        warning=Level(">", 1, 600),
        alarm=Level(">", 10, 600),
    ),
    Vital(
        "probe_acknowledged",
        VALIDATION,
        "time from when a record was to be sent to its acknowledgement by all replicas in sync, 99th percentile",
        "some milliseconds",
        "a broker that is slow, or a replica that it waits for, shows here first",
        "see which broker's request_time is long, and which part of it",
        _PROBE,
        exposed="groundwork_probe_acknowledged_seconds",
        unit="s",
        passed_over=_P99,
    ),
    Vital(
        "probe_records",
        VALIDATION,
        "records of the probe's last run by what became of them",
        "as many acknowledged as sent, and no others",
        "it tells what probe_failed rings for",
        _JOURNAL,
        _PROBE,
        exposed="groundwork_probe_records",
        unit="records",
        by=("account",),
    ),
)
