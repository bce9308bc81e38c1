# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.review import judge as reviewing
from ansible_collections.groundwork.kafka.plugins.module_utils.review.model import Broker, Facts, Reviewed, Topic
from ansible_collections.groundwork.kafka.plugins.module_utils.review.rule import NotKnownError, Rule, Trap


def threads(_found, broker):
    return [Trap(f"threads {broker.config['threads']}", words={"least": "9"})]


def names_its_broker(_found, topic):
    return [Trap(topic.broker.name + topic.name, words={"least": "9"})]


def rule(identity="few_threads", arithmetic=None, severity="medium", of="broker", **others):
    texts = {"why": "it matters", "source": "here", "remedy": "have {least}"}
    return Rule(identity, severity, of, arithmetic or threads, **{**texts, **others})


def brokers(*threads):
    return tuple(Broker(f"k{number}", {"threads": count}) for number, count in enumerate(threads, 1))


def fails(_found, _subject):
    raise ZeroDivisionError("division by zero")


def raised(_found, _broker):
    return [Trap("x", severity="high", words={"least": "9"})]


def without_words(_found, _broker):
    return [Trap("x")]


def needs_a_number(_found, broker):
    if not broker.config["threads"].isdigit():
        raise NotKnownError("threads")
    return [Trap("few", words={"least": "9"})]


def test_a_finding_has_the_rules_texts_and_the_traps_numbers() -> None:
    judgement = reviewing.judge(Reviewed(brokers=brokers("8")), [rule()])
    assert judgement.findings == [
        {
            "id": "few_threads",
            "severity": "medium",
            "subject": "broker k1",
            "wanted": None,
            "found": "threads 8",
            "why": "it matters",
            "source": "here",
            "remedy": "have 9",
        }
    ]
    assert judgement.asked == ["few_threads"]


def test_a_controller_is_called_one_and_what_is_both_a_broker() -> None:
    roles = {"k1": "broker", "k2": "broker,controller", "c1": "controller", "c2": "controller"}
    given = {name: {"threads": "8", "process.roles": of} for name, of in roles.items()}
    found = tuple(Broker(name, config) for name, config in given.items())
    told = [reviewing.judge(Reviewed(brokers=of), [rule(of="server")]).findings for of in (found, found[2:])]
    assert [one["subject"] for each in told for one in each] == [
        "broker k1, broker k2, controller c1, controller c2",
        "controller c1, c2",
    ]


def test_what_is_so_of_several_is_told_once_and_what_differs_apart() -> None:
    found = reviewing.judge(Reviewed(brokers=brokers("8", "4", "8")), [rule()]).findings
    assert [(one["subject"], one["found"]) for one in found] == [
        ("broker k1, k3", "threads 8"),
        ("broker k2", "threads 4"),
    ]
    many = reviewing.judge(Reviewed(brokers=brokers(*["8"] * 7)), [rule()]).findings
    assert [one["subject"] for one in many] == ["broker k1, k2, k3, k4, k5 and 2 more"]


def test_the_most_important_comes_first() -> None:
    rules = [
        rule("a_low", severity="low"),
        rule("b_high", severity="high"),
        rule("c_raised", raised, severity="low"),
    ]
    found = reviewing.judge(Reviewed(brokers=brokers("8")), rules).findings
    assert [(one["id"], one["severity"]) for one in found] == [
        ("b_high", "high"),
        ("c_raised", "high"),
        ("a_low", "low"),
    ]


def test_a_rule_that_fails_is_told_by_its_id_and_stops_no_other() -> None:
    judgement = reviewing.judge(Reviewed(brokers=brokers("8")), [rule("broken", fails), rule()])
    assert [(one["id"], one["subject"]) for one in judgement.findings] == [
        ("few_threads", "broker k1"),
        ("rule_defect", "rule broken"),
    ]
    assert judgement.findings[1]["found"] == "ZeroDivisionError: division by zero, at broker k1"


def test_a_rule_whose_texts_have_a_gap_that_nothing_fills_is_a_defect_as_well() -> None:
    judgement = reviewing.judge(Reviewed(brokers=brokers("8")), [rule("gap", without_words), rule()])
    assert [one["subject"] for one in judgement.findings] == ["broker k1", "rule gap"]


