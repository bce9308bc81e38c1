# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: how a secured cluster is asked, where that is refused, what is told, and what a person writes then."""

from __future__ import annotations

from typing import Any, Mapping

from tests.changes.clusters import CERTIFICATES
from tests.remedies.refusals import Refusal

_STORE = "ssl.truststore.location"
#: As the operator. What these settings have is made unreadable wherever it is said, but for the paths of files.
_OPERATOR = {
    "security.protocol": "SSL",
    "ssl.keystore.type": "PEM",
    "ssl.keystore.location": "{{ tls }}/operator.pem",
    "ssl.truststore.type": "PEM",
    _STORE: "{{ tls }}/ca.pem",
}
_IN_TEXT = {name: value for name, value in _OPERATOR.items() if name != _STORE}


def _by(config: Mapping[str, str]) -> dict[str, Any]:
    """The inputs by which the cluster is asked so."""
    return {"kafka_admin_config": dict(config)}


CASES = (
    Refusal(
        "security.protocol is …; give one of …",
        _by({**_OPERATOR, "security.protocol": "TLS"}),
        "give one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL",
        _by(_OPERATOR),
        "kraft",
        playbook="finalize_upgrade",
    ),
    Refusal(
        "… is not known here; …",
        _by({**_IN_TEXT, "ssl.truststore.certificate": CERTIFICATES["kafka_tls_ca"]}),
        "perhaps ssl.truststore.certificates is meant",
        _by({**_IN_TEXT, "ssl.truststore.certificates": CERTIFICATES["kafka_tls_ca"]}),
        "kraft",
        playbook="finalize_upgrade",
    ),
    Refusal(
        "ssl.….type is … and only PEM can be read by",
        _by({**_OPERATOR, "ssl.truststore.type": "JKS", _STORE: "{{ tls }}/ca.jks"}),
        "and set ssl.truststore.type=PEM with ssl.truststore.location or ssl.truststore.certificates",
        _by(_OPERATOR),
        "kraft",
        playbook="finalize_upgrade",
    ),
    Refusal(
        "ssl.endpoint.identification.algorithm is …; give https, or nothing for no check",
        _by({**_OPERATOR, "ssl.endpoint.identification.algorithm": "HTTP"}),
        "give https, or nothing for no check",
        _by({**_OPERATOR, "ssl.endpoint.identification.algorithm": "https"}),
        "kraft",
        playbook="finalize_upgrade",
    ),
    Refusal(
        "the certificates to trust could not be read from …",
        _by({**_OPERATOR, _STORE: "{{ tls }}/k1.key"}),
        "give CA certificates as PEM",
        _by(_OPERATOR),
        "kraft",
        playbook="finalize_upgrade",
    ),
    Refusal(
        "the client's key and certificate could not be read from",
        _by({**_OPERATOR, "ssl.keystore.location": "{{ tls }}/ca.pem"}),
        "give PEM with the key and its certificate, and the right ssl.key.password where the key is encrypted",
        _by(_OPERATOR),
        "kraft",
        playbook="finalize_upgrade",
    ),
)
