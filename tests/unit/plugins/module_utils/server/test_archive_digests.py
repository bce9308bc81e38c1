# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import re

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.server import archive_digests

OFFICIAL = "https://archive.apache.org/dist/kafka/4.3.1/kafka_2.13-4.3.1.tgz"


DIGEST = (
    "sha512:c7d7b2318cb51aa0c61d3246a51c349210073c5c9b754947ef965a439f2f939e"
    "8600f204e134a75ac31faf3829c9370960ef7c6a9886c8a1dbf0339a21f4c54c"
)
SOURCES = [
    OFFICIAL,
    "https://downloads.apache.org/kafka/4.3.1/kafka_2.13-4.3.1.tgz",
    OFFICIAL + "?action=download",
    "https://mirror.example.com/kafka/4.3.1/kafka_2.13-4.3.1.tgz",
    "/srv/kafka_2.13-4.3.1.tgz",
    "kafka_2.13-4.3.1.tgz",
]


@pytest.mark.parametrize("src", SOURCES)
def test_an_archive_by_an_official_name_must_have_the_digest_that_is_known(src: str) -> None:
    """Whoever serves it: what has the name is what people take for it."""
    assert archive_digests.checksum_of(src) == DIGEST


@pytest.mark.parametrize(
    "src",
    [
        "https://archive.apache.org/dist/kafka/4.0.2/kafka_2.13-4.0.2.tgz",
        "/srv/kafka_2.13-4.3.1-ours.tgz",
        "https://mirror.example.com/kafka_2.13-4.3.1.tgz/ours.tgz",
    ],
)
def test_any_other_has_the_checksum_file_beside_it(src: str) -> None:
    assert archive_digests.checksum_of(src) == src + ".sha512"


def test_a_signature_vouches_for_an_archive_of_ones_own() -> None:
    assert archive_digests.checksum_of(SOURCES[-1], "kafka.asc") == SOURCES[-1] + ".sha512"


@pytest.mark.parametrize("src", SOURCES)
def test_an_archive_of_ones_own_gives_its_checksum(src: str) -> None:
    assert archive_digests.remedy(src, DIGEST, "kafka_archive_checksum").endswith(
        "its checksum in kafka_archive_checksum"
    )
    assert "correct the checksum" in archive_digests.remedy(src, "sha512:" + "0" * 128, "kafka_archive_checksum")


def test_each_digest_is_one_and_no_two_are_the_same() -> None:
    digests = list(archive_digests._DIGESTS.values())
    assert all(re.match(r"[0-9a-f]{128}\Z", digest) for digest in digests)
    assert len(set(digests)) == len(digests)
