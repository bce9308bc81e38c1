# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``fleet`` from beginning to end: the files read once, hosts counted and compared, and the verdict."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession

from ..core.errors import CouldNotRunError
from ..core.interrupts import interruptible
from ..core.progress import step
from ..core.result import Result
from ..core.verdict import conclude
from ..spark.environment import environment
from ..spark.session import spark_session, submitted
from . import gather, lines, tables
from .checks import CHECKS, MEASURES
from .details import details, findings, measured, subjects

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


@dataclass(frozen=True)
class Request:
    """What the command line asks for: folders as Hadoop names them; ``within`` is days, ``missing_after`` hours."""

    reports: str
    files: str
    within: int
    missing_after: int
    parquet: str | None


def run(request: Request) -> Result:
    """Read the audits; :class:`CouldNotRunError` where there is none to read."""
    started = datetime.now(timezone.utc)
    reports, parquet = located(request.reports), located(request.parquet) if request.parquet else None
    with spark_session(None, brief=True) as spark, interruptible():
        if parquet:
            tables.require_new(spark, parquet)
        found = _files(spark, reports, request)
        of = lines.lines(found).persist()
        with step(f"reading the audits in {request.reports}", spark.sparkContext):
            accounted = gather.accounted(reports, found, of)
        if not accounted.listed:
            raise CouldNotRunError(f"there is no file in {request.reports} whose name is {request.files}")
        if not accounted.records:
            raise CouldNotRunError(
                f"none of the {accounted.listed:,} files {request.files} in {request.reports}, reviews among them, "
                "holds a record of an audit: name the folder that playbooks/audit.yml writes to"
            )
        with step(f"comparing the hosts of {accounted.records:,} records", spark.sparkContext):
            frames = gather.frames(of, request.missing_after)
            fleet = gather.gather(accounted, frames, request.within)
        if parquet:
            with step(f"writing tables to {request.parquet}", spark.sparkContext):
                tables.write(frames, parquet)
        frames.release()
        of.unpersist()
        ran_on = environment(spark)
    return Result(
        command="fleet",
        bootstrap_servers="",
        started=started,
        finished=datetime.now(timezone.utc),
        verdict=conclude(CHECKS, findings(fleet), MEASURES, measured(fleet)),
        **subjects(fleet),
        details=_details(request, fleet),
        environment=ran_on,
    )


def _details(request: Request, fleet: gather.Fleet) -> dict[str, Any]:
    asked = {
        "reports": request.reports,
        "files_named": request.files,
        "parquet": request.parquet,
        "within_days": request.within,
        "missing_after_hours": request.missing_after,
    }
    return {**asked, **details(fleet)}


def _files(spark: SparkSession, reports: str, request: Request) -> DataFrame:
    try:
        found = lines.files(spark, reports, request.files)
    except AnalysisException as error:
        raise CouldNotRunError(f"{request.reports} cannot be read: {str(error).splitlines()[0]}") from error
    return found


def located(folder: str) -> str:
    """``folder`` as Spark finds it: its JVM works elsewhere, so that a relative path of this machine is made whole.

    Where spark-submit has started the JVM, a path without a scheme is of the file system that Hadoop is set to.
    """
    if _SCHEME.match(folder) or submitted():
        return folder
    return f"file://{Path(folder).absolute()}"  # Hadoop takes a path as it is written, and no URI's escapes
