# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One version everywhere: what stands in several places stands there alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.module_utils.broker.key_table import VERSIONS
from ansible_collections.groundwork.kafka.plugins.module_utils.server.archive_digests import _DIGESTS, checksum_of

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
    (r"^kafka_version: .*ternary\('(.*)', '.*'\)", "roles/kafka/defaults/main.yml", "4"),
    (r"^kafka_version: .*ternary\('.*', '(.*)'\)", "roles/kafka/defaults/main.yml", "3"),
    (r"^zookeeper_kafka_version: (.*)", "roles/zookeeper/defaults/main.yml", "3"),
]


def newest(versions):
    return max(versions, key=lambda version: [int(part) for part in version.split(".")])


def is_pinned(version):
    src = f"https://archive.apache.org/dist/kafka/{version}/kafka_2.13-{version}.tgz"
    return checksum_of(src).startswith("sha512:")


@pytest.mark.parametrize(("pattern", "path", "major"), DEFAULTS)
def test_a_roles_default_is_the_newest_version_of_the_table_whose_digest_is_pinned(pattern, path, major):
    pinned = [version for version in VERSIONS if version.partition(".")[0] == major and is_pinned(version)]
    assert found(pattern, path) == [newest(pinned)]


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "plugins/filter/archive_checksum.yml",
        *(f"roles/{role}/meta/argument_specs.yml" for role in ("kafka", "zookeeper")),
    ],
)
def test_a_text_that_lists_the_pinned_digests_lists_them_all(path):
    versions = [re.search(r"-([0-9.]+)\.tgz", name)[1] for name in _DIGESTS]
    (listed,) = re.findall(r"[0-9.]+[0-9](?:(?:,| and)\s+[0-9]+\.[0-9]+\.[0-9]+){2,}", text(path))
    assert re.split(r",\s+|\s+and\s+", listed) == versions


def test_the_lab_installs_the_archive_that_it_builds():
    (built,) = found(r"^KAFKA_VERSION=(.*)", "lab/common.sh")
    assert found(r"^kafka_version: (.*)", "inventories/lab/group_vars/all.yml") == [built]


def test_every_archive_that_the_lab_builds_has_its_sums():
    (listed,) = found(r'^KAFKA_VERSIONS=\("\$KAFKA_VERSION" (.*)\)', "lab/common.sh")
    built = {*found(r"^KAFKA_(?:VERSION|NEWEST)=(.*)", "lab/common.sh"), *listed.split()}
    sums = {path.name for path in (CHECKOUT / "lab/kafka").glob("SHA256SUMS-*")}
    assert {f"SHA256SUMS-{version}" for version in built} == sums


def test_the_newest_version_that_is_known_is_upgraded_to():
    assert found(r"^KAFKA_NEWEST=(.*)", "lab/common.sh") == [newest(VERSIONS)]
    assert found(r'^NEWEST, HOME = "(.*?)"', "tests/long/test_newest.py") == [newest(VERSIONS)]


def test_pyspark_is_the_same_in_the_lock_and_in_an_execution_environment():
    pinned = found(r"pyspark==([\d.]+)", "pyproject.toml")
    assert len(pinned) == 1
    assert found(r"^pyspark==([\d.]+)", "requirements.lock") == pinned
    assert found(r"^pyspark==([\d.]+)", "meta/ee-requirements.txt") == pinned


def test_what_is_not_tested_is_not_claimed():
    """The series of ansible-core that are tested are all that are accepted, from the first one to the last."""
    tested = [line.split(".") for line in text("tests/matrix/controllers.txt").splitlines() if not line.startswith("#")]
    series = [(int(major), int(minor)) for major, minor, *_patch in tested]
    assert series == [(2, minor) for minor in range(series[0][1], series[-1][1] + 1)]
    wanted = f">=2.{series[0][1]}.0,<2.{series[-1][1] + 1}.0"
    assert yaml.safe_load(text("meta/runtime.yml"))["requires_ansible"] == wanted


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
