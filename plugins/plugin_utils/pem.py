# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Certificates and keys in PEM: read, and written as Java reads them."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.core.version import numbers

try:
    import cryptography
    from cryptography import x509
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec, rsa
except ImportError:
    pass  # ansible-core brings it; ansible-test alone imports this file without

#: The first version that tells times with their zone; that which ansible-core asks for may be much older.
_LEAST_CRYPTOGRAPHY = 42
_LEAST_RSA_BITS = 2048
_HOW = "give its contents, such as {{ lookup('ansible.builtin.file', 'PATH') }}"
_KEY_BLOCK = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----", re.DOTALL)
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
    return certificates_alone(ca, f"{prefix}_ca")


def certificates_alone(text: str, variable: str) -> str:
    """The certificates of PEM *text* as every client reads them: OpenSSL wants each to begin on a line of its own."""
    return _pem(load_certificates(text, variable))


def principal(certificate: str, variable: str) -> str:
    """The name by which Kafka knows who presents *certificate*, such as ``User:CN=kafka1,O=Example``."""
    own = load_certificates(certificate, variable)[0]
    plain = all(one.oid.dotted_string in _NAMED and not {";", "="} & set(str(one.value)) for one in own.subject)
    if not plain:
        raise GroundworkError(
            f"{variable} is for {owner(own)}, which Java writes in another way; ask for a certificate with only CN, "
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


def owner(one: x509.Certificate) -> str:
    """Whose certificate it is, for a sentence."""
    return one.subject.rfc4514_string() or f"serial number {one.serial_number:x}"


def _check_library() -> None:
    """Raise GroundworkError where the library is too old, which would end in an error of its own half way."""
    if numbers(cryptography.__version__) < (_LEAST_CRYPTOGRAPHY,):
        raise GroundworkError(
            f"The Python that runs Ansible on the control node has cryptography {cryptography.__version__}, and "
            f"certificates need {_LEAST_CRYPTOGRAPHY} or newer; run {sys.executable} -m pip install "
            f"'cryptography>={_LEAST_CRYPTOGRAPHY}', or run Ansible from a virtual environment that has it."
        )


def _pem(certificates: Sequence[x509.Certificate]) -> str:
    return "".join(one.public_bytes(serialization.Encoding.PEM).decode() for one in certificates)
