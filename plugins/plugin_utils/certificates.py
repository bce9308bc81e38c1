# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Certificates and keys in PEM, judged on the control node before a host sees them.

What is refused here is what Java refuses at a broker's start or in a client's handshake, with less clear words: see
https://kafka.apache.org/39/documentation.html#security_ssl and, for keys, ``ssl.keystore.key`` there.
"""

from __future__ import annotations

import datetime
import ipaddress
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.core.findings import Finding, finding
from ansible_collections.groundwork.kafka.plugins.module_utils.core.version import numbers
from ansible_collections.groundwork.kafka.plugins.module_utils.core.x509 import WARN_DAYS

try:
    import cryptography
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec, rsa
    from cryptography.x509.oid import ExtendedKeyUsageOID
except ImportError:
    pass  # ansible-core brings it; ansible-test alone imports this file without

#: The first version that tells times with their zone; that which ansible-core asks for may be much older.
_LEAST_CRYPTOGRAPHY = 42
_LEAST_RSA_BITS = 2048
_HOW = "give its contents, such as {{ lookup('ansible.builtin.file', 'PATH') }}"
_KEY_BLOCK = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----", re.DOTALL)
_SOURCE = "Apache Kafka documentation, Security: Encryption and Authentication using SSL"
# The attribute types that Java writes by a name of their own (RFC 2253); others it writes as numbers.
_NAMED = {
    "2.5.4.3",  # CN
    "2.5.4.7",  # L
    "2.5.4.8",  # ST
    "2.5.4.10",  # O
    "2.5.4.11",  # OU
    "2.5.4.6",  # C
    "2.5.4.9",  # STREET
    "0.9.2342.19200300.100.1.25",  # DC
    "0.9.2342.19200300.100.1.1",  # UID
}


@dataclass(frozen=True)
class Given:
    """What an operator gives for a server: contents of PEM files, in variables whose names begin with *prefix*.

    *certificate* has the server's own certificate first, *ca* the trusted ones, *password* opens the *key*. The
    certificate of one who only connects names no hosts. *ca_variable* is where it is not named after the *prefix*.
    """

    prefix: str
    certificate: str
    key: str
    password: str = ""
    ca: str = ""
    ca_variable: str = ""

    @property
    def ca_name(self) -> str:
        """The variable that holds *ca*."""
        return self.ca_variable or f"{self.prefix}_ca"


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
            f"{name} of {_name(chain[0])} is issued by {chain[-1].issuer.rfc4514_string()}, which the servers that run "
            "do not trust: restarted one at a time, they would not take it from one another. Put the certificates of "
            f"both authorities, the old one and the new one, into {given.ca_name} and run the playbook; then give the "
            "new certificates and run it again; then take the old authority out."
        )
    former = load_certificates(presents, running)
    if not _is_trusted(former, anchors):
        raise GroundworkError(
            f"{given.ca_name} lacks {former[-1].issuer.rfc4514_string()}, by which the certificate of "
            f"{_name(former[0])} is issued that the server runs with: restarted one at a time, servers would not take "
            f"it from one another. Keep that authority in {given.ca_name} until all of them run with certificates of "
            "another one, which takes a run of its own; then take it out."
        )


def keystore(given: Given) -> str:
    """The PEM text of a keystore: the key as PKCS#8 without a password, then the certificates, the server's own first.

    Whatever form the key has, Java reads this one; the file's mode protects it, where a password would only lie beside
    it.
    """
    return key_alone(given) + _pem(load_certificates(given.certificate, f"{given.prefix}_certificate"))


def key_alone(given: Given) -> str:
    """The PEM text of the key as PKCS#8 without a password."""
    encoded: bytes = load_key(given).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return encoded.decode()


def truststore(ca: str, prefix: str) -> str:
    """The PEM text of a truststore: the certificates alone, without what people write around them."""
    return _pem(load_certificates(ca, f"{prefix}_ca"))


def principal(certificate: str, variable: str) -> str:
    """The name by which Kafka knows who presents *certificate*, such as ``User:CN=kafka1,O=Example``."""
    own = load_certificates(certificate, variable)[0]
    plain = all(one.oid.dotted_string in _NAMED and not {";", "="} & set(str(one.value)) for one in own.subject)
    if not plain:
        raise GroundworkError(
            f"{variable} is for {_name(own)}, which Java writes in another way; ask for a certificate with only CN, "
            "OU, O, L, ST, C, DC, UID and STREET in its name, and no semicolon or equals sign in their values."
        )
    return f"User:{own.subject.rfc4514_string()}"


def load_certificates(text: str, variable: str) -> list[x509.Certificate]:
    """The certificates of PEM *text*, in its order; at least one."""
    _check_library()
    if "-----BEGIN CERTIFICATE-----" not in text:
        raise GroundworkError(f"{variable} holds no certificate in PEM (-----BEGIN CERTIFICATE-----); {_HOW}.")
    try:
        return x509.load_pem_x509_certificates(text.encode())
    except ValueError as error:
        raise GroundworkError(f"{variable} can't be read as PEM ({error}); {_HOW}.") from error


