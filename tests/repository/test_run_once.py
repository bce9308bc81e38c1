# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A play that comes first asks each host before anything in it runs once, see docs/run_once.md."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
ROLES = CHECKOUT / "roles"
#: What is done on the control node alone, and so tells nothing of a host.
HERE = {"assert", "debug", "fail", "meta", "set_fact", "validate_argument_spec"}
#: They ask none of their hosts, but the one where the validation runs.
ASKS_NO_HOST = {"smoke", "plan"}


def first_play(path):
    """The play that a playbook begins with, also by way of others."""
    play = yaml.safe_load(path.read_text())[0]
    imported = play.get("ansible.builtin.import_playbook")
    if not imported:
        return play
    # Where it depends on the inventory or on tags, the part that has everything comes last.
    return first_play(path.parent / (imported.split("'")[-2] if "{{" in imported else imported))


def asking(tasks, folder):
    """Whether one of *tasks*, in which what is included counts, asks each host; none may run once before it does."""
    for task in tasks:
        if task.get("run_once"):
            raise AssertionError(f"{folder.parent.name}: {task['name']}")
        if "block" in task:
            if asking(task["block"], folder):
                return True
            continue
        (action,) = [word for word in task if "." in word]
        name, given = action.rpartition(".")[2], task[action]
        if name in ("include_role", "import_role"):
            role = given["name"].rpartition(".")[2].replace("{{ rolling_restart_service }}", "kafka")
            if of_role(role, given.get("tasks_from", "main")):
                return True
        elif name in ("include_tasks", "import_tasks"):
            if asking(
                yaml.safe_load((folder / (given if isinstance(given, str) else given["file"])).read_text()), folder
            ):
                return True
        elif name not in HERE and task.get("delegate_to") is None:
            return True
    return False


def of_role(role, tasks_from):
    folder = ROLES / role.rpartition(".")[2] / "tasks"
    return asking(yaml.safe_load((folder / f"{tasks_from}.yml").read_text()), folder)


@pytest.mark.parametrize(
    "playbook",
    [*sorted({path.stem for path in (CHECKOUT / "playbooks").glob("*.yml")} - ASKS_NO_HOST), "parts/data_disks"],
)
def test_a_play_that_comes_first_asks_each_host_before_anything_runs_once(playbook):
    play = first_play(CHECKOUT / f"playbooks/{playbook}.yml")
    roles = any(of_role(role, "main") for role in play.get("roles", []))
    assert roles or asking(play.get("tasks", []), CHECKOUT / "playbooks")
