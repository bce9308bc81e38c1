# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What modules that have ZooKeeper's data purged take; the arguments are those of the utility ``purge_options``."""

from __future__ import annotations


class ModuleDocFragment:
    """What Ansible asks for."""

    DOCUMENTATION = r"""
options:
  state:
    description:
      - Whether it is there.
    type: str
    choices: [present, absent]
    default: present
  user:
    description:
      - The account that runs ZooKeeper, who owns the data.
    type: str
    default: zookeeper
  schedule:
    description:
      - Five cron fields (minute, hour, day of month, month, day of week).
    type: str
    default: 17 3 * * *
  java:
    description:
      - The C(java) program.
    type: path
    default: /usr/bin/java
  libs:
    description:
      - The directory with ZooKeeper's jars.
    type: path
    default: /opt/kafka/libs
  data_dir:
    description:
      - ZooKeeper's C(dataDir), which holds the snapshots. Required with O(state=present).
    type: path
  data_log_dir:
    description:
      - ZooKeeper's C(dataLogDir), which holds the transaction logs. O(data_dir) when it is not given.
    type: path
  retain:
    description:
      - How many snapshots are kept, with the logs they need. ZooKeeper allows no fewer than 3.
    type: int
    default: 5
"""
