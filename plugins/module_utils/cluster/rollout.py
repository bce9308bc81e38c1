# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Looking at a cluster for the gate of a rollout, over a client of :mod:`connection`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, Callable, Collection, ContextManager, Dict, List, Mapping, Sequence

from ..core import endpoint, listing, reachable
from ..core.errors import GroundworkError
from ..core.majority import hopeless, majority
from . import connection, gate, gate_summary, log_dirs, quorum_gate
from . import state as cluster_state

START = "start"
BEFORE_STOP = "before_stop"
AFTER_START = "after_start"
PHASES = (START, BEFORE_STOP, AFTER_START)
#: What the module and its action plugin take.
ARGUMENTS: Dict[str, Any] = {
    **connection.ARGUMENTS,
    "phase": {"type": "str", "required": True, "choices": list(PHASES)},
    "brokers": {"type": "list", "elements": "int", "default": []},
    "controllers": {"type": "list", "elements": "int", "default": []},
    "batches": {"type": "list", "elements": "list", "default": []},
    "starting": {"type": "list", "elements": "int", "default": []},
    "mended": {"type": "list", "elements": "int", "default": []},
    "absent": {"type": "list", "elements": "int", "default": []},
    "accept_unavailable": {"type": "bool", "default": False},
    "wait": {"type": "int", "default": 300},
    "hold": {"type": "int", "default": 0},
}

_ATTEMPTS = 3
_SILENT = (connection.NobodyListensError, connection.NoAnswerError)

Connect = Callable[[], ContextManager[Any]]


