# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Plays of a test's own, and playbooks of this checkout."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
#: What stands in for a module: it takes whatever it is given, and ends as the lines after it say. For the word
#: WANT_JSON Ansible hands the input over in a file; with Ansible's own classes each start would take six times as long.
_MODULE = """#!/usr/bin/python
import json, os, sys
WANT_JSON = sys.argv[1]
with open(WANT_JSON) as file:
    given = json.load(file)

class module:
    check_mode = given["_ansible_check_mode"]

    def exit_json(**result):
        print(json.dumps({"changed": False, **result}))
        sys.exit()

    def fail_json(**result):
        print(json.dumps({"changed": False, "failed": True, **result}))
        sys.exit(1)

"""
_LINKED = ("roles", "playbooks", "meta", "galaxy.yml")
_PLUGINS = ("doc_fragments", "filter", "module_utils", "plugin_utils")


@pytest.fixture
def standing_in(tmp_path: Path) -> Callable[[Mapping[str, str]], str]:
    """Where a collection is that is this checkout's, but for the modules given by name with how each ends.

    What of a module is done on the control node is left out with it.
    """

    def make(ends: Mapping[str, str]) -> str:
        collection = tmp_path / "ansible_collections/groundwork/kafka"
        for kind in ("modules", "action"):
            (collection / "plugins" / kind).mkdir(parents=True)
        for name in (*_LINKED, *(f"plugins/{kind}" for kind in _PLUGINS)):
            (collection / name).symlink_to(CHECKOUT / name)
        for module in (CHECKOUT / "plugins/modules").glob("*.py"):
            here = collection / "plugins/modules" / module.name
            if module.stem in ends:
                here.write_text(_MODULE + ends[module.stem])
            else:
                here.symlink_to(module)
        for action in (CHECKOUT / "plugins/action").glob("*.py"):
            if action.stem not in ends:
                (collection / "plugins/action" / action.name).symlink_to(action)
        return str(tmp_path)

    return make


@pytest.fixture(scope="session")
def play_in() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run ansible-playbook in a folder, as *played* does in the test's."""

    def run(folder: Path, what: Mapping[str, Any] | str, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        if not isinstance(what, str):
            (folder / "play.yml").write_text(json.dumps([{"hosts": "localhost", "gather_facts": False, **what}]))
        return subprocess.run(
            ["ansible-playbook", *words, what if isinstance(what, str) else "play.yml"],
            cwd=folder,
            env={**os.environ, "ANSIBLE_COLLECTIONS_PATH": str(CHECKOUT / ".build"), "ANSIBLE_NOCOLOR": "1", **more},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.fixture(scope="module")
def ended(
    tmp_path_factory: pytest.TempPathFactory, play_in: Callable[..., subprocess.CompletedProcess[str]]
) -> Callable[[str, Sequence[Mapping[str, Any]]], list[Mapping[str, Any]]]:
    """What a module of the collection ends with, of each of what it is *asked*, in one run of ansible-playbook."""

    def run(module: str, asked: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        folder = tmp_path_factory.mktemp(module)
        tasks: list[dict[str, Any]] = [
            {f"groundwork.kafka.{module}": dict(one), "register": f"found{number}", "ignore_errors": True}
            for number, one in enumerate(asked)
        ]
        found = ", ".join(f"found{number}" for number in range(len(asked)))
        written = {"content": f"{{{{ [{found}] | to_json }}}}", "dest": str(folder / "found.json")}
        done = play_in(folder, {"tasks": [*tasks, {"ansible.builtin.copy": written}]})
        assert done.returncode == 0, done.stdout
        told: list[Mapping[str, Any]] = json.loads(Path(written["dest"]).read_text())
        return told

    return run


@pytest.fixture
def played(
    tmp_path: Path, play_in: Callable[..., subprocess.CompletedProcess[str]]
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run ansible-playbook with *words* in the test's folder on a play, or a playbook's name: how it ended.

    It finds the collection of this checkout, or what *more* of the environment names.
    """

    def run(what: Mapping[str, Any] | str, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return play_in(tmp_path, what, *words, **more)

    return run
