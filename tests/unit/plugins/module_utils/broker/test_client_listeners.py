# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import client_listeners

SCRAM_MODULE = "org.apache.kafka.common.security.scram.ScramLoginModule required;"
CA = "-----BEGIN CERTIFICATE-----"
USERS = [{"name": "payments", "password": "planted"}]
TOKENS = {"mechanisms": ["OAUTHBEARER"], "oauth_jwks_url": "https://login.example.com/keys"}


def parsed(*given, secured=True):
    return client_listeners.parse([{"name": "IN", "port": 9092, **one} for one in given], secured)


@pytest.mark.parametrize(
    ("given", "secured", "settings"),
    [
        pytest.param({}, False, {}, id="without security"),
        pytest.param(
            {},
            True,
            {
                "ssl.client.auth": "none",
                "sasl.enabled.mechanisms": ["SCRAM-SHA-512"],
                "scram-sha-512.sasl.jaas.config": SCRAM_MODULE,
            },
            id="with security",
        ),
        pytest.param({"protocol": "SSL"}, True, {"ssl.client.auth": "required"}, id="certificates tell who it is"),
        pytest.param(
            {"protocol": "SSL", "client_certificates": "requested", "client_ca": CA},
            True,
            {
                "ssl.client.auth": "requested",
                "ssl.truststore.type": "PEM",
                "ssl.truststore.location": "/etc/own.pem",
            },
            id="of an authority of its own",
        ),
        pytest.param(
            {"protocol": "SASL_PLAINTEXT", "mechanisms": ["PLAIN", "SCRAM-SHA-512"], "accept_plaintext": "true"},
            True,
            {
                "sasl.enabled.mechanisms": ["PLAIN", "SCRAM-SHA-512"],
                "plain.sasl.jaas.config": (
                    'org.apache.kafka.common.security.plain.PlainLoginModule required user_payments="planted";'
                ),
                "scram-sha-512.sasl.jaas.config": SCRAM_MODULE,
            },
            id="passwords of the file",
        ),
        pytest.param(
            {**TOKENS, "oauth_issuer": "https://login.example.com", "oauth_audience": ["kafka", "all"]},
            True,
            {
                "ssl.client.auth": "none",
                "sasl.enabled.mechanisms": ["OAUTHBEARER"],
                "oauthbearer.sasl.jaas.config": (
                    "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;"
                ),
                "oauthbearer.sasl.server.callback.handler.class": (
                    "org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler"
                ),
                "sasl.oauthbearer.jwks.endpoint.url": "https://login.example.com/keys",
                "sasl.oauthbearer.expected.issuer": "https://login.example.com",
                "sasl.oauthbearer.expected.audience": ["kafka", "all"],
            },
            id="tokens",
        ),
    ],
)
def test_the_settings_of_a_listener(given, secured, settings) -> None:
    (one,) = parsed(given, secured=secured)
    users = USERS if "PLAIN" in one.mechanisms else []
    assert client_listeners.refusals("k1", [one], secured, users) == []
    found = client_listeners.settings(one, "/etc/own.pem", USERS)
    assert found == {f"listener.name.in.{key}": value for key, value in settings.items()}


def test_the_one_that_is_there_without_any() -> None:
    assert client_listeners.default(9092, True) == client_listeners.ClientListener(
        "CLIENT", "kafka_port", 9092, "SASL_SSL", ["SCRAM-SHA-512"], "none", oauth_audience=[]
    )
    assert client_listeners.default(9092, False).protocol == "PLAINTEXT"


def test_where_passwords_are_tried() -> None:
    given = parsed({"name": "A", "protocol": "SSL"}, {"name": "B", **TOKENS}, {"name": "C"}, {"name": "D"})
    assert client_listeners.with_scram(given) == "C"
    assert client_listeners.with_scram(given[:2]) == ""


def test_kafka_asks_no_address_for_keys_that_its_jvm_is_not_told() -> None:
    other = {"name": "B", **TOKENS, "oauth_jwks_url": "http://127.0.0.1:1/keys"}
    assert client_listeners.jvm_options(parsed(TOKENS, other, TOKENS)) == [
        "-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=https://login.example.com/keys,http://127.0.0.1:1/keys"
    ]
    assert client_listeners.jvm_options(parsed({})) == []


IN = "The listener IN of kafka_listeners for k1 "


