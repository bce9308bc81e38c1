# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Snapshots and transaction logs, purged by a timer every minute while the scenario went on."""

import re
import time

import pytest

DATA, LOG = "/var/lib/zookeeper/data/version-2", "/data/zookeeper/log/version-2"
SERVICE = "groundwork-zookeeper-purge.service"
KEPT = 5


def files(host, folder, kind):
    """(zxid, time of the last change) of the snapshots or logs in a folder, oldest first."""
    listed = host.check_output("find %s -name %s -printf '%%f %%T@\n'", folder, f"{kind}.*").splitlines()
    return sorted((int(name.partition(".")[2], 16), float(at)) for name, at in (line.split() for line in listed))


def purges(host):
    """(time, file) of each file that the purge has removed, as it told the journal."""
    lines = host.check_output("journalctl --identifier zookeeper-purge --output short-unix --no-pager").splitlines()
    found = (re.match(r"([0-9.]+) .*Removing file: .*?((?:snapshot|log)\.[0-9a-f]+)\s*$", line) for line in lines)
    return [(float(match.group(1)), match.group(2)) for match in found if match]


@pytest.fixture
def purged(host):
    """What the timer's own runs have removed; waits for its next run where none had anything to remove yet."""
    for _second in range(75):
        removed = purges(host)
        if removed:
            return removed
        time.sleep(1)
    pytest.fail("the timer has purged nothing: " + host.check_output("ls -l %s %s", DATA, LOG))


def test_the_timer_keeps_the_five_newest_snapshots(host, purged):
    snapshots = files(host, DATA, "snapshot")
    removed = [int(name.partition(".")[2], 16) for _at, name in purged if name.startswith("snapshot")]
    assert len(removed) + len(snapshots) > KEPT
    last = max(at for at, _name in purged)
    left = len([number for number, at in snapshots if at < last])
    assert left in (KEPT, KEPT + 1)  # one may have been made while it ran
    assert max(removed) < min(number for number, _at in snapshots)


def test_the_logs_that_these_snapshots_need_are_left_and_no_others(host, purged):
    last = max(at for at, _name in purged)
    oldest = min(number for number, at in files(host, DATA, "snapshot") if at < last)
    logs = [number for number, _at in files(host, LOG, "log")]
    assert len([number for number in logs if number <= oldest]) <= 2  # the one with its first change, and one beside
    assert [number for number in logs if number > oldest]


def test_two_purges_never_run_at_once(host):
    busy = f"systemctl start --no-block {SERVICE}; sleep 3; systemctl is-active {SERVICE}"
    assert (
        host.run("flock /data/zookeeper/log/. sh -c %s", busy).stdout.strip() == "activating"
    )  # it waits for the lock
    host.check_output("systemctl start %s", SERVICE)  # joins the one that waits, and tells how that ends


def test_a_purge_that_fails_is_failed_and_says_why_in_the_journal(host):
    host.check_output("touch %s/snapshot.7", LOG)  # where a snapshot does not belong, PurgeTxnLog touches nothing
    try:
        before = files(host, DATA, "snapshot")
        assert host.run("systemctl start %s", SERVICE).failed
        said = host.check_output("journalctl --identifier zookeeper-purge --lines 40 --output cat --no-pager")
        assert "LogDirContentCheckException" in said
        assert {number for number, _at in before} <= {number for number, _at in files(host, DATA, "snapshot")}
    finally:
        host.check_output("rm %s/snapshot.7", LOG)
        host.check_output("systemctl start %s", SERVICE)
