# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What modules take that check where a server's exporter is to listen."""

from __future__ import annotations


class ModuleDocFragment:
    """What Ansible asks for."""

    DOCUMENTATION = r"""
options:
  exporter:
    description:
      - Where the JMX exporter in the server's JVM is to listen. Refused are a port that another process has, and an
        address that is none of the host's.
    type: dict
    version_added: "0.4.0"
    suboptions:
      host:
        description: The address.
        type: str
        required: true
      port:
        description: The port.
        type: int
        required: true
"""
