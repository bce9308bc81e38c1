# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What an open gate has looked at, in a line that is printed. Pure, as :mod:`gate` is."""

from __future__ import annotations

from typing import Collection, List, Sequence

from . import gate


def may_begin(
    brokers: Collection[int],
    controllers: Collection[int],
    partitions: Sequence[gate.Partition],
    absent: Collection[int] = (),
) -> str:
    """That a rollout may begin, in which these servers have to be there, and *absent* are restarted first."""
    seen = [*_servers(brokers, controllers), gate.counted(partitions)]
    first = f", {gate.numbered('server', absent)} not there and restarted first" if absent else ""
    return f"the rollout may begin: {_joined(seen)} looked at{first}"


def revives(starting: Collection[int]) -> str:
    """That a rollout may begin which first starts the servers without which the cluster answers nobody."""
    servers = gate.numbered("server", starting)
    return f"the rollout may begin: it starts {servers}, without which the cluster answers nobody"


def may_stop(
    brokers: Collection[int],
    controllers: Collection[int],
    partitions: Sequence[gate.Partition],
    voters: Sequence[int] | None,
) -> str:
    """That these servers may be stopped; *partitions* are all there are, *voters* None without a quorum."""
    seen = [gate.counted(gate.held(partitions, brokers))] if brokers else []
    if controllers and voters is not None:
        seen.append(f"{len(voters)} voter{'' if len(voters) == 1 else 's'}")
    return f"{_joined(_servers(brokers, controllers))} may be stopped: {_joined(seen)} looked at"


def back(brokers: Collection[int], controllers: Collection[int], partitions: Sequence[gate.Partition]) -> str:
    """That these servers were started and are back."""
    are = "is" if len(brokers) + len(controllers) == 1 else "are"
    seen = [f"{gate.counted(gate.held(partitions, brokers))} in sync"] if brokers else []
    if controllers:
        seen.append("caught up with the quorum's leader")
    return f"{_joined(_servers(brokers, controllers))} {are} {'back' if brokers else 'there'}: {', '.join(seen)}"


def _servers(brokers: Collection[int], controllers: Collection[int]) -> List[str]:
    kinds = (("broker", brokers), ("controller", controllers))
    return [gate.numbered(noun, numbers) for noun, numbers in kinds if numbers]


def _joined(parts: Sequence[str]) -> str:
    """``one, another and a third``."""
    *first, last = parts or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last
