# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Kafka's client format as options of librdkafka, which has names of its own for logins and for what is PEM."""

from __future__ import annotations

from typing import Mapping

from ..cluster import jaas

_NAMES = {
    "security.protocol": ("security.protocol",),
    "sasl.mechanism": ("sasl.mechanism",),
    "ssl.truststore.location": ("ssl.ca.location",),
    "ssl.truststore.certificates": ("ssl.ca.pem",),
    # One file has both.
    "ssl.keystore.location": ("ssl.certificate.location", "ssl.key.location"),
    "ssl.keystore.certificate.chain": ("ssl.certificate.pem",),
    "ssl.keystore.key": ("ssl.key.pem",),
    "ssl.key.password": ("ssl.key.password",),
}
_CHECKS_NAME = "ssl.endpoint.identification.algorithm"


def options(given: Mapping[str, str]) -> dict[str, str]:
    """The options for the properties ``given``, which :func:`client_format.options` has found to be right."""
    found = {option: given[name] for name, options in _NAMES.items() if name in given for option in options}
    if _CHECKS_NAME in given:
        found[_CHECKS_NAME] = given[_CHECKS_NAME] or "none"
    if given.get("security.protocol", "").startswith("SASL_"):
        login = jaas.parse(given["sasl.jaas.config"]).options
        found.update({"sasl.username": login["username"], "sasl.password": login["password"]})
    return found
