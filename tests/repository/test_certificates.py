# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Renewed certificates: for which servers a restart is due, and what units keep of them for an audit."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import certificates as audit_certificates

CHECKOUT = Path(__file__).resolve().parents[2]
KEYSTORE = "/etc/kafka/keystore.pem"
# Roles of a host, the mode, and whether its keystore is among what a restart is due for.
CASES = [
    (["broker"], "zookeeper", False),
    (["broker"], "kraft", True),
    (["controller"], "kraft", True),
    (["broker", "controller"], "kraft", True),
]


@pytest.mark.parametrize(("roles", "mode", "due"), CASES)
def test_only_a_broker_with_zookeeper_takes_a_renewed_certificate_while_it_runs(roles, mode, due):
    files = [f"--extra-vars=@{CHECKOUT}/roles/kafka/{name}/main.yml" for name in ("defaults", "vars")]
    given = json.dumps({"kafka_mode": mode, "__kafka_roles": roles})
    shown = subprocess.run(
        ["ansible", "localhost", "--module-name=debug", "--args=var=__kafka_reads", *files, "--extra-vars", given],
        capture_output=True,
        text=True,
        check=True,
        cwd=CHECKOUT,
    )
    assert "/etc/kafka/truststore.pem" in shown.stdout
    assert (KEYSTORE in shown.stdout) is due


@pytest.mark.parametrize("service", ["kafka", "zookeeper"])
def test_a_unit_keeps_the_certificates_that_its_process_starts_with_and_not_the_key(tmp_path, service):
    unit = (CHECKOUT / f"roles/{service}/templates/{service}.service.j2").read_text()
    kept, keystore = tmp_path / "kept", tmp_path / "keystore.pem"
    pem = "-----BEGIN {0}-----\nof {1}\n-----END {0}-----\n"
    certificates = pem.format("CERTIFICATE", "its own") + pem.format("CERTIFICATE", "its issuer")
    keystore.write_text(pem.format("PRIVATE KEY", "its own") + certificates)
    kept.write_text("what an earlier start has left\n" * 99)
    (line,) = re.findall(r"^ExecStartPre=-\+(.*)$", unit, re.MULTILINE)
    assert audit_certificates.RECORD.format(unit=service) in line
    line = line.replace(audit_certificates.RECORD.format(unit=service), str(kept))
    line = line.replace(f"{{{{ __{service}_keystore }}}}", str(keystore))
    subprocess.run(shlex.split(line), check=True, stdout=subprocess.DEVNULL)
    assert kept.read_text() == certificates
