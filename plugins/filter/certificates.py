# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters pem_keystore, pem_key, pem_truststore, pem_certificates and certificate_principal."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


@one_sentence
def _keystore(key: str, certificate: str, password: str = "", prefix: str = "kafka_tls") -> str:
    return _pem().keystore(_pem().Given(prefix, certificate, key, password))


@one_sentence
def _key(key: str, password: str = "", prefix: str = "kafka_tls") -> str:
    return _pem().key_alone(_pem().Given(prefix, "", key, password))


@one_sentence
def _truststore(ca: str, prefix: str = "kafka_tls") -> str:
    return _pem().truststore(ca, prefix)


@one_sentence
def _certificates(text: str, variable: str) -> str:
    return _pem().certificates_alone(text, variable)


@one_sentence
def _principal(certificate: str, variable: str = "kafka_tls_certificate") -> str:
    return _pem().principal(certificate, variable)


def _pem() -> ModuleType:
    """The utility, imported once it is asked: each worker of a run loads this file, and few inventories have TLS."""
    from ansible_collections.groundwork.kafka.plugins.plugin_utils import pem  # noqa: PLC0415

    return pem


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "pem_keystore": _keystore,
            "pem_key": _key,
            "pem_truststore": _truststore,
            "pem_certificates": _certificates,
            "certificate_principal": _principal,
        }
