# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import principals

SUBJECT = "CN=Kafka1.Example.com,OU=Lab,O=Example"


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        pytest.param("DEFAULT", SUBJECT, id="as it stands"),
        pytest.param("RULE:^CN=(.*?),.*$/$1/", "Kafka1.Example.com", id="a part"),
        pytest.param("RULE:^CN=(.*?),.*$/$1/L, DEFAULT", "kafka1.example.com", id="lower"),
        pytest.param("RULE:^CN=(.*?),.*$/$1/U", "KAFKA1.EXAMPLE.COM", id="upper"),
        pytest.param("RULE:^CN=(.*?),OU=(.*?),O=(.*?)$/$1@$2/,DEFAULT", "Kafka1.Example.com@Lab", id="two parts"),
        pytest.param("RULE:^OU=.*$/x/, RULE:.*OU=Lab.*/server/", "server", id="the second that fits"),
        pytest.param("RULE:OU=Lab/x/,DEFAULT", SUBJECT, id="one that fits a part alone"),
        pytest.param("RULE:^UID=.*$/x/", "", id="none"),
        pytest.param(r"RULE:^CN=(.*?),.*$/a\/$1\$\\/", r"a/Kafka1.Example.com$" + "\\", id="escaped"),
        pytest.param("RULE:^CN=(K).*$/$1$2/", "K$2", id="a group that there is not"),
        pytest.param("RULE:^CN=(K).*$/$12/", "K2", id="a digit behind a group"),
        pytest.param("RULE:.*,OU=.*/server/", "server", id="no anchors"),
        pytest.param("RULE:^CN=(?<host>.*?),.*$/$1/", None, id="what Java alone knows"),
        pytest.param("RULE:^CN=.*$", None, id="no rule"),
        pytest.param("RULE:^CN=(.*?),.*$/$1/X,DEFAULT", None, id="no case"),
        pytest.param("RULE:.*OU=.*/x/", "x", id="whole"),
        pytest.param("RULE:.*/x/", "xx", id="the empty end once more"),
        pytest.param("RULE:(.*?)[^,]*/-/", "--,--,--", id="nothing twice at a place"),
        pytest.param("RULE:.*OU=.*/$1/,DEFAULT", "", id="a group where there is none"),
        pytest.param("RULE:^(CN).*$/$2@$3/", None, id="two groups that there are not"),
    ],
)
def test_as_whom_kafka_knows_a_certificate(rules, name) -> None:
    assert principals.mapped(rules, SUBJECT) == name


SERVERS = ["User:CN=k1,O=lab", "User:CN=k2,O=lab"]
OPERATOR = "User:CN=operator,O=lab"
ALL = [*SERVERS, OPERATOR]
MAPPED = {"ssl.principal.mapping.rules": "RULE:^CN=(.*?),.*$/$1/"}


def refused(config, super_users, operator=OPERATOR):
    return principals.refusals(principals.Names(SERVERS, operator), config, super_users)


@pytest.mark.parametrize(
    ("config", "super_users", "operator"),
    [
        pytest.param({}, ALL, OPERATOR, id="all of them"),
        pytest.param({}, SERVERS, "", id="an operator with another way"),
        pytest.param(MAPPED, ["User:k1", "User:k2", "User:operator"], OPERATOR, id="as a rule makes them"),
        pytest.param(
            {
                f"listener.name.{where}.{key}": rule
                for where in ("broker", "controller")
                for key, rule in MAPPED.items()
            },
            ["User:k1", "User:k2", "User:operator"],
            OPERATOR,
            id="as those of listeners make them",
        ),
        pytest.param({"principal.builder.class": "org.example.Builder"}, [], OPERATOR, id="nobody can tell"),
        pytest.param({"ssl.principal.mapping.rules": "RULE:(?<a>.*)/x/"}, [], OPERATOR, id="a rule of Java's"),
    ],
)
def test_who_is_a_super_user_is_not_refused(config, super_users, operator) -> None:
    assert refused(config, super_users, operator) == []


@pytest.mark.parametrize(
    ("config", "super_users", "sentences"),
    [
        pytest.param(
            {},
            SERVERS,
            [
                "The certificate of the operator is for User:CN=operator,O=lab, and kafka_super_users does not have "
                "that: the servers would deny the operator everything once they are restarted; add User:CN=operator"
            ],
            id="without the operator",
        ),
        pytest.param(
            {},
            [OPERATOR, SERVERS[0]],
            [
                "The certificate of a server of the inventory is for User:CN=k2,O=lab, and kafka_super_users does not "
                "have that: the servers would deny one another"
            ],
            id="without a server",
        ),
        pytest.param(
            MAPPED,
            [*ALL, "User:k1", "User:k2"],
            [
                "The certificate of the operator is for User:CN=operator,O=lab, which ssl.principal.mapping.rules "
                "makes User:operator, and kafka_super_users does not have that"
            ],
            id="with the name that a rule does not make",
        ),
        pytest.param(
            {"listener.name.controller.ssl.principal.mapping.rules": "RULE:^UID=.*$/x/"},
            ALL,
            [
                "The certificate of a server of the inventory is for User:CN=k1,O=lab, which "
                "ssl.principal.mapping.rules makes no name at all"
            ],
            id="no rule of a listener fits",
        ),
    ],
)
def test_who_would_be_locked_out_is_refused(config, super_users, sentences) -> None:
    found = refused(config, super_users)
    assert [one[: len(sentence)] for one, sentence in zip(found, sentences)] == sentences


@pytest.mark.parametrize(
    ("config", "lines"),
    [
        pytest.param({}, [], id="no rule"),
        pytest.param({**MAPPED, "principal.builder.class": "org.example.Builder"}, [], id="nobody can tell"),
        pytest.param(
            MAPPED,
            [
                "User:CN=k1,O=lab becomes User:k1 (at BROKER, CONTROLLER, OUTSIDE)",
                "User:CN=k2,O=lab becomes User:k2 (at BROKER, CONTROLLER, OUTSIDE)",
                "User:CN=operator,O=lab becomes User:operator (at BROKER, CONTROLLER, OUTSIDE)",
            ],
            id="at all listeners",
        ),
        pytest.param(
            {"listener.name.outside.ssl.principal.mapping.rules": ["RULE:^CN=k(1),.*$/n$1/", "RULE:^CN=k2.*$/K2/L"]},
            [
                "User:CN=k1,O=lab becomes User:n1 (at OUTSIDE)",
                "User:CN=k2,O=lab becomes User:k2 (at OUTSIDE)",
                "User:CN=operator,O=lab becomes no name at all (at OUTSIDE)",
            ],
            id="at one, in a list",
        ),
        pytest.param(
            {"listener.name.broker.ssl.principal.mapping.rules": "RULE:(?<a>.*)/x/"},
            [
                f"{name} becomes what Kafka alone can tell, as the rule is written in a way of Java's own (at BROKER)"
                for name in ALL
            ],
            id="a rule of Java's",
        ),
    ],
)
def test_what_rules_make_of_names_is_told(config, lines) -> None:
    assert principals.mapping_lines(principals.Names(SERVERS, OPERATOR), config, ["OUTSIDE"]) == lines
