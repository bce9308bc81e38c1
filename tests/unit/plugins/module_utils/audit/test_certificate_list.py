# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The list of certificates of a server in a made-up host, with real listeners on loopback that speak TLS."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import certificate_list
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.audit import test_certificates
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.audit.test_certificates import (
    AFTER,
    BEFORE,
    CONTROLLER,
    KEYSTORE,
    NEW,
    NOW,
    OLD,
    ZOOKEEPER,
    kraft,
    listening,
    put,
    server,
)

TRUSTSTORE = "/etc/kafka/truststore.pem"
SCHEMA = json.loads((Path(certificate_list.__file__).parents[3] / "docs/schemas/certificate-1.json").read_text())


@pytest.fixture
def host(host):
    fake_servers.boot(host)
    fake_servers.run(host, 42, test_certificates.KAFKA)
    return host


def read(host, one):
    lines, missing = certificate_list.read(host, "k1", one, NOW)
    for line in lines:
        jsonschema.validate(line, SCHEMA)
    return [(line["path"], line["state"], line["file"], line["days"]) for line in lines], missing


def test_what_is_used_what_comes_with_a_restart_and_what_is_trusted(host, tmp_path):
    put(host, KEYSTORE, NEW, AFTER)
    put(host, TRUSTSTORE, OLD + NEW, BEFORE)
    with listening(tmp_path, OLD) as (port, _saw):
        one = kraft(CONTROLLER, listeners=f"CONTROLLER://:{port}", ssl_truststore_location=TRUSTSTORE)
        lines, missing = read(host, one)
    assert lines == [
        ("listener CONTROLLER", "in use", KEYSTORE, 5),
        ("listener CONTROLLER", "in its file", KEYSTORE, 300),
        ("to controllers", "in its file", KEYSTORE, 300),
        ("", "trusted", TRUSTSTORE, 5),
        ("", "trusted", TRUSTSTORE, 300),
    ]
    assert missing == [
        "k1 kafka to controllers: the keystore was changed since the process was started, and what it held then is not "
        "known"
    ]


def test_what_a_line_says_of_a_certificate(host):
    put(host, KEYSTORE, NEW, BEFORE)
    ((line,), missing) = certificate_list.read(host, "k1", kraft(), NOW)
    assert missing == []
    assert (line["host"], line["server"], line["pid"]) == ("k1", "kafka", 42)
    assert (line["subject"], line["names"], line["issuer"]) == ("kafka1", ["127.0.0.1"], "kafka1")


@pytest.mark.parametrize(
    ("one", "trusted"),
    [
        (kraft(ssl_truststore_certificates=NEW), [""]),
        (
            server(ZOOKEEPER, ssl_trustStore_location=TRUSTSTORE, ssl_quorum_trustStore_location=TRUSTSTORE),
            [TRUSTSTORE],
        ),
    ],
)
def test_where_authorities_are_named(host, one, trusted):
    put(host, TRUSTSTORE, NEW, BEFORE)
    assert [file for _path, state, file, _days in read(host, one)[0] if state == "trusted"] == trusted


def test_a_java_truststore_is_said_not_to_be_read(host):
    put(host, TRUSTSTORE, "\xfe\xed\xfe\xed", BEFORE)
    _lines, missing = read(host, server(ssl_truststore_location=TRUSTSTORE))
    assert missing == [f"k1 kafka: its truststore {TRUSTSTORE} holds no certificate in PEM, so it is not read"]


def line(until="2027-01-01T00:00:00Z", days=400, **more):
    return {
        "host": "k1",
        "server": "kafka",
        "pid": 42,
        "path": "listener CLIENT",
        "state": "in use",
        "file": KEYSTORE,
        "subject": "k1",
        "names": ["k1.example.com", "192.0.2.1"],
        "issuer": "authority",
        "until": until,
        "days": days,
        "fingerprint": "aa",
        **more,
    }


def test_people_read_a_certificate_once_and_what_ends_first_before_all():
    lines = [
        line(),
        line(path="to controllers"),
        line(host="k2", subject="\x1b[31m\nk2", until="2026-12-01T00:00:00Z", days=-1, fingerprint="bb"),
        line(path="", state="trusted", file=TRUSTSTORE, fingerprint="cc"),
    ]
    told = certificate_list.text(lines, ["k3: no\nroute"]).split("\n")
    assert [one.split()[:3] for one in told[2:5]] == [
        ["k2", "kafka", "in"],
        ["k1", "kafka", "in"],
        ["k1", "kafka", "trusted"],
    ]
    assert "\\x1b[31m\\x0ak2" in told[2]
    assert told[2].endswith("2026-12-01T00:00:00Z  -1")
    assert "listener CLIENT, to controllers" in told[3]
    assert TRUSTSTORE in told[4]
    assert told[5:] == ["not read: k3: no\\x0aroute"]


def test_nothing_to_be_told_is_said():
    assert certificate_list.text([], []) == "No certificate was found."


@pytest.mark.parametrize(("days", "told"), [(30, []), (29, ["k1 in use on k1 until 2027-01-01T00:00:00Z"])])
def test_what_ends_soon_is_named_once(days, told):
    assert certificate_list.soon([line(days=days), line(days=days, path="to controllers")]) == told
