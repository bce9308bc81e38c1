# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import pam_limits

KAFKA = pam_limits.User("kafka", 1000, 1000, frozenset({"kafka", "extra"}), frozenset({1000, 2000}))
ROOT = pam_limits.User("root", 0, 0, frozenset({"root"}), frozenset({0}))
NOBODY_YET = pam_limits.User("kafka")
FILE = "/etc/security/limits.d/a.conf"


def found(limits):
    return tuple(limit and limit.value for limit in (limits.soft, limits.hard))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (None, None)),
        ("kafka soft nofile 5\n", ("5", None)),
        ("kafka hard nofile 5\n", (None, "5")),
        ("kafka - nofile 5\n", ("5", "5")),
        ("\tkafka\tSOFT  NOFILE 5 # why\n", ("5", None)),
        ("# kafka - nofile 5\n", (None, None)),
        ("kafka - nproc 5\n", (None, None)),
        ("kafka - nofile\n", (None, None)),
        ("kafka - nofile none\n", (None, None)),
        ("kafka both nofile 5\n", (None, None)),
        ("kafka - nofile unlimited\n", ("infinity", "infinity")),
        ("kafka - nofile -1\n", ("infinity", "infinity")),
        ("kafka - nofile 5\nkafka - nofile 4\n", ("4", "4")),
        ("kafka - nofile 5\n@kafka - nofile 6\n* - nofile 7\n", ("5", "5")),
        ("* - nofile 7\n@extra - nofile 6\nkafka - nofile 5\n", ("5", "5")),
        ("@extra - nofile 6\n* - nofile 7\n", ("6", "6")),
        # What pam_limits does: "-" stops at the soft limit when that has a more specific entry.
        ("kafka soft nofile 5\n* - nofile 7\n", ("5", None)),
        ("kafka soft nofile 5\n* hard nofile 7\n", ("5", "7")),
        ("@other - nofile 5\n", (None, None)),
        ("%extra - nofile 5\n", (None, None)),
        (":1000 - nofile 5\n", ("5", "5")),
        (":999 - nofile 5\n", (None, None)),
        ("1000: - nofile 5\n", ("5", "5")),
        ("1001: - nofile 5\n", (None, None)),
        ("900:1000 - nofile 5\n", ("5", "5")),
        ("900:999 - nofile 5\n", (None, None)),
        (": - nofile 5\n", (None, None)),
        ("a:b - nofile 5\n", (None, None)),
        ("@:2000 - nofile 5\n", ("5", "5")),
        ("@1000:1100 - nofile 5\n", ("5", "5")),
        ("@2000: - nofile 5\n", (None, None)),
        # As C reads them: numbers with signs and other endings, and no white space but ASCII's.
        ("+1000: - nofile 5\n", ("5", "5")),
        ("-1000: - nofile 5\n", (None, None)),
        ("\u00b2: - nofile 5\n", (None, None)),
        ("kafka - nofile +5\n", ("5", "5")),
        ("kafka - nofile -5\n", ("infinity", "infinity")),
        ("kafka - nofile -0\n", ("0", "0")),
        ("kafka - nofile 5x\n", ("5", "5")),
        ("kafka - nofile \u00b2\n", (None, None)),
        ("kafka\u00a0-\u00a0nofile\u00a05\n", (None, None)),
        ("kafka\x0b-\x0cnofile 5\r\n", ("5", "5")),
    ],
)
def test_nofile(host, text, expected):
    host.put(FILE, text)
    assert found(pam_limits.nofile(host, KAFKA)) == expected


def test_the_place_of_the_winner(host):
    host.put("/etc/security/limits.conf", "kafka - nofile 1\n")
    host.put("/etc/security/limits.d/a.conf", "kafka soft nofile 2\n")
    host.put("/etc/security/limits.d/B.conf", "\nkafka soft nofile 3\n")
    limits = pam_limits.nofile(host, KAFKA)
    assert (limits.soft, limits.hard) == (
        pam_limits.Limit("2", "/etc/security/limits.d/a.conf:1"),
        pam_limits.Limit("1", "/etc/security/limits.conf:1"),
    )


