# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A member as who began it sees it: a process, the lines that it tells, and the answers that it waits for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from typing import IO, List, Optional, Sequence

from ..core.words import shortened
from .orders import LEAVE, Event, Orders

MEMBER = ("-m", "spark_validation.delivery.member")
_CHUNK = 1 << 16
_WORDS_LETTERS = 200
_DYING_SECONDS = 10.0


class Process:
    """Begun at once, with ``orders``; ``command`` is what this Python is given."""

    def __init__(self, number: int, orders: Orders, command: Sequence[str]) -> None:
        self.number, self.killed, self.leaving = number, False, False
        self._rest = b""
        self._words: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 it lives as long as this
        # A session of its own: a terminal's Ctrl-C ends the run, which then ends it.
        self._process = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._words,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,
        )
        self._write(orders.line())

    @property
    def stdout(self) -> IO[bytes]:
        """What it tells, to be waited for."""
        assert self._process.stdout  # noqa: S101 it was asked for above
        return self._process.stdout

    @property
    def may_end(self) -> bool:
        """Whether it was killed or asked to leave."""
        return self.killed or self.leaving

    def events(self) -> Optional[List[Event]]:
        """What it has told since; null once nothing comes any more."""
        data = os.read(self.stdout.fileno(), _CHUNK)
        if not data:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def answer(self, word: str) -> None:
        """What it is to do with what it told last."""
        self.leaving = self.leaving or word == LEAVE
        self._write(f"{word}\n")

    def ask_to_leave(self) -> None:
        """Let it leave the group, whatever it waits for."""
        self.leaving = True
        if self._process.poll() is None:
            self._process.terminate()
        if self._process.stdin:
            with suppress(OSError):
                self._process.stdin.close()

    def kill(self) -> None:
        """End it at once; what it has told until then can still be heard."""
        self.killed = True
        if self._process.poll() is None:
            self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_DYING_SECONDS)

    def last_words(self) -> str:
        """The end of what it printed where nobody should look."""
        self._words.seek(0)
        lines = self._words.read().decode(errors="replace").split("\n")
        return shortened(next((line for line in reversed(lines) if line.strip()), "it said nothing"), _WORDS_LETTERS)

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):  # who has ended is seen by the end, and who was asked to leave needs none
            assert self._process.stdin  # noqa: S101 it was asked for above
            self._process.stdin.write(text.encode())
            self._process.stdin.flush()
