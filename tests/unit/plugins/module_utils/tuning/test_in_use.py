# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Limits under running servers: none that a server needs is lowered, and what is kept goes once it is not needed."""

from __future__ import annotations

import shutil

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import journal, profile, wishes
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_servers

SYSCTL = "/etc/sysctl.d/99-groundwork-kafka.conf"
LIMITS = "/etc/security/limits.d/99-groundwork-kafka.conf"
DROP_IN = "/etc/systemd/system/kafka.service.d/50-groundwork-kafka.conf"
TUNED = {"kernel_parameters": {"vm.max_map_count": 262144, "vm.swappiness": 1}}
LIMITED = {"nofile": {"soft": 900000, "hard": 900000}, "limits_users": ["kafka"], "units": ["kafka"]}
SESSION = "0::/user.slice/user-1000.slice/session-4.scope\n"
# 70% of what was there before, 65530, are 45871.
MOST, TOO_MANY = 45871, 45872


@pytest.fixture
def host(host):
    """An untuned host without a server."""
    host.untuned()
    fake_servers.boot(host)
    host.kernel(vm__max_map_count="65530")
    return host


def apply(host, check=False, **given):
    return profile.apply(host, wishes.wanted(host, **given), check)


def broker(host, areas=300, pid=42, argv=None, **given):
    shutil.rmtree(host.real(f"/proc/{pid}"), ignore_errors=True)
    fake_servers.run(host, pid, argv or fake_servers.KAFKA, areas=areas, **given)


def stop(host, pid=42):
    shutil.rmtree(host.real(f"/proc/{pid}"))


def kept_limits(result):
    return [(one["subject"], one["found"], one["wanted"]) for one in result.findings if one["id"] == "kept_for_server"]


def test_restoring_keeps_map_areas_that_a_broker_needs_now_and_after_a_boot(host):
    apply(host, **TUNED)
    broker(host, TOO_MANY)
    result = profile.restored(host)
    assert (host.live("vm.max_map_count"), host.live("vm.swappiness")) == ("262144", "60")
    assert "vm.max_map_count = 262144\n" in host.read(SYSCTL)
    assert "swappiness" not in host.read(SYSCTL)
    assert result.brought_back == ["vm.swappiness"]
    assert kept_limits(result) == [("kernel vm.max_map_count", "262144", "65530")]
    (sentence,) = result.left
    assert "kafka (process 42) uses 45872 map areas, more than 70% of the 65530" in sentence
    assert "stop the server, run again" in sentence
    (row,) = result.rows
    assert (row["name"], row["status"]) == ("vm.max_map_count", "in_effect")
    assert "uses 45872 map areas" in row["note"]


def test_once_the_server_is_stopped_restoring_finishes(host):
    before = host.tree()
    apply(host, **TUNED)
    broker(host, TOO_MANY)
    profile.restored(host)
    again = profile.restored(host)
    assert (again.changed, kept_limits(again)) == (False, [("kernel vm.max_map_count", "262144", "65530")])
    stop(host)
    assert profile.restored(host).brought_back == [SYSCTL, "vm.max_map_count"]
    assert {path: text for path, text in host.tree().items() if not path.startswith("proc/42")} == {
        path: text for path, text in before.items() if not path.startswith("proc/42")
    }
    assert not host.exists(journal.PATH)


def test_what_a_broker_needs_not_is_brought_back(host):
    apply(host, **TUNED)
    broker(host, MOST)
    result = profile.restored(host)
    assert (host.live("vm.max_map_count"), host.exists(SYSCTL), kept_limits(result)) == ("65530", False, [])


def test_a_broker_that_was_just_started_has_opened_few_of_the_indexes_that_it_needs(host):
    """Of 50,000 segments in 2,000 partitions; scaled down by ten."""
    apply(host, **TUNED)
    host.put(journal.PATH, host.read(journal.PATH).replace("65530", "6553"))
    broker(host, 450, segments=5000)
    result = profile.restored(host)
    assert host.live("vm.max_map_count") == "262144"
    (sentence,) = result.left
    assert "(process 42) uses 450 map areas and may come to 10500 (2 for each of 5000 segments), more than" in sentence


