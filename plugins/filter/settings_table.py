# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filter settings_table: rows of groundwork.kafka.host_profile as a table of plain text."""

from __future__ import annotations

DOCUMENTATION = r"""
name: settings_table
short_description: Show the settings of a host as a table
version_added: "0.1.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Renders the C(settings) that M(groundwork.kafka.host_profile) returns as an aligned table of plain ASCII text,
    with the note of each setting that is not in effect below its line.
options:
  _input:
    description: The rows.
    type: list
    elements: dict
    required: true
"""

EXAMPLES = r"""
- name: Show the table of settings
  ansible.builtin.debug:
    msg: "{{ (profile.settings | groundwork.kafka.settings_table).splitlines() }}"
"""

RETURN = r"""
_value:
  description: The table, lines separated by newlines.
  type: str
"""

from typing import Any, Callable, Dict

from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.module_utils.core import table


def settings_table(rows: Any) -> str:
    """The table of *rows*; raises AnsibleFilterError when they are no rows of host_profile."""
    try:
        return table.render(rows)
    except (KeyError, TypeError) as error:
        raise AnsibleFilterError(
            "settings_table: the input is not the list of settings that host_profile returns; pass its settings."
        ) from error


class FilterModule:
    """What Ansible asks for."""

    def filters(self) -> Dict[str, Callable[..., str]]:
        """The filters by name."""
        return {"settings_table": settings_table}
