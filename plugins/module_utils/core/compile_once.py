# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Have modules that come in a zip archive, as all that Ansible sends do, compiled once.

Python compiles each of them twice: to learn the name of its file, which importlib asks the archive's loader for, and to
run it. Compiling is most of what a run without change takes on the host.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from typing import Any
from zipimport import zipimporter

_OURS = __name__.rpartition(".")[0] + "."
_LOADER: Any = getattr(__spec__, "loader", None)  # of the folder that all of them are in


class _Finder:
    """Finds the utilities of this collection beside this one, without the name of a file."""

    @staticmethod
    def find_spec(name: str, _path: object, _target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, _LOADER) if name.startswith(_OURS) else None


def begin() -> None:
    """From now on, the utilities of this collection are compiled once; those that are in no archive are anyway."""
    if isinstance(_LOADER, zipimporter):
        sys.meta_path.insert(0, _Finder)
