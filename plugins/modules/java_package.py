#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: java_package
short_description: See which package brings a host the Java that Kafka runs on
version_added: "0.4.0"
description:
  - Asks the host's package manager which OpenJDK it can get, without graphics, of those that Kafka runs on. Java 17 is
    taken where there is one, then Java 21, then Java 25, which Kafka supports from 4.2 on.
  - It asks apt, dnf and yum. With another package manager it tells the name that most distributions have, unasked.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  package:
    description:
      - The one package to look for, in place of these; empty for none.
    type: str
    default: ""
  kafka_versions:
    description:
      - The versions of Kafka that it is for; those that run ZooKeeper count as well.
    type: list
    elements: str
    default: []
  required:
    description:
      - Whether to fail where the host can get none of them. V(false) where its lists of packages may be old or missing.
    type: bool
    default: true
  proxy:
    description:
      - The HTTP proxy that dnf and yum fetch lists of packages through; their own configuration goes before it. With a
        password it is refused for them, since what installs the package would be given it on a command line.
    type: str
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: See which package brings Java
  groundwork.kafka.java_package:
    kafka_versions: [4.3.1]
  register: java_found
"""

RETURN = r"""
package:
  description: The package to install; empty where the host can get none, which O(required) forbids.
  returned: success
  type: str
  sample: openjdk-21-jre-headless
manager:
  description: The package manager that was asked, C(apt), C(dnf) or C(yum); empty for another.
  returned: success
  type: str
  sample: apt
installed:
  description: Whether the host has RV(package) already; V(false) where that names a version, and where nobody can tell.
  returned: success
  type: bool
  version_added: "0.4.0"
missing:
  description: Which it looked for where RV(package) is empty, for a sentence; else empty.
  returned: success
  type: str
  sample: openjdk-17-jre-headless or openjdk-21-jre-headless
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import java_package, proxy


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result; in check mode dnf's lists are taken as they are, since to fetch them is to write them."""
    given, versions, way = params["package"].strip(), params["kafka_versions"], params["proxy"] or ""
    java_package.check_proxy(host, way)
    with proxy.used(way):
        offer = java_package.find_offer(host, given, versions, check_mode)
    if offer.missing and params["required"]:
        raise java_package.refusal(offer, bool(given), versions)
    told = {"package": offer.package, "manager": offer.manager, "missing": offer.missing}
    return {"changed": False, **told, "installed": java_package.installed(host, offer)}


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "package": {"type": "str", "default": ""},
            "kafka_versions": {"type": "list", "elements": "str", "default": []},
            "required": {"type": "bool", "default": True},
            "proxy": {"type": "str", "no_log": True},
        },
        supports_check_mode=True,
    )

    end(module, lambda: run(Host(), module.params, module.check_mode))


if __name__ == "__main__":
    main()