@pytest.mark.parametrize(
    ("needs", "facts", "asked"),
    [
        pytest.param(("facts.heap",), Facts(heap=1), True, id="of the thing itself"),
        pytest.param(("facts.heap",), Facts(), False, id="that nobody has looked at"),
        pytest.param(("load.written",), Facts(heap=1), False, id="of all that is reviewed"),
        pytest.param(("topics",), Facts(), False, id="things that nobody has looked for"),
    ],
)
def test_a_rule_without_what_it_needs_is_silent_and_counted(needs, facts, asked) -> None:
    broker = Broker("k1", {"threads": "8"}, facts=facts)
    judgement = reviewing.judge(Reviewed(brokers=(broker,)), [rule(needs=needs)])
    assert bool(judgement.findings) is asked
    assert judgement.asked == (["few_threads"] if asked else [])
    assert judgement.not_asked == ({} if asked else {"few_threads": needs[0]})


def test_a_setting_that_cannot_be_told_silences_a_rule_for_its_broker_alone() -> None:
    judgement = reviewing.judge(Reviewed(brokers=brokers("${file:x:y}", "8")), [rule(arithmetic=needs_a_number)])
    assert [one["subject"] for one in judgement.findings] == ["broker k2"]
    nobody = reviewing.judge(Reviewed(brokers=brokers("${file:x:y}")), [rule(arithmetic=needs_a_number)])
    assert (nobody.findings, nobody.not_asked) == ([], {"few_threads": "threads"})


def test_what_is_not_there_is_not_asked() -> None:
    judgement = reviewing.judge(Reviewed(), [rule(), rule("of_clients", of="client")])
    assert judgement.not_asked == {"few_threads": "brokers", "of_clients": "clients"}


def test_topics_are_judged_with_their_defaults_and_without_kafkas_own() -> None:
    names = rule(of="topic", arithmetic=names_its_broker)
    own = Topic("__consumer_offsets", 50, 3)
    found = Reviewed(brokers=brokers("8"), topics=(Topic("orders", 1, 1), own))
    assert [one["subject"] for one in reviewing.judge(found, [names]).findings] == [
        "topic defaults of k1",
        "topic orders",
    ]


def test_a_controller_alone_has_no_topics() -> None:
    controller = Broker("c1", {"process.roles": "controller"})
    judgement = reviewing.judge(Reviewed(brokers=(controller,)), [rule(of="topic", arithmetic=fails)])
    assert (judgement.findings, judgement.not_asked) == ([], {"few_threads": "topics"})


def test_what_somebody_accepts_is_told_apart_with_the_reason() -> None:
    found = Reviewed(brokers=brokers("8"))
    judgement = reviewing.judge(found, [rule(), rule("other")], {"few_threads": " one disk "})
    assert [one["id"] for one in judgement.findings] == ["other"]
    assert [(one["id"], one["accepted"]) for one in judgement.accepted] == [("few_threads", "one disk")]


@pytest.mark.parametrize(
    ("accepted", "sentence"),
    [
        (
            {"few_thread": "so be it"},
            "'few_thread' is accepted, and no rule has that id; correct it: the nearest id",
        ),
        ({"quux": "so be it"}, "'quux' is accepted, and no rule has that id; correct it: no id is near it."),
        ({"few_threads": " "}, "few_threads is accepted, and nothing says why; give the reason behind its colon."),
        ({"few_threads": None}, "few_threads is accepted, and nothing says why; give the reason behind its colon."),
    ],
)
def test_what_cannot_be_accepted(accepted, sentence) -> None:
    with pytest.raises(GroundworkError) as raised:
        reviewing.judge(Reviewed(), [rule()], accepted)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    ("subjects", "name"),
    [
        (["cluster"], "cluster"),
        (["broker k1", "broker k2"], "broker k1, k2"),
        (["topic orders", "topic defaults of k1"], "topic orders, topic defaults of k1"),
        (["ZooKeeper on z1", "ZooKeeper on z2"], "ZooKeeper on z1, z2"),
    ],
)
def test_one_name_for_several(subjects, name) -> None:
    assert reviewing.joined(subjects) == name
