# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import accounts
from ansible_collections.groundwork.kafka.plugins.module_utils.host.accounts import Service
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host

KAFKA = Service("kafka", "kafka", "kafka")


def host(*answers):
    """A host that gives *answers* one after the other, and keeps what it was asked."""
    waiting = list(answers)
    made = Host("/none", lambda argv: made.asked.append(list(argv)) or waiting.pop(0))
    made.asked = []
    return made


def test_known_names_have_their_ids_and_unknown_ones_none():
    machine = host(
        Completed(2, "root:x:0:0:root:/root:/bin/bash\nkafka:x:997:996::/:\n", ""), Completed(2, "root:x:0:\n", "")
    )
    found = accounts.look_up(machine, ["root", "kafka", "none", "root"], ["root", "none"])
    assert found == accounts.Accounts({"root": 0, "kafka": 997}, {"root": 0})
    assert machine.asked == [["getent", "passwd", "root", "kafka", "none"], ["getent", "group", "root", "none"]]


def test_ids_are_shown_by_name_where_it_is_known():
    assert accounts.Accounts({"kafka": 997}, {"kafka": 996}).name(997, 4711) == "kafka:4711"


def test_name_services_that_fail_are_said():
    with pytest.raises(GroundworkError, match=r"getent passwd failed \(broken\)"):
        accounts.look_up(host(Completed(1, "", "broken\n")), ["kafka"], [])


FINE = Completed(0, "", "")


@pytest.mark.parametrize(
    ("service", "group_there", "commands"),
    [
        (KAFKA, False, [["useradd", "--system", "--user-group"]]),
        (KAFKA, True, [["useradd", "--system", "--gid", "kafka"]]),
        (Service("kafka", "kafka", "kafka", 5000), False, [["useradd", "--system", "--uid", "5000", "--user-group"]]),
        (
            Service("kafka", "kafka", "kafka", 5000, 5001),
            False,
            [
                ["groupadd", "--system", "--gid", "5001"],
                ["useradd", "--system", "--uid", "5000", "--gid", "kafka"],
            ],
        ),
        (
            Service("kafka", "kafka", "streams"),
            False,
            [["groupadd", "--system"], ["useradd", "--system", "--gid", "streams"]],
        ),
    ],
)
def test_a_user_is_made_with_its_group_and_its_numbers(service, group_there, commands):
    machine = host(FINE, FINE)
    accounts.MakeUser(service, "/var/lib/kafka", group_there).do(machine)
    home = ["--home-dir", "/var/lib/kafka", "--no-create-home", "--shell", "/usr/sbin/nologin", "kafka"]
    assert machine.asked == [
        [*command, *(home if command[0] == "useradd" else [service.group])] for command in commands
    ]


def test_a_user_that_could_not_be_made_leaves_no_group():
    machine = host(FINE, Completed(4, "", "useradd: UID 5 is not unique\n"), FINE)
    with pytest.raises(GroundworkError, match=r"The user kafka could not be made \(useradd: UID 5 is not unique\)"):
        accounts.MakeUser(Service("kafka", "kafka", "streams", 5), "/").do(machine)
    assert machine.asked[-1] == ["groupdel", "streams"]


def test_the_group_goes_with_the_user_unless_it_was_there():
    machine = host(FINE, Completed(0, "", ""), Completed(0, "streams:x:5:\n", ""), FINE)
    accounts.MakeUser(Service("kafka", "kafka", "streams"), "/").undo(machine)
    assert [command[0] for command in machine.asked] == ["userdel", "getent", "getent", "groupdel"]
    machine = host(FINE)
    accounts.MakeUser(Service("kafka", "kafka", "streams"), "/", group_there=True).undo(machine)
    assert machine.asked == [["userdel", "kafka"]]


@pytest.mark.parametrize("verb", ["do", "undo"])
def test_a_refusal_is_one_sentence(verb):
    machine = host(Completed(4, "", "useradd: UID 0 is not unique\n"))
    with pytest.raises(GroundworkError, match=r"The user kafka could not be .*UID 0 is not unique"):
        getattr(accounts.MakeUser(KAFKA, "/"), verb)(machine)


BOTH = accounts.Accounts({"kafka": 997}, {"kafka": 996})
NONE = accounts.Accounts({}, {})


@pytest.mark.parametrize(
    ("service", "known", "answers", "sentence"),
    [
        (
            KAFKA,
            accounts.Accounts({"kafka": 997}, {}),
            [Completed(0, "kafka:x:997:100::/:\n", ""), Completed(0, "staff:x:100:\n", "")],
            "This host has the user kafka and no group kafka; give kafka_group: staff, the group that the user is in, "
            "whose members may then read the service's secrets, or make the group (groupadd --system kafka).",
        ),
        (
            Service("kafka", "kafka", "kafka", gid=990),
            accounts.Accounts({"kafka": 997}, {}),
            [Completed(2, "", ""), Completed(0, "kafka:x:997:100::/:\n", ""), Completed(2, "", "")],
            "or make the group (groupadd --system --gid 990 kafka).",
        ),
        (
            KAFKA,
            accounts.Accounts({"kafka": 997}, {}),
            [Completed(0, "kafka:x:997:100::/:\n", ""), Completed(2, "", "")],
            "give a group as kafka_group",
        ),
        (
            Service("kafka", "kafka", "kafka", uid=5000),
            BOTH,
            [],
            "The user kafka has the number 997 on this host, and kafka_uid is 5000; give 997, or have it renumbered "
            "with all that is its, by the playbook groundwork.kafka.renumber_users.",
        ),
        (
            Service("zookeeper", "kafka", "kafka", gid=5000),
            BOTH,
            [],
            "The group kafka has the number 996 on this host, and zookeeper_gid is 5000; give 996",
        ),
        (
            Service("kafka", "kafka", "kafka", uid=33),
            NONE,
            [Completed(0, "www-data:x:33:33::/:\n", "")],
            "kafka_uid is 33, which is the number of the user www-data on this host; give another.",
        ),
        (
            Service("kafka", "kafka", "kafka", gid=33),
            NONE,
            [Completed(0, "www-data:x:33:\n", "")],
            "kafka_gid is 33, which is the number of the group www-data on this host",
        ),
        (Service("kafka", "kafka", "kafka", uid=0), NONE, [], "kafka_uid is 0; give a number above 0"),
    ],
)
def test_an_account_that_cannot_be_is_refused(service, known, answers, sentence):
    with pytest.raises(GroundworkError) as raised:
        accounts.check(host(*answers), service, known)
    assert sentence in str(raised.value)


@pytest.mark.parametrize(
    ("service", "known", "answers"),
    [
        (KAFKA, BOTH, []),
        (KAFKA, NONE, []),
        (Service("kafka", "kafka", "kafka", 997, 996), BOTH, []),
        (Service("kafka", "kafka", "staff"), accounts.Accounts({"kafka": 997}, {"staff": 100}), []),
        (Service("kafka", "kafka", "kafka", uid=5000), NONE, [Completed(2, "", "")]),
    ],
)
def test_an_account_that_can_be_is_let_through(service, known, answers):
    accounts.check(host(*answers), service, known)
