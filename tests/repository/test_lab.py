# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A machine on which the lab cannot be set up is told so in one sentence that says what to install."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import yaml

PACKAGES = Path(__file__).resolve().parents[2] / "lab" / "packages"
PRODUCTION = yaml.safe_load((PACKAGES.parents[1] / "roles/os_tuning/defaults/main.yml").read_text())[
    "os_tuning_production_kernel_parameters"
]
MACHINE, TIDY, KERNEL, VENV = (PACKAGES.with_name(name) for name in ("machine", "tidy", "kernel", "venv"))


@pytest.fixture
def machine(tmp_path):
    """A PATH with the few programs that every machine has, on which no Debian package is installed."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("bash", "dirname", "java", "tail"):
        (programs / name).symlink_to(shutil.which(name))

    def stub(name, script):
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)

    def run(*arguments, **stubs):
        for name, script in stubs.items():
            stub(name.replace("_", "-"), script)
        environment = {"PATH": str(programs), "GROUNDWORK_CACHE": str(tmp_path), "HOME": str(tmp_path)}
        command = ["bash", PACKAGES, *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    return run


@pytest.mark.parametrize(
    ("stubs", "sentence"),
    [
        pytest.param(
            {"id": "echo 0"},
            "error: this machine has no apt-get, so install what these Debian packages hold by hand: debootstrap git ",
            id="another distribution",
        ),
        pytest.param(
            {"apt_get": "exit 0", "id": "echo 1000"},
            "error: packages are missing and only root can install them: apt-get install debootstrap git ",
            id="not root",
        ),
        pytest.param(
            {"apt_get": "echo E: Unable to locate package podman; exit 100", "id": "echo 0"},
            "E: Unable to locate package podman\nerror: apt-get could not install debootstrap git ",
            id="a mirror without the packages",
        ),
    ],
)
def test_what_cannot_be_installed_is_named(machine, stubs, sentence):
    done = machine(dpkg_query="exit 1", **stubs)
    assert done.returncode == 3
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("error:") == 1


def test_nothing_is_said_when_nothing_is_missing(machine):
    done = machine(dpkg_query="printf installed", id="echo 0")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_virtual_machines_packages_are_asked_for_only_where_it_is_used(machine):
    said = [machine(*arguments, dpkg_query="exit 1", id="echo 0").stderr for arguments in ([], ["machine"])]
    assert ["qemu-system-x86" in words for words in said] == [False, True]


@pytest.fixture
def process(tmp_path):
    """Start a program that does nothing for a while, with the given arguments; its id is in the machine's folder."""
    folder = tmp_path / "machine"
    folder.mkdir()
    started = []

    def start(*arguments):
        program = [sys.executable, "-c", "import time; print(flush=True); time.sleep(60)", *arguments]
        started.append(subprocess.Popen(program, stdout=subprocess.PIPE))
        started[0].stdout.readline()
        (folder / "machine.pid").write_text(str(started[0].pid))
        return started[0]

    yield start
    started[0].kill()
    started[0].wait()
    started[0].stdout.close()


@pytest.mark.parametrize("ours", [True, False])
def test_only_the_machines_own_process_is_ended(process, tmp_path, ours):
    folder = tmp_path / "machine"
    other = process("-pidfile", str(folder / "machine.pid") if ours else "/another/machine.pid")
    reaper = threading.Thread(target=other.wait, daemon=True)  # so that /proc loses it as soon as it ends
    reaper.start()
    done = subprocess.run(["bash", MACHINE, "remove", folder], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, folder.exists()) == (0, "", False)
    reaper.join(timeout=0.1)
    assert (other.poll() is not None) == ours


