# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Detached signatures of archives, checked by gpgv(1) on the control node against keys that a person has given.

A checksum that comes from where the archive comes from tells of a damaged file, and nothing of a forged one.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
import subprocess
import tempfile
from pathlib import Path

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

# A block of an armored file: its headers end with an empty line, and a checksum may follow the text.
_BLOCK = re.compile(
    rb"-----BEGIN PGP PUBLIC KEY BLOCK-----[ \t]*\r?\n(?:[^\r\n]+\r?\n)*?[ \t]*\r?\n(.*?)(?:\r?\n=[^\r\n]*)?\r?\n"
    rb"-----END PGP PUBLIC KEY BLOCK-----",
    re.DOTALL,
)


def check(archive: str, signature: str, keys: str) -> str:
    """The fingerprint of the key that signed the file *archive* with the detached *signature*.

    *keys* is a file of public keys, armored as Kafka's ``KEYS`` with any text between them, or binary. Raises
    GroundworkError for anything else than a good signature by one of them.
    """
    with tempfile.TemporaryDirectory(prefix="groundwork-") as folder:
        ring = os.path.join(folder, "keys.gpg")
        Path(ring).write_bytes(_binary(keys))
        command = ["gpgv", "--status-fd", "1", "--keyring", ring, signature, archive]
        try:
            done = subprocess.run(command, capture_output=True, check=False, env=dict(os.environ, LC_ALL="C"))
        except FileNotFoundError:
            raise GroundworkError(
                f"gpgv is not installed on the control node, so the signature {signature} cannot be checked; install "
                "it (package gpgv, or gnupg2), or give no signature."
            ) from None
    told = done.stdout.decode("utf-8", "replace")
    if re.search(r"^\[GNUPG:\] REVKEYSIG ", told, re.MULTILINE):  # which gpgv calls a good signature all the same
        raise GroundworkError(
            f"{archive} was signed with a key that its owner has revoked, as {keys} says, so whoever has it by now may "
            "have signed this; do not use it, and take an archive that is signed with another key."
        )
    found = re.search(r"^\[GNUPG:\] VALIDSIG ([0-9A-F]{40,64})", told, re.MULTILINE)
    if done.returncode == 0 and found:
        return found.group(1)
    missing = re.search(r"^\[GNUPG:\] NO_PUBKEY ([0-9A-F]+)", told, re.MULTILINE)
    if missing:
        raise GroundworkError(
            f"{archive} was signed with the key {missing.group(1)}, which is not in {keys}; take the newest KEYS of "
            "Apache Kafka (https://downloads.apache.org/kafka/KEYS), or do not use the archive."
        )
    if "[GNUPG:] BADSIG" in told:
        raise GroundworkError(f"{archive} is not what {signature} has signed; do not use it, and download both again.")
    lines = done.stderr.decode("utf-8", "replace").split("\n")
    said = next((line.partition(": ")[2] or line for line in reversed(lines) if line.strip()), "nothing said")
    raise GroundworkError(
        f"The signature {signature} of {archive} could not be checked ({said.strip()}); give the archive's .asc file."
    )


def _binary(keys: str) -> bytes:
    """The keys of the file *keys* as gpgv reads them."""
    content = Path(keys).read_bytes()
    if b"-----BEGIN PGP" not in content:
        return content
    try:
        found = b"".join(base64.b64decode(block, validate=False) for block in _BLOCK.findall(content))
    except (binascii.Error, ValueError):
        found = b""
    if not found:
        raise GroundworkError(f"{keys} has no public key that can be read; give Kafka's KEYS file.")
    return found
