#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Check that a host has what it takes to ask a cluster."""

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_access
short_description: Check that a host has what it takes to ask a cluster
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Looks for kafka-python and, where the smoke test is to run there, for Java and the Python packages that it needs.
    Fails with all that is missing in one sentence.
  - No broker is asked, for there may be none yet.
  - The action plugin of this name runs it, as it runs each module of this collection that asks a cluster, without
    become and with C(cluster_access_python) where that is given. On the control node that is by default the Python that
    runs Ansible. To another host it sends the contents of the certificates and keys that C(client_config) names.
options:
  smoke_test:
    description: Whether the smoke test is to run there too.
    type: bool
    default: false
  smoke_test_python:
    description: The Python that is to run it; by default the one that this module runs with.
    type: path
    default: ""
requirements:
  - kafka-python 3.0.12 or newer, below 4
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Check that the bastion has what the gates and the smoke test need
  groundwork.kafka.cluster_access:
    smoke_test: true
  delegate_to: bastion.example.com
  run_once: true
"""

RETURN = r"""
python:
  description: The Python that it ran with.
  returned: success
  type: str
  sample: /usr/bin/python3
"""

import platform
import sys
from typing import Any, Dict, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import access
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end


def run(params: Mapping[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    other = (params["smoke_test_python"] or sys.executable) if params["smoke_test"] else ""
    lacking = access.lacking(sys.executable, other)
    if lacking:
        raise GroundworkError(access.refusal(platform.node(), lacking))
    return {"changed": False, "python": sys.executable}


def main() -> None:
    """Look, and exit with what was found."""
    spec = {
        "smoke_test": {"type": "bool", "default": False},
        "smoke_test_python": {"type": "path", "default": ""},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
