# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Parts of a whole run, by tags: each is what its name says and no more, behind the checks of all hosts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
HOSTS = """
all:
  vars: {ansible_connection: local}
  children:
    zookeeper: {hosts: {keeper: {}}}
    kafka: {hosts: {broker: {}}}
    kafka_controllers: {hosts: {controller: {}}}
"""
#: The first words of what each tag runs, for one play after another.
PARTS = {
    "tuning": ["Apply the host profile", "Apply the host profile"],
    "disks": ["Format and mount", "Format and mount"],
    "java": ["Install Java"],
    "install": ["Install | Unpack", "Install its JMX"] * 2,
    "config": [
        *["Look again", "Check what", "Configure | Make", "Configure | Show", "Purge | Have"],
        *["Check what", "Configure | Make", "Configure | Show"],
    ],
    "start": [
        *["Run | Run it", "Run | Wait", "Run | Run it", "Format", "Run | Run", "Run | Wait", "Run | Run", "Wait"],
        "See who votes",
    ],
    "restart": [
        *["Number the servers", "Plan the rollout", "Restart one batch"] * 2,
        *[*["Finish | "] * 5, "Give the cluster its renewed"],
    ],
    "users": ["Give the cluster its users"],
    "table": ["Read | Look at the host", "Show | Print"],
    "smoke_test": ["Take in how", "Prove that"],
}
_TASK = re.compile(r"      (?:\S+ : )?(.*)\tTAGS: \[(.*)\]")


@pytest.fixture
def listed(tmp_path, played):
    """The tasks; those of them that not every tag runs; and each with its tags."""

    def tasks(*words, playbook="site"):
        (tmp_path / "hosts.yml").write_text(HOSTS)
        done = played(f"groundwork.kafka.{playbook}", "-i", "hosts.yml", "--list-tasks", *words)
        assert done.returncode == 0, done.stderr
        tags = []
        for line in done.stdout.splitlines():
            task = _TASK.match(line)
            if task:
                tags.append((task[1], task[2].split(", ")))
        return [name for name, _own in tags], [name for name, own in tags if "always" not in own], tags

    return tasks


def beginnings(names, expected):
    return [name[: len(start)] for name, start in zip(names, expected, strict=True)]


@pytest.mark.parametrize("tag", PARTS)
def test_a_tag_runs_its_part_alone_behind_the_checks(tag, listed):
    every, own, _tags = listed(f"--tags={tag}")
    assert beginnings(own, PARTS[tag]) == PARTS[tag]
    assert "Keep in mind that the host was checked" in every[: -len(own)]


def test_a_part_that_is_skipped_takes_no_other_with_it(listed):
    tags = listed()[2]
    assert [name for name, own in tags if own != ["always"] and len(set(own) & set(PARTS)) != 1] == []


@pytest.mark.parametrize("words", [["--tags=disks"], ["--skip-tags=tuning"]])
def test_disks_are_made_in_one_way_only(words, listed):
    assert listed(*words, playbook="tune")[1] == ["Format and mount the data disks"] * 2
    assert listed("--tags=tuning,disks", playbook="tune")[1] == ["Apply the host profile"] * 2


def test_the_readme_names_each_tag():
    (table,) = re.findall(r"^\| `--tags`.*?\n\n", (CHECKOUT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    first = [row.split("|")[1] for row in table.splitlines()[2:] if row]
    assert sorted(re.findall("`([a-z_]+)`", " ".join(first))) == sorted(PARTS)
