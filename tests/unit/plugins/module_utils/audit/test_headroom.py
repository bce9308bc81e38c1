# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import headroom
from ansible_collections.groundwork.kafka.plugins.module_utils.audit.headroom import DESCRIPTORS, MAP_AREAS, Use
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running as running_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_servers


@pytest.fixture
def server(host):
    fake_servers.boot(host)
    fake_servers.run(host, 42, fake_servers.KAFKA, areas=500, descriptors=20, limits=("100", "200"))
    return running_servers.find(host)[0][0]


def test_what_is_used_of_what(host, server):
    host.put("/proc/sys/vm/max_map_count", "1000\n")
    assert headroom.read(host, server) == {MAP_AREAS: Use(500, 1000), DESCRIPTORS: Use(20, 100)}


def test_no_limit(host, server):
    host.put("/proc/42/limits", "Max open files            unlimited    unlimited    files\n")
    use = headroom.read(host, server)[DESCRIPTORS]
    assert (use.limit, use.headroom) == (None, None)
    seen = headroom.observe(server, DESCRIPTORS, use)
    assert (seen.row["effective"], seen.row["status"], seen.findings) == ("20 used, no limit", "in_effect", ())


@pytest.mark.parametrize(
    ("used", "left", "severity"),
    [
        (0, 100, None),
        (700, 30, None),
        (701, 29, "low"),
        (800, 20, "low"),
        (801, 19, "medium"),
        (900, 10, "medium"),
        (901, 9, "high"),
        (1000, 0, "high"),
        (1200, 0, "high"),
    ],
)
def test_it_gets_worse_towards_exhaustion(server, used, left, severity):
    seen = headroom.observe(server, MAP_AREAS, Use(used, 1000))
    assert seen.row["effective"] == f"{left}% left, {used} of 1000"
    assert seen.row["status"] == ("drifted" if severity else "in_effect")
    assert [finding["severity"] for finding in seen.findings] == ([severity] if severity else [])


@pytest.mark.parametrize(
    ("kind", "identity", "last"),
    [
        (MAP_AREAS, "headroom_map_areas", "vm.max_map_count"),
        (DESCRIPTORS, "headroom_descriptors", "LimitNOFILE"),
    ],
)
def test_the_load_is_reviewed_before_a_limit_is_raised(server, kind, identity, last):
    (finding,) = headroom.observe(server, kind, Use(990, 1000)).findings
    assert finding["id"] == identity
    assert finding["remedy"].startswith("review segment size, retention and roll time")
    assert finding["remedy"].endswith(last)


@pytest.mark.parametrize(("used", "told"), [(45871, False), (45872, True)])
def test_a_limit_that_the_next_boot_lowers_is_told_before(host, server, used, told):
    host.put("/proc/sys/vm/max_map_count", "262144\n")
    then = headroom.later(host, server, {})[MAP_AREAS]
    seen = headroom.observe(server, MAP_AREAS, Use(used, 262144), then)
    assert seen.row["status"] == ("drifted" if told else "in_effect")
    assert [(one["id"], one["severity"], one["found"]) for one in seen.findings] == (
        [("headroom_map_areas_later", "high", "29% left, 45872 of 65530")] if told else []
    )


def test_a_file_that_keeps_the_map_areas_over_the_boot(host, server):
    host.put("/etc/sysctl.d/50-other.conf", "vm.max_map_count = 262144\n")
    assert headroom.later(host, server, {}) == {MAP_AREAS: 262144}


@pytest.mark.parametrize(
    ("unit", "shown", "then"),
    [
        ("LimitNOFILE=50:150\n", {}, 150),  # the JVM raises the soft limit
        ("LimitNOFILE=infinity\n", {}, None),
        ("", {"LimitNOFILE": "524288", "NeedDaemonReload": "no"}, 524288),
        ("", {"LimitNOFILE": "524288", "NeedDaemonReload": "yes"}, None),
    ],
)
def test_the_limit_of_the_services_next_start(host, server, unit, shown, then):
    host.put("/etc/systemd/system/kafka.service", "[Service]\n" + unit)
    assert headroom.later(host, server, shown).get(DESCRIPTORS) == then


def test_a_restart_that_leaves_too_few_descriptors_is_told_before(server):
    (finding,) = headroom.observe(server, DESCRIPTORS, Use(80, 1000), 100).findings
    assert (finding["id"], finding["found"]) == ("headroom_descriptors_later", "20% left, 80 of 100")
    assert finding["remedy"] == "raise LimitNOFILE in its unit and run systemctl daemon-reload, before the next restart"


def test_what_a_broker_that_was_just_started_may_come_to(host):
    host.put("/proc/sys/vm/max_map_count", "65530\n")
    fake_servers.boot(host)
    fake_servers.run(host, 42, fake_servers.KAFKA, areas=450, segments=100)
    (server,) = running_servers.find(host)[0]
    assert headroom.read(host, server)[MAP_AREAS] == Use(450, 65536, segments=100)
    seen = headroom.observe(server, MAP_AREAS, Use(450, 65536, segments=100))
    assert (seen.row["status"], seen.row["effective"]) == ("in_effect", "99% left, 450 of 65536, later up to 700")


@pytest.mark.parametrize(("segments", "severity"), [(22685, None), (22686, "low"), (29239, "high"), (50000, "high")])
def test_what_will_be_used_is_told_before_it_is(server, segments, severity):
    seen = headroom.observe(server, MAP_AREAS, Use(4500, 65530, segments=segments))
    assert [one["severity"] for one in seen.findings] == ([severity] if severity else [])
    assert seen.row["effective"].startswith("93% left, 4500 of 65530, later up to ")
    if segments == 50000:
        assert seen.row["note"] == ("4500 of 65530 are used and may come to 100500 (2 for each of 50000 segments)")


def test_what_the_next_boot_leaves_is_held_against_what_will_be_used(server):
    (finding,) = headroom.observe(server, MAP_AREAS, Use(4500, 262144, segments=50000), 65530).findings
    assert (finding["id"], finding["severity"]) == ("headroom_map_areas_later", "high")
    assert "may come to 100500" in finding["why"]


def test_nothing_more_than_is_used_already_is_foretold(server):
    assert (
        headroom.observe(server, MAP_AREAS, Use(900, 65530, segments=10)).row["effective"] == "98% left, 900 of 65530"
    )
