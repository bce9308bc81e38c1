#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: metadata_version
short_description: Raise a KRaft cluster's metadata version to that of its servers
version_added: "0.3.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - The second step of an upgrade. It raises C(metadata.version), and the features that come with it, to what
    the version of the servers has. C(kraft.version) is left as it is.
  - The active controller is asked first whether it would do that. It refuses while a server runs an older version, and
    so does the module then.
  - Servers of an earlier version cannot read what is written afterwards, so the way back ends here.
options:
  version:
    description:
      - The version of Kafka that every server runs, such as V(4.3.1).
    type: str
    required: true
  confirm:
    description:
      - That the way back to an earlier version may end. Without it the module fails where something is to be raised;
        in check mode it tells what would be.
    type: bool
    default: false
  wait:
    description:
      - Seconds to look whether it was raised, where the controller did not answer in time. It is never asked twice.
    type: int
    default: 60
    version_added: "0.4.0"
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Finalize an upgrade
  groundwork.kafka.metadata_version:
    bootstrap_servers: ["kafka1.example.com:9092", "kafka2.example.com:9092"]
    version: 4.3.1
    confirm: true
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
before:
  description: The level of each feature before.
  returned: success
  type: dict
  sample: {metadata.version: 27, share.version: 0}
after:
  description: The level of each feature that was reached, or would be in check mode.
  returned: success
  type: dict
  sample: {metadata.version: 30, share.version: 1}
release:
  description: The first minor version of Kafka with the metadata version reached; empty when it is not known.
  returned: success
  type: str
  sample: "4.3"
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, features
from ansible_collections.groundwork.kafka.plugins.module_utils.core import waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end


def main() -> None:
    """Raise what can be raised, and exit with the levels."""
    spec = {
        **connection.ARGUMENTS,
        "version": {"type": "str", "required": True},
        "confirm": {"type": "bool", "default": False},
        "wait": {"type": "int", "default": 60},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)

    def work() -> Dict[str, Any]:
        waiting.check(module.params, wait=0)
        given = dict(module.params)
        version, confirmed, wait = given.pop("version"), given.pop("confirm"), given.pop("wait")
        with connection.connected(**given) as client:
            return features.finalize(client, version, confirmed=confirmed, check_mode=module.check_mode, wait=wait)

    end(module, work)


if __name__ == "__main__":
    main()
