# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where cluster_identity runs: on the control node."""

from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.modules import cluster_identity
from ansible_collections.groundwork.kafka.plugins.plugin_utils.control_node import OnControlNode


class ActionModule(OnControlNode):
    """Work it out in Ansible's own process."""

    ARGUMENTS = cluster_identity.ARGUMENTS
    WORK = staticmethod(cluster_identity.run)
