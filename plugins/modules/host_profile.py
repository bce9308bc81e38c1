#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_profile
short_description: Tune a Kafka host and tell what is in force
version_added: "0.1.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Applies kernel parameters, PAM limits and limits of systemd services in one call, and returns a table of all
    settings with what is wanted, what the configuration files give, what is in force now, and what the next boot will
    give.
  - Everything is validated before the first change. Live values are written first; when the kernel refuses one, all of
    them are put back and no file is written. Whatever else is refused puts everything back as well.
  - A value that somebody else raised beyond an C(at_least) setting, in a file of their own or live, is kept, element by
    element; use the rule C(exact) to take it back. A value that this module wrote follows the inventory, also
    downwards.
  - Writes C(/etc/sysctl.d/99-groundwork-kafka.conf), C(/etc/tmpfiles.d/00-groundwork-kafka.conf),
    C(/etc/security/limits.d/99-groundwork-kafka.conf) and one drop-in C(50-groundwork-kafka.conf) for each service.
    These files hold nothing else; files of others are never changed.
  - What was there before, files and live values, is noted in C(/var/lib/groundwork-kafka/journal.json) before the first
    change, and O(state=restored) brings it back, also after several runs. What somebody else has changed since is left.
  - What O(kernel_parameters), O(limits_users) and O(services) no longer list is brought back at the next run as well,
    and everything of that kind when one of them is empty. An option that is left out leaves its kind alone.
  - A limit (C(vm.max_map_count), C(fs.nr_open), descriptors of a service or of a session) is not lowered, by whatever
    state or option, while a running server uses more than 70 percent of the lower one. It stays as it is, in force and
    on disk, with the finding C(kept_for_server) and a warning, until a later run finds that it is needed no more.
  - O(disks) does in the same call what M(groundwork.kafka.data_disks) does, so that a host needs one round trip. Disks
    are planned before the first change, and mounted last; when the kernel refuses one, the profile is put back too.
  - One run at a time changes a host. A second one fails at once and says who does.
options:
  state:
    description:
      - V(applied) brings the host to what the other options ask for.
      - V(restored) brings files and live values back as they were before the first run, and needs no other option.
        Services are not restarted.
    type: str
    choices: [applied, restored]
    default: applied
    version_added: "0.2.0"
  disks:
    description:
      - The data disks, each with the options that one of M(groundwork.kafka.data_disks) has. They stay mounted
        when the profile is V(restored).
    type: list
    elements: dict
    version_added: "0.2.0"
extends_documentation_fragment:
  - groundwork.kafka.profile
  - groundwork.kafka.attributes.changes
notes:
  - Needs root on the managed host, and nothing but Python's standard library.
  - What the next boot gives is read off the kernel's command line, the init system's files and tuned's profile. What
    else writes at boot, such as cloud-init or a script of somebody's own, is seen only once it has written.
  - What a session gets is read in one, opened with C(runuser) in check mode as well, which leaves a line in the host's
    log.
"""

EXAMPLES = r"""
- name: Tune a broker for its planned load
  groundwork.kafka.host_profile:
    kernel_parameters:
      vm.swappiness: 1
      vm.dirty_background_ratio: 5
      vm.dirty_ratio: 60
      net.ipv4.tcp_rmem: 4096 65536 2048000
      net.ipv4.tcp_keepalive_time:
        value: 600
        rule: at_most
        reason: the firewall forgets idle connections after 15 minutes
    transparent_huge_pages: madvise
    listen_backlog: 500
    nofile:
      soft: 262144
      hard: 1024288
    limits_users: [root, kafka]
    services: [kafka]
    plan:
      partitions: 1000
      retention_hours: 8760
      roll_hours: 24
      connections: 5000
    disks:
      - {device: /dev/disk/by-id/nvme-disk-1, mount_point: /data/kafka}
  register: profile

- name: Bring the host back to what it was before
  groundwork.kafka.host_profile:
    state: restored

- name: Show the settings, and what a person should look at
  groundwork.kafka.settings_report:
    settings: "{{ profile.settings }}"
    findings: "{{ profile.findings }}"
"""

RETURN = r"""
brought_back:
  description: The files, and the live values, that were brought back to what they were before.
  returned: success
  type: list
  elements: str
  sample: [/etc/sysctl.d/99-groundwork-kafka.conf, vm.swappiness]
left:
  description: What was not brought back, or not lowered, a sentence for each. The same things are among RV(findings).
  returned: success
  type: list
  elements: str
  sample:
    - vm.swappiness has been changed by somebody since it was written here, so it is left as it is; look whether that is
      still meant.
