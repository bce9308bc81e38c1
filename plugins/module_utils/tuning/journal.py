# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The journal on the host: what was there before the first change, and everything that was written since.

It is written before the host is, so that a run that was killed is known as well. What was there before is never
overwritten; a value or a text that is neither that nor one of those written was put there by somebody else.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any, Dict, Mapping, NamedTuple, Sequence, Tuple

from ..core.errors import GroundworkError
from ..host import steps
from ..host.machine import Host
from . import live, own_file

PATH = "/var/lib/groundwork-kafka/journal.json"
MODE = 0o600
SCHEMA = 1

Linked = Tuple[str, ...]  # files of the kernel that zero each other, or the one that stands alone
InForce = Tuple[str, str]  # the one of them that counts, and its value


class Content(NamedTuple):
    """A file's text and mode."""

    text: str
    mode: int


class File(NamedTuple):
    """A file of a kind of setting: *before* (None: there was none), the directories that were missing, deepest first,
    and the digests of the texts written since."""

    kind: str
    before: Content | None = None
    directories: Tuple[str, ...] = ()
    written: Tuple[str, ...] = ()

    def is_ours(self, text: str | None) -> bool:
        """Whether *text* is one that was written here."""
        return text is not None and digest(text) in self.written


class LiveValue(NamedTuple):
    """A live value of a kind of setting: *before* (None: not known) and the values written since."""

    kind: str
    before: InForce | None = None
    written: Tuple[InForce, ...] = ()


class Journal(NamedTuple):
    """All entries: files by path, live values by their linked files."""

    files: Mapping[str, File] = {}
    values: Mapping[Linked, LiveValue] = {}

    def linked(self, path: str) -> Linked:
        """The key of the live value in the file *path*."""
        return next((key for key in self.values if path in key), (path,))

    def has_any_of(self, other: Journal) -> bool:
        """Whether an entry of *other* is here as well."""
        return not (self.files.keys().isdisjoint(other.files) and self.values.keys().isdisjoint(other.values))


def digest(text: str) -> str:
    """What stands for *text*."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def in_force(host: Host, linked: Linked) -> InForce | None:
    """The live value of *linked* files: the one that is not zero counts. None when the kernel has none of them."""
    found = [(path, " ".join(value)) for path, value in ((p, live.read(host, p)) for p in linked) if value is not None]
    return next((each for each in found if each[1] != "0"), found[0] if found else None)


def recorded(host: Host, journal: Journal, inspected: Sequence[steps.Inspected]) -> Journal:
    """*journal* with what *inspected* are about to change, and with the live values that they only look at today.

    What an earlier version wrote without a journal was not there before; what it replaced in the kernel is not known.
    """
    files, values = dict(journal.files), dict(journal.values)
    for one in inspected:
        journalled = any(path in journal.files for path in one.state.files)
        for name, linked in one.live.items():
            if linked not in values:
                known = journalled or one.state.readings[name].own is None
                before = in_force(host, linked)
                if before is not None:
                    values[linked] = LiveValue(one.kind, before if known else None)
        for step in one.steps:
            if isinstance(step, steps.Replace) and step.after is not None:
                files[step.path] = _with_text(host, files.get(step.path), one.kind, step.path, step.after)
            elif isinstance(step, live.Poke):
                key = next((linked for linked in values if step.path in linked), (step.path,))
                entry = values.get(key) or LiveValue(one.kind, in_force(host, key))
                values[key] = with_value(entry, (step.path, " ".join(step.after)))
    return Journal(files, values)


def _with_text(host: Host, entry: File | None, kind: str, path: str, text: str) -> File:
    if entry is None:
        now, mode = host.read(path), host.mode(path)
        before = None if now is None or mode is None or own_file.is_ours(now) else Content(now, mode)
        entry = File(kind, before, tuple(host.missing_directories(path)))
    return entry if entry.is_ours(text) else entry._replace(written=(*entry.written, digest(text)))


def with_value(entry: LiveValue, value: InForce) -> LiveValue:
    """*entry* that knows of the written *value*."""
    return entry if value in entry.written else entry._replace(written=(*entry.written, value))


def tidy(host: Host) -> None:
    """Remove what a run that was killed has left of the journal, and its directory where nothing is in it."""
    host.discard(PATH)
    host.prune([os.path.dirname(PATH)])


def read(host: Host) -> Journal:
    """The journal of *host*, empty where there is none. Raises GroundworkError when it cannot be understood."""
    text = host.read(PATH)
    if text is None:
        return Journal()
    try:
        document = json.loads(text)
        if document["schema"] != SCHEMA:
            raise GroundworkError(
                f"{PATH} has schema {document['schema']!r}, which this version does not know; use the version of the "
                "collection that wrote it, or a newer one."
            )
        return Journal(
            {entry["path"]: _file(entry) for entry in document["files"]},
            {tuple(entry["paths"]): _live_value(entry) for entry in document["live"]},
        )
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise GroundworkError(
            f"{PATH} cannot be understood ({type(error).__name__}), so what was there before cannot be told; bring it "
            "back from a backup, or move it away and go on without it."
        ) from error


def _file(entry: Mapping[str, Any]) -> File:
    before = entry["before"]
    content = None if before is None else Content(str(before["text"]), int(before["mode"], 8))
    return File(entry["kind"], content, tuple(entry["directories"]), tuple(entry["written"]))


def _live_value(entry: Mapping[str, Any]) -> LiveValue:
    before = entry["before"]
    return LiveValue(
        entry["kind"],
        None if before is None else (before["path"], before["value"]),
        tuple((each["path"], each["value"]) for each in entry["written"]),
    )


def render(journal: Journal) -> str | None:
    """The text of the file; None, for no file at all, when the journal is empty."""
    if not journal.files and not journal.values:
        return None
    document = {
        "schema": SCHEMA,
        "files": [
            {
                "path": path,
                "kind": entry.kind,
                "before": entry.before and {"text": entry.before.text, "mode": f"{entry.before.mode:04o}"},
                "directories": entry.directories,
                "written": entry.written,
            }
            for path, entry in journal.files.items()
        ],
        "live": [
            {
                "paths": paths,
                "kind": value.kind,
                "before": value.before and _in_force(value.before),
                "written": [_in_force(each) for each in value.written],
            }
            for paths, value in journal.values.items()
        ],
    }
    return json.dumps(document, indent=1) + "\n"


def _in_force(value: InForce) -> Dict[str, str]:
    return {"path": value[0], "value": value[1]}
