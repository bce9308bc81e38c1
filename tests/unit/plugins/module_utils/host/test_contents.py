# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host import contents
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host

LONG = b"x" * (1 << 20)


@pytest.mark.parametrize(
    ("other", "same"),
    [(LONG + b"end", True), (LONG + b"eND", False), (LONG, False), (LONG + b"end.", False), (b"", False)],
)
def test_files_are_the_same_to_their_last_byte(tmp_path, other, same):
    (tmp_path / "one").write_bytes(LONG + b"end")
    (tmp_path / "other").write_bytes(other)
    assert contents.same(Host(), str(tmp_path / "one"), str(tmp_path / "other")) == same


def test_two_empty_files_are_the_same(tmp_path):
    for name in ("one", "other"):
        (tmp_path / name).touch()
    assert contents.same(Host(), str(tmp_path / "one"), str(tmp_path / "other"))


def test_a_file_that_is_not_there_is_no_other_one(tmp_path):
    (tmp_path / "one").touch()
    with pytest.raises(FileNotFoundError):
        contents.same(Host(), str(tmp_path / "one"), str(tmp_path / "other"))
