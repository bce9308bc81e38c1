# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import owners as data_owners
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import service_account

GIVEN = {"user": "kafka", "data_folders": ["/data/log"], "disks": [], "reserved": [], "take_over": []}


class Machine(Host):
    """A host with these users and groups, and numbers that are not those of the test."""

    def __init__(self, root, **users):
        super().__init__(root, self._answer)
        self.users = users

    def _answer(self, argv):
        if argv[0] != "getent":
            return Completed(0, "inactive\n", "")
        lines = [f"{name}:x:{number}:{number}" for name, number in self.users.items()]
        wanted = set(argv[2:])
        found = [line for line in lines if wanted & set(line.split(":")[:3:2])]
        return Completed(0 if len(found) == len(wanted) else 2, "\n".join(found), "")


@pytest.fixture
def data(tmp_path):
    """A folder with data that belongs to the number of the test, as to that of another machine."""
    folder = tmp_path / "data/log/t-0"
    folder.mkdir(parents=True)
    return folder.parent


@pytest.fixture
def somebody(data, monkeypatch):  # noqa: ARG001 - there is data then
    """Have the data belong to 998, whoever runs the test."""
    real = data_owners._here
    monkeypatch.setattr(data_owners, "_here", lambda *given: [998 for _owner in real(*given) or []] or real(*given))


@pytest.mark.usefixtures("somebody")
@pytest.mark.parametrize(
    ("users", "more", "sentence"),
    [
        (
            {},
            {},
            "/data/log holds data of the number 998, and the user kafka is still to be made, so it could not use it; "
            "give kafka_uid: 998, so that the user is made with it, or kafka_take_over: [/data/log], which gives it "
            "everything in the folder.",
        ),
        (
            {"kafka": 997},
            {},
            "and the user kafka has 997, so it could not use it; give kafka_take_over: [/data/log], which gives",
        ),
        (
            {"polkitd": 998},
            {},
            "data of the number 998 (the user polkitd on this host), and the user kafka is still to be made, so it "
            "could not use it; give kafka_take_over: [/data/log]",
        ),
        ({}, {"uid": 5000}, "and the user kafka has 5000"),
        ({}, {"reserved": [999]}, "would take the next free number, perhaps 999, which is given to another service"),
        ({"kafka": 998}, {"take_over": ["/data/other"]}, "kafka_take_over has /data/other, which is none of its data"),
    ],
)
def test_data_of_another_number_is_told_with_the_way(tmp_path, users, more, sentence):
    with pytest.raises(GroundworkError) as raised:
        service_account.check_inputs(Machine(str(tmp_path), **users), "kafka", {**GIVEN, **more})
    assert sentence in str(raised.value)


@pytest.mark.usefixtures("somebody")
@pytest.mark.parametrize(
    ("users", "more"),
    [
        ({"kafka": 998}, {}),
        ({}, {"uid": 998}),
        ({"kafka": 997}, {"take_over": ["/data/log/"]}),
        ({"kafka": 998}, {"reserved": [999]}),
        ({}, {"user": ""}),
    ],
)
def test_its_own_data_and_what_it_takes_over_are_let_through(tmp_path, users, more):
    service_account.check_inputs(Machine(str(tmp_path), **users), "kafka", {**GIVEN, **more})


def test_an_empty_folder_and_a_missing_one_are_nobodys(tmp_path, data):
    (data / "t-0").rename(data / "lost+found")
    machine = Machine(str(tmp_path))
    assert data_owners.foreign(machine, "/data/log", 4711) is None
    assert data_owners.foreign(machine, "/data/none", 4711) is None


@pytest.mark.usefixtures("data")
def test_what_root_made_is_not_another_machines(tmp_path, monkeypatch):
    monkeypatch.setattr(data_owners, "_ROOT", os.getuid())
    assert data_owners.foreign(Machine(str(tmp_path)), "/data/log", 4711) is None


@pytest.mark.usefixtures("somebody")
def test_the_way_that_is_told_can_be_gone_over_a_link_of_roots(tmp_path, data):
    (tmp_path / "disk").symlink_to(data.parent)
    machine, asked = Machine(str(tmp_path), kafka=997), {**GIVEN, "data_folders": ["/disk/log"]}
    with pytest.raises(GroundworkError, match=r"give kafka_take_over: \[/disk/log\], which gives"):
        service_account.check_inputs(machine, "kafka", asked)
    service_account.check_inputs(machine, "kafka", {**asked, "take_over": ["/disk/log"]})
