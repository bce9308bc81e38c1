# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What MirrorMaker is given to read, and what of the inputs is refused; the settings are held against a real one by
tests/admin/test_mirror.py."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import config
from ansible_collections.groundwork.kafka.plugins.module_utils.mirror import circles, former, mirror_maker, wanted
from ansible_collections.groundwork.kafka.plugins.module_utils.mirror.mirror_maker import Given, describe
from ansible_collections.groundwork.kafka.plugins.module_utils.mirror.wanted import Flow

ROLE = Path(__file__).parents[5] / "roles/mirror_maker"
BERLIN = {"alias": "berlin", "bootstrap_servers": ["b1:9092", "b2:9092"]}
LOGIN = {"security.protocol": "SASL_SSL", "sasl.jaas.config": "planted", "ssl.truststore.certificates": "public"}
POTSDAM = {"alias": "potsdam", "bootstrap_servers": "p1:9093, p2:9093", "client_config": LOGIN}
FLOW = {"source": "berlin", "target": "potsdam", "topics": ["orders", "eu.*"]}
GIVEN = Given(1, "mm1", 8083, [BERLIN, POTSDAM], [FLOW], "default", "enabled", "started", "4.3.1")


def test_the_settings_say_what_the_inputs_do():
    settings = describe(GIVEN)["settings"]
    expected = {
        "clusters": ["berlin", "potsdam"],
        "berlin.bootstrap.servers": ["b1:9092", "b2:9092"],
        "potsdam.bootstrap.servers": ["p1:9093", "p2:9093"],
        "berlin->potsdam.enabled": True,
        "berlin->potsdam.topics": ["orders", "eu.*"],
        "berlin->potsdam.topics.exclude": ["mm2.*\\.internal", ".*\\.replica", "__.*"],
        "berlin->potsdam.replication.factor": 3,
        "berlin->potsdam.sync.group.offsets.enabled": True,
        "berlin->potsdam.offset-syncs.topic.location": "target",
        "berlin.consumer.isolation.level": "read_committed",
        "potsdam.exactly.once.source.support": "enabled",
        "potsdam.config.storage.replication.factor": 3,
        "potsdam.scheduled.rebalance.max.delay.ms": 30000,
        "potsdam.offset.storage.segment.bytes": 1048576,
        "potsdam.offset.storage.delete.retention.ms": 3600000,
        "replication.policy.class": "org.apache.kafka.connect.mirror.DefaultReplicationPolicy",
        "emit.heartbeats.enabled": False,
    }
    assert {key: settings.get(key) for key in expected} == expected
    assert "berlin.exactly.once.source.support" not in settings
    assert "potsdam.consumer.isolation.level" not in settings


def test_secrets_stand_in_a_file_of_their_own():
    found = describe(GIVEN)
    assert found["secrets"] == {"potsdam.sasl.jaas.config": "planted"}
    assert "planted" not in str(found["settings"])
    assert found["settings"]["potsdam.sasl.jaas.config"] == (
        "${file:/etc/kafka-mirror-maker/secrets.properties:potsdam.sasl.jaas.config}"
    )
    assert found["settings"]["potsdam.ssl.truststore.certificates"] == "public"
    assert [one["name"] for one in found["files"] if one.get("secret")] == ["secrets"]
    assert {one["path"] for one in found["files"]} == set(found["reads"])


@pytest.mark.parametrize(
    ("hosts", "listens", "answers"), [(1, "http://127.0.0.1:8083", "127.0.0.1"), (2, "http://:8083", "mm1")]
)
def test_one_host_alone_listens_to_itself_and_several_to_one_another(hosts, listens, answers):
    found = describe(GIVEN._replace(hosts=hosts))
    assert found["settings"]["dedicated.mode.enable.internal.rest"] is True
    assert (found["settings"]["listeners"], found["settings"]["rest.advertised.host.name"]) == (listens, "mm1")
    assert found["worker"] == "mm1:8083"
    assert found["answers_at"] == {"host": answers, "port": 8083}


