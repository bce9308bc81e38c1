# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a certificate says of itself: whose it is, and until when. Hosts have nothing but the standard library, which
tells that only of certificates that it trusts.

A certificate is DER: values in values, each a tag, a length and a content (RFC 5280, 4.1).
"""

from __future__ import annotations

import calendar
import contextlib
import hashlib
import ipaddress
import re
import ssl
import time
from typing import List, NamedTuple, Tuple

#: From here on a certificate is to be renewed.
WARN_DAYS = 30

#: The first certificate in a text; what is between the two lines has no hyphen, so that none is looked for to the end.
PEM = re.compile(r"-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----")
_VERSION, _EXTENSIONS, _SEQUENCE, _UTC_TIME, _GENERALIZED_TIME = 0xA0, 0xA3, 0x30, 0x17, 0x18
_COMMON_NAME = bytes.fromhex("0603550403")
_ALTERNATIVE_NAMES = bytes.fromhex("0603551d11")
_DNS_NAME, _IP_ADDRESS = 0x82, 0x87
_TEXTS = {0x0C: "utf-8", 0x13: "ascii", 0x14: "latin-1", 0x16: "ascii", 0x1E: "utf-16-be"}


class Certificate(NamedTuple):
    """*name* is its common name, or its serial number; *until* when it is valid, in seconds since the epoch;
    *fingerprint* is its SHA-256, *issuer* the common name of who issued it, and *names* are the hosts and addresses
    that it is for."""

    name: str
    until: float
    fingerprint: str
    issuer: str = ""
    names: Tuple[str, ...] = ()


def first(pem: str) -> Certificate | None:
    """The first certificate of *pem*, which is a server's own; None where there is none that can be read."""
    block = PEM.search(pem)
    try:
        return read(ssl.PEM_cert_to_DER_cert(block.group(0))) if block else None
    except ValueError:
        return None


def every(pem: str) -> List[Certificate]:
    """All certificates of *pem* that can be read."""
    found = (first(block.group(0)) for block in PEM.finditer(pem))
    return [one for one in found if one is not None]


def read(der: bytes) -> Certificate:
    """The certificate *der*; ValueError for what is none."""
    try:
        (_tag, whole), *_rest = _values(der)
        (_tag, signed), *_rest = _values(whole)
        fields = _values(signed)
        if fields[0][0] == _VERSION:
            fields = fields[1:]
        (_tag, serial), _algorithm, (_tag, issuer), (tag, validity), (_tag, subject) = fields[:5]
        (_tag, _from), (kind, until) = _values(validity)
        if tag != _SEQUENCE:
            raise ValueError("no validity")
        name = _common_name(subject) or f"serial number {serial.hex()}"
        return Certificate(
            name,
            _moment(kind, until.decode("ascii")),
            hashlib.sha256(der).hexdigest(),
            _common_name(issuer),
            tuple(name for tag, content in fields[5:] if tag == _EXTENSIONS for name in _names(content)),
        )
    except IndexError as error:
        raise ValueError("no certificate") from error


def _values(content: bytes) -> List[Tuple[int, bytes]]:
    """The values in *content*, each with its tag."""
    found, at = [], 0
    while at < len(content):
        tag, size = content[at], content[at + 1]
        at += 2
        if size & 0x80:
            digits = size & 0x7F
            size = int.from_bytes(content[at : at + digits], "big")
            at += digits
        if at + size > len(content):
            raise ValueError("it ends too soon")
        found.append((tag, content[at : at + size]))
        at += size
    return found


def _common_name(subject: bytes) -> str:
    for _set, attributes in _values(subject):
        for _sequence, attribute in _values(attributes):
            if attribute.startswith(_COMMON_NAME):
                (_tag, _type), (kind, text) = _values(attribute)
                return text.decode(_TEXTS.get(kind, "utf-8"), "replace")
    return ""


def _names(extensions: bytes) -> List[str]:
    """The names of hosts and the addresses among the *extensions* (RFC 5280, 4.2.1.6); none where they are broken."""
    found = []
    for _sequence, extension in [each for _tag, content in _values(extensions) for each in _values(content)]:
        if extension.startswith(_ALTERNATIVE_NAMES):
            with contextlib.suppress(ValueError, IndexError):
                found += _of_names(_values(extension)[-1][1])
    return found


def _of_names(octets: bytes) -> List[str]:
    known = [each for _all, names in _values(octets) for each in _values(names)]
    return [_named(kind, name) for kind, name in known if kind in (_DNS_NAME, _IP_ADDRESS)]


def _named(kind: int, name: bytes) -> str:
    return name.decode("ascii", "replace") if kind == _DNS_NAME else str(ipaddress.ip_address(name))


def _moment(kind: int, text: str) -> float:
    """Seconds since the epoch; of two digits of a year, those from 50 on are of the last century."""
    if kind == _UTC_TIME:
        text = ("19" if text[:2] >= "50" else "20") + text
    elif kind != _GENERALIZED_TIME:
        raise ValueError("no time")
    return float(calendar.timegm(time.strptime(text, "%Y%m%d%H%M%SZ")))
