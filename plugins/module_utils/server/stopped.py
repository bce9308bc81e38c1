# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A service that is stopped while its data is moved: nobody may have started it meanwhile, by whatever way."""

from __future__ import annotations

from typing import Dict, Mapping, Sequence

from ..core.errors import GroundworkError
from ..host import systemd
from ..host.machine import Host, real_path
from . import switched

_PROPERTIES = "ActiveState,ExecMainStartTimestampMonotonic"
_STOPPED = ("inactive", "failed")


def stop(host: Host, service: str) -> str:
    """Stop *service*, which comes back by itself at a boot; give which of its starts was the last."""
    done = host.run(["systemctl", "stop", f"{service}.service"])
    if done.rc != 0:
        raise GroundworkError(
            f"systemctl stop {service}.service failed ({' '.join(done.stderr.split())}); mend that, and run again."
        )
    return _shown(host, service)["ExecMainStartTimestampMonotonic"]


def check(host: Host, service: str, last_start: str, folders: Sequence[str]) -> None:
    """Raise GroundworkError unless *service* is stopped since its *last_start*, and no process has files of *folders*.

    A server that somebody has started by hand is no service.
    """
    known = _shown(host, service)
    if known["ActiveState"] not in _STOPPED or known["ExecMainStartTimestampMonotonic"] != last_start:
        raise GroundworkError(
            f"{service}.service was to be stopped while its data is moved, and is {known['ActiveState']} after another "
            "start; see who starts it, and run again."
        )
    inside = tuple(real_path(host, folder) + "/" for folder in folders)
    for pid in filter(str.isdigit, host.names("/proc")):
        links = (host.link(f"/proc/{pid}/fd/{name}") or "" for name in host.names(f"/proc/{pid}/fd"))
        file = next((link for link in links if link.startswith(inside)), "")
        if file:
            name = host.text(f"/proc/{pid}/comm").strip()
            raise GroundworkError(
                f"{file} is to be moved, and process {pid} ({name}) has it open; end that process, and run again."
            )


def switch(  # noqa: PLR0917 - as check, and what is written where
    host: Host, service: str, last_start: str, folders: Sequence[str], path: str, wanted: Mapping[str, str]
) -> None:
    """Give the settings *path* the values *wanted*, unless somebody has started *service* meanwhile; see check."""
    host.discard(path)
    before = host.text(path)
    after = switched.text(before, wanted, path)
    check(host, service, last_start, folders)
    host.write(path, after, None)
    try:
        check(host, service, last_start, folders)
    except GroundworkError:
        host.write(path, before, None)
        raise


def started_again(host: Host, service: str) -> str:
    """Start *service* as it was, after what has failed; the end of a sentence about it."""
    done = host.run(["systemctl", "start", f"{service}.service"])
    return f"{service} was started again as it was." if done.rc == 0 else f"{service} is stopped."


def _shown(host: Host, service: str) -> Dict[str, str]:
    known = systemd.show(host, [service], _PROPERTIES)
    if known is None:
        raise systemd.silent(f"{service}.service")
    return {name: known[service].get(name, "") for name in _PROPERTIES.split(",")}
