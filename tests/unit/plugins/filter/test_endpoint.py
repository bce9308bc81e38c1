# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest
from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.filter.endpoint import FilterModule
from ansible_collections.groundwork.kafka.plugins.module_utils.core import endpoint, host_port
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

WRITTEN = [
    ("kafka1", 9092, "kafka1:9092"),
    ("10.0.0.1", 9092, "10.0.0.1:9092"),
    ("::1", 9092, "[::1]:9092"),
    ("2001:db8::1", 1, "[2001:db8::1]:1"),
    ("::ffff:10.0.0.1", 9092, "[::ffff:10.0.0.1]:9092"),
    ("fe80::1%eth0", 9092, "[fe80::1%eth0]:9092"),
]


@pytest.mark.parametrize(("host", "port", "text"), WRITTEN)
def test_what_is_joined_is_split_again(host: str, port: int, text: str) -> None:
    assert endpoint.join(host, port) == text
    assert endpoint.join(host, str(port)) == text
    assert host_port.split(text) == (host, port)


@pytest.mark.parametrize("host", ["", " ", "k 1", "[::1]", "k1,k2", "k1/path"])
def test_what_is_no_host(host: str) -> None:
    with pytest.raises(GroundworkError, match="is no host; give kafka_host or zookeeper_host"):
        endpoint.join(host, 9092)


def test_the_filter() -> None:
    filters = FilterModule().filters()
    assert filters["endpoint"]("::1", 9092) == "[::1]:9092"
    with pytest.raises(AnsibleFilterError, match="is no host"):
        filters["endpoint"]("[::1]", 9092)
