# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import malformed
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import profile, wishes

SYSCTL, LIMITS = "/etc/sysctl.d/10-theirs.conf", "/etc/security/limits.d/10-theirs.conf"


def briefly(findings):
    return [(finding["subject"], finding["severity"], finding["found"]) for finding in findings]


@pytest.mark.parametrize(
    ("line", "severity"),
    [
        ("vm.swappiness 1", "high"),
        ("vm/swappiness: 1", "high"),
        ("vm.laptop_mode 1", "low"),
        ("nonsense", "low"),
        ("vm.swappiness = 1", None),
        ("vm.swappiness =", None),
        ("-vm.swappiness", None),
        ("# vm.swappiness 1", None),
        ("; vm.swappiness 1", None),
        ("", None),
    ],
)
def test_sysctl(host, line, severity):
    host.put(SYSCTL, "# theirs\n" + line + "\nvm.dirty_ratio = 60\n")
    expected = [(f"line {SYSCTL}:2", severity, line)] if severity else []
    assert briefly(malformed.in_sysctl(host, {"vm.swappiness"})) == expected


@pytest.mark.parametrize(
    ("line", "severity", "why"),
    [
        ("kafka soft nofile", "high", "it has not the four words domain, type, item and value"),
        ("* nofile 100000", "high", "it has not the four words domain, type, item and value"),
        ("other soft nofile", "low", "it has not the four words domain, type, item and value"),
        ("kafka both nofile 5", "high", "its type is none of soft, hard and -"),
        ("kafka soft nproc many", "low", "its value is no number"),
        ("kafka soft nofile many", "high", "its value is no number"),
        ("kafka soft nofiles 5", "low", "there is no item nofiles"),
        ("a:b soft nofile 5", "low", "its range of ids is none"),
        ("kafka soft nofile 5", None, ""),
        ("kafka - nofile unlimited", None, ""),
        ("kafka -", None, ""),
        ("@students - maxlogins 4", None, ""),
        ("%students maxlogins maxlogins 4", None, ""),
        ("kafka - nice -10", None, ""),
        ("kafka - chroot /srv", None, ""),
        ("1000:2000 hard nofile 5 more words", None, ""),
        ("# kafka soft nofile", None, ""),
    ],
)
def test_limits(host, line, severity, why):
    host.put(LIMITS, "\n" + line + "\n")
    found = malformed.in_limits(host, {"kafka"})
    assert briefly(found) == ([(f"line {LIMITS}:2", severity, line)] if severity else [])
    assert [finding["why"] for finding in found] == ([why + ", so pam_limits passes over it"] if severity else [])


def test_they_are_kept_and_stop_nothing(host):
    host.kernel(vm__swappiness="60")
    host.put("/proc/self/status", "CapEff:\t000001ffffffffff\n")
    host.put(SYSCTL, "vm.swappiness 1\n\x01\udcff".encode("ascii", "ignore").decode() + "\n")
    host.put(LIMITS, "kafka soft nofile\n")
    wished = wishes.wanted(
        host, kernel_parameters={"vm.swappiness": 1}, nofile={"soft": 1, "hard": 1}, limits_users=["kafka"]
    )
    result = profile.apply(host, wished)
    assert host.live("vm.swappiness") == "1"
    assert host.read(LIMITS) == "kafka soft nofile\n"
    ignored = [finding["subject"] for finding in result.findings if finding["id"] == "line_ignored"]
    assert ignored == [f"line {SYSCTL}:1", f"line {SYSCTL}:2", f"line {LIMITS}:1"]


def test_bytes_that_are_no_text(host):
    with open(_made(host, SYSCTL), "wb") as file:
        file.write(b"caf\xe9\n")
    assert briefly(malformed.in_sysctl(host, set())) == [(f"line {SYSCTL}:1", "low", "caf\\udce9")]


def _made(host, path):
    host.put(path, "")
    return host.real(path)


def test_what_is_not_asked_for_is_not_looked_at(host):
    host.put(SYSCTL, "nonsense\n")
    assert profile.apply(host, wishes.wanted(host)).findings == []
