# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The globs of paths in configuration files, as glob(3) takes them."""

from __future__ import annotations

import fnmatch
import re

MAGIC = re.compile(r"[*?\[]")


def matches(path: str, pattern: str) -> bool:
    """Whether the glob *pattern* matches *path*; a star never crosses a slash."""
    parts, patterns = path.split("/"), pattern.split("/")
    return len(parts) == len(patterns) and all(map(_matches, parts, patterns))


def _matches(name: str, pattern: str) -> bool:
    """The same of one name; a plain one is compared, since each pattern of fnmatch is compiled at every run."""
    return fnmatch.fnmatchcase(name, pattern) if MAGIC.search(pattern) else name == pattern
