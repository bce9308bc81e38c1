# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A name says what the thing is without its neighbours being read: words that ten things shared stand alone no more."""

from __future__ import annotations

import re
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDERS = ("docs", "lab", "molecule", "plugins", "spark_validation", "tests")
WORDS = ("kept", "look", "ours", "sight", "told", "without")
#: Of what is called by such a word alone: functions and classes, and files.
CALLED = re.compile(rf"^ *(?:async )?(?:def|class) _*({'|'.join(WORDS)})\b", re.IGNORECASE | re.MULTILINE)


def test_nothing_is_called_by_a_word_that_says_little():
    files = [path for folder in FOLDERS for path in (CHECKOUT / folder).rglob("*.py")]
    called = [f"{path.relative_to(CHECKOUT)}: {word}" for path in files for word in CALLED.findall(path.read_text())]
    assert called == []
    files += [path for folder in ("roles", "playbooks") for path in (CHECKOUT / folder).rglob("*.yml")]
    assert [path for path in files if path.stem.replace("test_", "", 1) in WORDS] == []


def written(pattern: str) -> list[str]:
    """The files of the collection whose code has *pattern*, from the folder of plugins on."""
    plugins = CHECKOUT / "plugins"
    return [str(path.relative_to(plugins)) for path in plugins.rglob("*.py") if re.search(pattern, path.read_text())]


def test_what_kafka_calls_its_files_is_written_once():
    assert written(r'"(?:meta\.properties|__cluster_metadata-0)"') == ["module_utils/server/storage.py"]


def test_numbers_of_a_version_are_read_by_one_function():
    """What key_values parts is the name of a protocol's version, which Kafka takes by its words."""
    assert written(r'\bint\(.*split\("\."\)') == ["module_utils/core/version.py"]