class Gate:
    """Reasons why a rollout must not go on now, asked again and again over one connection while that works.

    *brokers* and *controllers* are the numbers of those that are to be stopped or were started; at the start of a
    rollout, all that must be there for it to begin, but for those of *starting*, which are down. One of *mended* runs,
    and its files were changed since it was started: that it is not there may be what they mend, so it holds no rollout
    that restarts it first. Before and after that, those of *absent* are known not to be there.

    A cluster that cannot be asked because most of its controllers, or all of its brokers, are among *starting* holds
    nothing: these are started first, and it can be asked before any other is stopped.
    """

    def __init__(
        self,
        connect: Connect,
        phase: str,
        brokers: Collection[int],
        controllers: Collection[int] = (),
        *,
        accept_unavailable: bool = False,
        starting: Collection[int] = (),
        mended: Collection[int] = (),
        absent: Collection[int] = (),
    ) -> None:
        self._connect = connect
        self._phase = phase
        self._of_phase = {START: self._at_start, BEFORE_STOP: self._before_stop, AFTER_START: self._after_start}[phase]
        self._brokers = list(brokers)
        self._controllers = [number for number in controllers if number not in starting]
        self._starting = list(starting)
        self._accept = accept_unavailable
        self._mended, self._known_absent = set(mended) - set(starting), set(absent)
        too_few = len(self._controllers) < majority(len(controllers)) if controllers else False
        self._revived = phase == START and (too_few or (bool(brokers) and set(brokers) <= set(starting)))
        self._stack = ExitStack()
        self._client: Any = None
        #: At the start, as of the last look: those of *mended* that are not there, and the reasons beside them.
        self.absent: List[int] = []
        self.holding: List[str] = []
        #: What the last look was at, as it is told where there was no reason.
        self.summary = ""

    def __enter__(self) -> Gate:
        return self

    def __exit__(self, *_failure: object) -> None:
        self._stack.close()

    def unavailable(self, batches: Sequence[Collection[int]]) -> List[str]:
        """What stopping one of *batches* of servers makes unavailable whatever is waited for, by name."""
        try:
            with self._connect() as client:
                return unavailable(client, batches)
        except _SILENT:
            if not self._revived and not self._lone(self._mended):
                raise
            return []  # nothing is available of it

    def reasons_to_wait(self) -> List[str]:
        """The reasons; that the cluster cannot be asked is one of them."""
        reasons: List[str] = []
        for _attempt in range(_ATTEMPTS):
            try:
                if self._client is None:
                    self._client = self._stack.enter_context(self._connect())
                with connection.failures_as_sentences():
                    reasons = self._of_phase(self._client)
            except GroundworkError as error:
                self._disconnect()
                reasons = self._unasked(error)
                if not reasons:
                    break
            else:
                break
        if reasons:
            self._disconnect()
        return reasons

    def _disconnect(self) -> None:
        """The next look connects anew: a client remembers where brokers were, and stumbles over one that is gone."""
        self._client = None
        self._stack.close()

    def _at_start(self, client: Any) -> List[str]:
        partitions = cluster_state.partitions(client)
        awaited = {*self._brokers, *gate.holders(partitions)} - set(self._starting)
        absent = _absent(client, awaited)
        quorum = cluster_state.quorum(client)
        behind = {
            number: why
            for number in sorted(self._mended & set(self._controllers))
            if quorum and quorum["leader_id"] is not None
            for why in quorum_gate.after_start(quorum, [number])
        }
        others = [number for number in self._controllers if number not in behind]
        shown = {partition["topic"] for partition in partitions}
        hidden = log_dirs.hidden(client, shown, set(self._brokers) - {*self._starting, *absent})
        self.absent = sorted(self._mended & {*absent, *behind})
        self.holding = [
            *(why for number, why in absent.items() if number not in self._mended),
            *(quorum_gate.after_start(quorum, others) if quorum else []),
            *gate.unseen(hidden),
            *gate.moving(cluster_state.reassignments(client), self._brokers),
        ]
        self.summary = gate_summary.may_begin(
            awaited - set(self.absent), [one for one in others if one not in self.absent], partitions, self.absent
        )
        first = [why for number, why in absent.items() if number in self._mended]
        return [*self.holding, *first, *behind.values()]

    def _unasked(self, error: GroundworkError) -> List[str]:
        """That the cluster cannot be asked, which holds every rollout but one that makes it answer: that of its only
        broker, which is mended, or that of the servers without which nobody can."""
        why = str(error).rstrip(".")
        silent = isinstance(error, _SILENT)
        if self._phase == BEFORE_STOP and silent and self._lone(self._known_absent):
            self.summary = gate_summary.may_stop(self._brokers, self._controllers, [], None)
            return []
        if silent and self._revived:
            self.summary = gate_summary.revives(self._starting)
            return []
        self.absent = list(self._brokers) if silent and self._lone(self._mended) else []
        self.holding = [] if self.absent else [why]
        self.summary = gate_summary.may_begin([], [], [], self.absent)
        return [why]

    def _lone(self, servers: Collection[int]) -> bool:
        """Whether one of *servers* is the only broker, without which nothing is available, as is accepted."""
        return self._accept and len(self._brokers) == 1 and set(self._brokers) <= set(servers)

    def _before_stop(self, client: Any) -> List[str]:
        partitions: Sequence[gate.Partition] = cluster_state.partitions(client)
        absent = _absent(client, set(gate.holders(partitions)) - set(self._brokers))
        quorum = cluster_state.quorum(client)
        voters = quorum_gate.controllers(quorum) if quorum else None
        self.summary = gate_summary.may_stop(self._brokers, self._controllers, partitions, voters)
        if self._brokers and set(self._brokers) <= self._known_absent:
            gone = self._brokers if self._accept else _gone(client, self._brokers)
            partitions = gate.in_use(partitions, self._brokers, gone)
        why = self._explained(client, gate.before_stop(partitions, self._brokers, absent, self._accept))
        if why and set(self._brokers) <= self._known_absent:
            why.append(gate.NOT_THERE.format(gate.numbered("broker", self._brokers)))
        if not quorum:
            return why
        return why + quorum_gate.before_stop(quorum, self._controllers, self._accept, self._known_absent)

    def _after_start(self, client: Any) -> List[str]:
        absent = _absent(client, self._brokers)
        quorum = cluster_state.quorum(client)
        partitions = gate.judged_without(cluster_state.partitions(client), self._known_absent - set(self._brokers))
        self.summary = gate_summary.back(self._brokers, self._controllers, partitions)
        why = self._explained(client, gate.after_start(partitions, self._brokers, absent))
        return why + (quorum_gate.after_start(quorum, self._controllers) if quorum else [])

    def _explained(self, client: Any, why: List[str]) -> List[str]:
        """*why*, and the reassignment that may be behind it."""
        return why and why + gate.moving(cluster_state.reassignments(client), self._brokers)


