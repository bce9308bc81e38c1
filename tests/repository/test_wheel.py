# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The validation by itself: a wheel of this repository, in an environment of its own, far from the checkout."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import sysconfig
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

from spark_validation.spark.connectors import KNOWN

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE = CHECKOUT / "spark_validation"
VERSION = yaml.safe_load((CHECKOUT / "galaxy.yml").read_text())["version"]
COMMAND = "groundwork-kafka-validation"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """What ``make wheel`` builds, without a network: the backend is in uv."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["uv", "build", "--quiet", "--offline", "--wheel", "--out-dir", str(folder), str(CHECKOUT)]
    subprocess.run(build, check=True, capture_output=True, text=True)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Run the console command of an environment that has the wheel, and the lock's packages as those it depends on."""
    place = tmp_path_factory.mktemp("installed")
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}

    def done(*words):
        return subprocess.run(
            [*map(str, words)], cwd=place, env=environment, capture_output=True, text=True, check=False
        )

    python = place / "venv" / "bin" / "python"
    for words in (
        ("uv", "venv", "--quiet", "--offline", "--python", sys.executable, place / "venv"),
        ("uv", "pip", "install", "--quiet", "--offline", "--no-deps", "--python", python, wheel),
    ):
        made = done(*words)
        assert made.returncode == 0, made.stderr
    (packages,) = (place / "venv").glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return lambda *words: done(python.with_name(COMMAND), *words)


def metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_bytes(archive.read(name))


def test_it_holds_every_file_of_the_package(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if name.startswith("spark_validation/") and not name.endswith("/")}
    files = {path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert held == {str(path.relative_to(CHECKOUT)) for path in files}
    assert {
        f"spark_validation/{name}" for name in ("report/page.css", "report/schema.json", "spark/log4j2.properties")
    } < held


def test_it_has_the_collections_version_and_licence(wheel):
    told = metadata(wheel)
    assert told["Version"] == VERSION
    assert told["License-Expression"] == "GPL-3.0-or-later"


def test_it_takes_each_spark_whose_connector_is_known_and_no_other(wheel):
    wanted = [Requirement(line) for line in metadata(wheel).get_all("Requires-Dist")]
    (spark,) = [one.specifier for one in wanted if one.name == "pyspark"]
    assert [version for version in KNOWN if version not in spark] == []
    assert [version for version in ("3.5.8", "4.1.0", "4.2.1", "4.3.0") if version in spark] == []


@pytest.mark.parametrize("readme", ["README.md", "spark_validation/README.md"])
def test_a_readmes_line_installs_what_it_depends_on(wheel, readme):
    (line,) = re.findall(r"^(?:\$|   ) pip install (pyspark.*)$", (CHECKOUT / readme).read_text(), re.MULTILINE)
    told = {Requirement(word).name for word in shlex.split(line)}
    assert told == {Requirement(one).name for one in metadata(wheel).get_all("Requires-Dist")}


def test_the_command_tells_its_version_and_what_it_is_called(installed):
    told = installed("--version")
    assert (told.returncode, told.stdout, told.stderr) == (0, f"{COMMAND} {VERSION}\n", "")
    help_text = installed("--help")
    assert help_text.returncode == 0
    assert help_text.stdout.startswith(f"usage: {COMMAND} [-h] [--version] COMMAND ...\n")
    assert installed("smoke", "--help").stdout.startswith(f"usage: {COMMAND} smoke ")


def test_a_command_that_asks_nobody_ends_as_in_the_checkout(installed):
    ended = installed("clean", "--bootstrap-servers", "127.0.0.1:9", "--topic", "orders")
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"usage: {COMMAND} clean ")


def test_what_it_gives_spark_submit_is_what_the_checkout_has(installed, tmp_path):
    """The bundle is made of the files that the wheel brought."""
    jars = os.environ.get("GROUNDWORK_CACHE")
    if not jars:
        pytest.skip('GROUNDWORK_CACHE is not set: eval "$(make -s env)"')
    ended = installed("bundle", "--directory", tmp_path / "bundle", "--jars", Path(jars) / "spark-jars")
    assert ended.returncode == 0, ended.stderr
    with zipfile.ZipFile(tmp_path / "bundle" / "spark_validation.zip") as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in (".pyc", ".md")]
    assert held == {str(path.relative_to(CHECKOUT)): path.read_bytes() for path in files}
