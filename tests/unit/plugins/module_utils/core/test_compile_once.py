# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How often Python compiles what Ansible sends, which comes in a zip archive."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import ansible
import pytest

from ansible_collections.groundwork.kafka.tests.benchmark import sent

RUN = """
import builtins, collections, importlib, json, sys

archive, site, module = sys.argv[1:]
sys.path[:0] = [archive, site]
compiled, compiling = collections.Counter(), builtins.compile


def counting(source, name, *how, **named):
    if str(name).startswith(archive):
        compiled[str(name)[len(archive) + 1:]] += 1
    return compiling(source, name, *how, **named)


builtins.compile = counting
importlib.import_module(module.replace("/", "."))
print(json.dumps(compiled))
"""


@pytest.fixture
def compiled(tmp_path):
    """How often each utility is compiled for *module*, by its room and name."""
    archive = tmp_path / "sent.zip"
    sent.pack(archive, "modules", "module_utils")

    def count(module: str) -> dict[str, int]:
        site = Path(ansible.__file__).parents[1]
        command = [sys.executable, "-c", RUN, archive, site, f"{sent.PACKAGE}/{module}"]
        found = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
        files = {Path(name): times for name, times in found.items() if "module_utils" in Path(name).parts[-3:-2]}
        left_out = ("__init__", "compile_once")
        return {f"{file.parent.name}.{file.stem}": times for file, times in files.items() if file.stem not in left_out}

    return count


def test_the_host_profile_has_every_utility_compiled_once(compiled) -> None:
    found = compiled("modules/host_profile")
    assert len(found) > 20
    assert set(found.values()) == {1}


def test_python_would_compile_each_of_them_twice(compiled) -> None:
    """When this fails, Python has learned better, and compile_once can go."""
    assert set(compiled("module_utils/tuning/profile").values()) == {2}
