# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is asked of a made-up cluster, in which order, and what its answers come to; tests/admin asks real ones."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import moves, settling, topics_admin
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.topics_wanted import Topic
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

#: Any pace will do.
HOW = moves.Pace(1 << 20, 5)
UNKNOWN, DENIED, REFUSED = 3, 29, 40
BROKER = 4  # as the protocol numbers what has settings
WEEK = "604800000"


class Made:
    """Of kafka-python's client what topics need: three brokers, and what was written in *wrote*."""

    def __init__(self):
        #: Of each topic: the replicas of its partitions, its own settings, and how many records it holds.
        self.topics = {"orders": ([[1, 2], [2, 3]], {"retention.ms": WEEK}, 0), "__consumer_offsets": ([[1]], {}, 0)}
        self.wrote = []
        self.refused = {}
        self.denied = []
        self.moving = {}
        self.sizes = {}
        self.total, self.free = 1 << 40, 1 << 39
        self.settings = {"delete.topic.enable": "true"}
        self.limits = {}

    def describe_cluster(self):
        brokers = [{"broker_id": number, "host": "h", "port": 1, "rack": "abc"[number - 1]} for number in (1, 2, 3)]
        return {"brokers": [*brokers, {"broker_id": 4, "host": "h", "port": 1, "rack": "d", "is_fenced": True}]}

    def describe_topics(self, names=None):
        """All that may be seen; of *names* each, with what speaks against it."""
        if names is not None:
            hidden = {name: DENIED if name in self.denied else UNKNOWN for name in names if name not in self.topics}
            return [{"name": name, "error_code": code, "partitions": []} for name, code in hidden.items()]
        return [
            {
                "name": name,
                "error_code": 0,
                "is_internal": name.startswith("__"),
                "partitions": [
                    {"partition_index": number, "replica_nodes": one, "isr_nodes": one, "leader_id": one[0]}
                    for number, one in enumerate(parts)
                ],
            }
            for name, (parts, _settings, _records) in self.topics.items()
        ]

    def describe_configs(self, resources, **_named):
        told = {"is_sensitive": False, "synonyms": []}
        static = {
            key: {**told, "value": one, "config_source": "STATIC_BROKER_CONFIG"} for key, one in self.settings.items()
        }
        return {"broker": {one.name: {**static, **self._limits(one.name)} for one in resources}}

    def _limits(self, number):
        own = {"is_sensitive": False, "synonyms": [], "config_source": "DYNAMIC_BROKER_CONFIG"}
        return {key: {**own, "value": value} for key, value in self.limits.get(number, {}).items()}

    def list_partition_offsets(self, specs):
        ends = {part: self.topics[part.topic][2] if spec.name == "LATEST" else 0 for part, spec in specs.items()}
        return {part: SimpleNamespace(offset=end) for part, end in ends.items()}

    def list_partition_reassignments(self):
        from kafka import TopicPartition

        return {
            TopicPartition(*part): {"replicas": [*one, *adding], "adding_replicas": adding, "removing_replicas": []}
            for part, (one, adding) in self.moving.items()
        }

    def send(self, request, broker=None, **_named):
        name = type(request).__name__
        if name == "DescribeLogDirsRequest":
            topics = [
                SimpleNamespace(
                    name=part[0],
                    partitions=[SimpleNamespace(partition_index=part[1], partition_size=size, is_future_key=False)],
                )
                for (number, *part), size in self.sizes.items()
                if number == broker
            ]
            folder = SimpleNamespace(
                log_dir="/d", error_code=0, total_bytes=self.total, usable_bytes=self.free, topics=topics
            )
            return SimpleNamespace(error_code=0, results=[folder])
        if name == "DescribeConfigsRequest":
            return SimpleNamespace(results=[self._settings(topic, keys) for _type, topic, keys in request.resources])
        return SimpleNamespace(responses=[self._altered(one, request.validate_only) for one in request.resources])

    def _settings(self, topic, keys):
        own = self.topics[topic][1] if topic in self.topics else {}
        known = {"retention.ms": "1", "segment.ms": "2", "min.insync.replicas": "1", **own}
        configs = [
            SimpleNamespace(name=key, value=own.get(key, value), config_source=1 if key in own else 5, config_type=5)
            for key, value in known.items()
            if keys is None or key in keys
        ]
        code = DENIED if topic in self.denied else 0
        return SimpleNamespace(resource_name=topic, error_code=code, configs=configs)

    def _altered(self, resource, validate_only):
        kind, topic, entries = resource
        limits = any("replication.throttled" in key for key, _operation, _value in entries)
        if limits:
            self.wrote.append(("limit", topic))
            for key, operation, value in entries:
                held = self.limits.setdefault(topic, {}) if kind == BROKER else self.topics[topic][1]
                (held.__setitem__(key, value) if operation == 0 else held.pop(key))
        elif not validate_only:
            self.wrote.append(("alter", topic, entries))
            for key, operation, value in entries:
                (self.topics[topic][1].__setitem__(key, value) if operation == 0 else self.topics[topic][1].pop(key))
        return SimpleNamespace(resource_name=topic, **self._answer(topic))

    def _answer(self, topic):
        return {"error_code": REFUSED if topic in self.refused else 0, "error_message": self.refused.get(topic)}

    def create_topics(self, asked, validate_only, **_named):
        if not validate_only:
            self.wrote.append(("create", asked))
            for name, one in asked.items():
                count = max(1, one["num_partitions"])
                self.topics[name] = ([[1, 2]] * count, dict(one["configs"]), 0)
        return {"topics": [{"name": name, **self._answer(name)} for name in asked]}

    def create_partitions(self, counts, validate_only, **_named):
        if not validate_only:
            self.wrote.append(("raise", counts))
            for name, count in counts.items():
                parts = self.topics[name][0]
                parts += [[1, 2]] * (count - len(parts))
        return SimpleNamespace(results=[SimpleNamespace(name=name, **self._answer(name)) for name in counts])

    def delete_topics(self, names, **_named):
        self.wrote.append(("delete", names))
        for name in names:
            del self.topics[name]
        return {"topics": [{"name": name, **self._answer(name)} for name in names]}

    def alter_partition_reassignments(self, asked):
        self.wrote.append(("reassign", {(part.topic, part.partition): to for part, to in asked.items()}))
        for part, to in asked.items():
            now = self.topics[part.topic][0][part.partition]
            self.moving[part.topic, part.partition] = (now, [one for one in to if one not in now])
        return {part: self.refused.get(part.topic) for part in asked}


