# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Has the module cluster_reassign look again and again, until all replicas are in place, and prints what is left."""

from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.plugin_utils.following import FollowingPlan


class ActionModule(FollowingPlan):
    """Wait until the cluster has moved everything."""
