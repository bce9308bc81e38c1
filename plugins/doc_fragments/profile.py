# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is wanted of a host, for every module that takes it."""

from __future__ import annotations


class ModuleDocFragment:
    """What Ansible asks for."""

    DOCUMENTATION = r"""
options:
  kernel_parameters:
    description:
      - Kernel parameters by name. The value is a number, a list or text of several, or a dictionary of C(value),
        C(rule) (V(exact), V(at_least) or V(at_most)) and C(reason).
      - Names that Kafka's documentation and its operators name are judged by their own rule; any other name that the
        host has is V(exact).
      - Left out, kernel parameters are left alone, unless O(plan) asks for C(vm.max_map_count), or O(listen_backlog)
        for C(net.core.somaxconn).
      - Where parameters are looked at, C(fs.nr_open) becomes at least the hard limit of O(nofile).
    type: dict
  transparent_huge_pages:
    description:
      - The mode of transparent huge pages, V(madvise), V(never) or V(always), or a dictionary of C(value), C(rule) and
        C(reason). It is kept over boots by a line of tmpfiles.d.
      - The rule is V(at_most), so V(never) is kept where V(madvise) is wanted and somebody chose it. The rule V(exact)
        takes it back, as a JVM with C(-XX:+UseTransparentHugePages) needs.
      - Left out, huge pages are not looked at.
    type: raw
  listen_backlog:
    description:
      - The broker's C(socket.listen.backlog.size). C(net.core.somaxconn) becomes at least this, since the kernel cuts a
        listener's backlog to it without a word.
    type: int
  nofile:
    description:
      - Limits of descriptors (C(nofile)), for O(limits_users) and O(services).
    type: dict
    suboptions:
      soft:
        description: Soft limit.
        type: int
        required: true
      hard:
        description: Hard limit, at least the soft one.
        type: int
        required: true
  limits_users:
    description:
      - Users whose sessions get O(nofile) by PAM. What the host cannot give is capped, since PAM would refuse both
        limits.
      - Left out, limits of users are left alone.
    type: list
    elements: str
  services:
    description:
      - Services that get O(nofile) by a drop-in, since PAM limits do not reach them. Nothing is restarted.
      - Each is the name of a unit without C(.service), which need not be installed yet.
      - Left out, limits of services are left alone.
    type: list
    elements: str
  plan:
    description:
      - The load that is expected of one broker. C(vm.max_map_count) and O(nofile) become at least what it needs.
      - Segments are given, or counted by size, by time, or as the larger of both.
      - The filter P(groundwork.kafka.broker_holds#filter) has it of the load of a whole cluster.
    type: dict
    suboptions:
      partitions:
        description: Partition replicas that the broker holds.
        type: int
        required: true
      segments:
        description: Segments of all of them, where they are not alike.
        type: int
      partition_bytes:
        description: Size of a partition in bytes.
        type: int
      segment_bytes:
        description: Size of a segment in bytes.
        type: int
      retention_hours:
        description: How long records are kept, in hours.
        type: int
      roll_hours:
        description: After how many hours a segment is rolled.
        type: int
      connections:
        description: Connections of clients and of other brokers.
        type: int
  observe:
    description:
      - Whether to look at what is never changed as well, which is swap in use, the clock source, whether the clock is
        synchronized, and the CPU governor.
    type: bool
    default: true
"""
