# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Brokers that sleep for longer than a client waits for their answer, and then do what they were asked."""

from __future__ import annotations

import threading
from contextlib import contextmanager

#: How long the client waits, and the longer time that the brokers sleep.
WAITS, SLEEP = 2, 2.5


@contextmanager
def asleep(running, seconds):
    """The brokers do nothing for *seconds* from now on."""
    brokers = list(running.brokers.values())
    waking = threading.Timer(seconds, lambda: [broker.resume() for broker in brokers])
    for broker in brokers:
        broker.pause()
    waking.start()
    try:
        yield
    finally:
        waking.join()


class Drowsy:
    """A *client* whose first *method* that is asked with *named* finds the brokers asleep; how often it is *asked*."""

    def __init__(self, running, client, method, **named):
        self._running, self._client, self._method, self._named, self.asked = running, client, method, named, 0

    def __getattr__(self, name):
        found = getattr(self._client, name)
        return self._asked_for(found) if name == self._method else found

    def _asked_for(self, found):
        def ask(*given, **named):
            if any(named.get(key) != value for key, value in self._named.items()):
                return found(*given, **named)
            self.asked += 1
            if self.asked > 1:
                return found(*given, **named)
            with asleep(self._running, SLEEP):
                return found(*given, **named)

        return ask
