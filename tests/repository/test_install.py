# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The README's command that installs the collection, typed where people type it; and what it brings."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
INSTALLED = ".ansible/collections/ansible_collections/groundwork/kafka"


@pytest.fixture(scope="module")
def command():
    """The words of the README's command, whose last one is the checkout where it is typed."""
    (line,) = re.findall(r"^\$ (ansible-galaxy collection .*)$", (CHECKOUT / "README.md").read_text(), re.MULTILINE)
    words = shlex.split(line, comments=True)
    assert words[-1] == "."
    return words


@pytest.fixture
def typed(command, tmp_path):
    """Type the README's command in a folder, with a checkout in place of the dot; where it has installed it."""

    def run(folder, checkout=command[-1]):
        own = {name: value for name, value in os.environ.items() if not name.startswith(("ANSIBLE_", "PYTHONPATH"))}
        done = subprocess.run(
            [*command[:-1], str(checkout)],
            cwd=folder,
            env={**own, "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return tmp_path / INSTALLED

    return run


@pytest.fixture
def checkout(tmp_path):
    """What a clone has, at a path with a space."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout.split("\0")
    copy = tmp_path / "a checkout"
    for name in filter(None, names):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        if (CHECKOUT / name).is_symlink() or (CHECKOUT / name).exists():
            shutil.copy2(CHECKOUT / name, copy / name, follow_symlinks=False)
    return copy


def test_it_installs_from_the_checkout_and_from_elsewhere_whatever_lies_there(typed, checkout, tmp_path):
    installed = typed(checkout)
    shutil.rmtree(installed)
    typed(tmp_path, checkout)
    # What `make demo` links, and what earlier versions have left.
    linked = checkout / ".build/ansible_collections/groundwork"
    linked.mkdir(parents=True)
    (linked / "kafka").symlink_to("../../..")
    for version in ("0.2.0", "0.3.0"):
        (checkout / f"groundwork-kafka-{version}.tar.gz").write_text("")
    (installed / "README.md").write_text("an earlier one")
    typed(checkout)
    typed(tmp_path, checkout)
    assert (installed / "README.md").read_text() == (CHECKOUT / "README.md").read_text()
    for link in ("module_utils/core/reachable.py", "plugin_utils/pages/page.css"):
        assert (installed / "plugins" / link).read_text()


def test_what_only_the_checkout_needs_is_not_installed(typed, checkout):
    """The tarball is made of the same files."""
    installed = typed(checkout)
    folders = {str(path.relative_to(installed)) for path in installed.rglob("*") if path.is_dir()}
    assert folders & {"changelogs/fragments", "tests", "molecule", "lab", ".build", ".git"} == set()
    assert (installed / "changelogs/changelog.yaml").exists()