settings:
  description:
    - One row for each setting, as read after everything was applied. All values are text.
    - Of what was brought back, one row for each service that keeps the earlier limit until it is restarted, and for
      each limit that is kept for a running server.
  returned: success
  type: list
  elements: dict
  contains:
    kind:
      description: V(kernel), V(huge_pages), V(limit), V(service), V(disk) or V(observed), which is only looked at.
      type: str
    name:
      description: Name of the setting.
      type: str
      sample: vm.max_map_count
    wanted:
      description: The value asked for.
      type: str
      sample: "262144"
    rule:
      description: V(exact), V(at_least) or V(at_most).
      type: str
    persisted:
      description: The value that the configuration files give; null when none does.
      type: str
    persisted_at:
      description: File and line that win; null when no file sets it.
      type: str
      sample: /etc/sysctl.d/99-groundwork-kafka.conf:5
    effective:
      description: The value in force now, in the kernel, a new session or the running process; null when there is none.
      type: str
    after_boot:
      description: The value that the next boot will give.
      type: str
    status:
      description:
        - V(in_effect), V(pending_restart), V(overridden), V(clamped), V(refused), V(read_only), V(unavailable) or
          V(drifted).
      type: str
    note:
      description: What else there is to know, or null.
      type: str
    reason:
      description: Why the setting matters.
      type: str
    source:
      description: Where the recommendation comes from.
      type: str
findings:
  description: What a person should look at, one entry for each setting that is not in effect or was not brought back.
  returned: success
  type: list
  elements: dict
  contains:
    id:
      description:
        - Kind of finding. C(setting_) with the status of a setting, or V(changed_since), V(before_unknown) or
          V(not_brought_back) for what was left, V(kept_for_server) for a limit that a running server needs.
      type: str
      sample: setting_overridden
    severity:
      description: V(high), V(medium) or V(low).
      type: str
    subject:
      description: Kind and name of the setting.
      type: str
    wanted:
      description: The value asked for.
      type: str
    found:
      description: The value found instead.
      type: str
    why:
      description: Why it matters.
      type: str
    source:
      description: Where the recommendation comes from.
      type: str
    remedy:
      description: What to do.
      type: str
plan:
  description: The numbers worked out of O(plan), per broker; empty without a plan.
  returned: success
  type: dict
  contains:
    segments_per_partition:
      description: Log segments of one partition.
      type: int
    segments:
      description: Log segments of the broker.
      type: int
    map_areas:
      description: Memory map areas, two for each segment and the JVM's own.
      type: int
    max_map_count:
      description: The C(vm.max_map_count) that follows, a power of two and never below 262144.
      type: int
    nofile:
      description: File descriptors, one for each segment and connection.
      type: int
"""

from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Sequence

from ansible.module_utils.basic import AnsibleModule
from ansible.module_utils.common.arg_spec import ArgumentSpecValidator

from ansible_collections.groundwork.kafka.plugins.module_utils.core import compile_once

compile_once.begin()

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import blkid
from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock, steps
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Answer, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import profile, wishes

ARGUMENTS = dict(
    wishes.ARGUMENTS,
    state={"type": "str", "choices": ["applied", "restored"], "default": "applied"},
    disks={"type": "list", "elements": "dict"},
)


@dataclass
class Disks:
    """The data disks *given*, as the last of the profile's steps; *result* is that of the module data_disks."""

    given: Sequence[Mapping[str, Any]]
    result: Dict[str, Any] = field(default_factory=dict)

    def plan(self, host: Host, check: bool, probes: Mapping[str, Answer]) -> List[steps.Step]:
        """The steps to be done on *host*; the result is so far what they would bring about."""
        self._run(host, check, write=False, probes=probes)
        return [self] if self.result["changed"] else []

    def do(self, host: Host) -> None:
        """Mount them; what fails undoes itself."""
        self._run(host, check_mode=False)

    def undo(self, host: Host) -> None:
        """They come last, so nothing undoes them."""

    def _run(self, host: Host, check_mode: bool, **more: Any) -> None:
        # Imported only when asked for: a host compiles what it imports at every run.
        from ansible_collections.groundwork.kafka.plugins.module_utils.disks import options as disk_options  # noqa: PLC0415

        disks = [_validated(disk, disk_options.DISK) for disk in self.given]
        self.result = disk_options.run(host, disks, check_mode, **more)


def _validated(disk: Mapping[str, Any], arguments: Dict[str, Any]) -> Dict[str, Any]:
    """The options of one *disk* with their defaults, as a module that has the *arguments* gets them."""
    result = ArgumentSpecValidator(arguments).validate(disk)
    if result.error_messages:
        raise GroundworkError(f"disks: {result.error_messages[0]}; correct it.")
    validated: Dict[str, Any] = result.validated_parameters
    return validated


def run(host: Host, given: Dict[str, Any], check: bool) -> Dict[str, Any]:
    """Validate, read, plan, apply, and read again: the module's result."""
    mounted: Dict[str, Any] = {}
    with lock.held(host, "host_profile", check):
        if given["state"] == "restored":
            result = profile.restored(host, check)
        else:
            wanted = wishes.asked(host, given)
            programs = profile.start(host, wanted)
            probes = blkid.start(host, [disk.get("device") for disk in given["disks"] or ()])
            disks = None if given["disks"] is None else Disks(given["disks"])
            result = profile.apply(host, wanted, check, disks.plan(host, check, probes) if disks else (), programs)
            mounted = disks.result if disks else {}
    return {
        "changed": result.changed or mounted.get("changed", False),
        "diff": result.diff + mounted.get("diff", []),
        "settings": result.rows + mounted.get("settings", []),
        "findings": result.findings + mounted.get("findings", []),
        "plan": result.plan,
        "brought_back": result.brought_back,
        "left": result.left,
    }


def main() -> None:
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)

    end(module, lambda: run(Host(), module.params, module.check_mode))


if __name__ == "__main__":
    main()
