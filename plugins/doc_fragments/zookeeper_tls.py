# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What every module that asks ZooKeeper servers takes; the arguments are those of the utility ``four_letter_word``."""

from __future__ import annotations


class ModuleDocFragment:
    """What Ansible asks for."""

    DOCUMENTATION = r"""
options:
  keystore:
    description:
      - The PEM file on the host with a key and its certificate, with which ZooKeeper is asked over TLS.
    type: path
  truststore:
    description:
      - The PEM file on the host with the certificates that are trusted then.
    type: path
"""
