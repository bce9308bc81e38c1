#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: certificates
short_description: Check a server's certificate and key before a host sees them
version_added: "0.3.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Fails with one sentence when the key does not belong to the certificate, the chain does not lead to a trusted
    certificate, a name is missing, it has expired, or it may not be used both to serve and to connect; and where an
    authority is replaced in one step under servers that run.
  - Returns a finding for a certificate that expires within 30 days.
  - Runs on the control node only, and asks nothing of the host. Nothing that it returns is secret.
options:
  prefix:
    description: What the names of the variables begin with, for the sentences.
    type: str
    required: true
  certificate:
    description: The contents of a PEM file with the server's own certificate, and after each the one that issued it.
    type: str
    required: true
  key:
    description: The contents of a PEM file with its private key, RSA or elliptic curve.
    type: str
    required: true
  key_password:
    description: The password of the key, where it has one.
    type: str
    default: ''
  ca:
    description: The contents of a PEM file with the certificates that are trusted.
    type: str
    required: true
  ca_variable:
    description: The name of the variable that holds O(ca), where it does not begin with O(prefix).
    type: str
    default: ''
  hosts:
    description:
      - The names and addresses by which others reach the server. Each must be a subject alternative name.
      - None for the certificate of one who only connects.
    type: list
    elements: str
    default: []
  in_use:
    description:
      - The certificates that the server runs with, in PEM, C(presents) and C(trusts), as
        M(groundwork.kafka.server_identity) tells them.
      - What is given is refused where servers that are restarted one at a time would not take one another's.
    type: dict
    default: {}
    version_added: "0.4.0"
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Check the broker's certificate
  groundwork.kafka.certificates:
    prefix: kafka_tls
    certificate: "{{ kafka_tls_certificate }}"
    key: "{{ kafka_tls_key }}"
    ca: "{{ kafka_tls_ca }}"
    hosts: ["{{ kafka_host }}"]
"""

RETURN = r"""
principal:
  description: The name by which Kafka knows who presents the certificate.
  returned: success
  type: str
  sample: User:CN=kafka1.example.com,O=Example
not_after:
  description: When the server's own certificate expires.
  returned: success
  type: str
  sample: "2027-01-31T23:59:59Z"
fingerprint:
  description: The SHA-256 fingerprint of the server's own certificate.
  returned: success
  type: str
findings:
  description: One for each certificate that expires within 30 days.
  returned: success
  type: list
  elements: dict
"""
