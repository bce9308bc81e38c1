# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The arguments that say what a run's records look like, and what becomes of them."""

from __future__ import annotations

import argparse
import importlib.util
import re
from dataclasses import replace

from ..core.errors import CouldNotRunError
from ..planned import taken
from ..planned.proof import Proof
from ..records.plan import least_record_bytes
from ..records.shape import COMPRESSIONS, DEFAULT_RECORD_BYTES, MOST_RECORD_BYTES, Shape, Size

_SIZE = re.compile(r"(-?[0-9]{1,9})(?::([0-9]{1,6}))?\Z", re.ASCII)
_NUMBER = re.compile(r"-?(?:[0-9]{1,6}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})\Z", re.ASCII)
#: What kafka-python, which writes the transactions, needs of the codecs that Python lacks.
_CODECS = {"snappy": ("snappy", "python-snappy"), "lz4": ("lz4", "lz4"), "zstd": ("zstandard", "zstandard")}


def sizes(text: str) -> tuple[Size, ...]:
    """Accept BYTES[:WEIGHT], several parted by commas."""
    found = [_SIZE.match(part) for part in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not BYTES or BYTES:WEIGHT; several are parted by commas, such as 200:9,10000:1"
        )
    return tuple(Size(int(one.group(1)), int(one.group(2) or 1)) for one in found if one)


def number(text: str) -> float:
    """Accept a decimal number."""
    if not _NUMBER.match(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no decimal number, such as 0.5")
    return float(text)


def whole(text: str) -> int:
    """Accept a whole number, whichever."""
    if not re.fullmatch(r"-?[0-9]{1,12}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)


def add_shape(command: argparse.ArgumentParser) -> None:
    """What the records look like."""
    command.add_argument(
        "--record-bytes",
        type=sizes,
        metavar="BYTES[:WEIGHT][,…]",
        help="size of a record, key and value together; several with their weights, such as 200:90,10000:9,900000:1; "
        f"default: the plan's, or {DEFAULT_RECORD_BYTES}",
    )
    command.add_argument(
        "--keys", type=whole, metavar="N", help="number of keys in all; default: 16 of each partition, in turn"
    )
    command.add_argument(
        "--key-skew",
        type=number,
        default=0.0,
        metavar="S",
        help="the key of rank r comes in proportion to r to the power of -S; default: 0, all as often",
    )
    command.add_argument(
        "--compression", default="none", metavar="CODEC", help=f"{', '.join(COMPRESSIONS)}; default: %(default)s"
    )
    command.add_argument(
        "--transaction-records", type=whole, metavar="N", help="write in transactions of so many records; default: none"
    )
    command.add_argument("--compacted", action="store_true", help="write to a topic that Kafka compacts")
    command.add_argument(
        "--tombstones",
        type=number,
        default=0.0,
        metavar="PART",
        help="with --compacted: this part of the records has no value, such as 0.05; default: 0",
    )


def shape_of(options: argparse.Namespace, run_id: str, proof: Proof | None) -> Shape:
    """The shape that is asked for, whose size is the plan's unless an option gives it; noted in ``proof``.

    Raises :class:`UsageError` for what contradicts itself.
    """
    found = Shape(
        sizes=options.record_bytes or (Size(DEFAULT_RECORD_BYTES),),
        keys=options.keys,
        skew=options.key_skew,
        compression=options.compression,
        transaction_records=options.transaction_records,
        compacted=options.compacted,
        tombstones=options.tombstones,
    )
    if not proof:
        return found
    mean = found.mean_bytes if options.record_bytes else None
    proof.take(taken.record_bytes(proof.planned, mean, least_record_bytes(run_id), MOST_RECORD_BYTES))
    return found if mean else replace(found, sizes=(Size(proof.used("record_bytes") or DEFAULT_RECORD_BYTES),))


def require_codec(shape: Shape) -> None:
    """Raise :class:`CouldNotRunError` where transactions are to be compressed by what Python lacks here."""
    if shape.transaction_records:
        require_python_codec(shape.compression)


def require_python_codec(compression: str) -> None:
    """Raise :class:`CouldNotRunError` where kafka-python cannot compress so here."""
    name, package = _CODECS.get(compression, ("", ""))
    if name and importlib.util.find_spec(name) is None:
        raise CouldNotRunError(
            f"transactions are written by kafka-python, which needs a Python package for {compression} that is "
            f"missing here: pip install {package}"
        )
