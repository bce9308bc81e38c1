# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The connector is the one of the Spark at hand, and where none is known, those that are known are named."""

from __future__ import annotations

import re
import sys
import zipfile
from pathlib import Path

import pytest

from spark_validation.core.errors import CouldNotRunError
from spark_validation.spark import connectors, jars
from spark_validation.spark.versions import cure
from tests.spark import connector
from tests.spark.command import ROOT

ALL = "4.0.0, 4.0.1, 4.1.1 and 4.2.0"


@pytest.mark.parametrize("spark", connector.VERSIONS)
def test_each_spark_has_its_jars(spark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jars, "pyspark_version", lambda: spark)
    assert [jar.file_name for jar in jars.wanted()] == connector.jars(spark)
    assert jars.default_directory().name == spark


def test_no_other_spark_is_known_and_one_jar_has_one_sum() -> None:
    assert [*connectors.KNOWN] == [*connector.VERSIONS]
    sums = {(jar.file_name, jar.sha256) for every in connectors.KNOWN.values() for jar in every}
    assert len(sums) == len({name for name, _sum in sums}) == len({digest for _name, digest in sums})
    assert [digest for _name, digest in sums if not re.fullmatch("[0-9a-f]{64}", digest)] == []


@pytest.mark.parametrize("kafka", ["3.9.1", "3.9.2"])
def test_kafkas_clients_are_those_of_its_archive(kafka: str) -> None:
    """The lab packs the archives of these versions of jars with sums of its own."""
    listed = (ROOT / "lab" / "kafka" / f"SHA256SUMS-{kafka}").read_text()
    (digest,) = re.findall(rf"^([0-9a-f]+)\s+\S*kafka-clients-{kafka}\.jar$", listed, re.MULTILINE)
    found = {
        jar.sha256
        for every in connectors.KNOWN.values()
        for jar in every
        if jar.name == "kafka-clients" and jar.version == kafka
    }
    assert found == {digest}


def test_an_unknown_spark_is_told_which_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jars, "pyspark_version", lambda: "4.3.0")
    with pytest.raises(CouldNotRunError) as error:
        jars.wanted()
    assert str(error.value) == (
        f"the connector's checksums are not known for pyspark 4.3.0, only for {ALL}: install one of these, or run with "
        "spark-submit --packages org.apache.spark:spark-sql-kafka-0-10_2.13:4.3.0"
    )


@pytest.mark.parametrize(
    ("spark", "said"),
    [
        ("4.1.1", 'give spark-submit the option --jars "$(python -m spark_validation jars | paste -sd,)"'),
        (
            "4.3.0",
            "give spark-submit the option --packages org.apache.spark:spark-sql-kafka-0-10_2.13:4.3.0, known here are "
            f"those of Spark {ALL}",
        ),
    ],
)
def test_how_spark_submit_comes_by_it(spark: str, said: str) -> None:
    assert cure(spark) == said


VERSION_FILES = {
    "pip": ("__version__: str = '4.1.1'\n", "4.1.1"),
    "unpacked": ('"""Spark."""\n\n__version__: str = "4.2.0"\n', "4.2.0"),
    "without a type": ("__version__ = '4.0.1'", "4.0.1"),
    "of a vendor": ("from os import name\n__version__ = '4.0.0-vendor-1'", "4.0.0-vendor-1"),
    "worked out": ("__version__ = '.'.join(['4', '0', '1'])", "4.0.1"),
}


@pytest.mark.parametrize("kind", VERSION_FILES)
@pytest.mark.parametrize("packed", [False, True], ids=["folder", "zip"])
def test_the_pyspark_that_is_imported_tells_its_version(
    kind: str, packed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever pip says of another one; a distribution that was unpacked has its Python in a zip."""
    content, version = VERSION_FILES[kind]
    files = {"__init__.py": "from .version import __version__\n", "version.py": content}
    place = tmp_path / "python.zip"
    if packed:
        with zipfile.ZipFile(place, "w") as archive:
            for name, text in files.items():
                archive.writestr(f"pyspark/{name}", text)
    else:
        (place / "pyspark").mkdir(parents=True)
        for name, text in files.items():
            (place / "pyspark" / name).write_text(text)
    monkeypatch.syspath_prepend(place)
    for name in [name for name in sys.modules if name.partition(".")[0] == "pyspark"]:
        monkeypatch.delitem(sys.modules, name)
    assert connectors.pyspark_version() == version
    for name in [name for name in sys.modules if name.partition(".")[0] == "pyspark"]:
        del sys.modules[name]  # what was imported here is gone before the true one is back
