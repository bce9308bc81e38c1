# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.health import keeper_words

#: As ZooKeeper 3.8.4 answers, cut.
ANSWER = """zk_version\t3.8.4-9316c2a7a97e1666d8f4593f34dd6fc36ecc436c, built on 2024-02-12 22:16 UTC
zk_server_state\tleader
zk_ephemerals_count\t4
zk_avg_latency\t1.25
zk_outstanding_requests\t0
zk_learners\t2
zk_synced_followers\t1
zk_p50_fsynctime\t1
zk_p99_fsynctime\t120
zk_p999_fsynctime\t900
zk_max_fsynctime\t901
zk_cnt_readlatency\t40
zk_sum_readlatency\t60
"""


def test_an_answer_has_the_names_of_the_servers_own_provider() -> None:
    found = {(one.name, one.labels.get("quantile")): one.value for one in keeper_words.samples(ANSWER)}
    assert found == {
        ("groundwork_zookeeper_leads", None): 1.0,
        ("ephemerals_count", None): 4.0,
        ("avg_latency", None): 1.25,
        ("outstanding_requests", None): 0.0,
        ("learners", None): 2.0,
        ("synced_followers", None): 1.0,
        ("fsynctime", "0.5"): 1.0,
        ("fsynctime", "0.99"): 120.0,
        ("fsynctime", "0.999"): 900.0,
        ("max_fsynctime", None): 901.0,
        ("readlatency_count", None): 40.0,
        ("readlatency_sum", None): 60.0,
    }


@pytest.mark.parametrize(("state", "leads"), [("leader", 1), ("standalone", 1), ("follower", 0), ("observer", 0)])
def test_who_leads(state, leads) -> None:
    found = keeper_words.samples(f"zk_server_state\t{state}\n")
    assert [(one.name, one.value) for one in found] == [("groundwork_zookeeper_leads", leads)]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("mntr is not executed because it is not in the whitelist.", "add mntr to 4lw.commands.whitelist"),
        ("This ZooKeeper instance is not currently serving requests\n", "not currently serving"),
        ("", "closed the connection without an answer"),
        ("zk_version\t3.8.4\n", "zk_version 3.8.4"),
    ],
)
def test_what_is_no_answer_is_refused_in_its_own_words(answer, said) -> None:
    with pytest.raises(ValueError, match=said):
        keeper_words.samples(answer)


#: As ZooKeeper 3.8.4 answers srvr.
SERVED = """Zookeeper version: 3.8.4-9316c2a7a97e1666d8f4593f34dd6fc36ecc436c, built on 2024-02-12 22:16 UTC
Latency min/avg/max: 0/0.6471/21
Received: 137
Sent: 136
Connections: 1
Outstanding: 3
Zxid: 0x1a
Mode: standalone
Node count: 38
"""


def test_what_srvr_tells_of_the_same() -> None:
    assert {one.name: one.value for one in keeper_words.samples_of_srvr(SERVED)} == {
        "groundwork_zookeeper_leads": 1.0,
        "avg_latency": 0.6471,
        "max_latency": 21.0,
        "packets_received": 137.0,
        "num_alive_connections": 1.0,
        "outstanding_requests": 3.0,
        "znode_count": 38.0,
    }


@pytest.mark.parametrize(
    ("answer", "said", "error"),
    [
        ("srvr is not executed because it is not in the whitelist.", "allows neither", keeper_words.NotAllowedError),
        ("This ZooKeeper instance is not currently serving requests", "not currently serving", ValueError),
    ],
)
def test_who_does_not_allow_it_is_told_from_who_does_not_serve(answer, said, error) -> None:
    with pytest.raises(ValueError, match=said) as raised:
        keeper_words.samples_of_srvr(answer)
    assert raised.type is error
