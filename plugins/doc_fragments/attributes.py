# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What every module keeps to: check mode is the plan, and a module that changes something shows the difference."""

from __future__ import annotations


class ModuleDocFragment:
    """What Ansible asks for: C(groundwork.kafka.attributes.reads) and C(groundwork.kafka.attributes.changes)."""

    READS = r"""
attributes:
  check_mode:
    description: Can run in check mode and tell what it would do without doing it.
    support: full
    details: The module only reads.
  diff_mode:
    description: Returns what it changed, or would change, in diff mode.
    support: none
    details: There is nothing to compare.
  platform:
    description: Target systems that it works on.
    platforms: posix
    support: full
"""

    CHANGES = r"""
attributes:
  check_mode:
    description: Can run in check mode and tell what it would do without doing it.
    support: full
  diff_mode:
    description: Returns what it changed, or would change, in diff mode.
    support: full
  platform:
    description: Target systems that it works on.
    platforms: posix
    support: full
"""

    ASKS = r"""
attributes:
  check_mode:
    description: Can run in check mode and tell what it would do without doing it.
    support: full
  diff_mode:
    description: Returns what it changed, or would change, in diff mode.
    support: none
    details: What it changes lies in the cluster, and is told in the result.
  platform:
    description: Target systems that it works on.
    platforms: posix
    support: full
"""