def test_a_machine_that_was_never_made_is_removed_without_a_word(tmp_path):
    done = subprocess.run(["bash", MACHINE, "remove", tmp_path / "none"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def environment_in(cache):
    """The folder in *cache* of the Python environment that this checkout uses."""
    command = ["bash", "-c", '. "$0"; venv_directory', PACKAGES.with_name("common.sh")]
    environment = {**os.environ, "GROUNDWORK_CACHE": str(cache)}
    return Path(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)


def test_an_environment_that_was_left_half_made_is_no_program_to_begin_with(tmp_path):
    """Make puts it on the PATH before it is whole."""
    environment = {**os.environ, "GROUNDWORK_CACHE": str(tmp_path)}
    half = environment_in(tmp_path) / "bin"
    half.mkdir(parents=True)
    (half / "python3.11").symlink_to("/bin/true")
    programs = tmp_path / "bin"
    programs.mkdir()
    for program in ("bash", "cat", "cut", "dirname", "rm", "sha256sum"):
        (programs / program).symlink_to(shutil.which(program))
    environment["PATH"] = f"{half}:{programs}"
    done = subprocess.run(["bash", VENV], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("Python 3.11 or newer")) == (3, "", 1)


def tidy(cache):
    environment = {**os.environ, "GROUNDWORK_CACHE": str(cache)}
    return subprocess.run([TIDY], env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("name", "days", "stays"),
    [
        pytest.param("venv-0123456789ab", 15.5, False, id="an environment"),
        pytest.param("machine-0123456789ab", 15.5, False, id="a machine"),
        pytest.param("image-bookworm-0123456789ab.tar", 15.5, False, id="an image"),
        pytest.param("controller-2.22.0rc1-0123456789ab", 15.5, False, id="a control node"),
        pytest.param("spark-4.2.0-0123456789ab", 15.5, False, id="a Spark"),
        pytest.param("librdkafka-0123456789ab", 15.5, False, id="another client"),
        pytest.param("spark-jars", 100, True, id="connectors"),
        pytest.param("machine.aB3xYz", 15.5, False, id="a killed build"),
        pytest.param("venv-0123456789ab", 13.5, True, id="used not long ago"),
        pytest.param("kafka_2.13-3.9.2.tgz", 100, True, id="what is made of nothing else"),
        pytest.param("venv-mine", 100, True, id="somebody's own"),
        pytest.param("image-bookworm.lock", 100, True, id="a lock"),
    ],
)
def test_the_cache_loses_what_nothing_has_used_for_two_weeks(tmp_path, name, days, stays):
    old = tmp_path / name
    old.mkdir()
    (old / "inside").touch()
    moment = time.time() - days * 86400
    os.utime(old, (moment, moment))
    said = tidy(tmp_path)
    assert old.exists() is stays
    assert (name in said) is not stays


def test_what_this_checkout_uses_is_never_old(tmp_path):
    own = environment_in(tmp_path)
    own.mkdir()
    os.utime(own, (0, 0))
    assert tidy(tmp_path) == ""
    assert own.exists()


def test_the_last_of_several_scenarios_puts_the_kernels_values_back(tmp_path):
    before = {
        "proc/sys/vm": {"max_map_count": "65530", "swappiness": "0", "dirty_expire_centisecs": "3000"}
        | {"dirty_writeback_centisecs": "500", "dirty_background_bytes": "0", "dirty_background_ratio": "10"}
        | {"dirty_bytes": "4096", "dirty_ratio": "0"},
        "proc/sys/fs": {"nr_open": "1048576", "inotify/max_user_instances": "128"},
        "sys/kernel/mm/transparent_hugepage": {"enabled": "always [madvise] never"},
    }
    files = {tmp_path / folder / name: value for folder, values in before.items() for name, value in values.items()}
    # Those of the network are each container's own.
    shared = [name for name in PRODUCTION if not name.startswith("net.")]
    files = {tmp_path / "proc/sys" / name.replace(".", "/"): "1" for name in shared} | files

    def write(values):
        for path, value in values.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{value}\n")

    def kernel(*arguments):
        subprocess.run([KERNEL, *arguments], env=os.environ | {"GROUNDWORK_KERNEL_ROOT": str(tmp_path)}, check=True)
        return {path.name: path.read_text().strip() for path in files}

    write(files)
    kernel("keep", "one")
    write(dict.fromkeys(files, "tuned"))
    kernel("keep", "two")
    assert set(kernel("put-back", "one").values()) == {"tuned"}
    back = kernel("put-back", "two")
    told = {path.name: value for path, value in files.items()} | {"enabled": "madvise"}
    # The kernel itself sets to 0 what is given in the other unit, and refuses to be told.
    assert back == told | {"dirty_background_bytes": "tuned", "dirty_ratio": "tuned"}
    write(dict.fromkeys(files, "somebody else's"))
    assert set(kernel("put-back", "two").values()) == {"somebody else's"}


def test_a_checkout_may_lie_below_a_folder_with_a_space(tmp_path):
    checkout = tmp_path / "a folder" / "kafka"
    checkout.parent.mkdir()
    checkout.symlink_to(PACKAGES.parents[1])
    asked = {"hosts": "localhost", "gather_facts": False, "tasks": [{"ansible.builtin.debug": {"var": "lab_image"}}]}
    asked["vars_files"] = [str(checkout / "molecule/shared/vars/lab.yml")]
    asked["vars"] = {"molecule_yml": {"platforms": [{"name": "one", "suite": "trixie"}]}}
    playbook = tmp_path / "playbook.yml"
    playbook.write_text(json.dumps([asked]))
    environment = {**os.environ, "MOLECULE_PROJECT_DIRECTORY": str(checkout)}
    ran = subprocess.run(
        ["ansible-playbook", "--connection=local", playbook],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert '"lab_image": "localhost/groundwork-lab:trixie-' in ran.stdout, ran.stdout + ran.stderr


@pytest.mark.parametrize("role", ["kafka", "zookeeper"])
def test_the_labs_archives_have_the_names_of_apaches_and_give_their_own_checksums(role):
    """As they are packed here, the digest that is pinned for the name is not theirs."""
    given = (Path(__file__).parents[2] / "inventories/lab/group_vars/all.yml").read_text()
    assert f'\n{role}_archive_src: "{{{{ lab_archive }}}}"\n' in given
    assert f'\n{role}_archive_checksum: "{{{{ lab_archive }}}}.sha512"\n' in given
