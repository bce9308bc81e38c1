# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import purge_job

GOOD = purge_job.Job("zookeeper", "17 3 * * *", "/usr/bin/java", "/opt/kafka/libs", "/zk/data", "/zk/log", 5)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"retain": 2}, "retain: 2 cannot be; give a whole number from 3 to"),
        ({"retain": True}, "retain: a number is needed, not the boolean true"),
        ({"retain": 2**31}, "retain: 2147483648 cannot be"),
        ({"user": "zoo keeper"}, "is no user name"),
        ({"user": ""}, "is no user name"),
        ({"data_dir": "data"}, "data_dir is 'data'; give an absolute path"),
        ({"data_log_dir": "/a\nb"}, "data_log_dir is"),
        ({"java": "java"}, "java is 'java'; give an absolute path"),
        ({"schedule": "@daily"}, "has 1 fields"),
        ({"libs": ""}, "libs is ''"),
    ],
)
def test_what_would_not_run_is_refused(changes, why: str) -> None:
    with pytest.raises(GroundworkError, match=why):
        purge_job.check(GOOD._replace(**changes))


def test_the_command_is_the_documented_one() -> None:
    words = "/usr/bin/java -cp /opt/kafka/libs/* org.apache.zookeeper.server.PurgeTxnLog /zk/log /zk/data -n 5"
    assert purge_job.command(GOOD) == words.split()


def test_a_person_reads_when_as_whom_and_how_many() -> None:
    assert purge_job.summary(GOOD._replace(schedule=" 0  4 * *   1 ")) == "0 4 * * 1 as zookeeper, keep 5"
