# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Every module that tunes a host does so alone."""

from __future__ import annotations

import importlib
import json

import pytest
from ansible.module_utils import basic

from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock

MODULES = "ansible_collections.groundwork.kafka.plugins.modules."
ARGUMENTS = {
    "host_profile": {"kernel_parameters": {"vm.swappiness": 1}},
    "data_disks": {"disks": [{"device": "/dev/none", "mount_point": "/data"}]},
    "purge_cron": {"state": "absent"},
    "purge_timer": {"state": "absent"},
    "kafka_archive": {"src": "x", "checksum": "sha512:" + "0" * 128, "directory": "/none/groundwork"},
    "zookeeper_move": {"data_dir": "/none/data", "data_log_dir": "/none/log", "user": "root"},
    "metadata_move": {"node_id": 1, "log_dirs": ["/none/data"], "user": "root"},
    "account_renumbering": {
        "service": "kafka",
        "servers": [{"service": "kafka", "user": "root", "folders": ["/none"]}],
    },
    "log_dirs_removal": {"log_dirs": ["/none/data"]},
    "server_ports": {"service": "kafka", "state": "opened", "host": "k1"},
    "server_files": {"service": "kafka", "user": "root", "data_folders": ["none"]},
}


class EndedError(Exception):
    """The module has ended; carries what it failed with, or nothing."""


@pytest.fixture
def run(host, monkeypatch):
    """Run a module by name on the made-up host; gives its failure, or an empty text."""

    def end(_self, **result):
        raise EndedError(result.get("msg", ""))

    def call(name, **more):
        arguments = dict(ARGUMENTS[name], _ansible_remote_tmp="/tmp", **more)
        module = importlib.import_module(MODULES + name)
        monkeypatch.setattr(module, "Host", lambda: host)
        monkeypatch.setattr(basic, "_ANSIBLE_ARGS", json.dumps({"ANSIBLE_MODULE_ARGS": arguments}).encode())
        with pytest.raises(EndedError) as ended:
            module.main()
        return ended.value.args[0]

    monkeypatch.setattr(basic, "_ANSIBLE_PROFILE", "legacy", raising=False)
    monkeypatch.setattr(basic.AnsibleModule, "exit_json", end)
    monkeypatch.setattr(basic.AnsibleModule, "fail_json", end)
    host.kernel(vm__swappiness="60")
    return call


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_second_run_fails_and_changes_nothing(run, host, name):
    with lock.held(host, "the_first"):
        before = host.tree()
        assert run(name).startswith("This host is being changed by the_first (process ")
        assert host.tree() == before


@pytest.mark.parametrize("name", ARGUMENTS)
def test_check_mode_does_not_wait_for_it(run, host, name):
    with lock.held(host, "the_first"):
        assert "is being changed" not in run(name, _ansible_check_mode=True)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_the_holder_is_named_by_its_module(run, host, name):
    run(name)
    assert (host.read(lock.PATH) or "").startswith(f"{name} (process ")