def test_an_address_of_ipv6_stands_in_brackets_where_others_read_it():
    found = describe(GIVEN._replace(hosts=2, host="fd00::1"))
    assert (found["settings"]["rest.advertised.host.name"], found["worker"]) == ("[fd00::1]", "[fd00::1]:8083")
    assert found["answers_at"] == {"host": "fd00::1", "port": 8083}


def test_a_cluster_that_no_flow_begins_or_ends_at_is_not_asked():
    third = {"alias": "third", "bootstrap_servers": ["t:1"]}
    assert [one["alias"] for one in describe(GIVEN._replace(clusters=[BERLIN, POTSDAM, third]))["clusters"]] == [
        "berlin",
        "potsdam",
    ]


def test_what_is_documented_of_a_flow_is_what_it_gets():
    options = yaml.safe_load((ROLE / "meta/argument_specs.yml").read_text())["argument_specs"]["main"]["options"]
    documented = options["mirror_maker_flows"]["options"]
    assert tuple(documented) == Flow._fields
    defaults = {name: one["default"] for name, one in documented.items() if "default" in one}
    (flow,) = wanted.flows([FLOW])
    always = {name: list(getattr(flow, name)) for name in ("topics_exclude", "groups_exclude")}
    assert {name: getattr(flow, name) for name in defaults if name not in always} == {
        name: value for name, value in defaults.items() if name not in always
    }
    (more,) = wanted.flows([{**FLOW, "topics_exclude": ["a"], "groups_exclude": "b,c"}])
    assert (more.topics_exclude, more.groups_exclude) == (
        [*always["topics_exclude"], "a"],
        [*always["groups_exclude"], "b", "c"],
    )


def test_words_and_numbers_may_be_written_as_an_ini_file_gives_them():
    (flow,) = wanted.flows([{**FLOW, "sync_group_offsets": "no", "tasks_max": "2", "topics": "a, b"}])
    assert (flow.sync_group_offsets, flow.tasks_max, flow.topics) == (False, 2, ["a", "b"])


def flows(*more, **changed):
    return {"flows": [{**FLOW, **changed}, *more]}


def cluster(**changed):
    return {"clusters": [BERLIN, {**POTSDAM, **changed}]}


BACK = {"source": "potsdam", "target": "berlin", "topics": ["orders"]}
LEGACY, PKCS8 = ({"ssl.keystore.key": f"-----BEGIN {kind}PRIVATE KEY-----"} for kind in ("RSA ", ""))