@pytest.mark.parametrize(("segments", "stays"), [(2043, False), (2044, True)])
def test_what_segments_may_come_to_is_measured_as_what_is_used(host, segments, stays):
    apply(host, kernel_parameters={"vm.max_map_count": {"value": 262144, "rule": "exact"}})
    broker(host, 450, segments=segments)
    apply(host, kernel_parameters={"vm.max_map_count": {"value": 6553, "rule": "exact"}})
    assert (host.live("vm.max_map_count") == "262144") == stays


def test_a_programs_own_log_is_no_segment(host):
    apply(host, kernel_parameters={"vm.max_map_count": {"value": 262144, "rule": "exact"}})
    broker(host, 100)
    for number, path in enumerate(("/var/log/kafka/server.log", "/data/t-0/00000000000000000000.index", "socket:[1]")):
        fake_servers.link(host, f"/proc/42/fd/{900 + number}", path)
    apply(host, kernel_parameters={"vm.max_map_count": {"value": 700, "rule": "exact"}})
    assert host.live("vm.max_map_count") == "700"


def test_check_mode_tells_the_same_and_writes_nothing(host):
    apply(host, **TUNED)
    broker(host, TOO_MANY)
    before = host.tree()
    predicted = profile.restored(host, check=True)
    assert host.tree() == before
    done = profile.restored(host)
    assert (predicted.brought_back, kept_limits(predicted), predicted.diff) == (
        done.brought_back,
        kept_limits(done),
        done.diff,
    )


@pytest.mark.parametrize("rule", ["at_least", "exact"])
def test_a_smaller_number_in_the_inventory(host, rule):
    apply(host, kernel_parameters={"vm.max_map_count": {"value": 262144, "rule": rule}})
    broker(host, 100_000)
    smaller = {"kernel_parameters": {"vm.max_map_count": {"value": 131072, "rule": rule}}}
    result = apply(host, **smaller)
    assert (host.live("vm.max_map_count"), result.changed) == ("262144", False)
    assert kept_limits(result) == [("kernel vm.max_map_count", "262144", "131072")]
    assert [one["id"] for one in result.findings] == ["kept_for_server"]
    broker(host, 90_000)
    assert apply(host, **smaller).changed
    assert (host.live("vm.max_map_count"), "= 131072\n" in host.read(SYSCTL)) == ("131072", True)


def test_a_parameter_that_the_inventory_no_longer_lists(host):
    apply(host, **TUNED)
    broker(host, TOO_MANY)
    result = apply(host, kernel_parameters={"vm.swappiness": 1})
    assert (host.live("vm.max_map_count"), "max_map_count = 262144\n" in host.read(SYSCTL)) == ("262144", True)
    assert kept_limits(result) == [("kernel vm.max_map_count", "262144", "65530")]
    stop(host)
    assert apply(host, kernel_parameters={"vm.swappiness": 1}).brought_back == ["vm.max_map_count"]


def test_what_somebody_raised_since_would_be_lowered_by_the_next_boot(host):
    """The live value is left as it is anyway; without our file the next boot gives the kernel's own."""
    apply(host, **TUNED)
    host.kernel(vm__max_map_count="300000")
    broker(host, TOO_MANY)
    result = profile.restored(host)
    assert kept_limits(result) == [("kernel vm.max_map_count", "300000", "65530")]
    assert "max_map_count = 300000\n" in host.read(SYSCTL)


def test_a_file_of_somebody_else_that_keeps_it_high_is_enough(host):
    host.put("/etc/sysctl.d/50-other.conf", "vm.max_map_count = 262144\n")
    host.kernel(vm__max_map_count="262144")
    apply(host, kernel_parameters={"vm.max_map_count": 500000})
    broker(host, TOO_MANY)
    assert kept_limits(profile.restored(host)) == []
    assert host.live("vm.max_map_count") == "262144"


def test_a_broker_in_a_container_counts_for_the_kernel(host):
    apply(host, **TUNED)
    broker(host, TOO_MANY, namespace=fake_servers.OTHER)
    (sentence,) = profile.restored(host).left
    assert "broker in a container (process 42) uses 45872 map areas" in sentence


