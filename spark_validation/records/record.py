# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The record on the wire, as Spark columns: what produces it and what takes it apart stand side by side.

The value is ``VALUE_BYTES`` bytes::

    RUN_ID PADDING SERIAL(8) CHECKSUM(8)

Run id and padding are text, the same for all records of a run, with a space behind the run id. Serial and checksum
follow without a gap as big-endian integers of so many bytes: Spark makes and compares those faster than digits. The
serial is the partition times 2^40 and the number; the checksum is Spark's xxhash64 over the seed, the serial and the
key. So text and checksum guard every byte, and a record of another run is told from a damaged one of this run.
"""

from __future__ import annotations

import hashlib
from typing import Iterable

from pyspark.sql import Column
from pyspark.sql import functions as F  # noqa: N812

from .plan import KEYS_PER_PARTITION, VALUE_BYTES, Plan

SERIAL_BYTES = 8
CHECKSUM_BYTES = 8
TEXT_BYTES = VALUE_BYTES - SERIAL_BYTES - CHECKSUM_BYTES
_NUMBER_BITS = 40  # enough for MOST_RECORDS; MOST_PARTITIONS fit into what is left of 63
ATTEMPT = "attempt"
HEADERS = "array<struct<key:string,value:binary>>"


def text(plan: Plan) -> bytes:
    """Run id and padding, which hangs on the seed: hexadecimal digits."""
    digits = hashlib.sha256(str(plan.seed).encode()).hexdigest() * 2
    return f"{plan.run_id} {digits}".encode()[:TEXT_BYTES]


def _table(texts: Iterable[object]) -> Column:
    """An array of what is written without a comma: one constant for Spark, not a thousand of them."""
    return F.split(F.lit(",".join(map(str, texts))), ",")


def key_column(plan: Plan, partition: Column, number: Column) -> Column:
    """Key, as bytes, of record ``number`` of ``partition``, from the table of keys that the plan found by murmur2."""
    table = _table(key for keys in plan.keys for key in keys).cast("array<binary>")
    return F.element_at(table, (partition * KEYS_PER_PARTITION + number % KEYS_PER_PARTITION + 1).cast("int"))


def _serial(partition: Column, number: Column) -> Column:
    """Of an int partition and a bigint number; null where one of them is."""
    return F.shiftleft(partition.cast("bigint"), _NUMBER_BITS) + number


def _checksum(plan: Plan, serial: Column, key: Column) -> Column:
    return F.xxhash64(F.lit(plan.seed).cast("bigint"), serial, key)


def value_column(plan: Plan, key: Column, partition: Column, number: Column) -> Column:
    """The whole value for an int partition and a bigint number. Within :func:`session.integers_as_bytes`."""
    serial = _serial(partition, number)
    return F.concat(F.lit(text(plan)), serial.cast("binary"), _checksum(plan, serial, key).cast("binary"))


def attempt_header(tries: int) -> Column:
    """Kafka headers that tell which attempt wrote a record, such as ``1.0.0``.

    ``tries`` counts the query's own, then Spark's attempts at the stage and at the task follow: their numbers stand
    in the name of the thread that runs the task, and nowhere else where a column could see them.
    """
    thread = F.expr("reflect('java.lang.Thread', 'currentThread')")
    numbers = [F.regexp_extract(thread, r"task \d+\.(\d+) in stage \d+\.(\d+)", group) for group in (2, 1)]
    attempt = F.concat_ws(".", F.lit(str(tries)), *numbers)
    return F.array(F.struct(F.lit(ATTEMPT).alias("key"), attempt.cast("binary").alias("value")))


def attempt_of(headers: Column) -> Column:
    """What :func:`attempt_header` wrote, as a string; empty for a record without it."""
    wrote = F.try_element_at(F.filter(headers, lambda header: header["key"] == ATTEMPT), F.lit(1))
    return F.coalesce(wrote["value"].cast("string"), F.lit(""))


def holds(condition: Column) -> Column:
    """Whether ``condition`` is true: null is not."""
    return condition.eqNullSafe(F.lit(True))


def number_by_place(firsts: Iterable[int], partition: Column, offset: Column) -> Column:
    """The number at an offset where nothing is missing or added behind ``firsts``, the first offsets by partition."""
    return offset - F.try_element_at(_table(firsts).cast("array<bigint>"), partition + 1)


def is_of_run(plan: Plan, value: Column) -> Column:
    """Whether a binary ``value`` (maybe null) says that it belongs to this run."""
    return holds(F.startswith(value, F.lit(f"{plan.run_id} ".encode())))


def is_whole(plan: Plan, key: Column, value: Column, partition: Column, number: Column) -> Column:
    """Whether a binary ``value`` is, byte by byte, that of record ``number`` of ``partition`` with this ``key``.

    Any of them may be null: then it is not. Within :func:`session.integers_as_bytes`.
    """
    serial = _serial(partition, number)
    # Part by part: to put the right value together first costs more than the one copy, of the serial's bytes.
    return holds(
        (F.length(value) == VALUE_BYTES)
        & F.startswith(value, F.lit(text(plan)))
        & (_serial_in(value) == serial.cast("binary"))
        & F.endswith(value, _checksum(plan, serial, key).cast("binary"))
    )


def claimed_partition(value: Column) -> Column:
    """The partition that ``value`` names, never negative, or null: a damaged record must not end the job."""
    return F.shiftright(_claimed_serial(value), _NUMBER_BITS).cast("int")


def claimed_number(value: Column) -> Column:
    """The number that ``value`` names, never negative, or null."""
    return _claimed_serial(value).bitwiseAND(2**_NUMBER_BITS - 1)


def _claimed_serial(value: Column) -> Column:
    """The serial in ``value``; null where it is too short for one, or would be negative."""
    digits = F.conv(F.hex(_serial_in(value)), 16, 10)
    return F.when(F.length(value) >= TEXT_BYTES + SERIAL_BYTES, digits.try_cast("bigint"))


def _serial_in(value: Column) -> Column:
    """The bytes where the serial stands; fewer of a ``value`` that is too short."""
    return F.substring(value, TEXT_BYTES + 1, SERIAL_BYTES)