@pytest.mark.remedy(
    "… of … is no alias: it is to be",
    "… of … is a word that MirrorMaker's own settings",
    "… has the alias … twice; give each cluster its",
    "… of … has no brokers; give bootstrap_servers, each as",
    "… of … has … in bootstrap_servers; give each broker",
    "… and … of … both have …, so a",
    "… of … has bootstrap.servers in client_config; leave it out",
    "The key of … of … is no PKCS#8, which",
    "… of … has … at one end, which is",
    "… of … would mirror a cluster into itself; give",
    "… of … has no topics; name them, or give",
    "… of … has …, which is no regular expression",
    "… of … has …, and MirrorMaker parts its lists",
    "… of … is …; give a whole number from",
    "… has … twice; put the topics and groups of",
    "mirror_maker_flows is empty, and MirrorMaker does not run without a",
    "mirror_maker_version is …, and nothing of what that logs would",
    "mirror_maker_host is …, where nobody could look for it;",
    "… would go round from … without end, as copies",
)
@pytest.mark.parametrize(
    ("changed", "sentence", "then"),
    [
        (cluster(alias="pots.dam"), "'pots.dam' of mirror_maker_clusters is no alias", {}),
        (cluster(alias=""), "'' of mirror_maker_clusters is no alias", {}),
        (cluster(alias="a->b"), "'a->b' of mirror_maker_clusters is no alias", {}),
        (cluster(alias="config"), "config of mirror_maker_clusters is a word", {}),
        (cluster(alias="berlin"), "mirror_maker_clusters has the alias berlin twice", {}),
        (cluster(bootstrap_servers=[]), "potsdam of mirror_maker_clusters has no brokers", {}),
        (cluster(bootstrap_servers="p1"), "potsdam of mirror_maker_clusters has 'p1'", {}),
        (cluster(bootstrap_servers=["b2:9092"]), "berlin and potsdam of mirror_maker_clusters both have", {}),
        (cluster(client_config={"bootstrap.servers": "x:1"}), "potsdam of mirror_maker_clusters has bootstrap", {}),
        (cluster(client_config=LEGACY), "The key of potsdam of mirror_m", cluster(client_config=PKCS8)),
        (flows(target="paris"), "berlin->paris of mirror_maker_flows has paris at one end", {}),
        (flows(target="berlin"), "berlin->berlin of mirror_maker_flows would mirror a cluster into itself", {}),
        (flows(topics=[]), "berlin->potsdam of mirror_maker_flows has no topics", flows(topics=[".*"])),
        (flows(topics=["*"]), "topics of berlin->potsdam has '*', which is no regular", flows(topics=[".*"])),
        (flows(groups=["a{1,3}"]), "groups of berlin->potsdam has 'a{1,3}', and Mir", flows(groups=["a|aa|aaa"])),
        (flows(replication_factor=0), "replication_factor of berlin->potsdam is 0", flows(replication_factor=1)),
        (flows(sync_seconds=0), "sync_seconds of berlin->potsdam is 0; give a whole number", flows(sync_seconds=1)),
        (flows(FLOW), "mirror_maker_flows has berlin->potsdam twice", {}),
        ({"flows": []}, "mirror_maker_flows is empty, and MirrorMaker does", {"flows": [], "state": "stopped"}),
        ({"host": "[fd00::1]"}, "mirror_maker_host is '[fd00::1]', where nobody could look", {"host": "fd00::1"}),
        ({"host": "http://mm1"}, "mirror_maker_host is 'http://mm1', where nobody could look", {"host": "mm1"}),
        ({"version": "3.9.2"}, "mirror_maker_version is 3.9.2, and nothing of what that logs", {"version": "4.0.0"}),
        (
            {**flows(BACK), "replication_policy": "identity"},
            "The topic orders would go round from berlin to potsdam to berlin without end",
            {**flows({**BACK, "topics": ["us"]}, topics=["orders"]), "replication_policy": "identity"},
        ),
    ],
)
def test_what_mirror_maker_would_not_do_is_refused_until_it_is_as_the_sentence_says(changed, sentence, then):
    found = describe(GIVEN._replace(**changed))
    assert found["refusals"][0].startswith(sentence)
    assert found["settings"] == {}
    assert "planted" not in str(found["refusals"])
    assert describe(GIVEN._replace(**then))["refusals"] == []


def test_no_flow_is_needed_where_it_is_stopped():
    assert describe(GIVEN._replace(flows=[], state="stopped"))["refusals"] == []


def ways(*given):
    return [Flow(source, target, topics) for source, target, topics in given]


@pytest.mark.parametrize(
    ("given", "circle"),
    [
        pytest.param(ways(("a", "b", [".*"])), "", id="one way"),
        pytest.param(ways(("a", "b", ["eu"]), ("b", "a", ["us"])), "", id="other topics"),
        pytest.param(ways(("a", "b", ["eu"]), ("b", "a", ["eu"])), "The topic eu would go round from a to b", id="two"),
        pytest.param(ways(("a", "b", ["eu"]), ("b", "a", ["e.*"])), "The topic eu would go round", id="a pattern"),
        pytest.param(ways(("a", "b", ["eu"]), ("b", "a", ["u.*"])), "", id="a pattern of others"),
        pytest.param(ways(("a", "b", ["e.*"]), ("b", "a", ["u.*"])), "Whatever topic two", id="two patterns"),
        pytest.param(
            ways(("a", "b", ["eu"]), ("b", "c", ["eu"]), ("c", "a", ["eu"])), "The topic eu would go", id="three"
        ),
        pytest.param(ways(("a", "b", [".*"]), ("a", "c", [".*"]), ("b", "c", [".*"])), "", id="two ways, no circle"),
    ],
)
def test_flows_that_go_round(given, circle):
    found = circles.refusals(given)
    assert len(found) == bool(circle)
    assert "".join(found).startswith(circle)


