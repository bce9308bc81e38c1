# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from types import SimpleNamespace

import pytest
from kafka.errors import KafkaTimeoutError, RequestTimedOutError

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import certificates as cluster_certificates
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.certificates import Listener
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

# "hello" in Base64 stands for a certificate: what is compared is its SHA-256.
HELLO = "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n"
DIGEST = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
ONE = Listener(1, "CLIENT", "k1:9092", DIGEST, "/etc/kafka/keystore.pem")
TWO = Listener(1, "BROKER", "k1:9091", DIGEST, "/etc/kafka/keystore.pem")
OTHER = Listener(2, "CLIENT", "k2:9092", DIGEST, "/etc/kafka/keystore.pem")


def brokers(answers):
    """A client whose brokers give these answers, one after the other, and the brokers in the order they were asked."""
    asked = []

    def alter_configs(resources, **_options):
        (node,) = [resource.name for resource in resources]
        asked.append(node)
        answer = answers[node].pop(0)
        if isinstance(answer, Exception):
            raise answer
        return {"broker": {node: answer}}

    return SimpleNamespace(alter_configs=alter_configs), asked


def present(monkeypatch, *looks):
    """Have the listeners present this, one look after the other."""
    left = list(looks)
    monkeypatch.setattr(cluster_certificates, "presented", lambda *_inputs: left.pop(0))
    monkeypatch.setattr(cluster_certificates.time, "sleep", lambda _seconds: None)


def given(certificate):
    return [
        {
            "node": 1,
            "name": "CLIENT",
            "address": "k1:9092",
            "certificate": certificate,
            "path": "/etc/kafka/keystore.pem",
        }
    ]


def test_the_first_certificate_is_the_one_presented():
    assert cluster_certificates.wanted(given("words\n" + HELLO + HELLO.replace("aGVs", "aGVr"))) == [ONE]


@pytest.mark.parametrize("certificate", ["", "/etc/ssl/k1.pem", HELLO.replace("aGVs", "aGV")])
def test_what_is_no_certificate_is_refused(certificate):
    with pytest.raises(GroundworkError, match="The certificate for the listener CLIENT of broker 1 is not PEM"):
        cluster_certificates.wanted(given(certificate))


def test_a_broker_is_told_of_the_listeners_that_present_another_one():
    old = cluster_certificates.outdated({ONE: "0" * 64, TWO: DIGEST, OTHER: "1" * 64})
    assert cluster_certificates.changes([*old, TWO]) == {
        1: {
            "listener.name.client.ssl.keystore.location": "/etc/kafka/keystore.pem",
            "listener.name.broker.ssl.keystore.location": "/etc/kafka/keystore.pem",
        },
        2: {"listener.name.client.ssl.keystore.location": "/etc/kafka/keystore.pem"},
    }


def test_a_broker_that_refuses_its_file_is_named():
    client, _asked = brokers({"1": ["OK"], "2": ["[Error 40] InvalidConfigurationError: Failed to load"]})
    with pytest.raises(GroundworkError) as error:
        cluster_certificates.apply(client, [ONE, OTHER])
    assert str(error.value).startswith(
        "Broker 2 refuses its new certificate and goes on with the old one ([Error 40] InvalidConfigurationError: "
        "Failed to load); look at the file /etc/kafka/keystore.pem there"
    )


TIMEOUTS = [
    RequestTimedOutError("Request timed out after 15000 ms"),
    KafkaTimeoutError(),
    "[Error 7] RequestTimedOutError: Timed out waiting for the controller",
]


@pytest.mark.parametrize("timed_out", TIMEOUTS)
def test_a_broker_that_did_not_answer_in_time_is_looked_at_again(timed_out, monkeypatch):
    present(monkeypatch, {ONE: "0" * 64, OTHER: "0" * 64}, {ONE: DIGEST, OTHER: DIGEST})
    client, asked = brokers({"1": [timed_out], "2": ["OK"]})
    result = cluster_certificates.run(client, [ONE, OTHER], {"client_config": {}, "timeout": 15}, check_mode=False)
    assert result["renewed"] == ["broker 1 CLIENT", "broker 2 CLIENT"]
    assert asked == ["1", "2"]


def test_only_a_broker_that_did_not_answer_is_told_again(monkeypatch):
    old, new = {ONE: "0" * 64, OTHER: "0" * 64}, {ONE: DIGEST, OTHER: DIGEST}
    present(monkeypatch, old, old, old, new)
    client, asked = brokers({"1": [TIMEOUTS[0], "OK"], "2": ["OK"]})
    cluster_certificates.run(client, [ONE, OTHER], {"client_config": {}, "timeout": 15}, check_mode=False)
    assert asked == ["1", "2", "1"]


@pytest.mark.parametrize(("answer", "said"), [("OK", "took the change"), (TIMEOUTS[0], "did not answer")])
def test_a_broker_that_goes_on_with_its_old_certificate_is_named(answer, said, monkeypatch):
    present(monkeypatch, {ONE: "0" * 64}, {ONE: "0" * 64})
    client, _asked = brokers({"1": [answer]})
    with pytest.raises(GroundworkError, match=f"^broker 1 CLIENT {said} and present another certificate than the one"):
        cluster_certificates.run(client, [ONE], {"client_config": {}, "timeout": 0}, check_mode=False)


def test_who_listens_without_tls_is_named():
    settings = {"security.protocol": "SSL"}
    nobody = Listener(3, "CLIENT", "127.0.0.1:1", DIGEST, "/etc/kafka/keystore.pem")
    with pytest.raises(GroundworkError, match=r"presented no certificate \(broker 3 CLIENT at 127.0.0.1:1: Conn"):
        cluster_certificates.presented([nobody], settings, 5)
    with pytest.raises(GroundworkError, match="set kafka_security_enabled"):
        cluster_certificates.presented([nobody], {}, 5)