def _absent(client: Any, wanted: Collection[int]) -> Dict[int, str]:
    """Why each of the brokers *wanted* cannot be counted on, where it cannot.

    Metadata goes on showing a broker that was killed for up to 13 seconds, so each is asked at its own port as well.
    """
    registered = {broker["id"]: broker for broker in cluster_state.brokers_of(client.describe_cluster())}
    ports = [registered[number] for number in sorted(wanted) if number in registered]
    with ThreadPoolExecutor(max_workers=16) as pool:
        refused = dict(zip((broker["id"] for broker in ports), pool.map(_refused, ports)))
    found = {}
    for number in sorted(wanted):
        broker = registered.get(number)
        if broker is None:
            found[number] = f"broker {number} is not registered with the cluster"
        elif broker["fenced"]:
            found[number] = f"broker {number} is fenced"
        else:
            why = refused[number] or _silent(client, number)
            if why:
                found[number] = f"broker {number} does not answer at {_where(broker)} ({why})"
    return found


def _gone(client: Any, wanted: Collection[int]) -> List[int]:
    """Those of the brokers *wanted* that the cluster itself does without: not registered, or fenced."""
    served = cluster_state.running(cluster_state.brokers_of(client.describe_cluster()))
    return [number for number in wanted if number not in served]


def _where(broker: Mapping[str, Any]) -> str:
    return endpoint.join(broker["host"], broker["port"])


def _refused(broker: Mapping[str, Any]) -> str:
    return reachable.refusal(broker["host"], broker["port"], connection.CONNECT_SECONDS)


def _silent(client: Any, number: int) -> str:
    """Empty when the broker answers a request that only it can answer, else why not."""
    try:
        with connection.failures_as_sentences():
            cluster_state.ask_itself(client, number)
    except GroundworkError as error:
        return str(error).rstrip(".")
    return ""


def opened(given: Mapping[str, Any]) -> Gate:
    """The gate of ARGUMENTS as they were *given*."""

    def connect() -> ContextManager[Any]:
        return connection.connected(given["bootstrap_servers"], given["client_config"], given["timeout"])

    return Gate(
        connect,
        given["phase"],
        given["brokers"],
        given["controllers"],
        accept_unavailable=given["accept_unavailable"],
        starting=given["starting"],
        mended=given["mended"],
        absent=given["absent"],
    )


def numbers(batches: Sequence[Sequence[Any]]) -> List[List[int]]:
    """Batches of brokers, as numbers, of which Ansible's templates make texts."""
    return [[int(number) for number in batch] for batch in batches]


def unavailable(client: Any, batches: Sequence[Collection[int]]) -> List[str]:
    """What stopping one of *batches* of servers makes unavailable whatever is waited for, by name."""
    partitions = cluster_state.partitions(client)
    lost = {(one["topic"], one["partition"]): one for batch in batches for one in gate.hopeless(partitions, batch)}
    quorum = cluster_state.quorum(client)
    voters = quorum_gate.controllers(quorum) if quorum else []
    without = [batch for batch in batches if hopeless(voters, batch)]
    return [gate.named([lost[key]]) for key in sorted(lost)] + [
        f"the KRaft quorum, without {gate.numbered('controller', batch)}" for batch in without
    ]


def refusal(found: Sequence[str]) -> str:
    """Why a rollout that makes *found* unavailable is not begun unasked."""
    return (
        f"However healthy the cluster is, a restart makes unavailable: {listing.some(found)}. Give it more replicas "
        "or voters, or a lower min ISR; or accept it with rolling_restart_accept_unavailable."
    )
