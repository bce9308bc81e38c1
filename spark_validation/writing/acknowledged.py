# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which of a write's tasks Spark saw succeed: one of Kafka's sink does only once all that it sent was acknowledged."""

from __future__ import annotations

import time
import uuid
from contextlib import contextmanager
from typing import Any, Iterator

from pyspark import SparkContext

_SUCCESS = "SUCCESS"
_SETTLED_SECONDS = 30.0


class Tasks:
    """The tasks of one Spark job by their index, which is that of the Spark partition."""

    def __init__(self, context: SparkContext, group: str) -> None:
        self._context, self._group = context, group

    def succeeded(self) -> set[int]:
        """Indices of the tasks of which an attempt succeeded."""
        return {task.index() for stage in self._stages() for task in self._attempts(stage) if task.status() == _SUCCESS}

    def _stages(self) -> list[int]:
        """Stages of the jobs, once Spark's listeners have heard of their end."""
        tracker = self._context.statusTracker()
        deadline = time.monotonic() + _SETTLED_SECONDS
        while True:
            jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(self._group)]
            if (jobs and all(job and job.status != "RUNNING" for job in jobs)) or time.monotonic() > deadline:
                return [stage for job in jobs if job for stage in job.stageIds]
            time.sleep(0.01)

    def _attempts(self, stage: int) -> list[Any]:
        store = self._context._jsc.sc().statusStore()
        latest = store.lastStageAttempt(stage)
        listed = store.taskList(stage, latest.attemptId(), 2**31 - 1)
        return [listed.apply(place) for place in range(listed.size())]


@contextmanager
def watched(context: SparkContext) -> Iterator[Tasks]:
    """Run the block's Spark job under a name of its own, by which its tasks are found afterwards."""
    group = f"groundwork-{uuid.uuid4()}"
    context.setJobGroup(group, "", interruptOnCancel=True)
    try:
        yield Tasks(context, group)
    finally:
        context.setLocalProperty("spark.jobGroup.id", None)  # type: ignore[arg-type]
