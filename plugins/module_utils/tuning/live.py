# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Values that the kernel shows as files of ``/proc/sys`` and ``/sys``: read, and written in place."""

from __future__ import annotations

import contextlib
import errno
from dataclasses import dataclass
from typing import Dict, List, Sequence, Tuple

from ..core import settings
from ..core.errors import GroundworkError
from ..core.values import Value, tokens
from ..host import steps
from ..host.machine import Host

PROC = "/proc/sys"
ABSENT = "this kernel or container does not have it"
SEALED = "{} cannot be written here; the file holds it for the next boot"

_DENIED = (errno.EROFS, errno.EACCES)


def read(host: Host, path: str) -> Value | None:
    """What is in force in the file *path*; None when this kernel, or this container, does not have or show it.

    Of a choice such as ``always [madvise] never`` it is the word in brackets.
    """
    try:
        found = tokens(host.read(path))
    except OSError:
        return None
    chosen = [word[1:-1] for word in found or () if word[:1] + word[-1:] == "[]"]
    return (chosen[0],) if len(chosen) == 1 else found


@dataclass
class Poke:
    """Give the file *path*, which a person knows as *name*, a live value.

    *restore* is the (path, value) that brings the earlier state back: a partner's where writing this one zeroes it.
    *cause* tells afterwards why the value may not be in force: it was denied, or the kernel made another of it.
    """

    name: str
    path: str
    before: Value
    after: Value
    restore: Tuple[str, str]
    cause: str = settings.CLAMPED

    def do(self, host: Host) -> None:
        """Write it; a read-only file system is no failure, a value that the kernel refuses is one."""
        try:
            host.poke(self.path, " ".join(self.after) + "\n")
        except OSError as error:
            if error.errno not in _DENIED:
                if read(host, self.path) != self.before:  # of several numbers, the first were taken
                    with contextlib.suppress(OSError):
                        self.undo(host)
                raise GroundworkError(
                    "{}: the kernel refused the value {} ({}), so nothing was changed; choose a value that this "
                    "kernel accepts.".format(self.name, " ".join(self.after), error.strerror)
                ) from error
            self.cause = settings.READ_ONLY

    def undo(self, host: Host) -> None:
        """Bring the earlier live value back."""
        if self.cause != settings.READ_ONLY:
            host.poke(self.restore[0], self.restore[1] + "\n")


def diff(pokes: Sequence[Poke]) -> List[Dict[str, str]]:
    """The entries of a module's diff for live values, one for each of the two file systems; none without *pokes*."""
    found = []
    for tree in (PROC, "/sys"):
        lines = [poke for poke in pokes if poke.path.startswith(tree + "/")]
        before = "".join("{} = {}\n".format(poke.name, " ".join(poke.before)) for poke in lines)
        after = "".join("{} = {}\n".format(poke.name, " ".join(poke.after)) for poke in lines)
        found += [steps.difference(tree, before, after)] if lines else []
    return found
