#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: data_disks
short_description: Format and mount the data disks of a Kafka host
version_added: "0.1.0"
description:
  - Formats unused, blank devices, writes C(/etc/fstab) and mounts the disks by UUID, all disks of a host in one call.
  - Everything is validated before the first write. A device that holds anything that this module did not make is
    refused - partitions, any signature, or data - and so is one that is in use by LVM, MD, swap or another mount, in
    whatever namespace.
  - Data without a signature is looked for in the first and last 16 MiB and, for two seconds at most, at up to 4096
    places in between. What lies in one piece larger than 0.07% of the device is found for certain, and data that is
    strewn over 1% of it is missed once in 10^17 devices. A disk that turns is read at about 200 places in that time,
    which finds one piece larger than 1.4%, and misses what is strewn over 5% of it once in 28000.
  - Makes no RAID arrays, volume groups or partitions, but takes a device that somebody made so.
  - When a step fails, the earlier ones are undone, but for new file systems, which the next run takes up.
  - A file system that the module made is known again by its label C(groundwork), also when the host lost its fstab. It
    is never formatted again, and nothing that was mounted before is ever unmounted.
  - Options are compared with what the kernel has in force, and changed by a remount. An option that a remount does not
    change, such as C(largeio) or C(data=writeback), has the status C(pending_restart) until the next boot.
  - In C(/etc/fstab) one line is written for each disk, whatever name it gave the device before, and every other line
    is kept byte for byte. On that line, options that somebody added and that contradict no wanted one are kept, such as
    C(x-systemd.device-timeout=30s) or C(nosuid). To take one back, ask for its opposite (C(suid)) or edit the line.
  - Lines that mount cannot read are kept and named in a warning; one that is about a wanted disk is an error.
  - The mount point's own directory, below the mount, belongs to root with mode 0755, so that a service that runs
    without its disk cannot fill the root disk.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  disks:
    description:
      - The data disks of the host.
    type: list
    elements: dict
    required: true
    suboptions:
      device:
        description:
          - The path of a whole disk or a partition. Links such as those in C(/dev/disk/by-id) are followed.
        type: path
        required: true
      mount_point:
        description:
          - Where it is mounted; made when missing.
        type: path
        required: true
      fstype:
        description:
          - The file system.
        type: str
        choices: [xfs, ext4]
        default: xfs
      options:
        description:
          - The mount options, one in each item.
          - Without it C(noatime,largeio) for XFS and C(noatime,data=writeback,delalloc) for EXT4.
          - C(nofail) is always added, so that a missing disk stops its services and never the boot.
          - An option that the running kernel no longer has is refused, such as C(nobarrier) of XFS from Linux 4.19 on.
            One for which it does nothing, such as C(nobh) of EXT4, is noted.
          - C(commit=SECONDS) of EXT4 is for you to choose. A higher one makes fewer, larger journal commits, and a
            power loss takes more with it.
        type: list
        elements: str
      owner:
        description:
          - The user, by name or number, who owns the root directory of the mounted file system.
        type: str
      group:
        description:
          - The group, by name or number, of that directory.
        type: str
      mode:
        description:
          - The mode of that directory, octal and in quotes.
        type: str
      blank:
        description:
          - Whether nobody needs what is on the device, as on one that was used before, and whose signatures
            C(wipefs --all) has taken away. It is then formatted without a look for data that has no signature. A device
            with a signature, or one that is in use, is refused all the same.
          - Take it back once the disk is made, so that it never speaks of another disk.
        type: bool
        default: false
        version_added: "0.4.0"
extends_documentation_fragment:
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Format and mount two data disks
  groundwork.kafka.data_disks:
    disks:
      - device: /dev/disk/by-id/nvme-disk-1
        mount_point: /var/lib/kafka/data-1
        owner: kafka
        group: kafka
        mode: "0750"
      - device: /dev/disk/by-id/nvme-disk-2
        mount_point: /var/lib/kafka/data-2
        owner: kafka
        group: kafka
        mode: "0750"
"""

RETURN = r"""
settings:
  description:
    - One row for each disk, with its mount options as wanted, persisted, effective and after the next boot.
    - The last two name the options that are wanted or in C(/etc/fstab), as far as the kernel tells of them, or what is
      in force in their place. They are the same text when the next boot changes nothing.
  returned: success
  type: list
  elements: dict
  sample:
    - kind: disk
      name: /var/lib/kafka/data-1
      wanted: xfs noatime,largeio,nofail
      rule: includes
      persisted: xfs noatime,largeio,nofail
      persisted_at: /etc/fstab:4
      effective: xfs noatime,largeio
      after_boot: xfs noatime,largeio
      status: in_effect
      note: null
      reason: one XFS mount per drive by UUID, without access times
      source: Apache Kafka documentation, Operations
findings:
  description: What a person should look at, one entry for each disk that is not in effect.
  returned: success
  type: list
  elements: dict
  sample:
    - id: disk_pending_restart
      severity: medium
      subject: disk /var/lib/kafka/data-1
      wanted: xfs noatime,largeio,nofail
      found: xfs noatime
      why: >-
        one XFS mount per drive by UUID, without access times: lower and steadier latency than EXT4; takes effect when
        it is mounted at the next boot: largeio
      source: "Apache Kafka documentation, Operations: Filesystem Selection"
      remedy: stop the service and reboot the host, one host at a time, or mount the disk anew
actions:
  description: What was done, or would be done in check mode, in words.
  returned: success
  type: list
  elements: str
  sample: [format /dev/sdb with xfs, mount /dev/sdb at /var/lib/kafka/data-1]
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.disks import options as disk_options
from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """Read, plan, apply, and read again: the module's result."""
    return disk_options.run(host, params["disks"], check_mode)


def main() -> None:
    module = AnsibleModule(
        argument_spec={"disks": {"type": "list", "elements": "dict", "required": True, "options": disk_options.DISK}},
        supports_check_mode=True,
    )
    lock.end_alone(module, Host(), "data_disks", run)


if __name__ == "__main__":
    main()
