# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""kafka-python's admin client, asked again where it has not heard of a broker yet."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from kafka.admin import KafkaAdminClient
from kafka.errors import KafkaError, UnknownBrokerIdError

_LOOK_AGAIN_SECONDS = 0.1


class Patient:
    """The methods of ``client``, each tried for ``seconds`` as long as it fails for a broker that the client lacks.

    The client takes the brokers from the first one that answers, and keeps to them for five minutes. One that started
    a moment ago has not heard of all of them, and those that come back later are missing.
    """

    def __init__(self, client: KafkaAdminClient, seconds: float) -> None:
        self._client, self._seconds = client, seconds

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._client, name)
        if not callable(found):
            return found

        def ask(*given: Any, **named: Any) -> Any:
            deadline = time.monotonic() + self._seconds
            while True:
                try:
                    return found(*given, **named)
                except UnknownBrokerIdError:
                    if time.monotonic() > deadline:
                        raise
                time.sleep(_LOOK_AGAIN_SECONDS)
                manager = self._client._manager
                with suppress(KafkaError):  # the next try tells
                    manager.run(manager.cluster.refresh_metadata)

        return ask
