#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: mirror_maker_inputs
short_description: Check what a MirrorMaker is to be against what its host has, before anything of it is written
version_added: "0.4.0"
description:
  - Fails with one sentence for a port that another process has, and for settings with which a mirror that the host has
    would begin anew, as C(/etc/kafka-mirror-maker/mm2.properties) tells.
  - It changes nothing.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  port:
    description:
      - The port where it is to answer. Left out, it is not looked at, as where it is not to run.
    type: int
  settings:
    description:
      - Its settings, as the filter P(groundwork.kafka.mirror_maker#filter) tells them.
    type: dict
    required: true
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Check what MirrorMaker is to be
  groundwork.kafka.mirror_maker_inputs:
    port: 8083
    settings: "{{ mirror_maker_described.settings }}"
"""

RETURN = r"""#"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.broker.inputs import check_port
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.mirror import former, mirror_maker
from ansible_collections.groundwork.kafka.plugins.module_utils.server import listening

_PORT = "mirror_maker_port"


def run(host: Host, params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    refused = former.refusals(host.text(mirror_maker.SETTINGS), params["settings"])
    if refused:
        raise GroundworkError(refused[0])
    if params["port"] is not None:
        listening.check_free(host, mirror_maker.SERVICE, {_PORT: check_port(_PORT, params["port"])})
    return {"changed": False}


def main() -> None:
    module = AnsibleModule(
        argument_spec={"port": {"type": "int"}, "settings": {"type": "dict", "required": True}},
        supports_check_mode=True,
    )
    end(module, lambda: run(Host(), module.params))


if __name__ == "__main__":
    main()
