# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The configuration files that are wholly ours: how their text is made, and what an earlier run left in them.

Each setting stands below its reason and a comment that tells what was wanted, so that a later run can tell a number
that we wrote from one that somebody raised (see settings.target).
"""

from __future__ import annotations

import re
from typing import Callable, Dict, List, Sequence, Tuple

from ..core.settings import Own, Setting
from ..core.values import AT_LEAST, AT_MOST, EXACT, Value, tokens

HEADER = "# Managed by groundwork.kafka.host_profile: change the inventory, not this file."

_RULE_WORDS = {EXACT: "exactly", AT_LEAST: "at least", AT_MOST: "at most"}
_WANTED = re.compile(r"^# wanted: (?:exactly|at least|at most) (.+)$")

Line = Tuple[str, Value]


def render(entries: Sequence[Tuple[Setting, str]], section: str = "") -> str | None:
    """The text of a file for *entries*, pairs of a setting and its line; None, for no file at all, without entries."""
    if not entries:
        return None
    parts: List[str] = [HEADER + "\n" + section]
    for setting, line in entries:
        wanted = setting.separator.join(setting.wanted)
        parts.append(f"# {setting.reason}\n# wanted: {_RULE_WORDS[setting.rule]} {wanted}\n{line}\n")
    return "\n".join(parts)


def is_ours(text: str) -> bool:
    """Whether *text* is that of such a file, of whatever version."""
    return text.startswith(HEADER)


def entries(text: str | None, parse: Callable[[str], Line | None], separator: str | None = None) -> Dict[str, Own]:
    """What the earlier run's *text* holds, by setting name; *parse* gives name and value of a line, or None.

    A line without its comment (somebody rewrote the file) counts as wanted the way it stands.
    """
    found: Dict[str, Own] = {}
    wanted: Value | None = None
    for line in (text or "").splitlines():
        comment = _WANTED.match(line)
        if comment:
            wanted = tokens(comment.group(1), separator)
            continue
        parsed = parse(line)
        if parsed is not None:
            found[parsed[0]] = Own(parsed[1], wanted or parsed[1])
            wanted = None
    return found
