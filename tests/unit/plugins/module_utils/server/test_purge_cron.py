# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import purge_cron, purge_job

GOOD = {
    "user": "zookeeper",
    "schedule": "17 3 * * *",
    "java": "/usr/bin/java",
    "libs": "/opt/kafka/libs",
    "data_dir": "/var/lib/zk/data",
    "data_log_dir": "/var/lib/zk/log",
    "retain": 5,
}
FILE = "/etc/cron.d/groundwork-zookeeper-purge"
LINE = (
    "17 3 * * * zookeeper systemd-cat -t zookeeper-purge flock -n /var/lib/zk/log/. /usr/bin/java -cp "
    "'/opt/kafka/libs/*' org.apache.zookeeper.server.PurgeTxnLog /var/lib/zk/log /var/lib/zk/data -n 5"
)

HEADER = "# Written by the Ansible collection groundwork.kafka; changes made here are overwritten.\n"
SHORT, OTHER = "17 3 * * * as zookeeper, keep 5", "0 1 * * * as root, another command"


def job(**changes) -> purge_job.Job:
    return purge_job.Job(**{**GOOD, **changes})


def test_the_file_ends_its_last_line_and_has_the_documented_command() -> None:
    assert purge_cron.text(job()).split("\n")[1:] == [LINE, ""]


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"schedule": " 0  4 * *   1 "}, "0 4 * * 1 zookeeper systemd-cat"),
        ({"data_dir": "/data 1"}, "/var/lib/zk/log '/data 1' -n 5"),
        ({"data_dir": "/100%"}, r"/var/lib/zk/log /100\% -n 5"),
        ({"data_dir": "/100 %"}, r"/var/lib/zk/log '/100 \%' -n 5"),
        ({"data_dir": "/it's"}, "'/it'\"'\"'s' -n 5"),
        ({"retain": 3}, "/var/lib/zk/data -n 3"),
    ],
)
def test_parts_of_the_line(changes, part: str) -> None:
    assert part in purge_cron.line(job(**changes))


def make(tmp_path, content, daemon="cron") -> Host:
    (tmp_path / "proc" / "7").mkdir(parents=True)
    (tmp_path / "proc" / "7" / "comm").write_text(daemon + "\n")
    (tmp_path / "proc" / "self").mkdir()
    if content is not None:
        (tmp_path / "etc/cron.d").mkdir(parents=True)
        file = tmp_path / "etc/cron.d/groundwork-zookeeper-purge"
        file.write_text(content)
        file.chmod(0o644)
    return Host(str(tmp_path))


@pytest.mark.parametrize(
    ("content", "daemon", "expected"),
    [
        pytest.param(f"{HEADER}{LINE}\n", "cron", ("in_effect", SHORT, f"{FILE}:2"), id="in effect"),
        pytest.param(f"{HEADER}{LINE}\n", "crond", ("in_effect", SHORT, f"{FILE}:2"), id="another daemon"),
        pytest.param(f"{HEADER}{LINE}\n", "sshd", ("unavailable", None, f"{FILE}:2"), id="no cron daemon"),
        pytest.param(f"{LINE}\n", "cron", ("drifted", SHORT, f"{FILE}:1"), id="without the comment"),
        pytest.param(f"{HEADER}{LINE}\n* * * * * a b\n", "cron", ("drifted", SHORT, f"{FILE}:2"), id="a second job"),
        pytest.param(f"{HEADER}{LINE.replace('/zk/', '/kz/')}\n", "cron", ("drifted", SHORT, f"{FILE}:2"), id="paths"),
        pytest.param("0 1 * * * root x\n", "cron", ("drifted", OTHER, f"{FILE}:1"), id="another line"),
        pytest.param("PATH=/bin\n", "cron", ("drifted", "another entry", f"{FILE}:1"), id="no job"),
        pytest.param(LINE, "cron", ("drifted", None, None), id="a last line without an end is ignored"),
        pytest.param(None, "cron", ("drifted", None, None), id="no file"),
        pytest.param(None, "sshd", ("drifted", None, None), id="no file, no daemon"),
    ],
)
def test_rows(tmp_path, content, daemon: str, expected) -> None:
    row = purge_cron.row(make(tmp_path, content, daemon), job())
    assert (row["status"], row["effective"], row["persisted_at"]) == expected
    assert row["wanted"] == SHORT


@pytest.mark.parametrize(("content", "status"), [(None, "in_effect"), (f"{LINE}\n", "drifted"), ("#\n", "drifted")])
def test_an_entry_wanted_absent(tmp_path, content, status: str) -> None:
    row = purge_cron.row(make(tmp_path, content), None)
    assert (row["status"], row["wanted"]) == (status, None)


def test_a_file_that_cron_ignores_is_not_in_effect(tmp_path) -> None:
    host = make(tmp_path, f"{HEADER}{LINE}\n")
    (tmp_path / FILE[1:]).chmod(0o664)
    row = purge_cron.row(host, job())
    assert (row["status"], row["persisted"], row["effective"], row["after_boot"]) == ("drifted", SHORT, None, None)
    assert row["note"] == "cron ignores the file, because its owner or its mode is not as it was written"
