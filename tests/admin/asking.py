# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a module ends with, called as Ansible calls it, its arguments read by its own specification, in this process."""

from __future__ import annotations

import functools
import importlib
from typing import Any, Mapping, NoReturn
from unittest import mock

from ansible.module_utils.common.arg_spec import ArgumentSpecValidator

_MODULES = "ansible_collections.groundwork.kafka.plugins.modules"


class _EndedError(Exception):
    """The module has ended with a result."""

    def __init__(self, result: Mapping[str, Any]) -> None:
        super().__init__(result)
        self.result = dict(result)


class _Module:
    """As much of AnsibleModule as a module uses that asks a cluster."""

    _diff = True

    def __init__(
        self, given: Mapping[str, Any], check_mode: bool, argument_spec: dict[str, Any], supports_check_mode: bool
    ) -> None:
        assert supports_check_mode
        read = ArgumentSpecValidator(argument_spec).validate(dict(given))
        assert read.error_messages == []
        self.params, self.check_mode = read.validated_parameters, check_mode
        self.no_log_values: set[str] = set()

    def exit_json(self, **result: Any) -> NoReturn:
        raise _EndedError({"failed": False, **result})

    def fail_json(self, **result: Any) -> NoReturn:
        raise _EndedError({"failed": True, **result})


def result(name: str, given: Mapping[str, Any], check_mode: bool = False) -> dict[str, Any]:
    """What the module *name* ends with."""
    module = importlib.import_module(f"{_MODULES}.{name}")
    with mock.patch.object(module, "AnsibleModule", functools.partial(_Module, given, check_mode)):
        try:
            module.main()
        except _EndedError as end:
            return end.result
    raise AssertionError("the module has not ended")
