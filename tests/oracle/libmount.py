# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Prints what libmount reads in each table of file systems that a line names, as JSON; for the host's own Python.

findmnt would tell the same, but that of util-linux 2.41 (Debian 13) dies of a line that is no entry.
"""

from __future__ import annotations

import ctypes
import json
import sys
from typing import Any

_LIBRARY = ctypes.CDLL("libmount.so.1")
_PASSED_OVER = 1  # what a callback returns for libmount to go on after a line that is no entry
_FORWARDS = 0


def _function(name: str, result: Any, *arguments: Any) -> Any:
    function = getattr(_LIBRARY, name)
    function.restype, function.argtypes = result, arguments
    return function


_Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
_new_table = _function("mnt_new_table", ctypes.c_void_p)
_new_iterator = _function("mnt_new_iter", ctypes.c_void_p, ctypes.c_int)
_on_error = _function("mnt_table_set_parser_errcb", ctypes.c_int, ctypes.c_void_p, _Callback)
_parse = _function("mnt_table_parse_file", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)
_next = _function("mnt_table_next_fs", ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p))
_TEXTS = [
    _function(f"mnt_fs_get_{name}", ctypes.c_char_p, ctypes.c_void_p)
    for name in ("source", "target", "fstype", "options")
]
_check = _function("mnt_fs_get_passno", ctypes.c_int, ctypes.c_void_p)


def libmount_entries(path: str) -> dict[str, Any]:
    """``entries``, each as source, target, type, options and pass number, and the numbers of ``broken`` lines."""
    broken: list[int] = []
    table, iterator, entry = _new_table(), _new_iterator(_FORWARDS), ctypes.c_void_p()

    @_Callback
    def pass_over(_table: Any, _file: Any, line: int) -> int:
        broken.append(line)
        return _PASSED_OVER

    _on_error(table, pass_over)
    if _parse(table, path.encode()) != 0:
        sys.exit(f"libmount cannot read {path}.")
    entries = []
    while _next(table, iterator, ctypes.byref(entry)) == 0:
        texts = [(text(entry) or b"").decode("utf-8", "surrogateescape") for text in _TEXTS]
        entries.append([*texts, _check(entry)])
    return {"entries": entries, "broken": broken}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(libmount_entries(line.rstrip("\n"))), flush=True)
