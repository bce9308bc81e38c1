#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Tell whether a running service is older than its settings."""

from __future__ import annotations

DOCUMENTATION = r"""
module: pending_restart
short_description: Tell whether a running service is older than its settings
version_added: "0.1.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Compares when a service's main process was started with when its files were changed and its links switched, and
    tells whether its program (C(java)) was replaced.
  - A file counts as changed when its content or its status was, so that an older version that was brought back
    (C(cp -p), C(rsync), a backup) counts as well. So does a file that was only given another owner, other rights or a
    hard link.
  - Of a service that does not run it tells which files were changed since it was started last.
  - Unlike a handler, this is still right after a play that was interrupted between writing a file and the restart.
options:
  service:
    description: Name of the systemd unit, without C(.service).
    type: str
    required: true
  files:
    description: Files and links that the service reads when it starts. One that is not there is passed over.
    type: list
    elements: path
    required: true
  mark:
    description: One more file, whose text is returned.
    type: path
  folders:
    description:
      - The folders of the data of Kafka or ZooKeeper, where it is to be started again with its files as they lie there.
        Fails where it would not find by them what these folders, or those that its process has open, hold.
    type: list
    elements: path
    default: []
    version_added: "0.4.0"
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: See whether the broker runs with the settings of its files
  groundwork.kafka.pending_restart:
    service: kafka
    files: [/etc/kafka/server.properties, /etc/systemd/system/kafka.service, /opt/kafka]
  register: broker
"""

RETURN = r"""
pid:
  description: The main process; none when the service does not run.
  type: int
  returned: success
running:
  description: Whether the service has a main process.
  type: bool
  returned: success
between:
  description: V(being started) or V(being stopped) while systemd does that, whoever told it to; empty otherwise.
  type: str
  returned: success
msg:
  description: The same as a sentence, for whoever waits in vain for it to be done.
  type: str
  returned: while systemd does that
pending:
  description: Whether it runs and is older than one of the files, or than its program.
  type: bool
  returned: success
changed_files:
  description:
    - The files that are newer than the process, or than the last start of a service that does not run, and the program
      of the process where it was replaced.
  type: list
  elements: str
  returned: success
mark:
  description: The text of O(mark) without spaces around it; empty when it is not there.
  type: str
  returned: success
"""

from typing import Any, Dict, List, Sequence

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.host import pending
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import restart_folders


def run(
    host: Host, service: str, files: List[str], mark: str | None = None, folders: Sequence[str] = ()
) -> Dict[str, Any]:
    """The module's result."""
    pid, paths = pending.main_pid(host, service), files + ([mark] if mark else [])
    if folders:
        restart_folders.check(host, service, pid, folders)
    started = pending.last_start(host, service) if pid is None else None
    if pid is not None:
        newer = pending.outdated(host, pid, paths)
    else:
        newer = pending.changed_since(host, started, paths) if started is not None else []
    between = pending.between(host, service)
    return {
        "changed": False,
        **({"msg": f"{service}.service is {between}."} if between else {}),
        "pid": None if pid is None else int(pid),
        "running": pid is not None,
        "between": between,
        "pending": pid is not None and bool(newer),
        "changed_files": newer,
        "mark": (host.text(mark) if mark else "").strip(),
    }


def main() -> None:
    """Read, and exit with what was found."""
    module = AnsibleModule(
        argument_spec={
            "service": {"type": "str", "required": True},
            "files": {"type": "list", "elements": "path", "required": True},
            "mark": {"type": "path"},
            "folders": {"type": "list", "elements": "path", "default": []},
        },
        supports_check_mode=True,
    )
    end(module, lambda: run(Host(), **module.params))


if __name__ == "__main__":
    main()
