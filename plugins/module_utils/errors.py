# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The one exception that utilities raise, and how a module ends with it."""

from __future__ import annotations

from typing import Any, Callable, Mapping


class GroundworkError(Exception):
    """What is wrong, where, and what to do, in one sentence that a person can act on."""


def end(module: Any, work: Callable[[], Mapping[str, Any]]) -> None:
    """End the AnsibleModule *module* with the result of *work*, or fail it with the sentence of a GroundworkError."""
    try:
        result = work()
    except GroundworkError as error:
        module.fail_json(msg=str(error))
    else:
        module.exit_json(**result)