def test_a_file_without_conf_is_not_read(host):
    host.put("/etc/security/limits.d/kafka", "kafka - nofile 5\n")
    assert found(pam_limits.nofile(host, KAFKA)) == (None, None)


def test_what_cannot_be_read_is_passed_over(host):
    host.put("/etc/security/limits.d/a.conf/x", "")
    host.put("/etc/security/limits.d/b.conf", "kafka - nofile 5\n")
    assert found(pam_limits.nofile(host, KAFKA)) == ("5", "5")


def test_one_file_can_be_left_out(host):
    host.put("/etc/security/limits.d/a.conf", "kafka - nofile 1\n")
    host.put("/etc/security/limits.d/b.conf", "kafka - nofile 2\n")
    assert found(pam_limits.nofile(host, KAFKA, without="/etc/security/limits.d/b.conf")) == ("1", "1")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kafka - nofile 5\n", ("5", "5")),
        ("* - nofile 5\n", ("5", "5")),
        ("@kafka - nofile 5\n:0 - nofile 5\n", (None, None)),
    ],
)
def test_a_user_to_come_matches_by_name_and_wildcard(host, text, expected):
    host.put(FILE, text)
    assert found(pam_limits.nofile(host, NOBODY_YET)) == expected


@pytest.mark.parametrize(
    ("line", "exempt"),
    [
        ("kafka -", True),
        ("@extra -", True),
        (":1000 -", True),
        ("* -", False),
        ("other -", False),
        ("%:1000 -", True),
        ("%extra -", False),
    ],
)
def test_an_entry_that_lifts_all_limits(host, line, exempt):
    host.put("/etc/security/limits.conf", "# first\n" + line + "\n")
    host.put(FILE, "kafka - nofile 5\n")
    assert pam_limits.nofile(host, KAFKA).exempt == ("/etc/security/limits.conf:2" if exempt else None)


@pytest.mark.parametrize(
    ("debian", "text", "expected"),
    [
        (True, "* - nofile 5\n", (None, None)),
        (True, "@root - nofile 5\n", (None, None)),
        (True, "root - nofile 5\n", ("5", "5")),
        (True, "0: - nofile 5\n", ("5", "5")),
        # Groups' ranges are taken for users' there, as specific as the name.
        (True, "@:0 - nofile 5\n", ("5", "5")),
        (True, "%:0 - nofile 5\n", ("5", "5")),
        (True, "@:7 - nofile 5\n", (None, None)),
        (True, "root - nofile 4\n@:0 - nofile 5\n", ("5", "5")),
        (True, "@:0 - nofile 5\nroot - nofile 4\n", ("4", "4")),
        (True, "@0:10 soft nofile 5\n0: - nofile 4\n", ("4", "4")),
        (True, "%root - nofile 5\n", (None, None)),
        (False, "root - nofile 4\n@:0 - nofile 5\n", ("4", "4")),
        (False, "%:0 - nofile 5\n", (None, None)),
        (False, "* - nofile 5\n", ("5", "5")),
        (False, "@root - nofile 5\n", ("5", "5")),
    ],
)
def test_root(host, debian, text, expected):
    if debian:
        host.put("/etc/debian_version", "12.11\n")
    host.put(FILE, text)
    assert found(pam_limits.nofile(host, ROOT)) == expected


def test_an_entry_that_lifts_all_limits_off_root_by_its_group(host):
    """Debian's patch leaves these lines as they were."""
    host.put("/etc/debian_version", "12.11\n")
    host.put(FILE, "@root -\n")
    assert pam_limits.nofile(host, ROOT).exempt == FILE + ":1"


def test_another_name_of_root_is_root(host):
    host.put("/etc/debian_version", "12.11\n")
    host.put(FILE, "* - nofile 5\n")
    toor = pam_limits.User("toor", 0, 0, frozenset({"root"}), frozenset({0}))
    assert found(pam_limits.nofile(host, toor)) == (None, None)
