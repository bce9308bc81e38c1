# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What units keep of certificates for an audit."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import certificates as audit_certificates

CHECKOUT = Path(__file__).resolve().parents[2]


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
    line = line.replace(f"{{{{ {service}_server.keystore }}}}", str(keystore))
    subprocess.run(shlex.split(line), check=True, stdout=subprocess.DEVNULL)
    assert kept.read_text() == certificates
