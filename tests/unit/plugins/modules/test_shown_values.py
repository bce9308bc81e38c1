# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a module says is shown as it says it, but for what is secret: Ansible masks each value of a secret option."""

from __future__ import annotations

import json

import pytest
from ansible.module_utils import basic

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end

_CONFIG = {
    "security.protocol": "SSL",
    "ssl.keystore.type": "PEM",
    "ssl.truststore.location": "/etc/ca.pem",
    "ssl.key.password": "planted",
}


def test_a_command_with_the_name_of_a_protocol_can_be_typed_as_it_is_shown(monkeypatch, capsys) -> None:
    given = {"ANSIBLE_MODULE_ARGS": {"bootstrap_servers": ["k1:9091"], "client_config": _CONFIG}}
    monkeypatch.setattr(basic, "_ANSIBLE_ARGS", json.dumps(given).encode())
    monkeypatch.setattr(basic, "_ANSIBLE_PROFILE", "legacy", raising=False)  # of ansible-core 2.19

    def fail() -> dict[str, str]:
        raise GroundworkError("(cat PROPERTIES; echo security.protocol=SSL) with PEM of /etc/ca.pem and planted")

    with pytest.raises(SystemExit):
        end(basic.AnsibleModule(argument_spec=connection.ARGUMENTS), fail)
    said = json.loads(capsys.readouterr().out)["msg"]
    assert said == "(cat PROPERTIES; echo security.protocol=SSL) with PEM of /etc/ca.pem and ********"
