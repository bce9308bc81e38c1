# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What modules take that make or check the account of a service; the arguments are those of ``service_account``."""

from __future__ import annotations


class ModuleDocFragment:
    """What Ansible asks for."""

    DOCUMENTATION = r"""
options:
  group:
    description:
      - The group that the service runs in; one of the user's name when it is not given. It is made together with a user
        that is missing. A host that has the user and not the group is refused, with the group that the user is in.
    type: str
    version_added: "0.4.0"
  uid:
    description:
      - The number of a user that is to be made. A user that is there with another number is refused and never
        renumbered, and so is a number that somebody else has.
    type: int
    version_added: "0.4.0"
  gid:
    description:
      - The number of a group that is to be made, likewise.
    type: int
    version_added: "0.4.0"
  take_over:
    description:
      - Data folders in which everything is given to the user and its group, such as those of a disk that comes from a
        machine where they had other numbers. Without it, data of another number than the user's is refused.
      - Symbolic links, hard links of others, pipes, devices and what is mounted inside are refused by name, before
        anything is given away. The service must be stopped, and no process may use the folder.
      - A run that was killed is taken up by the next one. Every run looks at each file, so take the input back.
    type: list
    elements: str
    default: []
    version_added: "0.4.0"
"""
