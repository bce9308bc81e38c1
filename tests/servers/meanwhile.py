# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What goes on beside a test, each work in a thread of its own."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import Callable, Iterator


@contextmanager
def meanwhile(*works: Callable[[threading.Event], None]) -> Iterator[threading.Event]:
    """Do all *works* until this ends; each is given the event that says so, as is whoever has to wake one up."""
    ended = threading.Event()
    threads = [threading.Thread(target=work, args=(ended,), daemon=True) for work in works]
    for one in threads:
        one.start()
    try:
        yield ended
    finally:
        ended.set()
        for one in threads:
            one.join()
