# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Certificates and keys in PEM, judged on the control node before a host sees them.

What is refused here is what Java refuses at a broker's start or in a client's handshake, with less clear words: see
https://kafka.apache.org/39/documentation.html#security_ssl and, for keys, ``ssl.keystore.key`` there.
"""

from __future__ import annotations

import datetime
import ipaddress
from collections.abc import Iterable, Sequence
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.core.findings import Finding, finding
from ansible_collections.groundwork.kafka.plugins.module_utils.core.x509 import WARN_DAYS
from ansible_collections.groundwork.kafka.plugins.plugin_utils.pem import (
    Given,
    load_certificates,
    load_key,
    owner,
    principal,
)

try:
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.x509.oid import ExtendedKeyUsageOID
except ImportError:
    pass  # ansible-core brings it; ansible-test alone imports this file without

_SOURCE = "Apache Kafka documentation, Security: Encryption and Authentication using SSL"


def check(given: Given, hosts: Sequence[str], now: datetime.datetime) -> dict[str, Any]:
    """What a person should know of *given*: ``{principal, not_after, fingerprint, findings}``.

    *hosts* are the names and addresses by which others reach the server. Raises GroundworkError, never with a part of
    the key in it, for what no broker can work with.
    """
    prefix, variable = given.prefix, f"{given.prefix}_certificate"
    chain = load_certificates(given.certificate, variable)
    anchors = load_certificates(given.ca, given.ca_name)
    own = chain[0]
    _check_pair(own, load_key(given), prefix)
    for one in chain:
        _check_time(one, now, prefix)
    _check_names(own, hosts, prefix)
    _check_usage(own, hosts, prefix)
    anchor = _check_chain(chain, anchors, now, given)
    return {
        "principal": principal(given.certificate, variable),
        "not_after": own.not_valid_after_utc.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "fingerprint": own.fingerprint(hashes.SHA256()).hex(),
        "findings": _expires_soon(dict.fromkeys([*chain, anchor]), now),
    }


def check_change(given: Given, presents: str, trusts: str) -> None:
    """Raise GroundworkError where servers would not take one another's certificates while they are restarted in turn.

    *presents* and *trusts* are the PEM texts of those that a server runs with. Whether one has expired does not count:
    it is to be replaced.
    """
    name, running = f"{given.prefix}_certificate", "what the server runs with"
    chain, anchors = load_certificates(given.certificate, name), load_certificates(given.ca, given.ca_name)
    if not _is_trusted(chain, load_certificates(trusts, running)):
        raise GroundworkError(
            f"{name} of {owner(chain[0])} is issued by {chain[-1].issuer.rfc4514_string()}, which the servers that run "
            "do not trust: restarted one at a time, they would not take it from one another. Put the certificates of "
            f"both authorities, the old one and the new one, into {given.ca_name} and run the playbook; then give the "
            "new certificates and run it again; then take the old authority out."
        )
    former = load_certificates(presents, running)
    if not _is_trusted(former, anchors):
        raise GroundworkError(
            f"{given.ca_name} lacks {former[-1].issuer.rfc4514_string()}, by which the certificate of "
            f"{owner(former[0])} is issued that the server runs with: restarted one at a time, servers would not take "
            f"it from one another. Keep that authority in {given.ca_name} until all of them run with certificates of "
            "another one, which takes a run of its own; then take it out."
        )


def _check_pair(own: x509.Certificate, private: Any, prefix: str) -> None:
    if _public(own.public_key()) != _public(private.public_key()):
        raise GroundworkError(
            f"{prefix}_key does not belong to the first certificate in {prefix}_certificate ({owner(own)}); give the "
            "key that it was requested with, and the server's own certificate before those of its issuers."
        )


def _check_time(one: x509.Certificate, now: datetime.datetime, prefix: str) -> None:
    if now > one.not_valid_after_utc:
        raise GroundworkError(
            f"{prefix}_certificate of {owner(one)} expired on {one.not_valid_after_utc:%Y-%m-%d}; give a renewed one."
        )
    if now < one.not_valid_before_utc:
        raise GroundworkError(
            f"{prefix}_certificate of {owner(one)} is not valid before {one.not_valid_before_utc:%Y-%m-%d %H:%M} UTC; "
            "wait, or correct the clock of the control node."
        )


def _check_names(own: x509.Certificate, hosts: Sequence[str], prefix: str) -> None:
    try:
        names = own.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        names = x509.SubjectAlternativeName([])
    addresses = names.get_values_for_type(x509.IPAddress)
    patterns = names.get_values_for_type(x509.DNSName)
    for host in hosts:
        try:
            kind, named = "IP address", ipaddress.ip_address(host) in addresses
        except ValueError:
            kind, named = "DNS name", any(_matches(host, pattern) for pattern in patterns)
        if not named:
            listed = ", ".join([*patterns, *map(str, addresses)]) or "none"
            raise GroundworkError(
                f"{prefix}_certificate of {owner(own)} does not name {host}, by which others reach the server (its "
                f"subject alternative names: {listed}); ask for one with the {kind} {host} among them."
            )


def _matches(host: str, pattern: str) -> bool:
    """Whether the certificate's *pattern*, whose first label may be an asterisk, stands for *host* (RFC 6125)."""
    host, pattern = host.lower().rstrip("."), pattern.lower()
    if pattern.startswith("*."):
        return "." in host and host.split(".", 1)[1] == pattern[2:]
    return host == pattern


