# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is printed, to whoever still reads it: a pager that was left, or `head`, must not cost the verdict."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO


def to_stdout(text: str) -> None:
    """Print ``text``, a result."""
    _print(text, sys.stdout)


def to_stderr(text: str) -> None:
    """Print ``text``, which tells of the way there."""
    _print(text, sys.stderr)


def from_handler(text: str) -> None:
    """Print a line to stderr from a signal handler, which may have come in the middle of printing another one."""
    try:
        with suppress(BrokenPipeError):
            os.write(sys.stderr.fileno(), f"{text}\n".encode(errors="backslashreplace"))
    except (OSError, ValueError):  # it is no file
        to_stderr(text)


def settle() -> None:
    """Print what is left, so that Python's own end finds nothing that it could not."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            _lead_nowhere(stream)


def _print(text: str, stream: TextIO) -> None:
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        _lead_nowhere(stream)


def _lead_nowhere(stream: TextIO) -> None:
    """Let ``stream``, and what it still holds, end nowhere: nobody is there to read it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
