# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.health import exposition

PAGE = """# HELP kafka_server_replicamanager_underreplicatedpartitions partitions
# TYPE kafka_server_replicamanager_underreplicatedpartitions gauge
kafka_server_replicamanager_underreplicatedpartitions 3.0
kafka_network_requestmetrics_totaltimems_p99{request="Produce",} 12.5
jvm_gc_collection_seconds_sum{gc="G1 Young Generation"} 1.5E-2 1700000000000
node_filesystem_avail_bytes{device="/dev/sda",mountpoint="/data \\"1\\" \\\\x"} 7
idle NaN
endless +Inf # {trace_id="x"} 1
"""


def test_a_page_is_read() -> None:
    found = exposition.parse(PAGE)
    assert [(one.name, one.labels, one.value) for one in found[:4]] == [
        ("kafka_server_replicamanager_underreplicatedpartitions", {}, 3.0),
        ("kafka_network_requestmetrics_totaltimems_p99", {"request": "Produce"}, 12.5),
        ("jvm_gc_collection_seconds_sum", {"gc": "G1 Young Generation"}, 0.015),
        ("node_filesystem_avail_bytes", {"device": "/dev/sda", "mountpoint": '/data "1" \\x'}, 7.0),
    ]
    assert found[4].value != found[4].value  # not a number
    assert found[5].value == float("inf")


@pytest.mark.parametrize("letter", ["\u2028", "\x0b", "\x1c", "\x85", "\r"])
def test_a_client_may_have_any_name(letter) -> None:
    (found,) = exposition.parse(f'kafka_producer_bytes{{client_id="a{letter}b"}} 7\n')
    assert (found.labels, found.value) == ({"client_id": f"a{letter}b"}, 7)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<html><body>Welcome</body></html>", "<html><body>Welcome"),
        ("ok", "'ok'"),
        ("up one", "'up one'"),
        ('up{job="kafka} 1', "up{job="),
        ("", "no metric"),
        ("# HELP up all comments", "no metric"),
    ],
)
def test_what_is_no_page_of_metrics_is_refused_in_its_own_words(text, said) -> None:
    with pytest.raises(ValueError, match="metric") as raised:
        exposition.parse(text)
    assert said in str(raised.value)
