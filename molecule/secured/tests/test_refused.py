# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Who is let in, and who is not."""

import ssl

import pytest
from kafka.admin import NewTopic
from kafka.errors import KafkaError, TopicAuthorizationFailedError
from lab_brokers import TLS, trusting
from secured_host import BROKER, CLIENT, ZOOKEEPER, converse

# What a server without TLS would answer, long enough for one with TLS to judge: a request for versions, a word.
VERSIONS, WORD = b"\0\0\0\x0a\0\x12\0\0\0\0\0\1\xff\xff", b"ruok" * 4


def test_a_user_does_what_a_rule_allows(admin, produce):
    admin("orders", "planted-orders-password").create_topics([NewTopic("orders-1", 1, 1)])
    produce("orders", "planted-orders-password", "orders-1")


def test_a_user_without_a_rule_writes_nothing_and_sees_nothing(admin, produce):
    assert admin("nobody", "planted-nobody-password").list_topics() == []
    with pytest.raises(TopicAuthorizationFailedError):
        produce("nobody", "planted-nobody-password", "orders-1")


def test_a_user_does_not_what_no_rule_allows(admin):
    with pytest.raises(TopicAuthorizationFailedError):
        admin("orders", "planted-orders-password").create_topics([NewTopic("others-1", 1, 1)])


@pytest.mark.parametrize(("user", "password"), [("orders", "planted-nobody-password"), ("who", "x")])
def test_a_wrong_password_or_user_is_refused(admin, user, password):
    with pytest.raises(KafkaError):
        admin(user, password)


@pytest.mark.parametrize(("address", "send"), [(CLIENT, VERSIONS), (BROKER, VERSIONS), (ZOOKEEPER, WORD)])
def test_plaintext_is_refused(address, send):
    try:
        said = converse(address, None, send)
    except ConnectionError:
        said = b""
    assert not said or said[:1] == b"\x15", "a TLS alert at most"


@pytest.mark.parametrize(("address", "send"), [(BROKER, VERSIONS), (ZOOKEEPER, WORD)])
def test_no_server_is_reached_without_a_certificate(address, send):
    try:
        said = converse(address, trusting(), send)
    except (ssl.SSLError, ConnectionError):
        said = b""
    assert said == b""


def test_zookeeper_is_reached_with_one():
    context = trusting()
    context.load_cert_chain(TLS / "operator.pem")
    assert converse(ZOOKEEPER, context, b"ruok") == b"imok"
