# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What earlier runs have left on a host and nobody wishes for any more; :mod:`restore` brings it back.

Most runs find nothing of the kind, and a host compiles at every run what is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, NamedTuple, Sequence

from ..core.findings import Finding
from ..host import steps
from ..host.machine import Host
from . import journal, own_file
from .journal import File, Journal, Linked, LiveValue

if TYPE_CHECKING:
    from .return_value import Return


class OwnTraces(NamedTuple):
    """What a kind of setting has on a host: the *files* that it may have written, and the *live* values they give."""

    files: Sequence[str] = ()
    live: Sequence[Linked] = ()


class Back(NamedTuple):
    """What is brought back: the entries (of the journal, or made up for what it lacks), the steps, and what is left."""

    entries: Journal = Journal()
    files: Sequence[steps.Replace] = ()
    values: Sequence[Return] = ()
    left: Sequence[Finding] = ()


def no_longer_wished(
    host: Host, noted: Journal, traces: Mapping[str, OwnTraces], inspected: Sequence[steps.Inspected]
) -> Journal:
    """The entries of the kinds in *traces* that none of *inspected* wishes for.

    A file that an earlier version wrote without a journal was not there before; its live values before are not known.
    """
    files = {path for one in inspected if one.wished for path in one.state.files}
    values = {linked for one in inspected for linked in one.live.values()}
    found_files, found_values = {}, {}
    for kind, left in traces.items():
        for path in left.files:
            text = host.read(path) if path not in noted.files else None
            if text is not None and own_file.is_ours(text):
                found_files[path] = File(kind, written=(journal.digest(text),))
        for linked in left.live:
            if linked not in noted.values:
                found_values[linked] = LiveValue(kind)
    found_files.update({path: entry for path, entry in noted.files.items() if entry.kind in traces})
    found_values.update({linked: entry for linked, entry in noted.values.items() if entry.kind in traces})
    return Journal(
        {path: entry for path, entry in found_files.items() if path not in files},
        {linked: entry for linked, entry in found_values.items() if linked not in values},
    )
