# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Records written in transactions: by kafka-python on the driver, as Spark's own sink knows of none.

Spark works the records out and hands them over in their order.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from itertools import islice
from types import TracebackType
from typing import Any, Iterable, Iterator

from kafka import KafkaProducer
from kafka.errors import KafkaError
from pyspark.sql import DataFrame, Row

from ..cluster.connection import Connection
from ..core.errors import CouldNotRunError
from ..records.shape import Shape

_TIMEOUT_MS = 60_000
_BATCH_BYTES = 262_144
_REQUEST_BYTES, _MORE_BYTES = 1024 * 1024, 1024
_CLOSE_SECONDS = 10


class Transactions:
    """A context in which records go to ``topic`` in transactions of so many as the ``shape`` has.

    There is one of a ``name`` at a time: who begins it again aborts what the last one left open.
    """

    def __init__(self, connection: Connection, topic: str, shape: Shape, name: str) -> None:
        self._topic, self._each = topic, shape.transaction_records or 1
        self._servers = connection.bootstrap_servers
        with self._explained():
            self._producer = KafkaProducer(
                **connection.for_python(),
                transactional_id=name,
                transaction_timeout_ms=_TIMEOUT_MS,
                max_block_ms=_TIMEOUT_MS,
                compression_type=None if shape.compression == "none" else shape.compression,
                batch_size=_BATCH_BYTES,
                linger_ms=5,
                max_request_size=max(_REQUEST_BYTES, shape.most_bytes + _MORE_BYTES),
            )
            try:
                self._producer.init_transactions()
            except BaseException:
                self._close()
                raise

    def __enter__(self) -> Transactions:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._close()

    def write(self, frame: DataFrame) -> None:
        """Write all of ``frame`` (key and value binary, partition int, headers); the last transaction has what is left.

        Raises :class:`CouldNotRunError` for what was not committed.
        """
        with self._explained():
            for rows in several(frame.toLocalIterator(prefetchPartitions=True), self._each):
                self._transact(rows)

    def _transact(self, rows: list[Row]) -> None:
        self._producer.begin_transaction()
        try:
            sent = [self._producer.send(self._topic, **_record(row)) for row in rows]
            self._producer.flush()
            for one in sent:
                one.get(timeout=_TIMEOUT_MS / 1000)
            self._producer.commit_transaction()
        except BaseException:
            with suppress(Exception):  # one that is in no state to be aborted ends by its timeout
                self._producer.abort_transaction()
            raise

    def _close(self) -> None:
        self._producer.close(timeout=_CLOSE_SECONDS)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except KafkaError as error:
            raise CouldNotRunError(
                f"the brokers behind {self._servers} did not take a transaction of {self._topic} "
                f"({type(error).__name__}): see that all of them run, that transaction.state.log.replication.factor is "
                "not above their number, and that ACLs allow Write to transactional ids"
            ) from error


def several(rows: Iterable[Row], each: int) -> Iterator[list[Row]]:
    """``rows`` in lists of ``each``, and what is left in the last."""
    left = iter(rows)
    while some := list(islice(left, each)):
        yield some


def _record(row: Row) -> dict[str, Any]:
    """What the producer sends for ``row``."""
    return {
        "key": bytes(row["key"]),
        "value": None if row["value"] is None else bytes(row["value"]),
        "partition": row["partition"],
        "headers": [(header["key"], bytes(header["value"])) for header in row["headers"] or []],
    }
