# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One version everywhere: what stands in several places stands there alike."""

from __future__ import annotations

import importlib
import re
import shlex
from pathlib import Path

import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.module_utils.broker.key_table import FEATURES, VERSIONS
from ansible_collections.groundwork.kafka.plugins.module_utils.server.archive_digests import checksum_of
from spark_validation.spark import connectors
from tests.servers import versions

CHECKOUT = Path(__file__).resolve().parents[2]


def text(path):
    return (CHECKOUT / path).read_text()


def found(pattern, path):
    return re.findall(pattern, text(path), re.MULTILINE)


def test_the_application_has_the_collections_version():
    assert found(r'^__version__ = "(.*)"', "spark_validation/__init__.py") == [
        yaml.safe_load(text("galaxy.yml"))["version"]
    ]


def test_an_audit_tells_the_collections_version():
    assert found(r'^VERSION = "(.*)"', "plugins/module_utils/core/version.py") == [
        yaml.safe_load(text("galaxy.yml"))["version"]
    ]


DEFAULTS = [
    (r"^kafka_version: .*ternary\('(.*)', '.*'\)", "roles/kafka/defaults/main.yml", versions.KRAFT),
    (r"^kafka_version: .*ternary\('.*', '(.*)'\)", "roles/kafka/defaults/main.yml", versions.ZOOKEEPER),
    (r"^zookeeper_kafka_version: (.*)", "roles/zookeeper/defaults/main.yml", versions.ZOOKEEPER),
    (r"Version of Kafka, by default (\S+), and", "roles/kafka/meta/argument_specs.yml", versions.KRAFT),
    (r"Version of Kafka, by default \S+, and (\S+) with", "roles/kafka/meta/argument_specs.yml", versions.ZOOKEEPER),
]


def newest(names):
    return max(names, key=lambda version: [int(part) for part in version.split(".")])


def is_pinned(version):
    src = f"https://archive.apache.org/dist/kafka/{version}/kafka_2.13-{version}.tgz"
    return checksum_of(src).startswith("sha512:")


@pytest.mark.parametrize(("pattern", "path", "installed"), DEFAULTS)
def test_a_roles_default_is_what_the_lab_installs_and_the_newest_of_the_table_whose_digest_is_pinned(
    pattern, path, installed
):
    major = installed.partition(".")[0]
    pinned = [version for version in VERSIONS if version.partition(".")[0] == major and is_pinned(version)]
    assert found(pattern, path) == [installed] == [newest(pinned)]


def test_the_readme_names_what_is_pinned():
    assert [version for version in VERSIONS if is_pinned(version) and version not in text("README.md")] == []


def test_a_version_is_taken_into_the_table_by_its_name(monkeypatch):
    monkeypatch.syspath_prepend(CHECKOUT / "docs")
    generator = importlib.import_module("key_tables")
    assert generator.versions([]) == [*VERSIONS]
    assert generator.versions(["4.10.0", "4.0.1", VERSIONS[0]]) == sorted(
        [*VERSIONS, "4.0.1", "4.10.0"], key=lambda version: [int(part) for part in version.split(".")]
    )


def test_every_archive_that_the_lab_builds_has_its_sums():
    built = found(r"^KAFKA_\w+=(.+)", "lab/kafka/versions")
    sums = {path.name for path in (CHECKOUT / "lab/kafka").glob("SHA256SUMS-*")}
    assert {f"SHA256SUMS-{version}" for version in built} == sums


def test_the_newest_version_that_is_known_is_upgraded_to():
    assert newest(VERSIONS) == versions.NEWEST


def test_the_tests_expect_the_levels_that_the_table_has():
    for version, levels in versions.LEVELS.items():
        assert {name: FEATURES[version][name][1] for name in levels} == levels


def test_pyspark_is_the_same_in_the_lock_and_in_an_execution_environment():
    pinned = found(r'^    "pyspark==([\d.]+)"', "pyproject.toml")
    assert len(pinned) == 1
    assert found(r"^pyspark==([\d.]+)", "requirements.lock") == pinned
    assert found(r"^pyspark==([\d.]+)", "meta/ee-requirements.txt") == pinned


def test_each_spark_whose_connector_is_known_is_tested_on_each_java_and_told():
    rows = [line.split()[:2] for line in text("tests/spark/sparks.txt").splitlines() if not line.startswith("#")]
    assert {spark for spark, _java in rows} == {*connectors.KNOWN}
    assert {java for _spark, java in rows} == {"17", "21", "25"}
    beyond = [row for row in rows if int(row[1]) > connectors.NEWEST_JAVA.get(row[0], int(row[1]))]
    assert beyond == []
    for readme in ("README.md", "spark_validation/README.md"):
        assert [spark for spark in connectors.KNOWN if spark not in text(readme)] == []


def test_what_is_not_tested_is_not_claimed():
    """The series of ansible-core that are tested are all that are accepted, from the first one to the last."""
    tested = [line.split(".") for line in text("tests/matrix/controllers.txt").splitlines() if not line.startswith("#")]
    series = [(int(major), int(minor)) for major, minor, *_patch in tested]
    assert series == [(2, minor) for minor in range(series[0][1], series[-1][1] + 1)]
    wanted = f">=2.{series[0][1]}.0,<2.{series[-1][1] + 1}.0"
    assert yaml.safe_load(text("meta/runtime.yml"))["requires_ansible"] == wanted


def test_the_readmes_control_node_has_what_is_accepted():
    """Where pip gets another ansible-core, the first playbook is refused."""
    (packages,) = found(r"^\$ .* pip install (.*ansible-core.*)$", "README.md")
    accepted = re.sub(r"\.0\b", "", yaml.safe_load(text("meta/runtime.yml"))["requires_ansible"])
    (client,) = found(r"^kafka-python.*", "meta/ee-requirements.txt")
    assert shlex.split(packages) == [f"ansible-core{accepted}", client]
    assert found(r'^    "(kafka-python.*)",', "pyproject.toml") == [client, client]


def test_nothing_that_only_the_checkout_needs_is_shipped():
    ignored = yaml.safe_load(text("galaxy.yml"))["build_ignore"]
    shipped = {path.name for path in CHECKOUT.iterdir()} - {entry.strip("*") for entry in ignored} - {".git"}
    assert shipped == {
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
        "README.md",
        "changelogs",
        "docs",
        "galaxy.yml",
        "inventories",
        "meta",
        "playbooks",
        "plugins",
        "roles",
        "spark_validation",
    }
