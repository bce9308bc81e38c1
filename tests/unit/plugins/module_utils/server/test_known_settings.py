# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.server import known_settings, zookeeper_server


@pytest.mark.parametrize(
    "name",
    ["log.dirs", "zookeeper.connect", "node.id", "listener.name.client.ssl.client.auth", "server.3", "dataDir", "User"],
)
def test_settings_that_are_known(name):
    assert known_settings.is_known(name)


@pytest.mark.parametrize("name", ["my.plugin.pin", "log.dirs.pin", "pin", "logXdirs", "Environment", "ExecStart", ""])
def test_names_that_a_plugin_or_a_person_made(name):
    assert not known_settings.is_known(name)


@pytest.mark.parametrize("security", [False, True])
def test_what_our_own_file_of_zookeeper_sets_is_known(security):
    server = zookeeper_server.describe(
        zookeeper_server.Given("/data", "/log", "/dumps", [], [], [], "/opt/zookeeper", 2181, security, "zookeeper")
    )
    members = [{"id": number, "address": f"z{number}:2888:3888"} for number in (1, 2, 3)]
    names = zookeeper_server.settings(server, zookeeper_server.Settings(2000, 10, 5, "/data", "/log", members))
    assert {"dataDir", "server.3"} < set(names)
    assert [name for name in names if not known_settings.is_known(name)] == []