def _described(settings, source):
    return {
        key: {"is_sensitive": False, "synonyms": [], "value": value, "config_source": source}
        for key, value in settings.items()
    }


class _AnyOrder(list):
    """Brokers, of which any may come first."""

    def __eq__(self, other):
        return sorted(self) == sorted(other)

    __hash__ = None


THREE = _AnyOrder([1, 2, 3])


@pytest.fixture
def made(monkeypatch):
    monkeypatch.setattr(topics_admin, "_PAUSE_SECONDS", 0)
    monkeypatch.setattr(settling, "_PAUSE_SECONDS", 0)
    return Made()


ALL = [
    Topic("new", 3, 2, {"retention.ms": "5", "segment.ms": None}),
    Topic("orders", 3, 3, {"retention.ms": None, "segment.ms": "7"}),
    Topic("old", present=False),
]


def test_everything_is_done_and_read_back(made):
    made.topics["old"] = ([[1]], {}, 9)
    made.sizes = {(1, "orders", 0): 100, (2, "orders", 0): 100, (3, "orders", 0): 30}
    done = topics_admin.run(made, ALL, HOW, 5, False)
    assert made.wrote == [
        ("create", {"new": {"num_partitions": 3, "replication_factor": 2, "configs": {"retention.ms": "5"}}}),
        ("alter", "orders", [("retention.ms", 1, None), ("segment.ms", 0, "7")]),
        ("raise", {"orders": 3}),
        ("delete", ["old"]),
        *[("limit", name) for name in ("1", "2", "3", "orders")],
        ("reassign", {("orders", number): THREE for number in range(3)}),
    ]
    assert (done["changed"], done["created"], done["deleted"]) == (True, ["new"], ["old"])
    assert done["partitions"] == {"orders": 3}
    assert done["configs"] == {"orders": {"retention.ms": None, "segment.ms": "7"}}
    assert done["reassigned"][2] == {"topic": "orders", "partition": 2, "from": [1, 2], "to": THREE}
    assert [one["partition"] for one in done["plan"]["partitions"]] == [0, 1, 2]
    assert (done["left"], done["bytes_left"]) == (3, 100)
    assert (made.limits["1"], made.topics["orders"][1]["follower.replication.throttled.replicas"]) == (
        dict.fromkeys(["leader.replication.throttled.rate", "follower.replication.throttled.rate"], "1048576"),
        "0:3,1:1,2:3",
    )


