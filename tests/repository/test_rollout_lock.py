# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Two runs of ansible-playbook at once, as from one control node and from two, with the lock of a rollout."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
SECONDS = 120


class Runs:
    """Playbooks that hold the lock, and for as long as the file ``wait`` is there do nothing but that."""

    def __init__(self, folder):
        self.folder, self.wait, self.held = folder, folder / "wait", folder / "lock/rollout-lock-kafka.json"
        lock = {"service": "kafka", "directory": str(folder / "lock"), "take_over": "{{ take_over | default('') }}"}
        tasks = [
            {"name": "Hold", "groundwork.kafka.rollout_lock": lock},
            {"name": "Work", "ansible.builtin.wait_for": {"path": str(self.wait), "state": "absent", "sleep": 1}},
            {"name": "Let go", "groundwork.kafka.rollout_lock": {**lock, "state": "free"}},
        ]
        play = {"hosts": "localhost", "connection": "local", "gather_facts": False, "tasks": tasks}
        (folder / "play.yml").write_text(json.dumps([play]))

    def start(self, *more):
        return subprocess.Popen(
            ["ansible-playbook", "play.yml", *more],
            cwd=self.folder,
            env={**os.environ, "ANSIBLE_COLLECTIONS_PATH": str(CHECKOUT / ".build"), "ANSIBLE_NOCOLOR": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def run(self, *more):
        process = self.start(*more)
        said, _nothing = process.communicate(timeout=SECONDS)
        return process.returncode, " ".join(said.split())

    def holder(self):
        return json.loads(self.held.read_text())

    def working(self):
        """A run that holds the lock and goes on to."""
        self.wait.touch()
        process = self.start()
        end = time.monotonic() + SECONDS
        while not self.held.exists():
            assert time.monotonic() < end
            assert process.poll() is None, process.communicate()
            time.sleep(0.1)
        return process


@pytest.fixture
def runs(tmp_path):
    return Runs(tmp_path)


def test_of_two_runs_one_restarts_servers_and_a_killed_one_is_taken_over(runs) -> None:
    first = runs.working()
    code, said = runs.run()
    assert code == 2
    assert f"(play.yml, process {first.pid}) since " in said
    assert "that process runs on this machine: wait until it has ended" in said
    assert runs.run("--check")[0] == 0  # it neither holds nor asks for anything
    assert runs.holder()["process"] == first.pid
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    runs.wait.unlink()
    assert runs.holder()["process"] == first.pid
    code, said = runs.run()
    assert code == 0, said
    assert f"(play.yml, process {first.pid}), who has not let go since" in said
    assert not runs.held.exists()


@pytest.mark.remedy("…wait until that run has ended")
def test_a_run_of_another_machine_is_taken_over_by_its_name_alone(runs) -> None:
    first = runs.working()
    other = {**runs.holder(), "node": "another machine", "id": "ops9-1-abc", "machine": "ops9"}
    runs.held.write_text(json.dumps(other))
    code, said = runs.run()
    assert (code, "ops9 has no such process any more, add -e rolling_restart_take_over=ops9-1-abc." in said) == (
        2,
        True,
    )
    assert runs.run("-e", "take_over=ops9-1-other")[0] == 2
    assert runs.holder()["id"] == "ops9-1-abc"
    runs.wait.unlink()
    assert first.wait(SECONDS) == 0
    assert runs.holder()["id"] == "ops9-1-abc"  # which is not the run's own any more
    code, said = runs.run("-e", "take_over=ops9-1-abc")
    assert code == 0, said
    assert "taking over from" in said
    assert not runs.held.exists()


@pytest.mark.long
@pytest.mark.remedy("…a process of that number runs")
def test_a_number_alone_that_another_process_has_by_now_is_taken_over_by_its_name(runs) -> None:
    first = runs.working()
    alive = {"process": os.getpid(), "started": ""}
    other = {**runs.holder(), **alive, "id": "mac1-1-abc"}  # as a control node that is no Linux tells it
    runs.held.write_text(json.dumps(other))
    runs.wait.unlink()
    code, said = runs.run("-e", "take_over=mac1-1-other")
    assert (code, "add -e rolling_restart_take_over=mac1-1-abc." in said) == (2, True)
    code, said = runs.run("-e", "take_over=mac1-1-abc")
    assert code == 0, said
    assert "taking over from" in said
    assert first.wait(SECONDS) == 0


@pytest.mark.long
def test_a_run_that_lives_is_not_taken_over(runs) -> None:
    first = runs.working()
    code, said = runs.run("-e", f"take_over={runs.holder()['id']}")
    assert (code, "wait until it has ended" in said) == (2, True)
    runs.wait.unlink()
    assert first.wait(SECONDS) == 0
    assert not runs.held.exists()


@pytest.mark.long
@pytest.mark.remedy("… does not tell who restarts servers")
def test_a_file_that_nobody_can_read_is_removed_where_no_run_goes_on(runs) -> None:
    runs.held.parent.mkdir(parents=True)
    runs.held.write_text("{")
    code, said = runs.run()
    assert (code, "look whether a playbook of this collection runs anywhere, and remove the file" in said) == (2, True)
    runs.held.unlink()
    code, said = runs.run()
    assert code == 0, said
    assert not runs.held.exists()
