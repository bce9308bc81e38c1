# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where capacity_plan runs: on the control node."""

from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.modules import capacity_plan
from ansible_collections.groundwork.kafka.plugins.plugin_utils.control_node import OnControlNode


class ActionModule(OnControlNode):
    """Work it out in Ansible's own process."""

    ARGUMENTS = capacity_plan.ARGUMENTS
    WORK = staticmethod(capacity_plan.run)
