# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One run at a time changes a host; a second one is told who does."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import time
from typing import Any, Callable, Dict, Iterator, Mapping

from ..core.errors import GroundworkError, end
from .machine import Host

PATH = "/run/groundwork-kafka.lock"


@contextlib.contextmanager
def held(host: Host, module: str, check: bool = False) -> Iterator[None]:
    """Hold the host's lock for *module*; with *check*, when nothing is written, do without.

    Raises GroundworkError at once when another run holds it. The kernel frees the lock of a run that was killed, and
    the file stays: its text tells who holds the lock, not whether somebody does.
    """
    if check:
        yield
        return
    try:
        host.make_directories(os.path.dirname(PATH))
        handle = os.open(host.real(PATH), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
    except OSError as error:
        remedy = "move it away and run again" if isinstance(error, IsADirectoryError) else "run with become"
        raise GroundworkError(
            f"{PATH} could not be opened ({error.strerror}), so two runs at once could not be told; {remedy}."
        ) from error
    with os.fdopen(handle, "r+", encoding="utf-8", errors="replace") as file:
        os.fchmod(handle, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = file.read().strip() or "another run"
            raise GroundworkError(
                f"This host is being changed by {holder}; wait until it has ended and run again."
            ) from None
        file.truncate()
        file.write(f"{module} (process {os.getpid()}, user {user()}, since {time.strftime('%Y-%m-%d %H:%M:%S %Z')})\n")
        file.flush()
        yield


def end_alone(
    module: Any, host: Host, name: str, run: Callable[[Host, Dict[str, Any], bool], Mapping[str, Any]]
) -> None:
    """End the AnsibleModule *module*, which is called *name*, with what *run* gives, while nobody else changes *host*.

    *run* is given the host, the module's parameters, and whether nothing is to be changed.
    """

    def work() -> Mapping[str, Any]:
        with held(host, name, module.check_mode):
            return run(host, module.params, module.check_mode)

    end(module, work)


def user() -> str:
    """Who runs this: the person behind become, where that is known."""
    behind = os.environ.get("SUDO_USER") or os.environ.get("DOAS_USER")
    if behind:
        return behind
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())