def test_what_a_killed_run_has_begun_is_gone_on_with_and_at_last_its_limit_goes(made):
    wanted = [Topic("orders", replication=3)]
    made.sizes = {(1, "orders", 0): 100, (2, "orders", 0): 100, (3, "orders", 0): 30}
    topics_admin.run(made, wanted, HOW, 5, False)
    begun = list(made.wrote)
    again = topics_admin.run(made, wanted, HOW, 5, False)
    assert (made.wrote, again["left"], again["bytes_left"], again["under_way"]) == (begun, 2, 70, 2)
    made.topics["orders"][0][:] = [[1, 2, 3], [2, 3, 1]]
    made.moving = {}
    planned = topics_admin.run(made, wanted, HOW, 5, True)
    assert (planned["changed"], planned["summary"]) == (True, ["A limit to replication that was left behind is to go."])
    assert made.wrote == begun
    assert topics_admin.run(made, wanted, HOW, 5, False)["changed"]
    assert made.wrote[len(begun) :] == [("limit", name) for name in ("1", "2", "3", "orders")]
    assert (any(made.limits.values()), made.topics["orders"][1]) == (False, {"retention.ms": WEEK})
    assert not topics_admin.run(made, wanted, HOW, 5, False)["changed"]


def test_what_others_move_is_left_to_them_and_to_their_limit(made):
    made.topics["other"] = ([[1]], {}, 0)
    made.moving = {("other", 0): ([1], [2])}
    made.limits = {"1": {"leader.replication.throttled.rate": "5"}}
    assert not topics_admin.run(made, [Topic("orders", replication=2)], HOW, 5, False)["changed"]
    assert made.wrote == []


def test_a_number_of_replicas_that_is_taken_back_turns_what_is_on_its_way_round(made):
    topics_admin.run(made, [Topic("orders", replication=3)], HOW, 5, False)
    done = topics_admin.run(made, [Topic("orders", replication=2)], HOW, 5, False)
    assert (done["changed"], done["left"]) == (True, 2)
    (_what, asked) = made.wrote[-1]
    assert {part: len(to) for part, to in asked.items()} == {("orders", 0): 2, ("orders", 1): 2}


def test_check_mode_plans_and_writes_nothing(made):
    done = topics_admin.run(made, ALL, HOW, 5, True)
    assert (made.wrote, done["changed"], done["created"], done["left"]) == ([], True, ["new"], 2)
    assert done["diff"]["after"].startswith("topic new\n  partitions: 3\n")
    assert "orders-0: 1, 2\n" in done["diff"]["before"]
    assert "\norders-0: " in done["diff"]["after"]
    assert done["summary"][0].startswith("2 partitions to change: 2 partitions to be copied")


@pytest.mark.parametrize(
    ("wanted", "change", "sentence"),
    [
        pytest.param(
            Topic("new", configs={"retention.ms": "x"}),
            {"refused": {"new": "Invalid value x for\nconfiguration retention.ms."}},
            "The cluster refuses to make the topic new: Invalid value x for configuration retention.ms.",
            id="a value of a new one",
        ),
        pytest.param(
            Topic("orders", configs={"segment.ms": "x"}),
            {"refused": {"orders": None}},
            "The cluster refuses to set segment.ms = x of the topic orders: InvalidConfigurationError.",
            id="a value",
        ),
        pytest.param(
            Topic("orders", 9),
            {"refused": {"orders": "too many"}},
            "The cluster refuses to give the topic orders 9 partitions: too many.",
            id="partitions",
        ),
        pytest.param(
            Topic("orders", present=False),
            {"settings": {"delete.topic.enable": "false"}},
            "The topics orders are to be deleted, and delete.topic.enable is false in this cluster; take it out of "
            "kafka_config, or leave them out.",
            id="deletion",
        ),
        pytest.param(
            Topic("orders", 3),
            {"topics": {"orders": ([[1], [2]], {}, 1)}},
            "The topic orders has records, and with 3 partitions instead of 2 the records of a key go",
            id="keys",
        ),
        pytest.param(
            Topic("orders", replication=3),
            {"sizes": {(1, "orders", 0): 3 << 20}},
            "The topic orders has 2 replicas and is to have 3: for 2 partitions 3.0 MiB would be copied to brokers 1,",
            id="replicas",
        ),
        pytest.param(
            Topic("orders", configs={"segment.ms": "5"}),
            {"denied": ["orders"]},
            "The settings of orders (TopicAuthorizationFailedError) are not told; give the user the right to",
            id="may not be read",
        ),
        pytest.param(
            Topic("orders", configs={"segment.mss": None}),
            {},
            "The topic orders has segment.mss, which is not a setting of topics in this cluster; the nearest",
            id="unknown",
        ),
    ],
)
def test_what_is_refused_is_refused_before_anything_is_written(made, wanted, change, sentence):
    for name, value in change.items():
        setattr(made, name, value)
    with pytest.raises(GroundworkError) as error:
        topics_admin.run(made, [Topic("first"), wanted], None, 5, False)
    assert str(error.value).startswith(sentence)
    assert made.wrote == []


