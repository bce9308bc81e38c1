# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import checksum

NAME = "kafka_2.13-3.9.2.tgz"
# SHA-256 and SHA-512 of the three letters "abc", from FIPS 180-2's examples.
ABC256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
ABC512 = (
    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
    "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
)
APACHE = f"""{NAME}: DDAF35A1 93617ABA CC417349 AE204131 12E6FA4E 89A97EA2
                      0A9EEEE6 4B55D39A 2192992A 274FC1A8 36BA3C23 A3FEEBBD
                      454D4423 643CE80E 2A9AC94F A54CA49F
"""
APACHE_NAME_ALONE = (
    f"""{NAME}:
DDAF35A1 93617ABA CC417349 AE204131 12E6FA4E 89A97EA2 0A9EEEE6 4B55D39A
""".replace("\nDDAF", "\n DDAF").rstrip()
    + ("\n 2192992A 274FC1A8 36BA3C23 A3FEEBBD\n 454D4423 643CE80E 2A9AC94F A54CA49F\n")
)


@pytest.mark.parametrize(
    ("text", "algorithm", "digest"),
    [
        (f"sha512:{ABC512}", "sha512", ABC512),
        (f"sha256:{ABC256}", "sha256", ABC256),
        (ABC512, "sha512", ABC512),
        (f" {ABC256.upper()}\n", "sha256", ABC256),
        (f"SHA512:{ABC512.upper()}", "sha512", ABC512),
    ],
)
def test_literal_checksums(text: str, algorithm: str, digest: str) -> None:
    assert checksum.parse_literal(text) == checksum.Checksum(algorithm, digest)


@pytest.mark.parametrize(
    "text", ["", "sha512:", f"sha512:{ABC256}", f"sha256:{ABC512}", "md5:" + "0" * 32, ABC256[:-1], "g" * 64]
)
def test_what_is_no_checksum_is_refused(text: str) -> None:
    with pytest.raises(GroundworkError, match=r"neither 128 \(sha512\) nor 64 \(sha256\) hexadecimal digits"):
        checksum.parse_literal(text)


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        (f"sha512:{ABC512}", True),
        ("sha256:short", True),
        (ABC256[:-1], True),
        ("files/kafka.tgz.sha512", False),
        ("https://example.com/kafka.tgz.sha512", False),
        ("/srv/sha512", False),
    ],
)
def test_paths_and_urls_are_told_from_checksums(text: str, literal: bool) -> None:
    assert checksum.is_literal(text) is literal


@pytest.mark.parametrize(
    ("text", "digest"),
    [
        pytest.param(APACHE, ABC512, id="Apache's format over several lines"),
        pytest.param(APACHE_NAME_ALONE, ABC512, id="Apache's format, name on a line of its own"),
        pytest.param(APACHE.replace("\n", "\r\n"), ABC512, id="with carriage returns"),
        pytest.param(f"{ABC512}  {NAME}\n", ABC512, id="sha512sum"),
        pytest.param(f"{ABC512} *{NAME}\n", ABC512, id="sha512sum, binary"),
        pytest.param(f"{'0' * 128}  other.tgz\n{ABC512}  ./{NAME}\n", ABC512, id="second of two"),
        pytest.param(f"SHA512 ({NAME}) = {ABC512}\n", ABC512, id="BSD"),
        pytest.param(f"{ABC512}\n", ABC512, id="a digest without a name"),
        pytest.param(f"{ABC256}  {NAME}", ABC256, id="sha256sum without a last newline"),
    ],
)
def test_checksum_files(text: str, digest: str) -> None:
    assert checksum.parse_file(text, NAME).digest == digest


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("", "none that can be read"),
        ("<html>404</html>", "none that can be read"),
        (f"{ABC512}  kafka_2.13-3.9.1.tgz\n", r"kafka_2.13-3.9.1.tgz"),
        (f"{NAME}: DDAF35A1 93617ABA\n", "none that can be read"),
    ],
)
def test_a_checksum_file_without_the_archive_is_refused(text: str, has: str) -> None:
    with pytest.raises(GroundworkError, match=rf"no SHA-512 or SHA-256 checksum for {NAME} \(it has {has}\)"):
        checksum.parse_file(text, NAME)


def test_verify_accepts_the_right_file(tmp_path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    checksum.verify(str(tmp_path / "a"), checksum.Checksum("sha512", ABC512), "a.tgz", "so mend it")


def test_verify_names_wanted_and_found_shortened(tmp_path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    with pytest.raises(GroundworkError) as raised:
        checksum.verify(str(tmp_path / "a"), checksum.Checksum("sha256", "0" * 64), "a.tgz", "so mend it")
    assert str(raised.value) == (
        "a.tgz has the checksum sha256:ba7816bf8f01... where sha256:000000000000... is wanted; so mend it."
    )
