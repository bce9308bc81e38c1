# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import hashlib

import pytest
from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.filter.exporter import FilterModule

FILTERS = FilterModule().filters()
OTHER = "sha256:" + "0" * 64


@pytest.fixture
def agent(tmp_path):
    """The path of an agent."""
    (tmp_path / "agent.jar").write_bytes(b"agent")
    return str(tmp_path / "agent.jar")


@pytest.mark.parametrize("algorithm", ["sha256", "sha512"])
def test_an_agent_with_its_checksum_is_taken(agent, algorithm) -> None:
    checksum = f"{algorithm}:{hashlib.new(algorithm, b'agent').hexdigest()}"
    assert FILTERS["exporter_jar"](agent, "agent.jar", checksum, "kafka") == agent


@pytest.mark.parametrize(
    ("there", "checksum", "sentence"),
    [
        (True, OTHER, "agent.jar has the checksum sha256:.* is wanted; .* correct kafka_exporter_checksum"),
        (True, "sha256:0", "The checksum 'sha256:0' is neither"),
        (False, OTHER, "The exporter agent.jar of kafka_exporter_src is not on the control node"),
    ],
)
def test_another_one_is_refused(agent, there, checksum, sentence) -> None:
    with pytest.raises(AnsibleFilterError, match=sentence):
        FILTERS["exporter_jar"](agent if there else "", "agent.jar", checksum, "kafka")


@pytest.mark.parametrize(
    ("found", "page"),
    [
        ({"url": "http://h:1/metrics", "ca": "", "login": False}, {"url": "http://h:1/metrics"}),
        (
            {"url": "https://h:1/metrics", "ca": "/ca.pem", "login": True},
            {"url": "https://h:1/metrics", "ca": "/ca.pem", "username": "p", "password": "planted"},
        ),
    ],
)
def test_the_page_has_what_it_takes_to_read_it(found, page) -> None:
    assert FILTERS["exporter_page"](found, "p", "planted") == page
