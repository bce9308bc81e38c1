# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.core.settings import Own, Setting
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import own_file

TEXT = """\
# Managed by groundwork.kafka.host_profile: change the inventory, not this file.

# because
# wanted: at least 10
a 20

# because
# wanted: exactly 1
b 1
"""


def parse(line):
    name, _space, value = line.partition(" ")
    return (name, (value,)) if name in ("a", "b", "c") else None


def test_render():
    one = Setting("kernel", "a", ("10",), "at_least", "because", "")
    two = Setting("kernel", "b", ("1",), "exact", "because", "")
    assert own_file.render([(one, "a 20"), (two, "b 1")]) == TEXT


def test_no_settings_make_no_file():
    assert own_file.render([]) is None


def test_entries():
    assert own_file.entries(TEXT, parse) == {"a": Own(("20",), ("10",)), "b": Own(("1",), ("1",))}


def test_a_line_without_comment_is_wanted_as_it_stands():
    assert own_file.entries(TEXT + "c 3\n", parse)["c"] == Own(("3",), ("3",))


def test_no_file_has_no_entries():
    assert own_file.entries(None, parse) == {}
