# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What librdkafka is given for a file of Kafka's client format, in the words of its CONFIGURATION.md."""

from __future__ import annotations

import pytest

from spark_validation.delivery.librdkafka import options

LOGIN = 'org.apache.kafka.common.security.scram.ScramLoginModule required username="u" password="p w\\"";'


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {}),
        (
            {
                "security.protocol": "SASL_SSL",
                "sasl.mechanism": "SCRAM-SHA-512",
                "sasl.jaas.config": LOGIN,
                "ssl.truststore.type": "PEM",
                "ssl.truststore.location": "/ca.pem",
                "ssl.endpoint.identification.algorithm": "",
            },
            {
                "security.protocol": "SASL_SSL",
                "sasl.mechanism": "SCRAM-SHA-512",
                "sasl.username": "u",
                "sasl.password": 'p w"',
                "ssl.ca.location": "/ca.pem",
                "ssl.endpoint.identification.algorithm": "none",
            },
        ),
        (
            {"security.protocol": "SSL", "ssl.keystore.location": "/me.pem", "ssl.key.password": "x"},
            {
                "security.protocol": "SSL",
                "ssl.certificate.location": "/me.pem",
                "ssl.key.location": "/me.pem",
                "ssl.key.password": "x",
            },
        ),
        (
            {
                "security.protocol": "SSL",
                "ssl.truststore.certificates": "CA",
                "ssl.keystore.certificate.chain": "CHAIN",
                "ssl.keystore.key": "KEY",
            },
            {"security.protocol": "SSL", "ssl.ca.pem": "CA", "ssl.certificate.pem": "CHAIN", "ssl.key.pem": "KEY"},
        ),
    ],
    ids=["none", "login", "certificate", "in itself"],
)
def test_options(given: dict[str, str], expected: dict[str, str]) -> None:
    assert options(given) == expected
