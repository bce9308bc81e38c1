# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The proxy that Java's package comes through: it reaches who fetches, and its password nobody else."""

from __future__ import annotations

import json
import re
import sys

import pytest

PROXY, PLAIN = "http://ann:se%40cret@proxy.example.com:3128", "http://proxy.example.com:3128"
#: What the modules named in ANSWERS do is not done: they leave the command line, its input and the file of APT_CONFIG.
RECORDING = r'''
DOCUMENTATION = """
name: recording
short_description: This machine, with some modules answered
description: What the modules were run with is written down.
author: nobody
"""
import json
import os
import re
from ansible.plugins.connection.local import Connection as Local


class Connection(Local):
    transport = "recording"
    has_pipelining = True

    def exec_command(self, cmd, in_data=None, sudoable=True):
        given = (in_data or b"").decode("utf-8", "replace")
        for module, answer in json.loads(os.environ["ANSWERS"]).items():
            if f"modules.{module}'" in given:
                config = re.search(r"APT_CONFIG=(\S+)", cmd)
                told = open(config[1]).read() if config else ""
                self._keep(module=module, command=cmd, given=given, config=told)
                return 0, json.dumps(answer).encode(), b""
        self._keep(module="", command=cmd)
        return super().exec_command(cmd, in_data=in_data, sudoable=sudoable)

    def _keep(self, **what):
        with open(os.environ["RECORD"], "a") as record:
            record.write(json.dumps(what) + "\n")
'''


@pytest.fixture
def installed(tmp_path, played):
    """Have the role java install a package that a *manager* has; how the play ended, and what modules were run with."""
    (tmp_path / "connection_plugins").mkdir()
    (tmp_path / "connection_plugins/recording.py").write_text(RECORDING)
    (tmp_path / "hosts").write_text(f"k1 ansible_connection=recording ansible_python_interpreter={sys.executable}\n")
    config, record = tmp_path / "apt.conf", tmp_path / "record"

    def run(manager="apt", ends=None, package="java-17", **given):
        found = {"changed": False, "package": package, "manager": manager, "missing": ""}
        answers = {"java_package": found, "apt": {"changed": True, **(ends or {})}, "dnf": {"changed": True}}
        role = {"ansible.builtin.include_role": {"name": "groundwork.kafka.java"}}
        (tmp_path / "given.json").write_text(json.dumps({**given, "__java_apt_config": str(config)}))
        words = ["-i", "hosts", "-e", "@given.json", "-vvvv"]
        variables = {"ANSIBLE_PIPELINING": "1", "ANSWERS": json.dumps(answers), "RECORD": str(record)}
        done = played(
            {"hosts": "all", "vars": {"ansible_package_use": "ansible.builtin.dnf"}, "tasks": [role]},
            *words,
            **variables,
        )
        assert not config.exists()
        runs = [json.loads(line) for line in record.read_text().splitlines()]
        return done, runs, {one["module"]: one for one in runs}

    return run


@pytest.mark.parametrize("variable", ["java_proxy", "kafka_archive_proxy"])
def test_apt_is_given_it_by_a_file_that_is_gone_afterwards(installed, variable):
    done, runs, by_module = installed(**{variable: PROXY})
    assert done.returncode == 0, done.stdout + done.stderr
    assert f'Acquire::http::Proxy "{PROXY}";' in by_module["apt"]["config"]
    assert PROXY in by_module["java_package"]["given"]
    shown = [done.stdout, done.stderr, *(run["command"] for run in runs)]
    assert [text for text in shown if re.search("se(?:%40|@)cret", text)] == []


@pytest.mark.parametrize(
    ("package", "sentence"),
    [
        ("java-17", "no route to the mirror"),
        ("", "cannot be fetched (no route to the mirror); put its package sources right"),
    ],
)
def test_it_is_gone_where_apt_fails_as_well(installed, package, sentence):
    ends = {"failed": True, "msg": "no route to the mirror"}
    done, _runs, by_module = installed(ends=ends, package=package, java_proxy=PROXY)
    assert done.returncode == 2
    assert PROXY in by_module["apt"]["config"]
    assert sentence in " ".join((done.stdout + done.stderr).split())


def test_without_one_nothing_is_written(installed):
    done, _runs, by_module = installed()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "APT_CONFIG" not in by_module["apt"]["command"]


def test_dnf_is_given_it_by_its_environment(installed):
    done, _runs, by_module = installed("dnf", java_proxy=PLAIN)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"https_proxy={PLAIN}" in by_module["dnf"]["command"]
