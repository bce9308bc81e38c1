# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How a filter fails: in the one sentence of a GroundworkError."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

P = ParamSpec("P")
T = TypeVar("T")


def one_sentence(function: Callable[P, T]) -> Callable[P, T]:
    """*function*, which raises AnsibleFilterError with the sentence alone, as what lies below may quote a key."""

    @functools.wraps(function)
    def filtered(*given: P.args, **named: P.kwargs) -> T:
        try:
            return function(*given, **named)
        except GroundworkError as error:
            raise AnsibleFilterError(str(error)) from None

    return filtered