def test_a_long_list_goes_in_parts_that_the_controller_takes(made):
    wanted = [Topic(f"t{number}", 900) for number in range(5)]
    topics_admin.run(made, wanted, None, 5, False)
    assert [len(asked) for _what, asked in made.wrote] == [2, 2, 1]


def test_a_broker_that_tells_where_replicas_were_is_asked_again(made, monkeypatch):
    told, late = made.describe_topics, [[[1], [2]], [[1], [2]]]

    def describe():
        if late:
            made.topics["orders"] = (late.pop(), *made.topics["orders"][1:])
        else:
            made.topics["orders"] = ([[1, 2], [2, 3]], *made.topics["orders"][1:])
        return told()

    monkeypatch.setattr(made, "describe_topics", describe)
    assert not topics_admin.run(made, [Topic("orders", replication=2)], None, 5, False)["changed"]
    assert made.wrote == []


def test_a_broker_that_has_not_heard_of_a_topic_yet_is_asked_again(made, monkeypatch):
    told, late = made.describe_topics, [1, 2]
    made.refused["orders"] = "Topic 'orders' already exists."
    monkeypatch.setattr(made, "describe_topics", lambda: told()[1:] if late and late.pop() else told())
    assert not topics_admin.run(made, [Topic("orders", 2)], None, 5, False)["changed"]


def test_a_broker_that_has_not_heard_of_partitions_yet_is_asked_again(made, monkeypatch):
    told, late = made.describe_topics, [1, 2]
    made.refused["orders"] = "Topic already has 2 partitions."

    def describe():
        known = told()
        if late and late.pop():
            del known[0]["partitions"][1:]
        return known

    monkeypatch.setattr(made, "describe_topics", describe)
    assert not topics_admin.run(made, [Topic("orders", 2)], None, 5, False)["changed"]
    assert made.wrote == []


def test_what_never_comes_into_force_is_told(made, monkeypatch):
    monkeypatch.setattr(made, "create_partitions", lambda *_given, **_named: SimpleNamespace(results=[]))
    with pytest.raises(GroundworkError, match="not in force after 0 seconds \\(orders\\); look at the brokers"):
        topics_admin.run(made, [Topic("orders", 3)], None, 0, False)


def test_many_topics_may_take_their_time_while_they_become_more(made, monkeypatch):
    clock, hidden, told = [0.0], [f"t{number}" for number in range(9)], made.describe_topics

    def describe():
        clock[0] += 1
        if made.wrote and hidden:
            hidden.pop()
        return [one for one in told() if one["name"] not in hidden]

    monkeypatch.setattr(made, "describe_topics", describe)
    monkeypatch.setattr(topics_admin.time, "monotonic", lambda: clock[0])
    wanted = [Topic(name) for name in hidden]
    assert len(topics_admin.run(made, wanted, None, 2, False)["created"]) == 9
    assert clock[0] > 5


def test_a_reassignment_that_is_refused_is_told(made):
    from kafka.errors import InvalidReplicationAssignmentError

    made.refused["orders"] = InvalidReplicationAssignmentError
    with pytest.raises(GroundworkError, match=r"begin to reassign orders-0 \(Invalid.*from there\."):
        topics_admin.run(made, [Topic("orders", replication=3)], moves.Pace(None, 5), 5, False)


def test_where_no_broker_is_the_controller_it_is_told(made, monkeypatch):
    def nobody(*_given, **_named):
        raise RuntimeError("Failed to find active controller id!")

    monkeypatch.setattr(made, "create_topics", nobody)
    with pytest.raises(GroundworkError, match="No broker is the controller"):
        topics_admin.run(made, [Topic("new")], None, 5, False)


def test_a_topic_that_may_not_be_seen_is_not_taken_for_one_that_is_gone():
    made = Made()
    made.denied = ["secret"]
    with pytest.raises(GroundworkError, match=r"The topic secret is to be absent, and may not be looked at"):
        topics_admin.run(made, [Topic("secret", present=False), Topic("gone", present=False)], None, 5, False)
    assert not topics_admin.run(made, [Topic("gone", present=False)], None, 5, False)["changed"]


def test_replicas_are_not_moved_to_a_disk_without_room(made):
    made.sizes = {(1, "orders", 0): 6 << 30, (2, "orders", 1): 7 << 30}
    made.total, made.free = 100 << 30, 11 << 30  # of which five are left free
    with pytest.raises(GroundworkError, match=r"orders-1 of 7\.0 GiB finds no room: .* 6\.0 GiB at most on broker 1"):
        topics_admin.run(made, [Topic("orders", replication=3)], HOW, 5, False)
    assert made.wrote == []
    made.free = 13 << 30
    topics_admin.run(made, [Topic("orders", replication=3)], HOW, 5, False)
    assert made.wrote
