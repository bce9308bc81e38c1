# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What somebody may have got from elsewhere: archives and signatures that are not what they are to be, a store."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import tarfile
from pathlib import Path
from typing import Mapping

from tests.changes.hosts import Hosts
from tests.servers.versions import ZOOKEEPER

ARCHIVE = f"kafka_2.13-{ZOOKEEPER}.tgz"
_KEYS = ("maker", "stranger", "robbed")
#: How a person makes a key without a password, quickly.
_KEY = """\
%no-protection
Key-Type: EDDSA
Key-Curve: ed25519
Name-Email: {}@groundwork.invalid
%commit
"""


def archives(hosts: Hosts) -> None:
    """In the folder ``shelf`` archives with their checksum files, and signatures of the good one with files of keys."""
    shelf = hosts.folder / "shelf"
    if shelf.exists():
        return
    good = Path(os.environ["GROUNDWORK_CACHE"], ARCHIVE)
    _put(shelf / "torn" / ARCHIVE, b"no archive at all")
    _put(shelf / "bare" / ARCHIVE, _packed({"kafka/libs/other.jar": b""}))
    _put(shelf / "two" / ARCHIVE, _packed({"one/libs/a.jar": b"", "another/libs/b.jar": b""}))
    _put(shelf / "renamed" / "kafka.tgz", good.read_bytes())
    _sign(shelf, good)


def truststore(hosts: Hosts) -> None:
    """In the folder ``stores`` the authority of the cluster's certificates as Java keeps it: ca.jks."""
    store = hosts.folder / "stores" / "ca.jks"
    if store.exists():
        return
    store.parent.mkdir()
    given = ["-alias", "ca", "-file", str(hosts.folder / "tls" / "ca.pem"), "-storetype", "JKS"]
    _run("keytool", "-importcert", "-noprompt", *given, "-keystore", str(store), "-storepass", "planted")


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.with_name(f"{path.name}.sha512").write_text(f"{hashlib.sha512(content).hexdigest()}  {path.name}\n")


def _packed(files: Mapping[str, bytes]) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return written.getvalue()


def _sign(shelf: Path, good: Path) -> None:
    """NAME.asc by each of the keys, of which the last is revoked afterwards, and other.asc of another file."""
    home = shelf / "gnupg"
    home.mkdir(mode=0o700)
    # The agent's socket has a short path, as it must; it ends with the folder that it serves.
    gpg = ["gpg", "--homedir", str(home), "--batch", "--yes", "--armor", "--quiet"]
    for name in _KEYS:
        subprocess.run([*gpg, "--gen-key"], input=_KEY.format(name).encode(), check=True, capture_output=True)
        _run(*gpg, "--local-user", f"{name}@groundwork.invalid", "--output", f"{shelf}/{name}.asc", "-b", str(good))
    torn = str(shelf / "torn" / ARCHIVE)
    _run(*gpg, "--local-user", "maker@groundwork.invalid", "--output", f"{shelf}/other.asc", "-b", torn)
    listed = _run(*gpg, "--with-colons", "--list-keys", "robbed@groundwork.invalid")
    fingerprint = next(line.split(":")[9] for line in listed.splitlines() if line.startswith("fpr:"))
    certificate = home / "openpgp-revocs.d" / f"{fingerprint}.rev"
    certificate.write_text(certificate.read_text().replace(":-----BEGIN", "-----BEGIN"))
    _run(*gpg, "--import", str(certificate))
    for name in _KEYS:
        (shelf / f"KEYS-{name}").write_text(_run(*gpg, "--export", f"{name}@groundwork.invalid"))
    (shelf / "KEYS").write_text("".join((shelf / f"KEYS-{name}").read_text() for name in _KEYS))
    (shelf / "KEYS-torn").write_text("-----BEGIN PGP PUBLIC KEY BLOCK-----\n")
    _run("gpgconf", "--homedir", str(home), "--kill", "all")


def _run(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout
