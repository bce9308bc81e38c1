# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What commands say of their own records, each sentence in one place."""

from __future__ import annotations

import ast
from collections import Counter

from tests.spark.command import ROOT


def test_no_sentence_of_a_check_is_written_twice() -> None:
    files = [*(ROOT / "spark_validation").glob("*/checks.py"), ROOT / "spark_validation/core/account.py"]
    found = Counter(
        node.value
        for file in files
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(("1 ", "{count} "))
    )
    assert found["1 record was lost"] == 1
    assert [sentence for sentence, times in found.items() if times > 1] == []
