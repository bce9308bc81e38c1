# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils import accounts
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Completed, Host


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


def test_a_group_of_the_users_name_is_taken():
    machine = host(Completed(0, "", ""), Completed(0, "", ""))
    accounts.MakeUser("kafka", "/var/lib/kafka", group_there=True).do(machine)
    accounts.MakeUser("kafka", "/var/lib/kafka").undo(machine)
    assert machine.asked[0][2:4] == ["--gid", "kafka"]
    assert machine.asked[1] == ["userdel", "kafka"]


@pytest.mark.parametrize("verb", ["do", "undo"])
def test_a_refusal_is_one_sentence(verb):
    machine = host(Completed(4, "", "useradd: UID 0 is not unique\n"))
    with pytest.raises(GroundworkError, match=r"The user kafka could not be .*UID 0 is not unique"):
        getattr(accounts.MakeUser("kafka", "/"), verb)(machine)
