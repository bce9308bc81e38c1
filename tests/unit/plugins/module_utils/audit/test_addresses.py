# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import addresses


@pytest.mark.parametrize(
    ("config", "found"),
    [
        pytest.param({}, ["10.0.0.1:9092"], id="Kafka's default"),
        pytest.param({"listeners": "PLAINTEXT://:9094"}, ["10.0.0.1:9094"], id="all addresses"),
        pytest.param({"listeners": "PLAINTEXT://0.0.0.0:9094"}, ["10.0.0.1:9094"], id="all addresses, written out"),
        pytest.param({"listeners": "PLAINTEXT://k1:9094"}, ["k1:9094"], id="a name"),
        pytest.param({"listeners": "PLAINTEXT://[2001:db8::1]:9094"}, ["[2001:db8::1]:9094"], id="IPv6"),
        pytest.param(
            {"listeners": "PLAINTEXT://:9094", "advertised.listeners": "PLAINTEXT://k1:1"}, ["k1:1"], id="advertised"
        ),
        pytest.param({"listeners": "PLAINTEXT://127.0.0.1:9094"}, [], id="loopback is another machine here"),
        pytest.param({"listeners": "SSL://:9094,SASL_SSL://:9095"}, [], id="with security"),
        pytest.param(
            {
                "listeners": "IN://:1,OUT://:2,CONTROLLER://:3",
                "listener.security.protocol.map": "IN:PLAINTEXT,OUT:SSL,CONTROLLER:PLAINTEXT",
                "controller.listener.names": "CONTROLLER",
            },
            ["10.0.0.1:1"],
            id="named listeners, and the controller's",
        ),
        pytest.param({"listeners": "PLAINTEXT://:${env:PORT}"}, [], id="what a provider fills in"),
    ],
)
def test_where_a_broker_may_be_asked(config, found) -> None:
    results = {"k1": {"reviewed": {"brokers": [{"config": config}]}}, "z1": {"failed": True}}
    assert addresses.plain(results, {"k1": "10.0.0.1"}) == found