def text(given=GIVEN):
    """The file that these inputs have written."""
    return config.properties(describe(given)["settings"])


def renamed(alias):
    return GIVEN._replace(clusters=[{**BERLIN, "alias": alias}, POTSDAM], flows=[{**FLOW, "source": alias}])


NOTHING = GIVEN._replace(clusters=[], flows=[], state="stopped")
TWO = GIVEN._replace(hosts=2)
WITHOUT = TWO._replace(exactly_once="disabled")
PREPARED = TWO._replace(exactly_once="preparing")


@pytest.mark.remedy(
    "mirror_maker_exactly_once is enabled, and was disabled on several hosts,",
    "The cluster at … is mirrored as …, and would",
    "mirror_maker_replication_policy is …, and … has mirrored with …: it",
)
@pytest.mark.parametrize(
    ("before", "now", "sentence"),
    [
        pytest.param("", GIVEN, "", id="new"),
        pytest.param(text(), GIVEN, "", id="the same"),
        pytest.param(text(), GIVEN._replace(flows=[{**FLOW, "topics": ["b"]}]), "", id="other topics"),
        pytest.param(
            text(), GIVEN._replace(clusters=[{**BERLIN, "bootstrap_servers": ["x:1"]}, POTSDAM]), "", id="brokers"
        ),
        pytest.param(text(NOTHING), renamed("paris"), "", id="renamed after a run without it"),
        pytest.param(
            text(NOTHING), renamed("paris")._replace(replication_policy="identity"), "", id="policy after a run without"
        ),
        pytest.param(text(), renamed("paris"), "The cluster at b1:9092 is mirrored as berlin, and would", id="renamed"),
        pytest.param(
            text(),
            GIVEN._replace(replication_policy="identity"),
            "mirror_maker_replication_policy is identity, and berlin->potsdam has mirrored with default",
            id="policy",
        ),
        pytest.param(text(WITHOUT), TWO, "mirror_maker_exactly_once is enabled, and was disabled on", id="once"),
        pytest.param(text(WITHOUT), PREPARED, "", id="to once in two runs, the first"),
        pytest.param(text(PREPARED), TWO, "", id="to once in two runs, the second"),
        pytest.param(text(WITHOUT._replace(hosts=1)), TWO, "", id="one host was alone"),
    ],
)
def test_what_would_begin_anew_is_refused(before, now, sentence):
    found = former.refusals(before, describe(now)["settings"])
    assert len(found) == bool(sentence)
    assert "".join(found).startswith(sentence)


@pytest.mark.remedy("replication_factor of … is …, and … has … broker…;")
def test_more_replicas_than_brokers_are_refused_where_brokers_are_known():
    given = describe(GIVEN)["flows"]
    assert mirror_maker.beyond_brokers(given, {"potsdam": 3}) == []
    assert mirror_maker.beyond_brokers(given, {}) == []
    assert mirror_maker.beyond_brokers(given, {"potsdam": 1}) == [
        "replication_factor of berlin->potsdam is 3, and potsdam has 1 broker; give that many at most."
    ]
    few = {"potsdam": 3, "berlin": 2}
    assert mirror_maker.beyond_brokers(given, few) == []
    there = describe(GIVEN._replace(**flows(offset_syncs="source")))["flows"]
    assert mirror_maker.beyond_brokers(there, few) == [
        "replication_factor of berlin->potsdam is 3, and berlin has 2 brokers; give that many at most."
    ]
    assert mirror_maker.beyond_brokers(describe(GIVEN._replace(**flows(replication_factor=2)))["flows"], few) == []
