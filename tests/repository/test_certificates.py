# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What units keep of certificates for an audit, and whom the lab's name."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography import x509

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
    line = re.sub(rf"{{{{ {service}_server\.(keystore|presents) }}}}", str(keystore), line)
    subprocess.run(shlex.split(line), check=True, stdout=subprocess.DEVNULL)
    assert kept.read_text() == certificates


def test_a_host_of_several_networks_is_named_on_all_of_them(tmp_path):
    given = ["k1=192.0.2.1,2001:db8::1", "k2=192.0.2.2", "k3"]
    subprocess.run([sys.executable, str(CHECKOUT / "lab/certificates"), str(tmp_path), *given], check=True)
    found = {}
    for name in ("k1", "k2", "k3"):
        certificate = x509.load_pem_x509_certificate((tmp_path / f"{name}.pem").read_bytes())
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        found[name] = [str(one.value) for one in names]
    assert found == {"k1": ["k1", "192.0.2.1", "2001:db8::1"], "k2": ["k2", "192.0.2.2"], "k3": ["k3"]}
