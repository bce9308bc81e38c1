# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Changes that are made all together or not at all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Dict, List, Mapping, NamedTuple, Protocol, Sequence, Tuple

from ..core.errors import GroundworkError
from ..core.settings import Setting, State
from .machine import Host


class Step(Protocol):
    """One change. *do* raises GroundworkError when it did not happen; *undo* brings back what was there."""

    def do(self, host: Host) -> None: ...

    def undo(self, host: Host) -> None: ...


@dataclass
class Replace:
    """Give the file *path* the text *after*, with *mode*; None means that there is no such file."""

    path: str
    before: str | None
    after: str | None
    mode: int = 0o644
    _mode_before: int | None = field(default=None, init=False, compare=False)
    _owner_before: Tuple[int, int] | None = field(default=None, init=False, compare=False)
    _made: Sequence[str] = field(default=(), init=False, compare=False)

    def do(self, host: Host) -> None:
        """Write or remove the file, atomically."""
        self._mode_before, self._owner_before = host.mode(self.path), host.owner(self.path)
        self._made = host.missing_directories(self.path)
        try:
            self._put(host, self.after, self.mode)
        except GroundworkError:
            host.prune(self._made)
            raise

    def undo(self, host: Host) -> None:
        """Bring the earlier text, mode and owner back, or remove the file that was made, with its directories."""
        self._put(host, self.before, self._mode_before, self._owner_before)
        host.prune(self._made)

    def _put(self, host: Host, text: str | None, mode: int | None, owner: Tuple[int, int] | None = None) -> None:
        if text is None:
            host.remove(self.path)
        else:
            host.write(self.path, text, mode, owner)


class Inspected(NamedTuple):
    """One kind of setting, read and planned: *steps* bring the host from *state* to what is *wished*.

    *live* gives, for the settings that have one, the file in which the kernel shows the value, together with the one it
    is linked to (they zero each other): the journal keeps what was there, whether it changes now or at a later run.
    """

    kind: str
    wished: Sequence[Setting]
    state: State
    steps: Sequence[Step] = ()  # live values and files in any order; others once, after all of them
    live: Mapping[str, Tuple[str, ...]] = {}


class Undone(NamedTuple):
    """Do *step* once everything that comes later is undone: what read the files then reads them as they were."""

    step: Step

    def do(self, host: Host) -> None:
        """Nothing is undone yet."""

    def undo(self, host: Host) -> None:
        """Do the step."""
        self.step.do(host)


def carry_out(host: Host, steps: Sequence[Step]) -> None:
    """Do *steps* in order; when one fails, for whatever cause, undo the earlier ones in reverse and raise its error."""
    done: List[Step] = []
    for step in steps:
        try:
            step.do(host)
        except BaseException as error:
            failed = [problem for problem in (_undo(host, earlier) for earlier in reversed(done)) if problem]
            if failed:
                cause = str(error) or repr(error)
                raise GroundworkError("{} Undoing failed as well: {}".format(cause, " ".join(failed))) from error
            raise
        done.append(step)


def _undo(host: Host, step: Step) -> str:
    """Undo *step*; what went wrong, or nothing. The other steps are still to be undone, so nothing is raised."""
    try:
        step.undo(host)
    except (GroundworkError, OSError) as error:
        return str(error)
    return ""


def file_diff(step: Replace) -> Dict[str, str]:
    """The entry of a module's diff for a file."""
    return difference(step.path, step.before or "", step.after or "")


def difference(
    header: str, before: str, after: str, replaced: bool = False, known: Callable[[str], bool] = lambda _name: False
) -> Dict[str, str]:
    """An entry of a module's diff, in the form that ansible-playbook --diff prints, without the secrets of both.

    *replaced*: a whole text takes the place of one that somebody else may have written, of which no values are shown
    but those of *known* names. Of what stays as it is, nothing is shown.
    """
    if before == after:
        before = after = ""
    else:
        from ..core import redaction  # noqa: PLC0415

        before, after = redaction.shown(before, after, replaced, known)
    return {"before_header": header, "after_header": header, "before": before, "after": after}


def replacements(files: Sequence[Tuple[str, str | None, str | None]]) -> List[Replace]:
    """Steps for the *files* (path, text now, text to be) that differ."""
    return [Replace(path, before, after) for path, before, after in files if before != after]
