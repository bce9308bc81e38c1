# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""kafka-python's admin client, asked again where it has not heard of a broker yet, or asked one that is gone."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from kafka.admin import KafkaAdminClient
from kafka.errors import KafkaConnectionError, KafkaError, KafkaTimeoutError, NodeNotReadyError, UnknownBrokerIdError

_LOOK_AGAIN_SECONDS = 0.1
_NOT_ASKED = (UnknownBrokerIdError, NodeNotReadyError)
# What changes nothing may be asked twice: nobody knows whether a broker whose connection was lost has done it.
_READING = ("describe_", "list_", "get_")


class Patient:
    """The methods of ``client``, each tried for ``seconds`` while it fails for a broker that it lacks or that is gone.

    The client takes the brokers from the first one that answers, and keeps to them for five minutes. One that started
    a moment ago has not heard of all of them, and those that come back later are missing. One that was killed stays
    among them until its session with the cluster ends, and the client asks it as gladly as any other.
    """

    def __init__(self, client: KafkaAdminClient, seconds: float) -> None:
        self._client, self._seconds = client, seconds

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._client, name)
        if not callable(found):
            return found
        passing = (*_NOT_ASKED, KafkaConnectionError) if name.startswith(_READING) else _NOT_ASKED

        def ask(*given: Any, **named: Any) -> Any:
            deadline = time.monotonic() + self._seconds
            while True:
                try:
                    return found(*given, **named)
                except passing as error:
                    if time.monotonic() > deadline:
                        raise _told(error) from error
                time.sleep(_LOOK_AGAIN_SECONDS)
                manager = self._client._manager
                with suppress(KafkaError):  # the next try tells
                    manager.run(manager.cluster.refresh_metadata)

        return ask


def _told(error: KafkaError) -> KafkaError:
    """``error``, but for the one that tells no more than the number of a broker: nobody answered in all the time."""
    return KafkaTimeoutError("no broker is ready") if isinstance(error, NodeNotReadyError) else error
