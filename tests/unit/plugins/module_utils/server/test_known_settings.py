# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import re
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.server import known_settings

ROLES = Path(__file__).resolve().parents[5] / "roles"


@pytest.mark.parametrize(
    "name",
    ["log.dirs", "zookeeper.connect", "node.id", "listener.name.client.ssl.client.auth", "server.3", "dataDir", "User"],
)
def test_settings_that_are_known(name):
    assert known_settings.is_known(name)


@pytest.mark.parametrize("name", ["my.plugin.pin", "log.dirs.pin", "pin", "logXdirs", "Environment", "ExecStart", ""])
def test_names_that_a_plugin_or_a_person_made(name):
    assert not known_settings.is_known(name)


def test_what_our_own_file_of_zookeeper_sets_is_known():
    template = (ROLES / "zookeeper/templates/zoo.cfg.j2").read_text()
    names = re.findall(r"^([A-Za-z0-9][A-Za-z0-9.]*)=", template, re.MULTILINE)
    assert len(names) > 5
    assert [name for name in names if not known_settings.is_known(name)] == []
