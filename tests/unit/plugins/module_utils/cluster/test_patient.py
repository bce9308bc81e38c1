# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The requests that no method of kafka-python's client makes; how patient it is, tests/spark/cluster asks a broker."""

from __future__ import annotations

from types import SimpleNamespace

from kafka import TopicPartition
from kafka.net import transport

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import patient

_SHA_512 = 2
_TOPIC, _BROKER = 2, 4


def test_passwords_are_deleted_and_set_by_one_mechanism():
    made = SimpleNamespace(user="b", iterations=4096, salt=b"s", salted_password=b"p")
    request = patient.scram_request(_SHA_512, ["a"], [made])
    assert request.deletions == [("a", _SHA_512)]
    assert request.upsertions == [("b", _SHA_512, 4096, b"s", b"p")]


def test_the_clusters_default_is_a_broker_without_a_name():
    request = patient.defaults_request({"b": "2", "a": "1"})
    assert (request.resources, request.validate_only) == ([(_BROKER, "", [("a", 0, "1"), ("b", 0, "2")])], False)


def test_settings_of_topics_are_asked_for_with_where_they_come_from():
    request = patient.topic_settings_request(["t"], ("k",))
    assert (request.resources, request.include_synonyms) == ([(_TOPIC, "t", ["k"])], True)


def test_folders_are_asked_for_all_that_lies_in_them():
    assert patient.log_dirs_request().topics is None


def test_batches_are_asked_for_by_topic_and_without_a_session():
    wanted = {TopicPartition("t", 0): (5, 100), TopicPartition("u", 0): (0, 1), TopicPartition("t", 1): (7, 0)}
    request = patient.fetch_request(wanted, committed=True)
    asked = [
        (topic.topic, [(part.partition, part.fetch_offset, part.partition_max_bytes) for part in topic.partitions])
        for topic in request.topics
    ]
    assert asked == [("t", [(0, 5, 100), (1, 7, 0)]), ("u", [(0, 0, 1)])]
    assert (request.isolation_level, request.session_epoch) == (1, -1)
    assert patient.fetch_request(wanted, committed=False).isolation_level == 0


class Closing:
    """A socket's answers to kafka-python: a broker's last words, and the end at once."""

    def __init__(self):
        self._words = [b"refused", b""]

    def recv(self, _size):
        return self._words.pop(0) if self._words else b""


def test_the_last_words_of_a_broker_are_heard_before_the_end_of_the_connection():
    asked = SimpleNamespace(_sock=Closing())
    patient.hear_last_words()
    patient.hear_last_words()  # once is enough, and twice is no harm
    assert transport.KafkaTCPTransport._sock_recv(asked) == (b"refused", None)
    data, error = transport.KafkaTCPTransport._sock_recv(asked)
    assert (data, str(error)) == (b"", "KafkaConnectionError: socket disconnected")
