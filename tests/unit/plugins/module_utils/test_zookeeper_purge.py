# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils import java_command, zookeeper_purge
from ansible_collections.groundwork.kafka.plugins.module_utils.servers import Server

JOB = "SHELL=/bin/sh\n17 3 * * * zookeeper java -cp x org.apache.zookeeper.server.PurgeTxnLog /l /d -n 5\n"


def observe(host, **properties):
    given = {name.replace("_", "."): value for name, value in properties.items()}
    return zookeeper_purge.observe(host, Server("zookeeper", "4", java_command.parse(["java", "x"]), properties=given))


@pytest.mark.parametrize(
    ("file", "interval", "effective", "identity"),
    [
        pytest.param(("/x", ""), "24", "autopurge every 24 h", None, id="autopurge"),
        pytest.param(("/etc/cron.d/purge", JOB), "0", "cron", None, id="a job in cron.d"),
        pytest.param(("/etc/crontab", JOB), "0", "cron", None, id="a job in the crontab"),
        pytest.param(("/var/spool/cron/crontabs/zookeeper", JOB), "0", "cron", None, id="a user's job"),
        pytest.param(("/etc/cron.daily/zk", "#!/bin/sh\nzkCleanup.sh -n 3\n"), "0", "cron", None, id="the script"),
        pytest.param(("/x", ""), "0", None, "purge_missing", id="nobody"),
        pytest.param(("/etc/cron.d/purge", "# PurgeTxnLog\n"), "0", None, "purge_missing", id="a comment only"),
        pytest.param(("/etc/cron.d/purge", JOB), "1", "autopurge every 1 h, cron", "purge_twice", id="two at once"),
    ],
)
def test_who_purges(host, file, interval, effective, identity):
    host.put(*file)
    seen = observe(host, autopurge_purgeInterval=interval)
    assert seen.row["effective"] == effective
    assert [finding["id"] for finding in seen.findings] == ([identity] if identity else [])


def test_the_line_of_the_job_is_told(host):
    host.put("/etc/cron.d/purge", JOB)
    assert observe(host).row["persisted_at"] == "/etc/cron.d/purge:2"
