# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole of certificates: a server's certificate and key are judged on the control node, before a host sees them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.plugin_utils import certificates
from ansible_collections.groundwork.kafka.plugins.plugin_utils.control_node import OnControlNode
from ansible_collections.groundwork.kafka.plugins.plugin_utils.pem import Given

_ARGUMENTS = {
    "prefix": {"type": "str", "required": True},
    "certificate": {"type": "str", "required": True},
    "key": {"type": "str", "required": True, "no_log": True},
    "key_password": {"type": "str", "default": "", "no_log": True},
    "ca": {"type": "str", "required": True},
    "ca_variable": {"type": "str", "default": ""},
    "hosts": {"type": "list", "elements": "str", "default": []},
    "in_use": {"type": "dict", "default": {}},
}


class ActionModule(OnControlNode):
    """Judge, and give back nothing that is secret."""

    ARGUMENTS = _ARGUMENTS

    def _result(self, given: dict[str, Any], _task_vars: Mapping[str, Any]) -> dict[str, Any]:
        hosts, in_use = given.pop("hosts"), given.pop("in_use")
        given["password"] = given.pop("key_password")
        wanted = Given(**given)
        found = certificates.check(wanted, hosts, datetime.datetime.now(datetime.timezone.utc))
        if in_use:
            certificates.check_change(wanted, in_use["presents"], in_use["trusts"])
        return {"changed": False, **found}
