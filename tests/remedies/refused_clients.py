# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: settings of a client with which nobody asks the secured cluster kraft, and those with which it answers."""

from __future__ import annotations

from typing import Any, Mapping

from tests.remedies.calls import Call
from tests.remedies.clusters import CLUSTERS
from tests.remedies.making import truststore

_ADDRESS = CLUSTERS["kraft"].addresses["k1"]
_CA: Mapping[str, str] = {"ssl.truststore.type": "PEM", "ssl.truststore.location": "{{ tls }}/ca.pem"}
_CERTIFICATE: Mapping[str, str] = {
    "ssl.keystore.type": "PEM",
    "ssl.keystore.location": "{{ tls }}/operator.pem",
}
_OVER_TLS: Mapping[str, str] = {"security.protocol": "SSL", **_CERTIFICATE}
_OPERATOR: Mapping[str, str] = {**_OVER_TLS, **_CA}
_MODULE = "org.apache.kafka.common.security.scram.ScramLoginModule"
_LOGIN: Mapping[str, str] = {
    "security.protocol": "SASL_SSL",
    **_CA,
    "sasl.mechanism": "SCRAM-SHA-512",
    "sasl.jaas.config": f'{_MODULE} required username="orders" password="planted";',
}


def _by_operator(client: Mapping[str, str]) -> Mapping[str, Any]:
    """What the cluster is, which the operator may ask."""
    return {"bootstrap_servers": [f"{_ADDRESS}:9091"], "client_config": client}


def _by_login(client: Mapping[str, str]) -> Mapping[str, Any]:
    """Whether the broker runs elsewhere, which anybody may ask."""
    asked = {"bootstrap_servers": [f"{_ADDRESS}:9092"], "client_config": client}
    return {**asked, "number": 1, "roles": ["broker"], "host": _ADDRESS, "ports": [9091, 9092]}


#: The certificates of Java's store, as the sentence says that they are brought out of it.
_EXPORTED = (
    "{{ lookup('ansible.builtin.pipe', 'cd ' ~ tls ~ '/../stores && "
    "keytool -importkeystore -noprompt -srckeystore ca.jks -srcstorepass planted "
    "-destkeystore ca.p12 -deststoretype PKCS12 -deststorepass planted 2>ca.log && "
    "openssl pkcs12 -nodes -in ca.p12 -passin pass:planted') }}"
)
_OF_TLS = (
    Call(
        "security.protocol is …; give one of",
        "cluster_info",
        _by_operator({**_OPERATOR, "security.protocol": "TLS"}),
        "give one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL",
        _by_operator(_OPERATOR),
        on="kraft",
        here=True,
    ),
    Call(
        "… is not known here; …",
        "cluster_info",
        _by_operator({**_CA, **_CERTIFICATE, "security.protocoll": "SSL"}),
        "security.protocoll is not known here; perhaps security.protocol is meant",
        _by_operator(_OPERATOR),
        on="kraft",
        here=True,
    ),
    Call(
        "ssl.….type is … and only PEM can be read by",
        "cluster_info",
        _by_operator(
            {**_OVER_TLS, "ssl.truststore.type": "JKS", "ssl.truststore.location": "{{ tls }}/../stores/ca.jks"}
        ),
        "export it (keytool -importkeystore to PKCS12, then openssl pkcs12 -nodes) and set ssl.truststore.type=PEM "
        "with ssl.truststore.location or ssl.truststore.certificates",
        _by_operator({**_OVER_TLS, "ssl.truststore.type": "PEM", "ssl.truststore.certificates": _EXPORTED}),
        on="kraft",
        here=True,
        made=truststore,
    ),
    Call(
        "ssl.endpoint.identification.algorithm is …; give",
        "cluster_info",
        _by_operator({**_OPERATOR, "ssl.endpoint.identification.algorithm": "true"}),
        "give https, or nothing for no check",
        _by_operator({**_OPERATOR, "ssl.endpoint.identification.algorithm": "https"}),
        on="kraft",
        here=True,
    ),
    Call(
        "the certificates to trust could not be read from",
        "cluster_info",
        _by_operator({**_OPERATOR, "ssl.truststore.location": "{{ tls }}/ca.key"}),
        "give CA certificates as PEM",
        _by_operator(_OPERATOR),
        on="kraft",
        here=True,
    ),
    Call(
        "the client's key and certificate could not be read from",
        "cluster_info",
        _by_operator({**_OPERATOR, "ssl.keystore.location": "{{ tls }}/ca.pem"}),
        "give PEM with the key and its certificate",
        _by_operator(_OPERATOR),
        on="kraft",
        here=True,
    ),
)
_AS_KAFKA_DOES = (
    "write it as Kafka does: org.apache.kafka.common.security.scram.ScramLoginModule (or ...plain.PlainLoginModule) "
    'required username="NAME" password="PASSWORD";'
)
_OF_LOGINS = (
    Call(
        "sasl.mechanism is … (Kafka's default is 'GSSAPI'); give one",
        "server_double",
        _by_login({**_LOGIN, "sasl.mechanism": "SCRAM-SHA-1"}),
        "give one of PLAIN, SCRAM-SHA-256, SCRAM-SHA-512",
        _by_login(_LOGIN),
        on="kraft",
        here=True,
    ),
    Call(
        "sasl.jaas.config cannot be used (…); …",
        "server_double",
        _by_login({**_LOGIN, "sasl.jaas.config": 'username="orders" password="planted"'}),
        _AS_KAFKA_DOES,
        _by_login(_LOGIN),
        on="kraft",
        here=True,
    ),
    Call(
        "sasl.jaas.config gives no user and password; …",
        "server_double",
        _by_login({**_LOGIN, "sasl.jaas.config": f'{_MODULE} required token="planted";'}),
        _AS_KAFKA_DOES,
        _by_login(_LOGIN),
        on="kraft",
        here=True,
    ),
)
CALLS = (*_OF_TLS, *_OF_LOGINS)
