# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which groups can be asked for: refused before a topic is made, in one sentence."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from spark_validation.cli import main
from spark_validation.cluster.admin import Cluster
from spark_validation.commands import requirements
from spark_validation.core.errors import CouldNotRunError
from spark_validation.delivery.run import require_protocols

SMOKE = ["smoke", "--bootstrap-servers", "127.0.0.1:1", "--groups"]


@pytest.mark.parametrize(("version", "protocols"), [("4.0", ["consumer"]), ("4.3", ["consumer"]), ("3.9", ["classic"])])
def test_protocols_that_a_cluster_knows(version: str, protocols: list[str]) -> None:
    require_protocols(cast(Cluster, SimpleNamespace(version=lambda: version, bootstrap_servers="h:1")), protocols)


def test_a_protocol_that_a_cluster_does_not_know() -> None:
    cluster: Any = SimpleNamespace(version=lambda: "3.9", bootstrap_servers="h:1")
    with pytest.raises(CouldNotRunError) as refused:
        require_protocols(cluster, ["classic", "consumer"])
    assert str(refused.value) == (
        "h:1 is Kafka 3.9, and groups of the protocol consumer come with 4.0: take consumer out of --groups, or upgrade"
    )


@pytest.mark.parametrize("given", ["", "new", "classic,classic", "classic,", "Consumer"])
def test_what_is_no_protocol(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*SMOKE, given])
    assert ended.value.code == 2
    assert f"{given!r} is not classic or consumer, each once" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--compacted"], "cannot be told from records that a group was not given"),
        (["--transaction-records", "5"], "cannot be told from records that a group was not given"),
        (["--audit-only", "--topic", "t", "--run-id", "r"], "--audit-only writes nothing: leave out --groups"),
    ],
)
def test_what_contradicts_it(more: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMOKE, "classic", *more]) == 2
    assert said in capsys.readouterr().err


def test_the_library_that_the_newer_protocol_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = requirements.importlib.util.find_spec
    monkeypatch.setattr(
        requirements.importlib.util, "find_spec", lambda name: None if name == "confluent_kafka" else found(name)
    )
    assert main([*SMOKE, "classic,consumer", "--json", str(tmp_path / "r.json")]) == 3
    assert "the Python package confluent_kafka is missing here: pip install confluent-kafka" in capsys.readouterr().err
