# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What spark-submit is given: complete, the same each time, and running out of the zip."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from spark_validation.cli import main
from tests.spark import command, connector

JARS = connector.jars()


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle") / "made"
    assert main(["bundle", "--directory", str(folder)]) == 0
    return folder


def test_what_it_holds(bundle: Path) -> None:
    assert sorted(os.listdir(bundle)) == sorted([*JARS, "main.py", "spark_validation.zip"])
    with zipfile.ZipFile(bundle / "spark_validation.zip") as archive:
        names = archive.namelist()
    assert names == sorted(names)
    sources = [path for path in (command.ROOT / "spark_validation").rglob("*") if path.is_file()]
    wanted = {str(path.relative_to(command.ROOT)) for path in sources if path.suffix not in {".pyc", ".md"}}
    assert {"spark_validation/report/page.html.j2", "spark_validation/spark/log4j2.properties"} <= set(names) == wanted


def test_the_same_again_replaces_what_differs(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path.name: path.read_bytes() for path in bundle.iterdir()}
    (bundle / "main.py").write_text("damaged")
    (bundle / "spark_validation.zip").unlink()
    assert main(["bundle", "--directory", str(bundle)]) == 0
    assert {path.name: path.read_bytes() for path in bundle.iterdir()} == before
    jars = ",".join(str(bundle / name) for name in JARS)
    options = f"--py-files {bundle}/spark_validation.zip --jars {jars}"
    assert capsys.readouterr().out == f"spark-submit --master MASTER {options} {bundle}/main.py COMMAND …\n"


def test_a_folder_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["bundle", "--directory", str(tmp_path / "file" / "bundle")]) == 3
    assert "the bundle cannot be kept in" in capsys.readouterr().err


@pytest.mark.core
def test_a_run_out_of_the_zip(bundle: Path, bootstrap_servers: str, tmp_path: Path) -> None:
    """With a page and with Spark's log settings, which are read from the package."""
    arguments = ["smoke", "--bootstrap-servers", bootstrap_servers, "--records", "100", "--partitions", "2"]
    done = subprocess.run(
        [sys.executable, "main.py", *arguments, "--html", tmp_path / "report.html"],
        cwd=bundle,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        timeout=170,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Passed: all 100 records" in (tmp_path / "report.html").read_text()
    assert "WARN" not in done.stderr
    assert sorted(os.listdir(bundle)) == sorted([*JARS, "main.py", "spark_validation.zip"])
