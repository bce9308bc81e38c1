# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import settings
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import limits

CAPABLE, CONFINED = "CapEff:\t000001ffffffffff\n", "CapEff:\t000001fffeffffff\n"


def confine(host, hard, capabilities=CONFINED):
    """A host whose sessions get no more than *hard*."""
    host.kernel(fs__nr_open="1048576")
    host.put("/proc/self/status", "Name:\tpython3\n" + capabilities)
    host.put("/proc/self/limits", "Limit  Soft Limit  Hard Limit  Units\nMax open files  1024  " + hard + "  files\n")


def read(host, soft="262144", hard="1024288"):
    """Rows of the user kafka, and what would be written."""
    wished = limits.wanted(["kafka"], (soft, hard))
    state = limits.read(host, wished)
    rows = [settings.row(setting, state.readings[setting.name]) for setting in wished]
    return rows, limits.plan(wished, state)


def written(steps):
    return [line for line in steps[0].after.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("user", ["kafka\n", "@kafka", "*", ":1000", "kafka other", "", "1000", "kafka#"])
def test_wanted_refuses_what_is_no_user(user):
    with pytest.raises(GroundworkError, match="is no user name"):
        limits.wanted([user], ("1", "2"))


@pytest.mark.parametrize(
    ("hard", "capabilities", "value", "origin"),
    [
        ("20000", CONFINED, 20000, "container"),
        ("20000", CAPABLE, 1048576, "fs.nr_open"),
        ("2000000", CONFINED, 1048576, "fs.nr_open"),
        ("unlimited", CONFINED, 1048576, "fs.nr_open"),
    ],
)
def test_cap(host, hard, capabilities, value, origin):
    confine(host, hard, capabilities)
    cap = limits.cap(host)
    assert cap.value == value
    assert origin in cap.origin


def test_cap_follows_an_nr_open_that_is_about_to_come(host):
    confine(host, "20000", CAPABLE)
    assert limits.cap(host, ("2000000",)).value == 2000000


def test_cap_of_a_host_without_proc(host):
    assert limits.cap(host) is None


def test_limits_are_written_within_the_cap(host):
    confine(host, "20000")
    host.sessions["kafka"] = ("1024", "20000")
    assert written(read(host)[1]) == ["kafka soft nofile 20000", "kafka hard nofile 20000"]


def test_limits_are_written_in_full_where_they_can_be_had(host):
    confine(host, "20000", CAPABLE)
    host.sessions["kafka"] = ("1024", "4096")
    assert written(read(host)[1]) == ["kafka soft nofile 262144", "kafka hard nofile 1024288"]


def test_higher_limits_of_others_are_kept(host):
    confine(host, "20000", CAPABLE)
    host.sessions["kafka"] = ("300000", "1024")
    host.put("/etc/security/limits.d/90-nproc.conf", "kafka soft nofile 300000\n")
    assert written(read(host)[1]) == ["kafka soft nofile 300000", "kafka hard nofile 1024288"]


def test_a_second_run_changes_nothing(host):
    confine(host, "20000")
    host.sessions["kafka"] = ("1024", "20000")
    host.put(limits.FILE, read(host)[1][0].after)
    host.sessions["kafka"] = ("20000", "20000")
    assert read(host)[1] == []


def test_clamped(host):
    confine(host, "20000")
    host.sessions["kafka"] = ("20000", "20000")
    host.put(limits.FILE, "kafka soft nofile 20000\nkafka hard nofile 20000\n")
    row = read(host)[0][0]
    assert (row["status"], row["persisted_at"], row["effective"]) == ("clamped", limits.FILE + ":1", "20000")
    assert row["note"] == (
        "no more than 20000 can be had: the hard limit of this container, which lacks CAP_SYS_RESOURCE to raise it"
    )


def test_refused(host):
    confine(host, "20000")
    host.sessions["kafka"] = ("1024", "20000")
    host.put(limits.FILE, "kafka soft nofile 20000\nkafka hard nofile 20000\n")
    host.put("/etc/security/limits.d/zz.conf", "kafka - nofile 9999999\n")
    row = read(host)[0][0]
    assert (row["status"], row["persisted_at"]) == ("refused", "/etc/security/limits.d/zz.conf:1")
    assert row["after_boot"] == "1024"


def test_overridden(host):
    confine(host, "20000", CAPABLE)
    host.sessions["kafka"] = ("1024", "4096")
    host.put(limits.FILE, "kafka soft nofile 262144\nkafka hard nofile 1024288\n")
    host.put("/etc/security/limits.d/zz.conf", "kafka soft nofile 1024\n")
    assert [row["status"] for row in read(host)[0]] == ["overridden", "drifted"]


def test_overridden_by_an_entry_that_lifts_all_limits(host):
    confine(host, "20000", CAPABLE)
    host.sessions["kafka"] = ("1024", "4096")
    host.put("/etc/security/limits.conf", "kafka -\n")
    host.put(limits.FILE, "kafka soft nofile 262144\nkafka hard nofile 1024288\n")
    row = read(host)[0][0]
    assert (row["status"], row["persisted_at"]) == ("overridden", "/etc/security/limits.conf:1")


def test_a_user_to_come(host):
    confine(host, "20000", CAPABLE)
    rows, steps = read(host)
    assert (rows[0]["status"], rows[0]["note"]) == ("unavailable", "there is no user kafka yet")
    assert written(steps) == ["kafka soft nofile 262144", "kafka hard nofile 1024288"]


def test_a_session_that_is_refused(host):
    confine(host, "20000", CAPABLE)
    answer = host.run
    host.sessions["kafka"] = ("1024", "4096")
    host.run = lambda argv: limits_refusal(argv, answer)
    assert read(host)[0][0]["status"] == "refused"


def limits_refusal(argv, answer):
    done = answer(argv)
    return type(done)(1, "", "runuser: Permission denied\n") if argv[0] == "runuser" else done


def test_a_host_without_runuser(host):
    confine(host, "20000", CAPABLE)
    answer = host.run
    host.run = lambda argv: type(answer(argv))(127, "", "runuser: not installed")
    assert read(host)[0][0]["status"] == "unavailable"


def test_one_session_for_each_user(host):
    confine(host, "20000", CAPABLE)
    host.sessions.update(kafka=("1", "1"), root=("1", "1"))
    limits.read(host, limits.wanted(["kafka", "root"], ("1", "1")))
    assert [call[-1] for call in host.calls] == ["kafka", "root"]
