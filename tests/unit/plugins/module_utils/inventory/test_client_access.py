# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import client_access


def broker(name, *listeners, ports=()):
    return {
        "inventory_hostname": name,
        "kafka_listeners": [{"port": 9092, **one} for one in listeners],
        "preflight_identity": {"node": {"ports": dict.fromkeys(ports, 9092)}},
    }


INTERNAL, OUTSIDE = {"name": "INTERNAL", "protocol": "SSL"}, {"name": "OUTSIDE", "port": 9094}
NAT = {**OUTSIDE, "advertised_host": "nat.example.com"}
BOTH = [broker(name, INTERNAL, OUTSIDE) for name in ("k1", "k2")]
USUAL = [{"inventory_hostname": "k1"}, {"inventory_hostname": "k2", "kafka_port": 9192}]


def refused(brokers, listener="", protocol="SSL"):
    return client_access.refusals(brokers, True, client_access.Asked(listener, protocol))


@pytest.mark.parametrize(
    ("brokers", "listener"),
    [
        pytest.param(USUAL, "", id="the usual one"),
        pytest.param(USUAL, "BROKER", id="that of brokers"),
        pytest.param(BOTH, "INTERNAL", id="one that a new cluster gets"),
        pytest.param([broker("k1", INTERNAL, ports=["INTERNAL", "BROKER"])], "INTERNAL", id="one that is there"),
        pytest.param([{**broker("k1", INTERNAL), "preflight_identity": None}], "INTERNAL", id="of a host not seen"),
        pytest.param(
            [broker("k1", {**NAT, "advertised_port": 1}), broker("k2", {**NAT, "advertised_port": 2})],
            "",
            id="one address with two ports",
        ),
    ],
)
def test_listeners_that_fit_together_are_not_refused(brokers, listener) -> None:
    assert refused(brokers, listener) == []


@pytest.mark.parametrize(
    ("brokers", "asked", "sentence"),
    [
        pytest.param(
            [BOTH[0], broker("k2", INTERNAL)],
            {},
            "k2 has no listener OUTSIDE among its kafka_listeners, which k1 has, so clients that come in there would "
            "not find k2; give all brokers listeners of the same names.",
            id="a broker lacks one",
        ),
        pytest.param(
            [broker("k1", NAT), broker("k2", {**NAT, "advertised_host": "NAT.example.com"})],
            {},
            "k1 and k2 are both advertised as NAT.example.com:9094 (kafka_listeners), so clients of one broker would "
            "come to the other; give each an advertised_host or an advertised_port of its own.",
            id="one address for two brokers",
        ),
        pytest.param(
            [BOTH[0], broker("k2", INTERNAL, {**OUTSIDE, "advertised_host": "K1", "advertised_port": 9091})],
            {},
            "The listener OUTSIDE of k2 is advertised as K1:9091, where brokers find k1 (kafka_broker_port), so its "
            "clients would come to the one for brokers; give it an advertised_host or an advertised_port of its own.",
            id="one address for clients and brokers",
        ),
        pytest.param(
            BOTH,
            {"listener": "OTHER"},
            "kafka_admin_listener is OTHER, and k1 has no listener of that name; give the name of one of its "
            "kafka_listeners, or BROKER.",
            id="asked at none",
        ),
        pytest.param(
            BOTH,
            {"listener": "OUTSIDE"},
            "kafka_admin_listener is OUTSIDE, whose protocol is SASL_SSL on k1, and kafka_admin_config has the "
            "security.protocol SSL; give one that fits the other.",
            id="asked in another protocol",
        ),
        pytest.param(
            [broker("k1", INTERNAL, ports=["CLIENT", "BROKER"])],
            {"listener": "INTERNAL"},
            "kafka_admin_listener is INTERNAL, which k1 does not have yet, and who asks there is told of the brokers "
            "alone that have it; run with kafka_admin_listener as it was, and then give this one.",
            id="asked too early",
        ),
    ],
)
def test_listeners_that_do_not_fit_together_are_refused(brokers, asked, sentence) -> None:
    assert refused(brokers, **asked) == [sentence]
