# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from types import SimpleNamespace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils import listener_certificates
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.listener_certificates import Listener

# "hello" in Base64 stands for a certificate: what is compared is its SHA-256.
HELLO = "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n"
DIGEST = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
ONE = Listener(1, "CLIENT", "k1:9092", DIGEST, "/etc/kafka/keystore.pem")
TWO = Listener(1, "BROKER", "k1:9091", DIGEST, "/etc/kafka/keystore.pem")
OTHER = Listener(2, "CLIENT", "k2:9092", DIGEST, "/etc/kafka/keystore.pem")


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
    assert listener_certificates.wanted(given("words\n" + HELLO + HELLO.replace("aGVs", "aGVr"))) == [ONE]


@pytest.mark.parametrize("certificate", ["", "/etc/ssl/k1.pem", HELLO.replace("aGVs", "aGV")])
def test_what_is_no_certificate_is_refused(certificate):
    with pytest.raises(GroundworkError, match="The certificate for the listener CLIENT of broker 1 is not PEM"):
        listener_certificates.wanted(given(certificate))


def test_a_broker_is_told_of_the_listeners_that_present_another_one():
    old = listener_certificates.outdated({ONE: "0" * 64, TWO: DIGEST, OTHER: "1" * 64})
    assert listener_certificates.changes([*old, TWO]) == {
        1: {
            "listener.name.client.ssl.keystore.location": "/etc/kafka/keystore.pem",
            "listener.name.broker.ssl.keystore.location": "/etc/kafka/keystore.pem",
        },
        2: {"listener.name.client.ssl.keystore.location": "/etc/kafka/keystore.pem"},
    }


def test_a_broker_that_refuses_its_file_is_named():
    answer = {"broker": {"1": "OK", "2": "[Error 40] InvalidConfigurationError: Failed to load"}}
    client = SimpleNamespace(alter_configs=lambda _resources, **_options: answer)
    with pytest.raises(GroundworkError) as error:
        listener_certificates.apply(client, [ONE, OTHER])
    assert str(error.value).startswith(
        "Broker 2 refuses its new certificate and goes on with the old one ([Error 40] InvalidConfigurationError: "
        "Failed to load); look at the file /etc/kafka/keystore.pem there"
    )


def test_who_listens_without_tls_is_named():
    settings = {"security.protocol": "SSL"}
    nobody = Listener(3, "CLIENT", "127.0.0.1:1", DIGEST, "/etc/kafka/keystore.pem")
    with pytest.raises(GroundworkError, match=r"presented no certificate \(broker 3 CLIENT at 127.0.0.1:1: Conn"):
        listener_certificates.presented([nobody], settings, 5)
    with pytest.raises(GroundworkError, match="set kafka_security_enabled"):
        listener_certificates.presented([nobody], {}, 5)
