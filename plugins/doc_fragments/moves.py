# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How a module moves replicas, for every module that does."""

from __future__ import annotations


class ModuleDocFragment:
    """What Ansible asks for."""

    DOCUMENTATION = r"""
options:
  throttle:
    description:
      - The bytes a second that each broker may send, and receive, of what is moved, with V(k), V(m) or V(g) behind.
        What is in sync is not limited.
      - Of a broker that takes more new records than that, nothing is ever moved.
      - V(unlimited) sets no limit.
    type: str
    default: 50m
  at_once:
    description: How many partitions each broker copies at a time.
    type: int
    default: 5
  wait:
    description: Seconds in which something has to come nearer to its end, before it is given up.
    type: int
    default: 600
"""
