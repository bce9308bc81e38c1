# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The files that were listed against the lines that were read: Spark passes over an empty file without a word."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping
from urllib.parse import unquote

from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

from .schema import BROKEN, FOREIGN, RECORD, REVIEW, WHATS

#: A review's file is called as that of its audit but for this, for Java as for Python.
ENDING = r"(\.review)?\.[^./]*$"
_OF_REVIEW = ".review.json"


@dataclass(frozen=True)
class Files:
    """How many files were ``listed`` and gave ``lines``, and how many of these are ``records`` and ``reviews``; those
    with ``broken`` and ``foreign`` lines by name, with how many; those that gave none, ``unread``; and those of
    reviews beside which there is no audit, ``alone``. The records are of the seconds from ``first`` to ``last``."""

    listed: int
    lines: int
    records: int
    reviews: int
    broken: Mapping[str, int] = field(default_factory=dict)
    foreign: Mapping[str, int] = field(default_factory=dict)
    unread: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    first: int | None = None
    last: int | None = None

    @property
    def read(self) -> int:
        """Files that gave a line."""
        return self.listed - len(self.unread)


def with_reviews(pattern: str) -> str:
    """What Hadoop knows the files by that match ``pattern``, and the reviews beside them."""
    return f"{{{pattern},{re.sub(ENDING, _OF_REVIEW, pattern)}}}"


def listed(found: DataFrame) -> list[str]:
    """The files that Spark found behind ``found``, as it names them, with those that are empty."""
    return found.inputFiles()


def by_file(lines: DataFrame) -> DataFrame:
    """How many lines each file has, how many of them are what, and of which seconds its records are."""
    of_record = F.when(F.col("what") == RECORD, F.col("seconds"))
    return lines.groupBy("file").agg(
        F.count(F.lit(1)).alias("lines"),
        *(F.count(F.when(F.col("what") == what, 1)).alias(what) for what in WHATS),
        F.min(of_record).alias("first"),
        F.max(of_record).alias("last"),
    )


def account(reports: str, names: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> Files:
    """What became of the files ``names``; ``rows`` are those of :func:`by_file`. Names are told from ``reports`` on."""
    wanted, counted = list(names), {row["file"]: row for row in rows}
    reviewed, audited = _named(reports, counted, REVIEW), {*map(_stem, _named(reports, counted, RECORD))}
    return Files(
        listed=len(wanted),
        lines=sum(row["lines"] for row in counted.values()),
        records=sum(row[RECORD] for row in counted.values()),
        reviews=sum(row[REVIEW] for row in counted.values()),
        broken=_named(reports, counted, BROKEN),
        foreign=_named(reports, counted, FOREIGN),
        unread=tuple(sorted(below(reports, name) for name in wanted if name not in counted)),
        alone=tuple(name for name in reviewed if _stem(name) not in audited),
        first=min((row["first"] for row in counted.values() if row[RECORD]), default=None),
        last=max((row["last"] for row in counted.values() if row[RECORD]), default=None),
    )


def _named(reports: str, counted: Mapping[str, Mapping[str, Any]], kind: str) -> dict[str, int]:
    found = {below(reports, name): row[kind] for name, row in counted.items() if row[kind]}
    return dict(sorted(found.items()))


def _stem(name: str) -> str:
    return re.sub(ENDING, "", name)


def below(reports: str, name: str) -> str:
    """The file ``name``, a URI as Spark writes it, from the folder ``reports`` on; whole where it lies elsewhere."""
    path = unquote(name)
    folder = re.sub(r"^[A-Za-z][A-Za-z0-9+.-]+:(//[^/]*)?", "", reports).rstrip("/") + "/"
    _before, there, rest = path.partition(folder)
    return rest if there and rest else path
