# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One cluster of each mode for the whole run, each when a test first asks for it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Iterator

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.admin.cluster import Cluster, kraft_cluster, zookeeper_cluster  # noqa: E402 the path is set above
from tests.spark.pki import make_pki  # noqa: E402

_EXTRA = [
    "default.replication.factor=3",
    "min.insync.replicas=2",
    "offsets.topic.replication.factor=3",
    "sasl.enabled.mechanisms=SCRAM-SHA-512",
    "ssl.keystore.type=PEM",
    "ssl.truststore.type=PEM",
    "listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config="
    "org.apache.kafka.common.security.scram.ScramLoginModule required;",
]


def home(variable: str) -> Path:
    """The unpacked archive that the environment's *variable* names."""
    found = os.environ.get(variable)
    if not found:
        pytest.fail(f"{variable} does not name an unpacked Kafka archive: run it through make admin", pytrace=False)
    return Path(found)


def security(folder: Path) -> tuple[Path, list[str]]:
    """The authority of certificates made in *folder*, and what every server.properties says."""
    pki = make_pki(folder)
    return pki.authority, [*_EXTRA, f"ssl.keystore.location={pki.broker}", f"ssl.truststore.location={pki.authority}"]


@pytest.fixture(scope="session", params=["zookeeper", "kraft"])
def cluster(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three brokers in three racks that only these tests use."""
    folder = tmp_path_factory.mktemp(request.param)
    authority, extra = security(folder)
    make, variable, authorizer = {
        "zookeeper": (zookeeper_cluster, "GROUNDWORK_KAFKA_HOME", "kafka.security.authorizer.AclAuthorizer"),
        "kraft": (
            kraft_cluster,
            "GROUNDWORK_KRAFT_HOME",
            "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        ),
    }[request.param]
    # Whoever comes without a login may do everything; who logs in, what rules allow.
    rights = [f"authorizer.class.name={authorizer}", "super.users=User:ANONYMOUS"]
    with make(home(variable), folder, [*extra, *rights]) as running:
        running.mode, running.authority = request.param, authority
        yield running
