# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Checksums as people give them: plain, as a line of ``sha512sum``, or as Apache's ``.sha512`` files have them."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import List, Tuple

from ..core.errors import GroundworkError

_ALGORITHMS = {64: "sha256", 128: "sha512"}  # number of hexadecimal digits: algorithm
_HEX = re.compile(r"[0-9a-fA-F]+\Z")


@dataclass(frozen=True)
class Checksum:
    """An algorithm of hashlib (``sha256`` or ``sha512``) and its digest in lower-case hexadecimal digits."""

    algorithm: str
    digest: str

    def __str__(self) -> str:
        return f"{self.algorithm}:{self.digest}"

    @property
    def short(self) -> str:
        """Enough of it to tell two apart in a sentence."""
        return f"{self.algorithm}:{self.digest[:12]}..."


def is_literal(text: str) -> bool:
    """Whether *text* is a checksum itself, and not the path or URL of a checksum file."""
    return bool(re.match(r"(sha256|sha512):", text, re.IGNORECASE)) or bool(_HEX.match(text) and len(text) >= 32)


def parse_literal(text: str) -> Checksum:
    """``sha512:HEX``, ``sha256:HEX`` or bare hexadecimal digits; GroundworkError for anything else."""
    prefix, _sep, digest = text.strip().rpartition(":")
    algorithm = _ALGORITHMS.get(len(digest)) if _HEX.match(digest) else None
    if algorithm is None or prefix.lower() not in ("", algorithm):
        raise GroundworkError(
            f"The checksum {_shortened(text)!r} is neither 128 (sha512) nor 64 (sha256) hexadecimal digits; copy it "
            "from the archive's download page, or give the path or URL of its checksum file."
        )
    return Checksum(algorithm, digest.lower())


def parse_file(text: str, archive: str) -> Checksum:
    """The checksum that a checksum file's *text* has for *archive*, a file name without folders.

    Understood are ``sha512sum``'s lines (``HEX  NAME``, ``HEX *NAME``), BSD's (``SHA512 (NAME) = HEX``), Apache's own
    format (``NAME: AAAA BBBB`` continued over indented lines) and a lone digest without a name, which counts for any
    archive. Raises GroundworkError when *archive* is not in the text.
    """
    names: List[str] = []
    for line in _joined(text):
        name, digest = _entry(line)
        if len(digest) not in _ALGORITHMS:
            continue
        if name in ("", archive):
            return parse_literal(digest)
        names.append(name)
    found = ", ".join(names) or "none that can be read"
    raise GroundworkError(
        f"The checksum file has no SHA-512 or SHA-256 checksum for {archive} (it has {found}); give the file that "
        "belongs to the archive."
    )


def digest_of(path: str, algorithm: str) -> Checksum:
    """The checksum of the file *path*."""
    running = hashlib.new(algorithm)
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            running.update(block)
    return Checksum(algorithm, running.hexdigest())


def verify(path: str, wanted: Checksum, source: str, remedy: str) -> None:
    """Raise GroundworkError, with the *remedy*, unless the file *path*, of *source*, has the checksum *wanted*."""
    found = digest_of(path, wanted.algorithm)
    if found != wanted:
        raise GroundworkError(f"{source} has the checksum {found.short} where {wanted.short} is wanted; {remedy}.")


def _joined(text: str) -> List[str]:
    """The lines of *text*, with indented ones added to the line that they continue."""
    lines: List[str] = []
    for line in text.replace("\r", "").split("\n"):
        if line[:1].isspace() and lines:
            lines[-1] += line
        elif line.strip():
            lines.append(line)
    return lines


def _entry(line: str) -> Tuple[str, str]:
    """The file name and the digest in one line of a checksum file; an empty digest when there is none."""
    for pattern in _LINES:
        match = pattern.match(line.strip())
        if match:
            return (match.group("name") or "").split("/")[-1], re.sub(r"\s", "", match.group("digest"))
    return "", ""


_LINES = (
    re.compile(r"SHA(?:256|512) ?\((?P<name>.+)\) ?= ?(?P<digest>[0-9a-fA-F]+)\Z"),
    re.compile(r"(?P<digest>[0-9a-fA-F]{64,128})(?:\s+\*?(?P<name>\S.*))?\Z"),
    re.compile(r"(?P<name>[^:]+):(?P<digest>[0-9a-fA-F\s]+)\Z"),
    re.compile(r"(?P<name>)(?P<digest>(?:[0-9a-fA-F]+\s*)+)\Z"),
)


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "..."
