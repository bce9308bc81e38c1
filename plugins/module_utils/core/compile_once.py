# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Have modules that come in a zip archive, as all that Ansible sends do, compiled once.

Python compiles each of them twice: to learn the name of its file, which importlib asks the archive's loader for, and to
run it. Compiling is most of what a run without change takes on the host.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib.machinery import ModuleSpec
from typing import Any, Sequence
from zipimport import zipimporter

_OURS = __name__.rsplit(".", 2)[0] + "."  # the folder of all rooms
_LOADER: Any = getattr(__spec__, "loader", None)


@lru_cache(maxsize=None)
def _loader(folder: str) -> Any:
    """What loads the files of *folder*; an archive has one for each."""
    return zipimporter(folder)


class _Finder:
    """Finds the utilities of this collection in their rooms, without the name of a file."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, _target: object = None) -> ModuleSpec | None:
        """A room itself, which holds a sentence or two, is left to Python: it is asked for its folder as well."""
        if not name.startswith(_OURS) or not path or _loader(path[0]).is_package(name):
            return None
        return ModuleSpec(name, _loader(path[0]))


def begin() -> None:
    """From now on, the utilities of this collection are compiled once; those that are in no archive are anyway."""
    if isinstance(_LOADER, zipimporter):
        sys.meta_path.insert(0, _Finder)
