# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import tuned


@pytest.fixture
def host(host):
    """tuned is enabled with profile mine, whose text a test gives."""
    host.enable("tuned")
    host.put("/etc/tuned/active_profile", "mine\n")
    return host


def profile(host, text, name="mine", directory="/etc/tuned"):
    host.put(f"{directory}/{name}/tuned.conf", text)


def values(host):
    return {name: value for name, (value, _origin) in tuned.read(host).parameters.items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ("[sysctl]\nvm.swappiness=10\n", {"vm.swappiness": "10"}),
        ("[sysctl]\n# vm.swappiness=10\n;x=1\nnonsense\n", {}),
        ('[sysctl]\nnet.ipv4.tcp_rmem = "4096 131072 16777216"\n', {"net.ipv4.tcp_rmem": "4096 131072 16777216"}),
        ("[sysctl]\nvm.swappiness=${x}\nvm.dirty_ratio=>40\n", {}),
        ("[variables]\nx=1\n[sysctl]\nvm.swappiness=${x}0\n", {"vm.swappiness": "10"}),
        ("[variables]\nx=1\ny=${x}0\n[vm]\ndirty_ratio=${y}\n", {"vm.dirty_ratio": "10"}),
        ("[variables]\nx=${f:lscpu:x}\n[sysctl]\nvm.swappiness=${x}\n", {}),
        ("[more]\ntype=sysctl\nvm.swappiness=10\n", {"vm.swappiness": "10"}),
        ("[sysctl]\nenabled=false\nvm.swappiness=10\n", {}),
        ("[vm]\ndirty_ratio=40\n", {"vm.dirty_ratio": "40"}),
        ("[vm]\ndirty_bytes=40%\n", {"vm.dirty_ratio": "40"}),
        ("[vm]\ndirty_background_bytes=1048576\n", {"vm.dirty_background_bytes": "1048576"}),
        ("[disk]\nreadahead=4096\n", {}),
    ],
)
def test_parameters(host, text, expected):
    profile(host, text)
    assert values(host) == expected


def test_variables_of_a_file_and_of_an_included_profile(host):
    host.put("/etc/tuned/mine-variables.conf", "# why\ny=7\n")
    profile(host, "[main]\ninclude=base\n[variables]\nx=5\ninclude=/etc/tuned/mine-variables.conf\n")
    profile(host, "[variables]\nx=1\n[sysctl]\nvm.swappiness=${x}${y}\n", "base")
    assert values(host) == {"vm.swappiness": "57"}


def test_what_only_tuned_can_work_out_is_told_as_it_stands(host):
    profile(host, "[sysctl]\nvm.swappiness=${f:exec:x}\n[vm]\ndirty_ratio=>40\n")
    assert tuned.read(host).unknown == {
        "vm.swappiness": ("${f:exec:x}", "/etc/tuned/mine/tuned.conf:2"),
        "vm.dirty_ratio": (">40", "/etc/tuned/mine/tuned.conf:4"),
    }


def test_an_included_profile_is_laid_under(host):
    profile(host, "[main]\ninclude=base\n[sysctl]\nvm.swappiness=10\n")
    profile(host, "[sysctl]\nvm.swappiness=60\nvm.dirty_ratio=40\n", "base", "/usr/lib/tuned")
    assert values(host) == {"vm.swappiness": "10", "vm.dirty_ratio": "40"}
    assert tuned.read(host).parameters["vm.dirty_ratio"] == ("40", "/usr/lib/tuned/base/tuned.conf:3")


def test_a_section_that_replaces_starts_anew(host):
    profile(host, "[main]\ninclude=base\n[sysctl]\nreplace=1\nvm.swappiness=10\n")
    profile(host, "[sysctl]\nvm.dirty_ratio=40\n", "base")
    assert values(host) == {"vm.swappiness": "10"}


def test_profiles_that_include_each_other_end(host):
    profile(host, "[main]\ninclude=other\n[sysctl]\nvm.swappiness=10\n")
    profile(host, "[main]\ninclude=mine\n[sysctl]\nvm.dirty_ratio=40\n", "other")
    assert values(host) == {"vm.swappiness": "10", "vm.dirty_ratio": "40"}


def test_of_several_active_profiles_the_last_wins(host):
    host.put("/etc/tuned/active_profile", "mine other\n")
    profile(host, "[sysctl]\nvm.swappiness=10\n")
    profile(host, "[sysctl]\nvm.swappiness=20\n", "other")
    assert values(host) == {"vm.swappiness": "20"}


def test_a_profile_of_etc_comes_before_one_of_usr(host):
    profile(host, "[sysctl]\nvm.swappiness=10\n")
    profile(host, "[sysctl]\nvm.swappiness=20\n", "mine", "/usr/lib/tuned")
    assert values(host) == {"vm.swappiness": "10"}


@pytest.mark.parametrize("name", ["transparent_hugepages", "transparent_hugepage"])
def test_huge_pages(host, name):
    profile(host, f"[vm]\n{name}=never\n")
    assert tuned.read(host).huge_pages == ("never", "/etc/tuned/mine/tuned.conf:2")


@pytest.mark.parametrize(
    ("main", "text", "expected"),
    [
        ("", "[sysctl]\n", False),
        ("", "[sysctl]\nx=1\n", True),
        ("reapply_sysctl = 1\n", "[sysctl]\nx=1\n", True),
        ("reapply_sysctl = 0\n", "[sysctl]\nx=1\n", False),
        ("reapply_sysctl = False\n", "[sysctl]\nx=1\n", False),
        ("", "[vm]\ndirty_ratio=1\n", False),
    ],
)
def test_whether_the_files_are_applied_again(host, main, text, expected):
    host.put("/etc/tuned/tuned-main.conf", main)
    profile(host, text)
    assert tuned.read(host).reapplies is expected


def test_no_profile(host):
    host.put("/etc/tuned/active_profile", "\n")
    assert tuned.read(host) is None


def test_no_daemon(host):
    host.put("/etc/tuned/tuned-main.conf", "daemon = 0\n")
    assert tuned.read(host) is None


def test_a_profile_that_is_not_there(host):
    assert values(host) == {}


def test_not_enabled(tmp_path, host):
    (tmp_path / "etc/systemd/system/multi-user.target.wants/tuned.service").unlink()
    assert tuned.read(host) is None
