# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Looking at a cluster for the gate of a rollout, over a client of :mod:`connection`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, Callable, Collection, ContextManager, Dict, List, Mapping, Sequence

from ..core import endpoint, listing, reachable
from ..core.errors import GroundworkError
from ..core.majority import hopeless
from . import connection, gate, gate_summary, quorum_gate
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
    "accept_unavailable": {"type": "bool", "default": False},
    "wait": {"type": "int", "default": 300},
    "hold": {"type": "int", "default": 0},
}

_ATTEMPTS = 3

Connect = Callable[[], ContextManager[Any]]


class Gate:
    """Reasons why a rollout must not go on now, asked again and again over one connection while that works.

    *brokers* and *controllers* are the numbers of those that are to be stopped or were started; at the start of a
    rollout, all that must be there for it to begin, but for those of *starting*, which are down.
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
    ) -> None:
        self._connect = connect
        self._of_phase = {START: self._at_start, BEFORE_STOP: self._before_stop, AFTER_START: self._after_start}[phase]
        self._brokers = list(brokers)
        self._controllers = [number for number in controllers if number not in starting]
        self._starting = list(starting)
        self._accept = accept_unavailable
        self._stack = ExitStack()
        self._client: Any = None
        #: What the last look was at, as it is told where there was no reason.
        self.summary = ""

    def __enter__(self) -> Gate:
        return self

    def __exit__(self, *_failure: object) -> None:
        self._stack.close()

    def unavailable(self, batches: Sequence[Collection[int]]) -> List[str]:
        """What stopping one of *batches* of servers makes unavailable whatever is waited for, by name."""
        with self._connect() as client:
            return unavailable(client, batches)

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
                reasons = [str(error).rstrip(".")]
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
        self.summary = gate_summary.may_begin(awaited, self._controllers, partitions)
        why = [*absent.values(), *(quorum_gate.after_start(quorum, self._controllers) if quorum else [])]
        shown = {partition["topic"] for partition in partitions}
        why += gate.unseen(cluster_state.hidden(client, shown, set(self._brokers) - {*self._starting, *absent}))
        return why + gate.moving(cluster_state.reassignments(client), self._brokers)

    def _before_stop(self, client: Any) -> List[str]:
        partitions = cluster_state.partitions(client)
        absent = _absent(client, set(gate.holders(partitions)) - set(self._brokers))
        quorum = cluster_state.quorum(client)
        voters = quorum_gate.controllers(quorum) if quorum else None
        self.summary = gate_summary.may_stop(self._brokers, self._controllers, partitions, voters)
        why = self._explained(client, gate.before_stop(partitions, self._brokers, absent, self._accept))
        return why + (quorum_gate.before_stop(quorum, self._controllers, self._accept) if quorum else [])

    def _after_start(self, client: Any) -> List[str]:
        absent = _absent(client, self._brokers)
        quorum = cluster_state.quorum(client)
        partitions = cluster_state.partitions(client)
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
