# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Some values of a server's settings changed in its file, and nothing else of it, while it is stopped. Pure."""

from __future__ import annotations

from typing import Mapping

from ..broker import properties
from ..core.errors import GroundworkError


def text(before: str, wanted: Mapping[str, str], name: str) -> str:
    """The properties *before* of the file *name* with the values *wanted*, of which an empty one is none.

    Raises GroundworkError for a file that anything else would change of.
    """
    given = {key: value for key, value in wanted.items() if value}
    kept = [line for line in before.splitlines() if not set(properties.parse(line)) & set(wanted)]
    after = "\n".join([*kept, *(f"{key}={value}" for key, value in given.items())]) + "\n"
    others = {key: value for key, value in properties.parse(before).items() if key not in wanted}
    if properties.parse(after) != {**others, **given}:
        raise GroundworkError(
            f"{name} gives {' and '.join(wanted)} in a way that cannot be changed alone; give each on a line of its "
            "own, without a backslash, and run again."
        )
    return after
