# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import left_behind


def unit(link="/opt/kafka", dumps="/var/dumps"):
    dump = f" -XX:HeapDumpPath={dumps}/kafka.hprof" if dumps else ""
    return f"[Service]\nExecStart=/usr/bin/java -Xmx1g{dump} -cp {link}/libs/* kafka.Kafka /etc/kafka/x\n"


@pytest.fixture
def host(tmp_path):
    """A host with the link and the folder of dumps that a unit names."""
    (tmp_path / "var/dumps").mkdir(parents=True)
    (tmp_path / "opt").mkdir()
    (tmp_path / "opt/kafka").symlink_to("/opt/kafka_2.13-3.9.2")
    return Host(str(tmp_path))


LINK = "The link /opt/kafka, which the server had so far, stays;"
DUMPS = "The folder /var/dumps, where heap dumps went so far, stays,"


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param(None, unit(), [], id="a new server"),
        pytest.param(unit(), unit(), [], id="the same"),
        pytest.param(unit(), unit("/srv/kafka"), [LINK], id="another link"),
        pytest.param(unit(), unit(dumps="/srv/dumps"), [DUMPS], id="another folder"),
        pytest.param(unit(), unit(dumps=""), [DUMPS], id="no folder"),
        pytest.param(unit(), unit("/srv/kafka", "/srv/dumps"), [LINK, DUMPS], id="both"),
        pytest.param(unit("/gone", "/gone"), unit(), [], id="what was removed"),
        pytest.param("[Service]\nExecStart=/usr/bin/other\n", unit(), [], id="somebody else's"),
    ],
)
def test_what_stays_is_told(host, before, after, told) -> None:
    found = left_behind.sentences(host, before, after)
    assert [one[: len(start)] for one, start in zip(found, told)] == told
    assert len(found) == len(told)