def load_key(given: Given) -> Any:
    """The private key that is given, which Java can work with: RSA or elliptic curve."""
    _check_library()
    name = f"{given.prefix}_key"
    block = _KEY_BLOCK.search(given.key)
    if block is None:
        raise GroundworkError(f"{name} holds no private key in PEM (-----BEGIN PRIVATE KEY-----); {_HOW}.")
    locked = "ENCRYPTED" in block.group(0)
    if locked and not given.password:
        raise GroundworkError(f"{name} is encrypted; give its password in {name}_password, or a key without one.")
    try:
        password = given.password.encode() if locked else None
        key = serialization.load_pem_private_key(block.group(0).encode(), password)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        if locked:
            sentence = f"{name}_password does not open {name}; give the one that it was made with."
        else:
            sentence = f"{name} can't be read; give a private key in PEM, as `openssl pkcs8 -topk8 -nocrypt` writes it."
        raise GroundworkError(sentence) from None  # what the library says may quote the key
    if isinstance(key, rsa.RSAPrivateKey) and key.key_size >= _LEAST_RSA_BITS:
        return key
    if isinstance(key, ec.EllipticCurvePrivateKey):
        return key
    raise GroundworkError(
        f"{name} is neither an RSA key of {_LEAST_RSA_BITS} bits or more nor an elliptic curve key (ECDSA); make one "
        "of these: Kafka reads no other from PEM, or the JVM refuses it as too short."
    )


def _check_library() -> None:
    """Raise GroundworkError where the library is too old, which would end in an error of its own half way."""
    if numbers(cryptography.__version__) < (_LEAST_CRYPTOGRAPHY,):
        raise GroundworkError(
            f"The Python that runs Ansible on the control node has cryptography {cryptography.__version__}, and "
            f"certificates need {_LEAST_CRYPTOGRAPHY} or newer; run {sys.executable} -m pip install "
            f"'cryptography>={_LEAST_CRYPTOGRAPHY}', or run Ansible from a virtual environment that has it."
        )


def _check_pair(own: x509.Certificate, private: Any, prefix: str) -> None:
    if _public(own.public_key()) != _public(private.public_key()):
        raise GroundworkError(
            f"{prefix}_key does not belong to the first certificate in {prefix}_certificate ({_name(own)}); give the "
            "key that it was requested with, and the server's own certificate before those of its issuers."
        )


def _check_time(one: x509.Certificate, now: datetime.datetime, prefix: str) -> None:
    if now > one.not_valid_after_utc:
        raise GroundworkError(
            f"{prefix}_certificate of {_name(one)} expired on {one.not_valid_after_utc:%Y-%m-%d}; give a renewed one."
        )
    if now < one.not_valid_before_utc:
        raise GroundworkError(
            f"{prefix}_certificate of {_name(one)} is not valid before {one.not_valid_before_utc:%Y-%m-%d %H:%M} UTC; "
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
                f"{prefix}_certificate of {_name(own)} does not name {host}, by which others reach the server (its "
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
                f"{prefix}_certificate of {_name(own)} has an extended key usage without {what}, and servers are each "
                "other's clients; ask for one with serverAuth and clientAuth."
            )


def _check_chain(
    chain: Sequence[x509.Certificate], anchors: Sequence[x509.Certificate], now: datetime.datetime, given: Given
) -> x509.Certificate:
    """The trusted certificate that *chain* leads to, each certificate being issued by the next one."""
    for one, issuer in zip(chain, chain[1:]):
        if not _issued(one, issuer):
            raise GroundworkError(
                f"{given.prefix}_certificate has {_name(issuer)} after {_name(one)}, which it has not issued; give the "
                "server's own certificate first, and after each the one that issued it."
            )
    last = chain[-1]
    trusted = [one for one in anchors if one == last or _issued(last, one)]
    if not trusted:
        raise GroundworkError(
            f"{given.prefix}_certificate does not lead to {given.ca_name}: {_name(last)} is issued by "
            f"{last.issuer.rfc4514_string()}, and trusted are {'; '.join(_name(one) for one in anchors)}; give the "
            "certificate of that issuer there, or those between them after the server's own."
        )
    best = max(trusted, key=lambda one: one.not_valid_after_utc)
    if not best.not_valid_before_utc <= now <= best.not_valid_after_utc:
        raise GroundworkError(
            f"{given.ca_name} has expired ({_name(best)}); give a renewed one, and certificates of it."
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
            f"certificate of {_name(one)}",
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


def _name(one: x509.Certificate) -> str:
    return one.subject.rfc4514_string() or f"serial number {one.serial_number:x}"


def _pem(certificates: Sequence[x509.Certificate]) -> str:
    return "".join(one.public_bytes(serialization.Encoding.PEM).decode() for one in certificates)
