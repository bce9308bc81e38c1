# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Has the module log_dirs_drain look again and again, until nothing is left in the folders, and prints what is left."""

from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.plugin_utils.following import Following


class ActionModule(Following):
    """Wait until the broker has moved everything."""

    _WHERE_TO_LOOK = "Look at the broker's journal."
