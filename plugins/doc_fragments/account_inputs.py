# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What modules take, beside the fragment ``account``, that check a service's account before its disks are mounted."""

from __future__ import annotations


class ModuleDocFragment:
    """What Ansible asks for."""

    DOCUMENTATION = r"""
options:
  user:
    description:
      - The user that the service runs as. Its numbers and whose its data is are checked when it is given.
    type: str
    default: ""
    version_added: "0.4.0"
  data_folders:
    description:
      - The folders that belong to it.
    type: list
    elements: str
    default: []
    version_added: "0.4.0"
  disks:
    description:
      - The data disks, as M(groundwork.kafka.data_disks) takes them. One that holds a file system of this collection
        and is still to be mounted is looked at in a mount namespace of its own, without a write.
    type: list
    elements: dict
    default: []
    version_added: "0.4.0"
  reserved:
    description:
      - Numbers that other services of the host are given, so that a user that is still to be made does not take them.
    type: list
    elements: int
    default: []
    version_added: "0.4.0"
"""
