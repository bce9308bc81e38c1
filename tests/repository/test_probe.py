# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The role probe: what it writes on a host, which systemd takes and which the validation's own command reads."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from spark_validation.cli import parser
from spark_validation.cluster import properties

CHECKOUT = Path(__file__).resolve().parents[2]
HERE = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable, "ansible_become": False}
WRITTEN = """
open(os.environ["WRITTEN"], "w").write(json.dumps(given))
module.exit_json(changed=True)
"""
LOGIN = "/etc/groundwork-kafka-probe/client.properties"
CONFIG = {"security.protocol": "SASL_SSL", "sasl.mechanism": "PLAIN", "sasl.jaas.config": "x password='planted';"}
HARDLY_EXPOSED = 2.0  # of 10, by systemd-analyze security


@pytest.fixture
def python(tmp_path):
    """A Python of a host: what it *says* of its folders, or what this one says, as if it lay where it may be read."""

    def made(says: str = "") -> str:
        (tmp_path / "python").write_text(
            f'#!/bin/sh\nsaid=$({sys.executable} "$@") || exit 1\n'
            f"echo \"{says or '$said'}\" | sed 's,^/root/,/opt/,; s,^/home/,/opt/,; s,^planted/,/home/,'\n"
        )
        (tmp_path / "python").chmod(0o755)
        return str(tmp_path / "python")

    return made


@pytest.fixture
def probe(played, standing_in, tmp_path, python):
    """Run the role with these inputs in check mode: how it ended, and what it has written; nothing if it refused."""
    written = tmp_path / "written"
    more = {"ANSIBLE_COLLECTIONS_PATH": standing_in({"server_files": WRITTEN}), "WRITTEN": str(written)}
    (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": {"kafka": {"hosts": {"k1": HERE}}}}}))

    def run(**given):
        given = given if "probe_python" in given else {**given, "probe_python": python()}
        play = {"hosts": "k1", "vars": given, "tasks": [{"include_role": {"name": "groundwork.kafka.probe"}}]}
        done = played(play, "-i", "hosts.json", "--check", PYTHONPATH=str(CHECKOUT), **more)
        return done, json.loads(written.read_text()) if written.exists() else {}

    return run


def test_what_it_writes_is_taken_by_systemd_and_by_the_command(probe, tmp_path) -> None:
    (tmp_path / "text").mkdir()
    threshold = ["--threshold", "delivered_p99_ms=500:1000"]
    given = {"probe_client_config": CONFIG, "probe_options": threshold, "probe_interval": 3}
    done, written = probe(**given, probe_textfile_directory=str(tmp_path / "text"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "planted" not in done.stdout + done.stderr
    files = {one["path"]: one for one in written["files"]}
    assert (files[LOGIN]["owner"], files[LOGIN]["mode"], "content" in files[LOGIN]) == (
        "groundwork-probe",
        "0600",
        False,
    )
    assert properties.parse(written["secrets"][LOGIN]) == CONFIG
    units = [tmp_path / Path(path).name for path in files if path.startswith("/etc/systemd/system/")]
    for unit in units:
        unit.write_text(files[f"/etc/systemd/system/{unit.name}"]["content"])
    service, timer = units
    assert "\nOnUnitActiveSec=3min\n" in timer.read_text()
    (line,) = re.findall(r"^ExecStart=(.*)$", service.read_text(), re.MULTILINE)
    python, *words = shlex.split(line)
    assert (python, words[:3]) == (str(tmp_path / "python"), ["-m", "spark_validation", "probe"])
    read = parser().parse_args(words[2:])
    assert (str(read.textfile), str(read.client_config)) == ("/var/lib/groundwork-kafka-probe/probe.prom", LOGIN)
    assert read.bootstrap_servers == "k1:9092"
    # It takes a user that this machine has.
    service.write_text(service.read_text().replace("groundwork-probe\n", "root\n"))
    checked = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert checked.stderr == ""
    security = ["systemd-analyze", "security", "--no-pager", "--offline=true", service]
    told = subprocess.run(security, capture_output=True, text=True, check=False).stdout
    (exposed,) = re.findall(r"exposure level for \S+: ([\d.]+)", told)
    assert float(exposed) < HARDLY_EXPOSED


def test_without_a_login_it_is_told_none_and_none_stays(probe) -> None:
    done, written = probe()
    assert done.returncode == 0, done.stdout + done.stderr
    assert LOGIN not in [one["path"] for one in written["files"]]
    assert "--client-config" not in json.dumps(written)
    assert "TASK [groundwork.kafka.probe : Remove how it logged in]" in done.stdout


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"probe_interval": 0}, "probe_interval is 0; give a whole number of minutes from 1 on."),
        ({"probe_bootstrap_servers": ""}, "probe_bootstrap_servers is empty; give brokers as HOST:PORT"),
        ({"probe_python": "/usr/bin/false"}, "/usr/bin/false of k1 can't run the probe"),
        ({"probe_python": "/none/python"}, "install spark_validation and kafka-python there, or name another Python"),
        pytest.param(
            {"probe_textfile_directory": "/none/text"},
            "/none/text is no folder of k1, and the node exporter would tell nothing of the probe; install the node "
            "exporter first, or name the folder of its --collector.textfile.directory in probe_textfile_directory.",
            marks=pytest.mark.remedy("… is no folder of …, and the node"),
        ),
    ],
)
def test_what_cannot_run_is_refused_before_anything_is_written(probe, given, sentence) -> None:
    done, written = probe(**given)
    assert done.returncode != 0
    assert sentence in " ".join(done.stdout.replace("\\n", " ").split())
    assert written == {}


def test_a_python_in_somebodys_home_is_refused_which_the_unit_may_not_enter(probe, python) -> None:
    done, written = probe(probe_python=python("/opt/venv\nplanted/me/.pyenv/lib/kafka/__init__.py"))
    assert done.returncode != 0
    said = " ".join(done.stdout.replace("\\n", " ").split())
    assert "of k1 needs /home/me/.pyenv/lib/kafka/__init__.py, and the probe may read no home" in said
    assert written == {}


def test_systemd_reads_the_units_again_also_after_a_run_that_was_killed_before_it_was_told_to() -> None:
    tasks = yaml.safe_load((CHECKOUT / "roles/probe/tasks/main.yml").read_text())
    (task,) = [one["ansible.builtin.systemd_service"] for one in tasks if "ansible.builtin.systemd_service" in one]
    assert task["daemon_reload"] is True
