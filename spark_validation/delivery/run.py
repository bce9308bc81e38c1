# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Groups that read a topic at once, each with a member that is killed and others that come and go meanwhile."""

from __future__ import annotations

import selectors
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Mapping, Sequence

from ..cluster.admin import Cluster
from ..cluster.taking import release
from ..core.errors import CouldNotRunError
from ..core.progress import say, step
from ..core.verdict import Finding
from ..core.words import of
from .account import Account, together
from .group import Group, View
from .orders import COMMIT, CONSUMER, LEAVE, Event, Orders
from .process import MEMBER, Process

#: Members that begin a group.
_BEGIN = 2
_MOST_AT_ONCE = 5000
#: In so many pieces at least is the topic read, so that there is a meanwhile.
_PIECES = 20
#: Longer than a broker waits for a member of either protocol by default, three quarters of a minute, and for the next.
_PATIENCE_SECONDS = 180.0
_LOOK_SECONDS = 1.0
_LEAVING_SECONDS = 20.0
_NEWER_FROM = (4, 0)
#: The answers of kafka-python to which nothing is left.
_GONE = ("OK", "GroupIdNotFoundError")


@dataclass(frozen=True)
class Delivered:
    """Of all groups: how each of them went, and what was found by the id of the check."""

    views: list[View]
    found: dict[str, Finding]


def require_protocols(cluster: Cluster, protocols: Sequence[str]) -> None:
    """Raise :class:`CouldNotRunError` for a protocol that the cluster does not know."""
    version = cluster.version()
    if CONSUMER in protocols and release(version) < _NEWER_FROM:
        raise CouldNotRunError(
            f"{cluster.bootstrap_servers} is Kafka {version}, and groups of the protocol {CONSUMER} come with 4.0: "
            f"take {CONSUMER} out of --groups, or upgrade"
        )


def deliver(
    cluster: Cluster, topic: str, run_id: str, protocols: Sequence[str], command: Sequence[str] = MEMBER
) -> Delivered:
    """Have a group of each of ``protocols`` read all that ``topic`` holds now, and account for it.

    Raises :class:`CouldNotRunError` where a group does not come to the end: what is missing then may still come.
    """
    spans = cluster.offsets(topic)
    connection = cluster.connection
    groups = []
    for protocol in protocols:
        name = f"groundwork-smoke-{run_id}-{protocol}"
        account = Account(name, spans)
        most = max(1, min(_MOST_AT_ONCE, account.wanted // _PIECES))
        path = connection.client.path
        orders = Orders(
            protocol,
            name,
            topic,
            most,
            connection.bootstrap_servers,
            dict(connection.client.properties),
            str(path) if path else None,
        )
        groups.append(Group(orders, account, command))
    if not any(group.account.wanted for group in groups):
        return Delivered([group.view() for group in groups], together([group.account for group in groups]))
    with step(
        f"reading {topic} by {of(len(groups), 'consumer group', 'consumer groups')}, and killing a member of each"
    ):
        _Round(cluster, groups).run()
    return Delivered([group.view() for group in groups], together([group.account for group in groups]))


class _Round:
    """All of it, in one thread: what members tell is heard in the order in which it comes."""

    def __init__(self, cluster: Cluster, groups: list[Group]) -> None:
        self._cluster, self._groups = cluster, groups
        self._selector = selectors.DefaultSelector()

    def run(self) -> None:
        """Until each group has come to its end; whatever happens, no member outlives it."""
        try:
            for group in self._groups:
                for _member in range(_BEGIN):
                    self._begin(group)
            while any(group.ended is None for group in self._groups):
                self._hear()
                for group in self._groups:
                    self._require_moving(group)
            self._leave()
        finally:
            for member in self._all():
                member.kill()
            self._selector.close()
        self._delete()

    def _all(self) -> list[Process]:
        return [member for group in self._groups for member in group.members]

    def _begin(self, group: Group) -> None:
        member = group.begin()
        self._selector.register(member.stdout, selectors.EVENT_READ, (group, member))

    def _hear(self) -> None:
        for key, _events in self._selector.select(_LOOK_SECONDS):
            group, member = key.data
            events = member.events()
            for event in events or ():
                self._take(group, member, event)
            if events is None:
                self._selector.unregister(member.stdout)
                if not member.may_end and group.ended is None:
                    raise self._failed(group, f"a member ended by itself ({member.last_words()})")

    def _take(self, group: Group, member: Process, event: Event) -> None:
        account = group.account
        if "assigned" in event:
            account.assigned(member.number, event["assigned"], event["at"])
        elif "read" in event:
            group.moved = time.monotonic()
            for partition, first, last in event["read"]:
                account.read(member.number, partition, first, last)
            self._answer(group, member)
        elif "committed" in event:
            for partition, offset in event["committed"]:
                account.committed(partition, offset, event["at"])
            if account.complete and group.ended is None:
                group.ended = time.monotonic()
        elif "refused" in event:
            group.refused += 1
        elif "library" in event:
            group.library = event["library"]
        elif "failed" in event and not member.may_end:
            raise self._failed(group, event["failed"])

    def _answer(self, group: Group, member: Process) -> None:
        """One is killed with what it read and has not committed; later another one leaves as it should."""
        if member.killed:
            return
        if not group.killed and group.share() >= 1 / 3:
            group.killed += 1
            member.kill()
            self._begin(group)
        elif group.killed and not group.left and group.share() >= 2 / 3:
            group.left += 1
            member.answer(LEAVE)
            self._begin(group)
        else:
            member.answer(LEAVE if member.leaving else COMMIT)

    def _require_moving(self, group: Group) -> None:
        if group.ended is None and time.monotonic() - group.moved > _PATIENCE_SECONDS:
            raise self._failed(
                group,
                f"it was given nothing for {_PATIENCE_SECONDS:g} seconds, with {group.account.delivered:,} of "
                f"{group.account.wanted:,} records",
            )

    def _failed(self, group: Group, why: str) -> CouldNotRunError:
        protocol, topic = group.orders.protocol, group.orders.topic
        return CouldNotRunError(
            f"the group of the protocol {protocol} did not read {topic} to its end: "
            f"{self._cluster.connection.client.hide(why)}: see that the brokers are well and that this user may read "
            f"with the group {group.orders.group}, or leave out --groups"
        )

    def _leave(self) -> None:
        """Let all that are left go, and hear what they still tell."""
        for member in self._all():
            member.ask_to_leave()
        deadline = time.monotonic() + _LEAVING_SECONDS
        while self._selector.get_map() and time.monotonic() < deadline:
            self._hear()

    def _delete(self) -> None:
        """The groups are the run's own, as its topic is; without its topic none has anything left that would count."""
        names = [group.orders.group for group in self._groups]
        answers: Mapping[str, Any] = {}
        with suppress(CouldNotRunError), self._cluster.asking("delete the run's groups") as admin:
            answers = _errors(admin.delete_groups(names))
        for name in names:
            error = answers.get(name, "no answer")
            if error:
                say(
                    f"group {name} is left ({error}); delete it with: kafka-consumer-groups.sh --bootstrap-server "
                    f"{self._cluster.bootstrap_servers} --delete --group {name}"
                )


def _errors(told: Mapping[str, Any]) -> dict[str, str]:
    """By group the name of the error that deleting it came to, empty where it is deleted."""
    return {name: "" if answer in _GONE else str(answer) for name, answer in told.items()}
