# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a group stands in a partition: lag, lead, rates and times, worked out from two samplings."""

from __future__ import annotations

from dataclasses import dataclass

from .retention import Retention, Unread


@dataclass(frozen=True)
class Observed:
    """What was asked about one group in one partition, by both samplings, which lie ``seconds`` apart.

    ``committed_before`` is null where the first sampling saw no commit. ``stable`` is where the first open transaction
    begins, or the end of the log.
    ``head`` and ``unread`` are the timestamps (seconds since 1970) of the first record of the log and of the first
    that the group has not read, null where there is none, or it has none; ``unread_exists`` tells these apart, as
    behind the last record marks of transactions may stand. ``bytes`` is the size of the log, null where unknown.
    """

    partition: int
    committed_before: int | None
    committed: int
    end_before: int
    end: int
    start: int
    stable_before: int
    stable: int
    seconds: float
    now: float
    head: float | None = None
    unread: float | None = None
    unread_exists: bool = True
    bytes: int | None = None


@dataclass(frozen=True)
class Standing:
    """One group in one partition, or in all partitions of a topic; records, seconds, and records a second.

    ``catch_up_seconds`` is null where the group never reads up, ``loss_seconds`` where nothing is lost at this pace;
    other times are null where there is no record to take them from. ``ahead_seconds`` is how far the oldest unread
    record's timestamp lies ahead of this machine's clock, so that ``lag_seconds`` cannot be told; null where it is not.
    """

    lag_records: int
    lag_seconds: float | None
    ahead_seconds: float | None
    lead_records: int
    lead_seconds: float | None
    produce_rate: float
    consume_rate: float
    catch_up_seconds: float | None
    loss_seconds: float | None
    lost_records: int
    beyond_end: bool
    open_transaction: bool

    @property
    def outrun(self) -> bool:
        """Whether the group reads of it, and no faster than it grows."""
        return self.catch_up_seconds is None and self.consume_rate > 0


def standing(observed: Observed, retention: Retention) -> Standing:
    """Work it out.

    A group that has read all that the first sampling saw reads along: it commits in steps, and what it shows of a lag
    is such a step. Offsets tell that, for a timestamp is what the clock of a producer says. A commit beyond the end
    counts when both samplings saw it: the end that a new leader tells may lag for a moment.

    One that reads committed records alone has read all that it may where it stands at the first open transaction; its
    commit, never beyond that, does not tell it from others that stand there by chance. It waits for a transaction that
    was open all the time between the samplings: shorter ones come and go.
    """
    may_stop_there = observed.committed <= observed.stable
    readable_before = observed.stable_before if may_stop_there else observed.end_before
    lag = max(0, observed.end - max(observed.committed, observed.start))
    reads_along = not lag or not observed.unread_exists or observed.committed >= readable_before
    waits = observed.committed == observed.stable == observed.stable_before < observed.end_before
    age, ahead = _age(observed, reads_along and not waits) if lag else (None, None)
    produced = max(0, observed.end - observed.end_before) / observed.seconds
    before = observed.committed if observed.committed_before is None else observed.committed_before
    consumed = max(0, observed.committed - before) / observed.seconds
    catch_up, loss = 0.0 if reads_along else None, None
    if not reads_along and consumed > produced:
        catch_up = lag / (consumed - produced)
    if not reads_along or waits:
        stored = observed.end - observed.start
        each = None if observed.bytes is None else observed.bytes / stored
        loss = Unread(lag, age if ahead is None else -ahead, produced, consumed, each).time_to_loss(retention)
    return Standing(
        lag_records=lag,
        lag_seconds=age,
        ahead_seconds=ahead,
        lead_records=max(0, min(observed.committed, observed.end) - observed.start),
        lead_seconds=_lead_seconds(observed),
        produce_rate=produced,
        consume_rate=consumed,
        catch_up_seconds=catch_up,
        loss_seconds=loss,
        lost_records=max(0, observed.start - observed.committed),
        beyond_end=observed.committed > observed.end and before > observed.end_before,
        open_transaction=waits,
    )


def _age(observed: Observed, reads_along: bool) -> tuple[float | None, float | None]:
    """How old the oldest unread record is, and how far ahead of the clock where that cannot be told.

    What came in since the first sampling is no older than that, whatever the clocks say of it.
    """
    if observed.unread is None:
        return None, None
    age = observed.now - observed.unread
    if age >= 0 or reads_along:
        return max(0.0, age), None
    return None, -age


def _lead_seconds(observed: Observed) -> float | None:
    """Time between the first record that deletion will take and where the group stands; now, if all is read."""
    timeless = observed.unread is None and observed.unread_exists and observed.committed < observed.end
    if observed.head is None or timeless:
        return None
    where = observed.now if observed.unread is None else observed.unread
    return max(0.0, where - observed.head)


def together(standings: list[Standing]) -> Standing:
    """All partitions of a topic as one: sums of records and rates, and the worst of each time."""
    lags = [one.lag_seconds for one in standings if one.lag_seconds is not None]
    leads = [one.lead_seconds for one in standings if one.lead_seconds is not None]
    losses = [one.loss_seconds for one in standings if one.loss_seconds is not None]
    ahead = [one.ahead_seconds for one in standings if one.ahead_seconds is not None]
    return Standing(
        lag_records=sum(one.lag_records for one in standings),
        lag_seconds=max(lags, default=None),
        ahead_seconds=max(ahead, default=None),
        lead_records=min((one.lead_records for one in standings), default=0),
        lead_seconds=min(leads, default=None),
        produce_rate=sum(one.produce_rate for one in standings),
        consume_rate=sum(one.consume_rate for one in standings),
        catch_up_seconds=_caught_up_together(standings),
        loss_seconds=min(losses, default=None),
        lost_records=sum(one.lost_records for one in standings),
        beyond_end=any(one.beyond_end for one in standings),
        open_transaction=any(one.open_transaction for one in standings),
    )


def _caught_up_together(standings: list[Standing]) -> float | None:
    """When all is read, as :class:`Standing` has it of one partition.

    A reader goes through its partitions in turn, so that one may have no commit between the samplings although the
    group reads faster than the topic grows: what is read of all of them then tells when it has its turn. One that was
    read, and no faster than it grows, is never read up, whatever is read of the others.
    """
    if all(one.catch_up_seconds == 0 for one in standings):
        return 0.0
    gained = sum(one.consume_rate for one in standings) - sum(one.produce_rate for one in standings)
    if gained <= 0 or any(one.outrun for one in standings):
        return None
    return max(sum(one.lag_records for one in standings) / gained, *(one.catch_up_seconds or 0.0 for one in standings))