def test_descriptors_count_for_the_most_that_a_process_may_open(host):
    apply(host, **TUNED, nofile={"soft": 2_000_000, "hard": 2_000_000}, units=[])
    assert host.live("fs.nr_open") == "2000000"
    host.put("/proc/sys/fs/nr_open", "2000000\n")
    journal_text = host.read(journal.PATH).replace("1048576", "1000")
    host.put(journal.PATH, journal_text)
    broker(host, descriptors=701)
    assert kept_limits(profile.restored(host)) == [("kernel fs.nr_open", "2000000", "1000")]


def service_limit(host, limit):
    host.put("/lib/systemd/system/kafka.service", f"[Service]\nLimitNOFILE={limit}\n")


@pytest.mark.parametrize(("open_files", "stays"), [(701, True), (700, False)])
def test_a_limit_that_the_services_next_start_would_be_short_of(host, open_files, stays):
    service_limit(host, 1000)
    apply(host, **LIMITED)
    broker(host, descriptors=open_files)
    result = profile.restored(host)
    assert host.exists(DROP_IN) == stays
    assert not host.exists(LIMITS)  # no session starts the broker
    assert kept_limits(result) == (
        [("service kafka.service LimitNOFILE", "900000:900000", "1000:1000")] if stays else []
    )
    stop(host)
    host.units["kafka"] = 0
    profile.restored(host)
    assert not host.exists(DROP_IN)


def test_a_smaller_limit_of_a_service_in_the_inventory(host):
    apply(host, **LIMITED)
    broker(host, descriptors=800)
    result = apply(host, nofile={"soft": 1000, "hard": 1000}, limits_users=["kafka"], units=["kafka"])
    assert "LimitNOFILE=900000:900000\n" in host.read(DROP_IN)
    assert "wanted: at least 1000\n" in host.read(LIMITS)
    assert kept_limits(result) == [("service kafka.service LimitNOFILE", "900000:900000", "1000:1000")]


def test_a_soft_limit_counts_where_the_jvm_does_not_raise_it(host):
    service_limit(host, "1000:900000")
    apply(host, **LIMITED)
    broker(host, descriptors=800)
    assert kept_limits(profile.restored(host, check=True)) == []
    broker(host, descriptors=800, argv=[fake_servers.JAVA, "-XX:-MaxFDLimit", *fake_servers.KAFKA[1:]])
    assert kept_limits(profile.restored(host)) == [
        ("service kafka.service LimitNOFILE", "900000:900000", "1000:900000")
    ]


def test_limits_of_the_user_whose_session_runs_the_broker(host):
    host.put("/proc/1/limits", "Max open files            500  1000    files\n")
    apply(host, **LIMITED)
    broker(host, descriptors=800, cgroup=SESSION)
    result = profile.restored(host)
    assert kept_limits(result) == [("limit kafka hard nofile", "900000", "1000")]
    assert "kafka hard nofile 900000\n" in host.read(LIMITS)
    stop(host)
    profile.restored(host)
    assert not host.exists(LIMITS)


def test_huge_pages_are_not_taken_from_a_jvm_that_asks_for_them(host):
    modes = "/sys/kernel/mm/transparent_hugepage/enabled"
    host.put(modes, "always madvise [never]\n")
    apply(host, transparent_huge_pages={"value": "madvise", "rule": "exact"})
    assert "[madvise]" in host.read(modes)
    broker(host)
    assert kept_limits(profile.restored(host, check=True)) == []
    broker(host, argv=[fake_servers.JAVA, "-XX:+UseTransparentHugePages", *fake_servers.KAFKA[1:]])
    result = profile.restored(host)
    assert kept_limits(result) == [("huge_pages transparent_hugepage", "madvise", "never")]
    assert "[madvise]" in host.read(modes)
    stop(host)
    profile.restored(host)
    assert "[never]" in host.read(modes)


def test_nobody_is_looked_for_where_nothing_becomes_lower(host, monkeypatch):
    apply(host, **TUNED)
    broker(host)
    monkeypatch.setattr(host, "names", lambda path: pytest.fail(path) if path == "/proc" else [])
    assert not apply(host, **TUNED).changed
