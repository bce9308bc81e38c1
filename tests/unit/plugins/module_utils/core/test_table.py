# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.core import table


def row(name, status="in_effect", **more):
    given = {
        "kind": "kernel",
        "name": name,
        "wanted": "1",
        "rule": "exact",
        "persisted": "1",
        "persisted_at": "/etc/sysctl.d/a.conf:2",
        "effective": "1",
        "after_boot": "1",
        "status": status,
        "note": None,
        "reason": "",
        "source": "",
    }
    return dict(given, **more)


def test_render():
    rows = [
        row("vm.swappiness"),
        row("vm.max_map_count", wanted="262144", rule="at_least", effective="65530", status="drifted"),
        row("a", "unavailable", effective=None, after_boot=None, persisted_at=None, note="not here"),
        row("b", "unavailable", rule="at_most", note="not here", persisted_at="/etc/b.conf:11"),
        row("c", note="all is well"),
        row("d", persisted_at="/etc/systemd/system/d.timer"),
    ]
    assert table.render(rows).splitlines() == [
        "setting           wanted     effective  after boot  persisted at  status",
        "----------------  ---------  ---------  ----------  ------------  -----------",
        "vm.swappiness     1          1          same        [1]:2         in_effect",
        "vm.max_map_count  >= 262144  65530      1           [1]:2         drifted",
        "a                 1          -          -           -             unavailable",
        "    not here",
        "b                 <= 1       1          same        [2]:11        unavailable",
        "c                 1          1          same        [1]:2         in_effect",
        "d                 1          1          same        [3]           in_effect",
        "[1] /etc/sysctl.d/a.conf",
        "[2] /etc/b.conf",
        "[3] /etc/systemd/system/d.timer",
    ]


def test_no_rows():
    assert table.render([]).splitlines()[0] == "setting  wanted  effective  after boot  persisted at  status"


def test_only_ascii_and_bounded_cells():
    lines = table.render([row("x" * 50, note="\u2265", status="drifted", wanted="y" * 50)]).splitlines()
    assert lines[2].startswith("x" * 45 + "...  " + "y" * 31 + "...  1 ")
    assert lines[3] == "    \\u2265"


def test_the_widest_documented_settings_keep_within_120_columns():
    widest = row(
        "net.ipv4.tcp_max_syn_backlog",
        "pending_restart",
        wanted="4096 65536 2048000",
        rule="at_least",
        effective="4096 131072 33554432",
        after_boot="4096 131072 33554432",
    )
    assert max(map(len, table.render([widest]).splitlines())) <= 120


def test_what_has_no_sign_reads_as_it_stands():
    rows = [row("/data", wanted="xfs noatime", rule="includes"), row("purge", wanted=None)]
    cut = [line[:18] for line in table.render(rows).splitlines()[2:4]]
    assert cut == ["/data    xfs noati", "purge    -        "]
