# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The record on the wire, as Spark columns: what produces it and what takes it apart stand side by side.

The value is ``VALUE_BYTES`` bytes of ASCII, fields parted by one space::

    RUN_ID PARTITION(6) NUMBER(12) PADDING CHECKSUM(16)

Padding follows from the seed, the partition and the thousands of the number: what ``STRETCH`` numbers in a row share
is made once for all of them. The checksum is Spark's xxhash64 over the seed, the key and everything that stands before
it, so a record of another run is told from a damaged one of this run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable

from pyspark.sql import Column
from pyspark.sql import functions as F  # noqa: N812

from .plan import KEYS_PER_PARTITION, VALUE_BYTES, Plan

PARTITION_DIGITS = 6
NUMBER_DIGITS = 12
CHECKSUM_DIGITS = 16
STRETCH, _STRETCH_DIGITS = 1_000, 3
ATTEMPT = "attempt"
HEADERS = "array<struct<key:string,value:binary>>"


@dataclass(frozen=True)
class Layout:
    """Where the fields of a value begin, counted from 1 as SQL does; lengths in bytes."""

    partition: int
    number: int
    padding_length: int
    checksum: int


def layout(plan: Plan) -> Layout:
    """Positions of the fields of ``plan``'s records: they depend on the length of the run id alone."""
    partition = len(plan.run_id) + 2
    number = partition + PARTITION_DIGITS + 1
    padding = number + NUMBER_DIGITS + 1
    checksum = VALUE_BYTES - CHECKSUM_DIGITS + 1
    return Layout(partition, number, checksum - 1 - padding, checksum)


def _table(texts: Iterable[str]) -> Column:
    """An array of ``texts``, which hold no comma: one constant for Spark, not a thousand of them."""
    return F.split(F.lit(",".join(texts)), ",")


def _hex(hashed: Column) -> Column:
    """Sixteen hexadecimal digits of a bigint; ``hex`` alone drops leading zeros, which one in sixteen has."""
    digits = F.hex(hashed)
    return F.when((hashed < 0) | (hashed >= 2**60), digits).otherwise(F.lpad(digits, CHECKSUM_DIGITS, "0"))


def _digits(number: Column, width: int) -> Column:
    return F.lpad(number.cast("string"), width, "0")


def _checksum(plan: Plan, key: Column, body: Column) -> Column:
    return _hex(F.xxhash64(F.lit(plan.seed).cast("bigint"), key.cast("binary"), body.cast("binary")))


def key_column(plan: Plan, partition: Column, number: Column) -> Column:
    """Key of record ``number`` of ``partition``, from the table of keys that the plan found by murmur2."""
    table = _table(key for keys in plan.keys for key in keys)
    return F.element_at(table, (partition * KEYS_PER_PARTITION + number % KEYS_PER_PARTITION + 1).cast("int"))


def shared_columns(plan: Plan, partition: Column, stretch: Column) -> list[Column]:
    """``head`` and ``tail``: what stands before and behind the last digits of the numbers of a ``stretch``."""
    noise = _hex(F.xxhash64(F.lit(plan.seed).cast("bigint"), partition, stretch))
    padding = F.substring(F.repeat(noise, 4), 1, layout(plan).padding_length)  # at most 61 characters
    head = [
        F.lit(plan.run_id),
        _digits(partition, PARTITION_DIGITS),
        _digits(stretch, NUMBER_DIGITS - _STRETCH_DIGITS),
    ]
    return [F.concat_ws(" ", *head).alias("head"), F.concat(F.lit(" "), padding).alias("tail")]


def body_column(number: Column) -> Column:
    """What stands before the checksum in record ``number``, in columns with its stretch's head and tail."""
    table = _table(f"{last:0{_STRETCH_DIGITS}d}" for last in range(STRETCH))
    last_digits = F.element_at(table, (number % STRETCH + 1).cast("int"))
    return F.concat(F.col("head"), last_digits, F.col("tail"))


def value_column(plan: Plan, key: Column, body: Column) -> Column:
    """The whole value; give ``body`` as a column of an earlier select, for it is used twice."""
    return F.concat(body, F.lit(" "), _checksum(plan, key, body))


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


def is_at_home(plan: Plan, partition: Column, value: Column) -> Column:
    """Whether ``value`` begins as every record of this run in ``partition`` does.

    One comparison then stands for :func:`is_of_run` and :func:`claimed_partition`, whose number is dear to read.
    """
    starts = [f"{plan.run_id} {number:0{PARTITION_DIGITS}d} " for number in range(plan.partitions)]
    own = F.try_element_at(_table(starts).cast("array<binary>"), partition + 1)
    return F.coalesce(F.substring(value, 1, len(starts[0])) == own, F.lit(False))


def is_of_run(plan: Plan, value: Column) -> Column:
    """Whether a binary ``value`` (maybe null) says that it belongs to this run."""
    start = plan.run_id + " "
    return F.coalesce(F.substring(value, 1, len(start)) == F.lit(start.encode()), F.lit(False))


def is_whole(plan: Plan, key: Column, value: Column) -> Column:
    """Whether length and checksum of a binary ``value`` of this run hold; a null key is damage too."""
    at = layout(plan)
    body = F.substring(value, 1, at.checksum - 2)
    checksum = F.substring(value, at.checksum, CHECKSUM_DIGITS)
    expected = _checksum(plan, key, body).cast("binary")  # compared as bytes, which no string is made of first
    return F.coalesce((F.length(value) == VALUE_BYTES) & (checksum == expected), F.lit(False))


def claimed_partition(plan: Plan, value: Column) -> Column:
    """The planned partition that ``value`` names, or null: a damaged record must not end the job."""
    return F.substring(value, layout(plan).partition, PARTITION_DIGITS).cast("string").try_cast("int")


def claimed_number(plan: Plan, value: Column) -> Column:
    """The number that ``value`` names, or null."""
    return F.substring(value, layout(plan).number, NUMBER_DIGITS).cast("string").try_cast("bigint")
