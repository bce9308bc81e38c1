# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The record on the wire, as Spark columns: what produces it and what takes it apart stand side by side.

The value is as many bytes as the plan gives it::

    RUN_ID PADDING SERIAL(8) CHECKSUM(8) MORE_PADDING

Run id and padding are text, with a space behind the run id; so far it is the same for all records of a run, and makes
up ``Plan.text_bytes``. Serial and checksum follow without a gap as big-endian integers of so many bytes: Spark makes
and compares those faster than digits. The serial is the partition times 2^40 and the number; the checksum is Spark's
xxhash64 over the seed, the serial and the key. What the value has room for behind them is padding again. So text,
checksum and padding guard every byte, and a record of another run is told from a damaged one of this run.

A tombstone has no value. It carries what a value would begin with, up to the checksum, in the header ``RECORD``.
"""

from __future__ import annotations

import hashlib
from typing import Iterable, Sequence

from pyspark.sql import Column
from pyspark.sql import functions as F  # noqa: N812

from .deal import offsets
from .plan import CHECKSUM_BYTES, SERIAL_BYTES, Plan
from .shape import KEY_BYTES, TOMBSTONE

_NUMBER_BITS = 40  # enough for MOST_RECORDS; MOST_PARTITIONS fit into what is left of 63
ATTEMPT, RECORD = "attempt", "record"
HEADERS = "array<struct<key:string,value:binary>>"
_BLOCK = 64
#: Where records are compressed, the padding of each begins at another place of so much of it, more than a codec looks
#: back. The step is a prime, so that all places are come to.
_VARIED_BYTES, _STEP = 1 << 20, 614_657


def padding(plan: Plan, length: int) -> bytes:
    """The padding's first ``length`` bytes, which hang on the seed: hexadecimal digits, as SHA-256 gives them."""
    blocks = range(-(-length // _BLOCK))
    return "".join(hashlib.sha256(f"{plan.seed} {block}".encode()).hexdigest() for block in blocks).encode()[:length]


def text(plan: Plan) -> bytes:
    """What all values of a run begin with: run id and padding."""
    return f"{plan.run_id} ".encode() + padding(plan, plan.text_bytes - len(plan.run_id) - 1)


def _table(texts: Iterable[object]) -> Column:
    """An array of what is written without a comma: one constant for Spark, not a thousand of them."""
    return F.split(F.lit(",".join(map(str, texts))), ",")


def by_partition(values: Sequence[int], partition: Column) -> Column:
    """The one of ``values``, a bigint, that belongs to ``partition``; null where there is none.

    Of what a plan deals out in turn, the first partitions have one more: that is worked out, which is quicker than to
    look it up. Whoever asks for other partitions than those of ``values`` gets any number then.
    """
    least, larger = values[-1], sum(value > values[-1] for value in values)
    if list(values) == [least + 1] * larger + [least] * (len(values) - larger):
        return F.lit(least).cast("bigint") + ((partition < larger).cast("bigint") if larger else 0)
    return F.try_element_at(_table(values).cast("array<bigint>"), partition.cast("int") + 1)


def dealt(plan: Plan, count: Column) -> tuple[Column, Column]:
    """Partition, an int, and number, a bigint, of the record before which the plan deals out ``count``, a bigint."""
    if plan.shape.keys is None:
        return (count % plan.partitions).cast("int"), F.floor((count - count % plan.partitions) / plan.partitions)
    deal = plan.deal
    place = (count % deal.length).cast("int") + 1
    cycle = F.floor((count - count % deal.length) / deal.length)
    partition = F.element_at(_table(deal.partitions()).cast("array<int>"), place)
    rank = F.element_at(_table(deal.ranks()).cast("array<bigint>"), place)
    return partition, cycle * by_partition([len(keys) for keys in plan.keys], partition) + rank


def key_column(plan: Plan, partition: Column, number: Column) -> Column:
    """Key, as bytes, of record ``number`` of ``partition``, from the table of keys that the plan found by murmur2."""
    table = _table(key for keys in plan.keys for key in keys).cast("array<binary>")
    lengths = [len(keys) for keys in plan.keys]
    alike = len(set(lengths)) == 1
    first = partition * lengths[0] if alike else by_partition(offsets(plan.keys), partition)
    # No number is asked of a partition without keys; but Spark may work the remainder out all the same.
    turn = number % by_partition([max(1, length) for length in lengths], partition)
    return F.try_element_at(table, (first + turn + 1).cast("int"))


def _size(plan: Plan, partition: Column, number: Column) -> Column:
    """Bytes of the record's key and value, ``TOMBSTONE`` where it has no value; null where one of the two is."""
    if len(plan.sizes) == 1:
        return F.lit(plan.sizes[0]).cast("bigint")
    place = (partition.cast("bigint") + number) % len(plan.sizes)
    return F.try_element_at(_table(plan.sizes).cast("array<bigint>"), place.cast("int") + 1)


def is_tombstone(plan: Plan, partition: Column, number: Column) -> Column:
    """Whether the plan gives the record no value."""
    return _size(plan, partition, number) == TOMBSTONE


def _more_padding(plan: Plan, partition: Column, number: Column) -> Column | None:
    """What follows the checksum in a record that has a value; null where that is nothing in any."""
    head, shape = KEY_BYTES + plan.head_bytes, plan.shape
    most = shape.most_bytes - head
    if not most:
        return None
    if not shape.varied and shape.uniform:
        return F.lit(padding(plan, most))
    length = (_size(plan, partition, number) - head).cast("int")
    if not shape.varied:
        return F.substring(F.lit(padding(plan, most)), F.lit(1), length)
    place = (partition.cast("bigint") * 7 + number) % _VARIED_BYTES * _STEP % _VARIED_BYTES
    return F.substring(F.lit(padding(plan, _VARIED_BYTES + most)), place.cast("int") + 1, length)


def _serial(partition: Column, number: Column) -> Column:
    """Of an int partition and a bigint number; null where one of them is."""
    return F.shiftleft(partition.cast("bigint"), _NUMBER_BITS) + number


def _checksum(plan: Plan, serial: Column, key: Column) -> Column:
    return F.xxhash64(F.lit(plan.seed).cast("bigint"), serial, key)


def _head(plan: Plan, key: Column, partition: Column, number: Column) -> Column:
    serial = _serial(partition, number)
    return F.concat(F.lit(text(plan)), serial.cast("binary"), _checksum(plan, serial, key).cast("binary"))


def value_column(plan: Plan, key: Column, partition: Column, number: Column) -> Column:
    """The whole value for an int partition and a bigint number. Within :func:`session.integers_as_bytes`."""
    head, more = _head(plan, key, partition, number), _more_padding(plan, partition, number)
    value = head if more is None else F.concat(head, more)
    return F.when(~is_tombstone(plan, partition, number), value) if plan.shape.tombstones else value


def with_record_header(plan: Plan, headers: Column, key: Column, partition: Column, number: Column) -> Column:
    """``headers``, with one more for tombstones. Within :func:`session.integers_as_bytes`."""
    if not plan.shape.tombstones:
        return headers
    own = F.array(F.struct(F.lit(RECORD).alias("key"), _head(plan, key, partition, number).alias("value")))
    both = F.concat(F.coalesce(headers, F.array().cast(HEADERS)), own)
    return F.when(is_tombstone(plan, partition, number), both).otherwise(headers)


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
    return F.coalesce(_header(headers, ATTEMPT).cast("string"), F.lit(""))


def record_of(headers: Column) -> Column:
    """What :func:`with_record_header` wrote; null for a record without it."""
    return _header(headers, RECORD)


def _header(headers: Column, name: str) -> Column:
    """The value of the first header of this ``name``, or null."""
    return F.try_element_at(F.filter(headers, lambda header: header["key"] == name), F.lit(1))["value"]


def holds(condition: Column) -> Column:
    """Whether ``condition`` is true: null is not."""
    return condition.eqNullSafe(F.lit(True))


def number_by_place(firsts: Iterable[int], partition: Column, offset: Column) -> Column:
    """The number at an offset where nothing is missing or added behind ``firsts``, the first offsets by partition."""
    return offset - F.try_element_at(_table(firsts).cast("array<bigint>"), partition + 1)


def is_of_run(plan: Plan, content: Column) -> Column:
    """Whether a binary ``content`` (maybe null) says that it belongs to this run."""
    return holds(F.startswith(content, F.lit(f"{plan.run_id} ".encode())))


def content(plan: Plan, value: Column, record: Column) -> Column:
    """What names the record: its value, or the header ``record`` of one without."""
    return F.coalesce(value, record) if plan.shape.tombstones else value


def is_whole(plan: Plan, key: Column, value: Column, record: Column, place: tuple[Column, Column]) -> Column:
    """Whether a record is, byte by byte, the one at ``place``, which is partition and number, with this ``key``.

    ``value`` and ``record``, the header of a tombstone, are binary. Any of all may be null: then it is not. Within
    :func:`session.integers_as_bytes`.
    """
    partition, number = place
    serial, told = _serial(partition, number), content(plan, value, record)
    checksum = _checksum(plan, serial, key).cast("binary")
    # Part by part: to put the right value together first costs more than the copies, of some of its bytes.
    named = F.startswith(told, F.lit(text(plan))) & (_serial_in(plan, told) == serial.cast("binary"))
    more = _more_padding(plan, partition, number)
    if more is None and not plan.shape.tombstones and plan.shape.keys is None:
        return holds((F.length(value) == plan.head_bytes) & named & F.endswith(value, checksum))
    if plan.shape.keys is not None:  # else the key is held against the checksum alone, which spares the look-up
        named = named & ((partition >= plan.partitions) | (key == key_column(plan, partition, number)))
    whole = named & (F.substring(told, plan.text_bytes + SERIAL_BYTES + 1, CHECKSUM_BYTES) == checksum)
    size = _size(plan, partition, number)
    right = (F.length(value) == size - KEY_BYTES) & (F.lit(True) if more is None else F.endswith(value, more))
    if plan.shape.tombstones:
        dead = value.isNull() & (F.length(record) == plan.head_bytes)
        right = F.when(size == TOMBSTONE, dead).otherwise(right)
    return holds(whole & right)


def claimed_partition(plan: Plan, content: Column) -> Column:
    """The partition that ``content`` names, never negative, or null: a damaged record must not end the job."""
    return F.shiftright(_claimed_serial(plan, content), _NUMBER_BITS).cast("int")


def claimed_number(plan: Plan, content: Column) -> Column:
    """The number that ``content`` names, never negative, or null."""
    return _claimed_serial(plan, content).bitwiseAND(2**_NUMBER_BITS - 1)


def _claimed_serial(plan: Plan, content: Column) -> Column:
    """The serial in ``content``; null where it is too short for one, or would be negative."""
    digits = F.conv(F.hex(_serial_in(plan, content)), 16, 10)
    return F.when(F.length(content) >= plan.text_bytes + SERIAL_BYTES, digits.try_cast("bigint"))


def _serial_in(plan: Plan, content: Column) -> Column:
    """The bytes where the serial stands; fewer of a ``content`` that is too short."""
    return F.substring(content, plan.text_bytes + 1, SERIAL_BYTES)
