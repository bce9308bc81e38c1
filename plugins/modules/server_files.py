#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: server_files
short_description: Make all folders and files of a server in one call
version_added: "0.3.0"
description:
  - Makes the user that a server runs as, its folders, its settings and its unit, all of them or none. Files are
    replaced atomically, and only when they differ. The file of the authorities that a listener of Kafka alone has
    trusted (C(/etc/kafka/truststore-NAME.pem)) goes when O(files) has it no more.
  - Tells whether the running process is older than what it reads when it starts. Nothing is started or restarted.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  service:
    description:
      - Name of the server's systemd unit, without C(.service), which need not be there yet.
    type: str
    required: true
  user:
    description:
      - The user that the server runs as. One that is missing is made, with its group, and cannot log in.
    type: str
    required: true
  folders:
    description:
      - Folders of settings, outer ones first. Missing parents belong to root.
    type: list
    elements: dict
    default: []
    suboptions:
      path:
        description: Absolute path.
        type: str
        required: true
      owner:
        description: Whose it is; root when it is not given.
        type: str
      group:
        description: Its group; O(group) when it is not given.
        type: str
      mode:
        description: Its mode, octal.
        type: str
        default: "0750"
  data_folders:
    description:
      - Folders that belong to O(user), absolute paths. What is in them is not touched, but for those of O(take_over).
    type: list
    elements: str
    default: []
  disks:
    description:
      - Mount points. Nothing is made unless a disk is mounted at each, except in check mode, where none may be yet.
    type: list
    elements: str
    default: []
  files:
    description:
      - Files of settings.
    type: list
    elements: dict
    default: []
    suboptions:
      path:
        description: Absolute path.
        type: str
        required: true
      content:
        description: All of its text. Left out where O(secrets) has it.
        type: str
      encoding:
        description: How its content, or its text in O(secrets), is written; V(base64) for what is no text.
        type: str
        choices: [text, base64]
        default: text
        version_added: "0.4.0"
      owner:
        description: Whose it is; root when it is not given.
        type: str
      group:
        description: Its group; O(group) when it is not given.
        type: str
      mode:
        description: Its mode, octal.
        type: str
        default: "0640"
  secrets:
    description:
      - The texts of those O(files) that nobody but the server should see, by path. They are in no diff and no log, and
        their files are refused a mode that lets everybody read them.
      - Of other files a diff shows nothing that looks like a secret, neither of the text before nor of the new one; of
        a text that somebody else has written, no values of keys that the new one does not have.
    type: dict
    default: {}
  reads:
    description:
      - Files and links that the process reads when it starts, those of O(files) and those that others make. One that is
        not there is passed over.
    type: list
    elements: str
    default: []
extends_documentation_fragment:
  - groundwork.kafka.account
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Make the broker's folders and files
  groundwork.kafka.server_files:
    service: kafka
    user: kafka
    folders:
      - path: /etc/kafka
    data_folders: [/data/1/kafka, /data/2/kafka]
    disks: [/data/1, /data/2]
    files:
      - path: /etc/kafka/server.properties
        content: "{{ lookup('ansible.builtin.template', 'server.properties.j2') }}"
      - path: /etc/kafka/broker.pem
      - path: /etc/systemd/system/kafka.service
        content: "{{ lookup('ansible.builtin.template', 'kafka.service.j2') }}"
        group: root
        mode: "0644"
    secrets:
      /etc/kafka/broker.pem: "{{ vault_broker_pem }}"
    reads: [/etc/kafka/server.properties, /etc/systemd/system/kafka.service, /opt/kafka]
  register: broker
"""

RETURN = r"""
changed_paths:
  description: The folders and files that were made or changed.
  returned: success
  type: list
  elements: str
  sample: [/etc/kafka/server.properties]
left_behind:
  description: What the server's unit named so far, is there and is not used any more, a sentence each.
  returned: success
  type: list
  elements: str
  sample: []
  version_added: "0.4.0"
pending:
  description: Whether the server runs and is older than something that it reads when it starts.
  returned: success
  type: bool
pending_files:
  description: What it has not read as it is now; in check mode, what it would not have read as well.
  returned: success
  type: list
  elements: str
  sample: [/etc/kafka/server.properties]
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import files as server_files
from ansible_collections.groundwork.kafka.plugins.module_utils.server import service_account

_OF_ANY = {
    "path": {"type": "str", "required": True},
    "owner": {"type": "str"},
    "group": {"type": "str"},
}
ARGUMENTS: Dict[str, Any] = {
    "service": {"type": "str", "required": True},
    "user": {"type": "str", "required": True},
    "folders": {
        "type": "list",
        "elements": "dict",
        "default": [],
        "options": {**_OF_ANY, "mode": {"type": "str", "default": "0750"}},
    },
    "data_folders": {"type": "list", "elements": "str", "default": []},
    "disks": {"type": "list", "elements": "str", "default": []},
    "files": {
        "type": "list",
        "elements": "dict",
        "default": [],
        "options": {
            **_OF_ANY,
            "content": {"type": "str"},
            "encoding": {"type": "str", "choices": ["text", "base64"], "default": "text"},
            "mode": {"type": "str", "default": "0640"},
        },
    },
    "secrets": {"type": "dict", "default": {}, "no_log": True},
    "reads": {"type": "list", "elements": "str", "default": []},
    **service_account.ARGUMENTS,
}


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    return server_files.run(host, params, check_mode)


def main() -> None:
    # Ansible would write all arguments, and with them whole files, into the journal of the host.
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True, no_log=True)
    lock.end_alone(module, Host(), "server_files", run)


if __name__ == "__main__":
    main()