def _check_usage(own: x509.Certificate, hosts: Sequence[str], prefix: str) -> None:
    """Servers call one another with the certificate that they serve with, so it must be allowed to do both."""
    try:
        usages = own.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    except x509.ExtensionNotFound:
        return
    for wanted, what in (
        (ExtendedKeyUsageOID.SERVER_AUTH, "serverAuth"),
        (ExtendedKeyUsageOID.CLIENT_AUTH, "clientAuth"),
    ):
        if wanted == ExtendedKeyUsageOID.SERVER_AUTH and not hosts:
            continue
        if wanted not in usages and ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE not in usages:
            raise GroundworkError(
                f"{prefix}_certificate of {owner(own)} has an extended key usage without {what}, and servers are each "
                "other's clients; ask for one with serverAuth and clientAuth."
            )


def _check_chain(
    chain: Sequence[x509.Certificate], anchors: Sequence[x509.Certificate], now: datetime.datetime, given: Given
) -> x509.Certificate:
    """The trusted certificate that *chain* leads to, each certificate being issued by the next one."""
    for one, issuer in zip(chain, chain[1:]):
        if not _issued(one, issuer):
            raise GroundworkError(
                f"{given.prefix}_certificate has {owner(issuer)} after {owner(one)}, which it has not issued; give the "
                "server's own certificate first, and after each the one that issued it."
            )
    last = chain[-1]
    trusted = [one for one in anchors if one == last or _issued(last, one)]
    if not trusted:
        raise GroundworkError(
            f"{given.prefix}_certificate does not lead to {given.ca_name}: {owner(last)} is issued by "
            f"{last.issuer.rfc4514_string()}, and trusted are {'; '.join(owner(one) for one in anchors)}; give the "
            "certificate of that issuer there, or those between them after the server's own."
        )
    best = max(trusted, key=lambda one: one.not_valid_after_utc)
    if not best.not_valid_before_utc <= now <= best.not_valid_after_utc:
        raise GroundworkError(
            f"{given.ca_name} has expired ({owner(best)}); give a renewed one, and certificates of it."
        )
    return best


def _issued(one: x509.Certificate, issuer: x509.Certificate) -> bool:
    """Whether *issuer*, being allowed to, has signed *one*."""
    try:
        constraints = issuer.extensions.get_extension_for_class(x509.BasicConstraints).value
        one.verify_directly_issued_by(issuer)
    except (x509.ExtensionNotFound, ValueError, TypeError, InvalidSignature):
        return False
    return constraints.ca


def _is_trusted(chain: Sequence[x509.Certificate], anchors: Sequence[x509.Certificate]) -> bool:
    """Whether one of *chain* is among *anchors*, or issued by one of them."""
    return any(one == anchor or _issued(one, anchor) for one in chain for anchor in anchors)


def _expires_soon(certificates: Iterable[x509.Certificate], now: datetime.datetime) -> list[Finding]:
    limit = now + datetime.timedelta(days=WARN_DAYS)
    return [
        finding(
            "certificate_expires",
            "high",
            f"certificate of {owner(one)}",
            wanted=f"valid for {WARN_DAYS} days or more",
            found=f"valid until {one.not_valid_after_utc:%Y-%m-%d %H:%M} UTC",
            why="when it expires, neither clients nor other servers connect any more",
            source=_SOURCE,
            remedy="ask for a renewed one and run the playbook groundwork.kafka.site again: it restarts those, one "
            "at a time, that don't take it while they run",
        )
        for one in certificates
        if one.not_valid_after_utc < limit
    ]


def _public(key: Any) -> bytes:
    encoded: bytes = key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return encoded
