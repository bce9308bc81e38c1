# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import host_port

#: The one table for both sides: tests/repository/test_linked_texts.py holds that they share the text.
CASES = [
    ("kafka1:9092", ("kafka1", 9092)),
    ("kafka-1.example.com:1", ("kafka-1.example.com", 1)),
    ("kafka_1:65535", ("kafka_1", 65535)),
    ("10.0.0.1:9092", ("10.0.0.1", 9092)),
    ("[::1]:9092", ("::1", 9092)),
    ("[2001:DB8::1]:9092", ("2001:DB8::1", 9092)),
    ("[::ffff:10.0.0.1]:9092", ("::ffff:10.0.0.1", 9092)),
    # A link-local address is known to one interface alone, and both Java and Python look it up with its zone.
    ("[fe80::1%eth0]:9092", ("fe80::1%eth0", 9092)),
    ("[fe80::1%vlan.100]:9092", ("fe80::1%vlan.100", 9092)),
    # ports
    ("kafka1", None),
    ("kafka1:", None),
    ("kafka1:0", None),
    ("kafka1:65536", None),
    ("kafka1:090920", None),
    ("kafka1:x", None),
    ("kafka1:-1", None),
    ("kafka1:\u0661", None),
    ("[::1]", None),
    # blanks
    (" kafka1:9092", None),
    ("kafka1:9092 ", None),
    ("kafka1:9092\n", None),
    ("kafka1: 9092", None),
    ("kafka 1:9092", None),
    ("[ ::1]:9092", None),
    # hosts
    ("", None),
    (":9092", None),
    (".:9092", None),
    ("-kafka1:9092", None),
    ("kafk\u00e41:9092", None),
    ("kafka1,kafka2:9092", None),
    ("PLAINTEXT://kafka1:9092", None),
    ("kafka1:9092/path", None),
    ("kafka1%eth0:9092", None),
    # addresses
    ("::1:9092", None),
    ("[kafka1]:9092", None),
    ("[10.0.0.1]:9092", None),
    ("[:::]:9092", None),
    ("[1::2::3]:9092", None),
    ("[fe80::1%]:9092", None),
    ("[fe80::1%eth0:1]:9092", None),
    ("[::1]9092", None),
    ("[[::1]]:9092", None),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_host_and_port(text, expected):
    assert host_port.split(text) == expected
