# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What Spark moves for a fleet: how often, and of what."""

from __future__ import annotations

import re
from typing import Iterator

import pytest
from pyspark.sql import DataFrame, SparkSession

from spark_validation.fleet import files, gather, growth, hosts, lines, peers, reviews
from tests.simulated_fleet import Fleet


@pytest.fixture(scope="module")
def of(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DataFrame]:
    """The lines of a small fleet, with more than one partition to move rows between."""
    before = spark.conf.get("spark.sql.shuffle.partitions")
    spark.conf.set("spark.sql.shuffle.partitions", 2)
    folder = tmp_path_factory.mktemp("fleet")
    Fleet(100, 12, 2).write(folder)
    yield lines.lines(lines.files(spark, folder.as_uri(), "*.jsonl")).persist()
    spark.catalog.clearCache()
    spark.conf.set("spark.sql.shuffle.partitions", before or 1)


def own_plan(frame: DataFrame) -> list[str]:
    """The lines of the plan of ``frame``, but for those of what it has from a frame that is held already."""
    own: list[str] = []
    held = None
    for line in str(frame._jdf.queryExecution().executedPlan().toString()).splitlines():
        depth = len(line) - len(line.lstrip(" :+-"))
        held = None if held is not None and depth <= held else held
        if held is None:
            own.append(line)
        if held is None and "InMemoryRelation" in line:
            held = depth
    return own


def shuffles(frame: DataFrame) -> list[str]:
    """By what rows are moved for ``frame``."""
    return re.findall(r"(?<!Broadcast)Exchange hashpartitioning\(([^)]*)\)", "\n".join(own_plan(frame)))


def moved_by(frame: DataFrame) -> list[list[str]]:
    """The same, as the names of columns."""
    return [[re.sub(r"#\d+L?$", "", column) for column in one.split(", ")[:-1]] for one in shuffles(frame)]


def test_lines_are_counted_to_their_files_once(of: DataFrame) -> None:
    assert moved_by(files.by_file(of)) == [["file"]]


def test_records_are_moved_to_their_clusters_once(of: DataFrame) -> None:
    """The latest, what was before, what has changed: all from where the host's records are then."""
    frame = hosts.hosts(lines.records(of))
    assert moved_by(frame) == [["cluster"]]
    assert moved_by(hosts.drift(frame)) == [["cluster"]]


def test_uses_are_moved_once(of: DataFrame) -> None:
    assert moved_by(growth.growth(lines.records(of))) == [["cluster", "host"]]


def counted_first(frame: DataFrame) -> bool:
    """Whether rows are counted where they lie before any of them is moved for ``frame``."""
    plan = own_plan(frame)
    moves = [before for move, before in zip(plan, plan[1:]) if "Exchange hash" in move]
    return "partial_" in moves[-1]


def test_counts_alone_are_moved_for_what_is_counted(of: DataFrame) -> None:
    """And not even these for peers and for who is missing, as all of a cluster lies together."""
    held = hosts.hosts(lines.records(of)).persist()
    sums, values = peers.compliance(held), peers.unusual(held)
    assert [len(keys) for keys in moved_by(sums)] == [4, 1]  # three, and which of them count; the setting's name
    assert counted_first(sums)
    assert (
        moved_by(values) == moved_by(peers.outliers(held, values.persist())) == moved_by(hosts.missing(held, 12)) == []
    )


def test_reviews_are_moved_to_their_clusters_and_back_together(of: DataFrame) -> None:
    """And clusters' names to their audits, of which reviews stay where they are."""
    held = reviews.reviews(of)
    assert sorted(moved_by(held)) == [["cluster"], ["newest"], ["stem"]]
    assert moved_by(reviews.by_trap(reviews.traps(held.persist()))) == [["trap", "severity"]]


def test_no_row_goes_through_python(of: DataFrame) -> None:
    found = gather.frames(of, 12)
    for name in gather.TABLES:
        frame = getattr(found, name)
        plan = str(frame._jdf.queryExecution().executedPlan().toString())
        assert not [word for word in ("Python", "Pandas", "Arrow") if word in plan], name
