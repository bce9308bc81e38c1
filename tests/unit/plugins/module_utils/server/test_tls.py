# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.module_utils.server import tls

PEM = "-----BEGIN {0}-----\nof {1}\n-----END {0}-----\n"
OWN = PEM.format("CERTIFICATE", "its own") + PEM.format("CERTIFICATE", "its issuer")


def test_a_server_that_runs_tells_its_certificates_and_not_its_key(host) -> None:
    host.run = lambda _argv: Completed(0, "42\n", "")
    assert tls.in_use(host, "kafka", tls.KAFKA) == {}
    host.put(tls.KAFKA.keystore, PEM.format("PRIVATE KEY", "planted") + OWN)
    assert tls.in_use(host, "kafka", tls.KAFKA) == {}
    host.put(tls.KAFKA.truststore, "subject=CN = root\n" + PEM.format("CERTIFICATE", "the root"))
    trusted = PEM.format("CERTIFICATE", "the root")
    assert tls.in_use(host, "kafka", tls.KAFKA) == {"presents": OWN, "trusts": trusted}
    host.run = lambda _argv: Completed(0, "0\n", "")
    assert tls.in_use(host, "kafka", tls.KAFKA) == {}
