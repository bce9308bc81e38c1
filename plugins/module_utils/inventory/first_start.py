# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a cluster of Kafka starts for the first time, by what this run has found on its hosts. Pure."""

from __future__ import annotations

from typing import Any, Collection, Dict, Iterable, Mapping

from . import hosts as inventory_hosts

#: What the role kafka keeps of each host: what broker_inputs told.
_STORED = "kafka_stored"


def describe(hosts: Iterable[inventory_hosts.Variables], host: str, brokers: Collection[str]) -> Dict[str, bool]:
    """What the *hosts* of a cluster, some of which are *brokers*, tell of its past, for the server of *host*:

    - ``none_has_run``: none of their servers has run; so one may have where a host was not looked at;
    - ``begins``: nothing has ever been written to the cluster, so that an empty broker has lost nothing.
    """
    stored: Dict[str, Mapping[str, Any]] = {str(one["inventory_hostname"]): one.get(_STORED) or {} for one in hosts}
    of_brokers = [told for name, told in stored.items() if name in brokers]
    none_has_run = not any(map(_has_run, stored.values()))
    # Where ZooKeeper keeps topics, the disks of all of them may be new.
    never = none_has_run and not any(told.get("topics") for told in of_brokers)
    # A run that ended when the controllers had started leaves all brokers formatted, and none of them has had anything.
    storage = stored.get(host, {}).get("storage")
    formatted = storage is not None and not storage["unformatted"]
    return {
        "none_has_run": none_has_run,
        "begins": never or (formatted and not any(map(_has_run, of_brokers))),
    }


def _has_run(told: Mapping[str, Any]) -> bool:
    return bool(told.get("has_run", True))
