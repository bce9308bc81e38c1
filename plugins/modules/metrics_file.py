#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: metrics_file
short_description: Write a text file that Prometheus' node exporter reads
version_added: "0.4.0"
description:
  - Replaces a text file of metrics atomically, so that the node exporter never reads half of one. It belongs to whoever
    runs this, and everybody may read it.
  - Its folder often belongs to the node exporter's user, so no link is followed there, and what is no file is refused
    by its name.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  path:
    description:
      - The file, an absolute path. Its folder has to be there.
    type: path
    required: true
  content:
    description:
      - All of its text.
    type: str
    required: true
extends_documentation_fragment:
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Have the node exporter tell what the audit knows
  groundwork.kafka.metrics_file:
    path: /var/lib/prometheus/node-exporter/groundwork.prom
    content: "{{ audit | groundwork.kafka.health_textfile(inventory_hostname) }}"
"""

RETURN = r"""
path:
  description: The file.
  returned: success
  type: str
  sample: /var/lib/prometheus/node-exporter/groundwork.prom
"""

import os
from typing import Any, Dict, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.host import steps
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host

_MODE = 0o644
ARGUMENTS: Dict[str, Any] = {
    "path": {"type": "path", "required": True},
    "content": {"type": "str", "required": True},
}


def run(host: Host, params: Mapping[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    path, text = params["path"], params["content"]
    folder = os.path.dirname(path)
    if not path.startswith("/"):
        raise GroundworkError(f"{path} is no absolute path; give one that begins with a slash.")
    if host.status(folder) is None:
        raise GroundworkError(
            f"{folder} is not there, and the node exporter would read nothing from it; install the node exporter "
            "first, or name the folder of its --collector.textfile.directory."
        )
    before, owner = host.read(path), (os.geteuid(), os.getegid())
    changed = (before, host.mode(path), host.owner(path)) != (text, _MODE, owner)
    if changed and not check_mode:
        host.write(path, text, _MODE, owner)
    return {"changed": changed, "path": path, "diff": [steps.difference(path, before or "", text)]}


def main() -> None:
    """Write, and exit with what was done."""
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(Host(), module.params, module.check_mode))


if __name__ == "__main__":
    main()
