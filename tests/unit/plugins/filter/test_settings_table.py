# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest
from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.filter.settings_table import FilterModule

settings_table = FilterModule().filters()["settings_table"]


def test_rows_become_a_table():
    names = ("kind", "name", "wanted", "rule", "persisted", "persisted_at", "effective", "after_boot", "status", "note")
    row = dict.fromkeys(names, "1")
    text = settings_table([dict(row, name="vm.swappiness", rule="exact", persisted_at="/f:1", status="in_effect")])
    assert text.splitlines()[2:] == ["vm.swappiness  1       1          same        [1]:1         in_effect", "[1] /f"]


@pytest.mark.parametrize("wrong", [None, [1], [{"name": "x"}], "text", {"settings": []}])
def test_anything_else_is_refused_with_a_sentence(wrong):
    with pytest.raises(AnsibleFilterError, match="pass its settings"):
        settings_table(wrong)
