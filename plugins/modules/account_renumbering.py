#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: account_renumbering
short_description: Give the user and the group of a server other numbers, with all that is theirs
version_added: "0.4.0"
description:
  - Stops the servers whose user or group is to have another number, gives it that (C(usermod), C(groupmod)), and gives
    what has the former number in the folders of the servers to the new one. What belongs to anybody else there stays
    so. The servers are not started again, unless something failed before any number was changed.
  - Looked into are O(servers[].folders), the folders that the unit lets the server write to, C(/etc), C(/var/log) and
    C(/var/cache) of its name, and the crontab, the mail and the home folder of the user. No link is followed, and what
    is mounted in one of the folders is refused where it is none of them.
  - Where two servers of the host share what is renumbered, both are stopped, in the turn of V(kafka).
  - In check mode it tells what would be renumbered and given, and whether it can be, while the servers run.
  - A run that was killed at any moment is gone on with by the next one, or led back with the former numbers, which are
    also those of before where none are given. Until then nothing starts the servers, not even a boot.
  - Fails, before anything is done, where another account has the number, where the account is not the host's own but
    that of another name service, where it shares its number, and while something else runs as the user.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  service:
    description:
      - Whose turn it is.
    type: str
    choices: [kafka, zookeeper]
    required: true
  servers:
    description:
      - All servers of the host.
    type: list
    elements: dict
    required: true
    suboptions:
      service:
        description: Which one it is.
        type: str
        choices: [kafka, zookeeper]
        required: true
      user:
        description: The user that it runs as. One that the host does not have yet is passed over.
        type: str
        required: true
      group:
        description: The group that it runs in; one of the user's name when it is not given.
        type: str
      uid:
        description: The number that the user is to have; any, when it is not given.
        type: int
      gid:
        description: The number that the group is to have, likewise.
        type: int
      folders:
        description: The folders that belong to it, absolute paths.
        type: list
        elements: str
        default: []
  disks:
    description:
      - The host's data disks, each with a C(mount_point). A folder on one of them is refused while it is not mounted.
    type: list
    elements: dict
    default: []
  ended:
    description:
      - Whether the servers are back behind their gates. Nothing is renumbered then, and what the host keeps of it, for
        a run that is killed, is removed.
    type: bool
    default: false
extends_documentation_fragment:
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Tell what would be given to another number
  groundwork.kafka.account_renumbering:
    service: kafka
    servers:
      - {service: kafka, user: kafka, uid: 4711, gid: 4711, folders: [/data/1/kafka, /data/2/kafka]}
  check_mode: true
"""

RETURN = r"""
due:
  description: The accounts for which the server has to be stopped, or was and an earlier run has not seen it back.
  returned: success
  type: list
  elements: str
  sample: [user kafka, group kafka]
stops:
  description: The servers that are stopped together.
  returned: success
  type: list
  elements: str
  sample: [kafka]
runs:
  description: Those of the servers of RV(stops) that run.
  returned: success
  type: list
  elements: str
  sample: [kafka]
servers:
  description: The servers as they were given.
  returned: success
  type: list
  elements: dict
summary:
  description: What is renumbered and given, or would be, a line for each.
  returned: success
  type: list
  elements: str
  sample:
    - "user kafka: from 999 to 4711"
    - "/data/1/kafka: 1204 files and folders are given to the new number"
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.accounts import Service
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import renumberer, renumbering
from ansible_collections.groundwork.kafka.plugins.module_utils.server.renumber_record import SERVICES
from ansible_collections.groundwork.kafka.plugins.module_utils.server.renumbering import Server


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    turn, disks = params["service"], params["disks"]
    servers = [_server(one) for one in params["servers"]]
    if check_mode:
        planned = renumbering.plan(host, turn, servers, disks)
    else:
        planned = renumberer.run(host, turn, servers, disks, params["ended"])
    changes = [] if params["ended"] else planned.changes
    let_go = params["ended"] and (planned.stray or (planned.record and planned.record.done))
    return {
        "changed": bool(changes or let_go),
        "due": planned.due,
        "stops": list(planned.services) if planned.due else [],
        "runs": list(planned.running),
        "servers": params["servers"],
        "summary": list(planned.summary),
        "diff": {
            "before": "".join(f"{one.kind} {one.name} has {one.now}\n" for one in changes),
            "after": "".join(f"{one.kind} {one.name} has {one.wanted}\n" for one in changes),
        },
    }


def _server(given: Dict[str, Any]) -> Server:
    user, name = given["user"], given["service"]
    for path in given["folders"]:
        if not path.startswith("/"):
            raise GroundworkError(f"The folders of {name} have {path!r}; give absolute paths.")
    return Server(Service(name, user, given["group"] or user, given["uid"], given["gid"]), given["folders"])


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "service": {"type": "str", "choices": list(SERVICES), "required": True},
            "servers": {
                "type": "list",
                "elements": "dict",
                "required": True,
                "options": {
                    "service": {"type": "str", "choices": list(SERVICES), "required": True},
                    "user": {"type": "str", "required": True},
                    "group": {"type": "str"},
                    "uid": {"type": "int"},
                    "gid": {"type": "int"},
                    "folders": {"type": "list", "elements": "str", "default": []},
                },
            },
            "disks": {"type": "list", "elements": "dict", "default": []},
            "ended": {"type": "bool", "default": False},
        },
        supports_check_mode=True,
    )
    lock.end_alone(module, Host(), "account_renumbering", run)


if __name__ == "__main__":
    main()
