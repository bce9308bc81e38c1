# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How a filter fails: in the one sentence of a GroundworkError."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

T = TypeVar("T")


def one_sentence(action: Callable[[], T]) -> T:
    """What *action* gives; raises AnsibleFilterError with the sentence alone, as what lies below may quote a key."""
    try:
        return action()
    except GroundworkError as error:
        raise AnsibleFilterError(str(error)) from None
