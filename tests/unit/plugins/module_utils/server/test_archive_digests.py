# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import re

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.server import archive_digests

OFFICIAL = "https://archive.apache.org/dist/kafka/4.3.1/kafka_2.13-4.3.1.tgz"


@pytest.mark.parametrize(
    "src", [OFFICIAL, "https://downloads.apache.org/kafka/4.3.1/kafka_2.13-4.3.1.tgz", OFFICIAL + "?action=download"]
)
def test_an_official_archive_must_have_the_digest_that_is_known(src: str) -> None:
    assert archive_digests.checksum_of(src) == (
        "sha512:c7d7b2318cb51aa0c61d3246a51c349210073c5c9b754947ef965a439f2f939e"
        "8600f204e134a75ac31faf3829c9370960ef7c6a9886c8a1dbf0339a21f4c54c"
    )


@pytest.mark.parametrize(
    "src",
    [
        "/srv/kafka_2.13-4.3.1.tgz",
        "https://mirror.example.com/kafka/4.3.1/kafka_2.13-4.3.1.tgz",
        "https://apache.org.example.com/kafka_2.13-4.3.1.tgz",
        "https://notapache.org/kafka_2.13-4.3.1.tgz",
        "https://archive.apache.org/dist/kafka/4.0.2/kafka_2.13-4.0.2.tgz",
    ],
)
def test_any_other_has_the_checksum_file_beside_it(src: str) -> None:
    assert archive_digests.checksum_of(src) == src + ".sha512"


def test_each_digest_is_one_and_no_two_are_the_same() -> None:
    digests = list(archive_digests._DIGESTS.values())
    assert all(re.match(r"[0-9a-f]{128}\Z", digest) for digest in digests)
    assert len(set(digests)) == len(digests)
