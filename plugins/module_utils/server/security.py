# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a running server is secured, and that this is not changed under it.

A broker in plaintext and one with TLS can't speak to each other, so servers that are restarted one at a time would be
two clusters on the way.
"""

from __future__ import annotations

from typing import List, Mapping, Sequence

from ..broker import properties, secure
from ..core.errors import GroundworkError
from ..host import pending
from ..host.machine import Host
from . import secure_phase

_MAPPING = "ssl.principal.mapping.rules"
_BROKER = secure_phase.SERVICES["kafka"].file


def check_broker(host: Host, wanted: bool, phase: str = "") -> None:
    """Raise GroundworkError where a broker runs without the security that is *wanted*, or with one that is not.

    Where a *phase* of getting it is named, that is what is wanted, and a broker of another one is refused.
    """
    _check(host, "kafka", wanted, phase)


def check_zookeeper(host: Host, wanted: bool, phase: str = "") -> None:
    """The same of a ZooKeeper server, which is as it is to stay before the last phase."""
    _check(host, "zookeeper", wanted, phase)


def check_names(host: Host, names: Sequence[str]) -> None:
    """Raise GroundworkError where a broker or controller runs that does not know *names* among its super users.

    They are those of the servers and the operator, as they are to be. Which names certificates give is not known where
    rules map them.
    """
    given = properties.parse(host.text(_BROKER))
    known = _super_users(given)
    unknown = [name for name in names if name not in known]
    mapped = any(key.endswith(_MAPPING) for key in given)
    if known and unknown and not mapped and pending.main_pid(host, "kafka") is not None:
        raise GroundworkError(
            f"kafka runs on this host and does not know {unknown[0]} among its super users ({_BROKER}), so until it is "
            "restarted it denies a server or the operator of this name what a rollout takes; give the old "
            "certificates, and kafka_super_users with the names of the old and the new ones "
            f"({', '.join([*known, *unknown])}), run the playbook, and then give the new ones."
        )


def demoted(host: Host, super_users: Sequence[str]) -> List[str]:
    """A sentence for each super user of this host's broker or controller, by its file, that is none of *super_users*.

    Who has no name is one as long as a cluster is on the way to security, which its phases tell.
    """
    return [
        f"{name} is no super user any more once the server is restarted, and may do then what rules allow."
        for name in _super_users(properties.parse(host.text(_BROKER)))
        if name not in super_users and name != secure.ANONYMOUS
    ]


def _super_users(given: Mapping[str, str]) -> List[str]:
    return [name.strip() for name in given.get("super.users", "").split(";") if name.strip()]


def _check(host: Host, service: str, wanted: bool, phase: str) -> None:
    path, of_file, known = secure_phase.SERVICES[service]
    text = host.read(path)
    if text is None:
        return
    found, named = of_file(properties.parse(text)), known(secure.name(phase, wanted))
    if found == named or pending.main_pid(host, service) is None:
        return
    if phase or found not in (secure.PLAIN, known(secure.ENDED)):
        raise GroundworkError(
            f"{service} of this host is in the phase {found} of getting security ({path}), and {secure_phase.INPUT} "
            f"asks for {named}; run the playbook {secure_phase.PLAYBOOK} with it, or set {secure_phase.INPUT} to "
            f"{found}."
        )
    raise GroundworkError(
        f"{service} runs {'without' if wanted else 'with'} security on this host ({path}), and "
        f"{service}_security_enabled is {str(wanted).lower()}: those with and without it can't speak to each other, "
        "so it is not changed one at a time. Stop the clients, then kafka on all brokers, then zookeeper on all its "
        "servers (systemctl stop), and run the playbook again: their data stays. Or have it changed while "
        f"they run, by the playbook {secure_phase.PLAYBOOK}."
    )
