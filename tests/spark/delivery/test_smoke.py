# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a group delivers, told apart from what the log holds, by the whole command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.spark.command import run_here


@pytest.mark.usefixtures("spark")
def test_a_record_that_the_log_lost_is_not_lost_to_a_group(
    bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    size = ("--records", "2000", "--partitions", "4", "--inject", "lost", "--groups", "classic")
    servers, page = ("--bootstrap-servers", bootstrap_servers), tmp_path / "r.html"
    ended = run_here(capsys, "smoke", *servers, *size, "--html", page, report=tmp_path / "r.json")
    assert (ended.code, ended.counts()) == (1, {"lost": 1})
    assert [ended.check(name)["status"] for name in ("group_lost", "group_duplicated", "group_reordered")] == [
        "passed"
    ] * 3
    (group,) = ended.report["details"]["groups"]
    assert (group["protocol"], group["delivered"], group["killed"]) == ("classic", 1999, 1)
    assert group["again"] > 0
    said = f"{group['members']} members, of which 1 was killed and 1 left, {group['again']:,} of them twice"
    assert f"1,999 records to {said}" in ended.stdout
    assert "Read by consumer groups" in page.read_text()
