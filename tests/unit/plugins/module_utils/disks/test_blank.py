# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.disks import blank

GIB = 1 << 30


@pytest.mark.parametrize("count", [64, 100, 192, 200, 1000, 4096])
@pytest.mark.parametrize("size", [GIB, 16000 * GIB])
def test_no_gap_is_larger_than_is_said(count: int, size: int) -> None:
    """The largest piece that is missed, measured on the places themselves."""
    order = sorted(blank.places(size)[:count])
    assert (len(order), order[0] >= 16 << 20, order[-1] <= size - (16 << 20) - 4096) == (count, True, True)
    assert {place % 4096 for place in order} == {0}
    largest = max(after - before for before, after in zip([0, *order], [*order, size]))
    assert largest < 2.7 / count * size + (16 << 20) + 4096


@pytest.mark.parametrize(("strewn", "count", "odds"), [(0.01, 4096, 1e-17), (0.01, 200, 1 / 7), (0.05, 200, 1 / 28000)])
def test_the_odds_are_those_that_are_told(strewn: float, count: int, odds: float) -> None:
    assert (1 - strewn) ** count < odds


@pytest.mark.parametrize("size", [4096, 1 << 20, 16 << 20, (32 << 20) + 100, 33 << 20, 2 * GIB])
def test_a_blank_device_of_any_size_is_blank_and_its_last_byte_is_seen(tmp_path, size: int) -> None:
    device = tmp_path / "device"
    with device.open("wb") as file:
        file.truncate(size)
    assert blank.first_data(str(device), size) is None
    with device.open("r+b") as file:
        file.seek(size - 1)
        file.write(b"x")
    assert blank.first_data(str(device), size) is not None


@pytest.mark.parametrize("at", [0.05, 0.31, 0.5, 0.77, 0.93])
def test_one_piece_of_a_thousandth_is_found_wherever_it_lies(tmp_path, at: float) -> None:
    device, size = tmp_path / "device", 4 * GIB
    with device.open("wb") as file:
        file.truncate(size)
        file.seek(int(at * size))
        file.write(b"x" * (size // 1000))
    found = blank.first_data(str(device), size)
    assert found is not None
    assert int(at * size) <= found <= int(at * size) + size // 1000


def disk_that_turns(monkeypatch, each: float):
    """A clock that runs on by *each* seconds for a place that is read, and how many were."""
    now, real = [0.0], os.pread

    def pread(handle, count, at):
        if count == 4096:
            now[0] += each
            places.append(at)
        return real(handle, count, at)

    places: list[int] = []
    monkeypatch.setattr(os, "pread", pread)
    return places, lambda: now[0]


@pytest.mark.parametrize(("each", "read"), [(0.00001, 4096), (0.001, 2048), (0.01, 256), (0.1, 64), (0.25, 64)])
def test_time_is_the_bound_and_the_fewest_are_read_in_any_case(tmp_path, monkeypatch, each: float, read: int) -> None:
    device = tmp_path / "device"
    with device.open("wb") as file:
        file.truncate(GIB)
    places, clock = disk_that_turns(monkeypatch, each)
    assert blank.first_data(str(device), GIB, clock) is None
    assert len(places) == pytest.approx(read, abs=64)


def test_a_disk_that_does_not_come_to_the_fewest_is_said_to_be_slow(tmp_path, monkeypatch) -> None:
    device = tmp_path / "device"
    with device.open("wb") as file:
        file.truncate(GIB)
    _places, clock = disk_that_turns(monkeypatch, 1.0)
    with pytest.raises(blank.SlowError, match="21"):
        blank.first_data(str(device), GIB, clock)