@pytest.mark.parametrize(
    ("given", "secured", "sentence"),
    [
        pytest.param({"protocol": "TLS"}, True, IN + "has the protocol 'TLS'; give one of PLAINTEXT, SSL,", id="none"),
        pytest.param(
            {"protocol": "SSL"},
            False,
            IN + "has the protocol SSL, and servers have certificates and rights with kafka_security_enabled alone; "
            "enable that, or give PLAINTEXT.",
            id="TLS without certificates",
        ),
        pytest.param(
            {"protocol": "SASL_PLAINTEXT"},
            True,
            IN + "has the protocol SASL_PLAINTEXT, by which passwords and records go over the network as plain text; "
            "give SASL_SSL, or accept that by accept_plaintext: true.",
            id="plain text",
        ),
        pytest.param(
            {"protocol": "PLAINTEXT"},
            True,
            IN + "has the protocol PLAINTEXT, by which records go over the network as plain text; give SSL, or accept "
            "that by accept_plaintext: true.",
            id="plain text without a login",
        ),
        pytest.param(
            {"client_certificates": "yes"}, True, IN + "has client_certificates 'yes'; give none, requested", id="word"
        ),
        pytest.param(
            {"protocol": "PLAINTEXT", "accept_plaintext": True, "client_certificates": "required"},
            True,
            IN + "asks for certificates of clients with the protocol PLAINTEXT, which has none; leave ",
            id="certificates without TLS",
        ),
        pytest.param(
            {"client_ca": CA},
            True,
            IN + "has a client_ca and asks for no certificate; give client_certificates: required, or leave it out.",
            id="an authority for nothing",
        ),
        pytest.param(
            {"protocol": "SSL", "client_ca": "/etc/ca.pem"},
            True,
            IN + "has a client_ca that is no certificate in PEM; give the contents of the authority's file.",
            id="a path",
        ),
        pytest.param(
            {"mechanisms": ["GSSAPI"]}, True, IN + "has the mechanism 'GSSAPI'; give some of SCRAM-", id="mechanism"
        ),
        pytest.param(
            {"mechanisms": []},
            True,
            IN + "has the protocol SASL_SSL and no mechanism to log in by; give some of SCRAM-SHA-512,",
            id="no mechanism",
        ),
        pytest.param(
            {"protocol": "SSL", "mechanisms": ["SCRAM-SHA-512"]},
            True,
            IN + "has mechanisms to log in by, and its protocol SSL has no login; leave one of them out.",
            id="mechanism without a login",
        ),
        pytest.param(
            {"mechanisms": ["OAUTHBEARER"]},
            True,
            IN + "has the mechanism OAUTHBEARER and no address of the keys that tokens are signed with; give the "
            "provider's as oauth_jwks_url, such as https://login.example.com/keys.",
            id="tokens of nobody",
        ),
        pytest.param(
            {"oauth_issuer": "x"}, True, IN + "has settings of OAuth without the mechanism OAUTHBEARER;", id="OAuth"
        ),
        pytest.param(
            {"bind_address": "[::1]"},
            True,
            IN + "has the bind_address '[::1]', which is none; give a name or an address alone,",
            id="address",
        ),
        pytest.param(
            {"advertised_host": "0.0.0.0"},  # noqa: S104
            True,
            IN + "has the advertised_host 0.0.0.0, where no client finds a broker; give the name or address by ",
            id="address of all",
        ),
        pytest.param(
            {"name": "in"},
            True,
            "The listener in of kafka_listeners for k1 has a name that no listener has; give capital letters,",
            id="name",
        ),
        pytest.param(
            {"name": "BROKER"},
            True,
            "The listener BROKER of kafka_listeners for k1 has the name of one that servers have for one another;",
            id="name of another",
        ),
        # By which a file tells that its cluster is getting security.
        pytest.param(
            {"name": "CONTROLLER_TLS"},
            True,
            "The listener CONTROLLER_TLS of kafka_listeners for k1 has the name of one that servers have for one",
            id="name on the way",
        ),
    ],
)
def test_what_no_listener_may_be_is_refused(given, secured, sentence) -> None:
    found = client_listeners.refusals("k1", parsed(given, secured=secured), secured, [])
    assert [one[: len(sentence)] for one in found] == [sentence]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            [{}, {"port": 9094}],
            IN + "stands there twice; give each a name of its own.",
        ),
        (
            [{"advertised_host": "n", "advertised_port": 9094}, {"name": "B", "port": 9094, "advertised_host": "N"}],
            "The listeners IN and B of kafka_listeners for k1 are both advertised as n:9094, so clients of one would "
            "come to the other; give each an advertised_host or an advertised_port of its own.",
        ),
    ],
)
def test_what_two_listeners_may_not_share_is_refused(given, sentence) -> None:
    assert client_listeners.refusals("k1", parsed(*given), True, []) == [sentence]
