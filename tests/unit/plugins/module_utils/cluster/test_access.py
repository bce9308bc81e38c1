# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import sys

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import access, connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError


@pytest.fixture
def host(monkeypatch, tmp_path):
    """Make the host: whether it has kafka-python, what Java says of itself, and which packages another Python lacks."""

    def make(*, library=True, java='openjdk version "17.0.1"', without=()):
        def refuse_or_not():
            if not library:
                raise GroundworkError("kafka-python is missing.")

        monkeypatch.setattr(connection, "library", refuse_or_not)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.delenv("JAVA_HOME", raising=False)
        for name, said in (("java", java), ("python", " ".join(without))):
            if said is not None:
                program = tmp_path / name
                program.write_text(f"#!/bin/sh\necho '{said}' >&2\n")
                program.chmod(0o755)
        return str(tmp_path / "python")

    return make


def test_a_host_that_has_everything_lacks_nothing(host) -> None:
    other = host()
    assert access.lacking("/usr/bin/python3") == []
    assert access.lacking("/usr/bin/python3", other) == []
    assert access.lacking(other, other) == []


def test_without_a_smoke_test_kafka_python_is_all_it_takes(host) -> None:
    host(library=False, java=None)
    [missing] = access.lacking("/usr/bin/python3")
    assert missing.startswith("kafka-python for /usr/bin/python3 (/usr/bin/python3 -m pip install 'kafka-python>=3.0")


@pytest.mark.parametrize("java", [None, 'java version "1.8.0_392"', 'openjdk version "11.0.2" 2019-01-15'])
def test_java_has_to_be_there_and_new_enough(host, java) -> None:
    [missing] = access.lacking("/usr/bin/python3", host(java=java))
    assert missing.startswith("Java 17 or newer")


def test_each_python_is_told_what_it_lacks_and_one_that_is_both_is_told_once(host) -> None:
    other = host(library=False, without=["pyspark", "kafka"])
    first, second = access.lacking("/usr/bin/python3", other)
    assert first.startswith("kafka-python for /usr/bin/python3")
    assert second.startswith(f"pyspark, kafka-python for {other}")
    [both] = access.lacking(other, other)
    assert both.startswith(f"kafka-python, pyspark for {other}")


def test_a_python_that_is_none_is_told(host) -> None:
    host()
    [missing] = access.lacking("/usr/bin/python3", "/opt/nothing")
    assert missing == "a Python that runs at /opt/nothing (or set smoke_test_python)"


def test_packages_are_looked_for_and_not_imported(monkeypatch, tmp_path) -> None:
    (tmp_path / "kafka_of_somebody").mkdir()
    monkeypatch.chdir(tmp_path)
    names = ["json", "no_such", "kafka_of_somebody", "neither"]
    assert access._said([sys.executable, "-c", access._LOOK, *names]).split() == names[1:]


def test_what_a_python_says_beside_it_is_passed_over(host) -> None:
    [missing] = access.lacking("/usr/bin/python3", host(without=["Could not find <prefix>", "pyspark"]))
    assert missing.startswith("pyspark for ")


def test_the_sentence_names_everything() -> None:
    assert access.refusal("bastion", ["A (get A)", "B"]) == (
        "The cluster is to be asked from bastion, which lacks A (get A), and B; install that there, or name another "
        "host in cluster_access_host."
    )
