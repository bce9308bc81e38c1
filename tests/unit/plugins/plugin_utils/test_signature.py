# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Signatures by a key that the test makes, checked by the real gpgv."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils import signature

pytestmark = pytest.mark.skipif(not (shutil.which("gpg") and shutil.which("gpgv")), reason="gpg is not installed")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with an archive, its signature, and files of keys: with the signer's, with another's alone."""
    folder = tmp_path_factory.mktemp("signed")
    home = folder / "home"
    home.mkdir(mode=0o700)

    def gpg(*arguments):
        command = ["gpg", "--homedir", str(home), "--batch", "--quiet", "--pinentry-mode", "loopback"]
        return subprocess.run([*command, "--passphrase", "", *arguments], check=True, capture_output=True).stdout

    for name in ("signer", "other"):
        gpg("--quick-generate-key", f"{name}@example.com", "ed25519", "sign", "never")
        (folder / f"{name}.asc").write_bytes(gpg("--armor", "--export", f"{name}@example.com"))
    told = gpg("--with-colons", "--list-keys", "signer@example.com").decode()
    (folder / "fingerprint").write_text(next(line for line in told.split("\n") if line.startswith("fpr")).split(":")[9])
    text = b"pub   ed25519 2026-11-23\nuid   somebody, who writes -----this-----\n\n"
    (folder / "KEYS").write_bytes(
        text + (folder / "other.asc").read_bytes() + b"\n" + text + (folder / "signer.asc").read_bytes()
    )
    (folder / "KEYS.gpg").write_bytes(gpg("--export"))
    (folder / "archive.tgz").write_bytes(b"an archive")
    gpg("--local-user", "signer@example.com", "--armor", "--detach-sign", str(folder / "archive.tgz"))
    revocation = home / "openpgp-revocs.d" / f"{(folder / 'fingerprint').read_text()}.rev"
    revocation.write_text(revocation.read_text().replace(":-----BEGIN", "-----BEGIN"))  # as GnuPG keeps it from use
    gpg("--import", str(revocation))
    (folder / "revoked.asc").write_bytes(gpg("--armor", "--export", "signer@example.com"))
    subprocess.run(["gpgconf", "--homedir", str(home), "--kill", "all"], check=False)
    return folder


def check(made, archive="archive.tgz", signed="archive.tgz.asc", keys="KEYS"):
    return signature.check(str(made / archive), str(made / signed), str(made / keys))


@pytest.mark.parametrize("keys", ["KEYS", "KEYS.gpg", "signer.asc"])
def test_a_good_signature_tells_whose_it_is(made, keys: str) -> None:
    assert check(made, keys=keys) == (made / "fingerprint").read_text()


def test_a_file_of_keys_with_other_line_ends_is_read(made) -> None:
    (made / "dos").write_bytes((made / "KEYS").read_bytes().replace(b"\n", b"\r\n"))
    assert check(made, keys="dos") == (made / "fingerprint").read_text()


def test_another_archive_is_refused(made) -> None:
    (made / "forged.tgz").write_bytes(b"another archive")
    with pytest.raises(GroundworkError, match=r"forged\.tgz is not what .*archive\.tgz\.asc has signed; do not use it"):
        check(made, archive="forged.tgz")


def test_a_signature_by_an_unknown_key_is_refused(made) -> None:
    with pytest.raises(GroundworkError, match=r"was signed with the key [0-9A-F]+, which is not in .*other\.asc"):
        check(made, keys="other.asc")


def test_a_signature_by_a_revoked_key_is_refused(made) -> None:
    with pytest.raises(GroundworkError, match=r"archive\.tgz was signed with a key that its owner has revoked"):
        check(made, keys="revoked.asc")


def test_what_is_no_signature_is_refused(made) -> None:
    with pytest.raises(
        GroundworkError, match=r"of .*archive\.tgz could not be checked \(.+\); give the archive's \.asc"
    ):
        check(made, signed="fingerprint")


def test_what_has_no_keys_is_refused(made) -> None:
    (made / "empty").write_bytes(b"-----BEGIN PGP MESSAGE-----\n")
    with pytest.raises(GroundworkError, match=r"empty has no public key that can be read; give Kafka's KEYS file"):
        check(made, keys="empty")


def test_a_control_node_without_gpgv_is_told(made, monkeypatch, tmp_path) -> None:
    monkeypatch.setitem(os.environ, "PATH", str(tmp_path))
    with pytest.raises(GroundworkError, match="gpgv is not installed on the control node"):
        check(made)
