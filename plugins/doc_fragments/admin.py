# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How a module talks to a cluster, for every module that does."""

from __future__ import annotations


class ModuleDocFragment:
    """What Ansible asks for."""

    DOCUMENTATION = r"""
options:
  bootstrap_servers:
    description:
      - Brokers to ask, each as C(host:port). One that answers is enough.
    type: list
    elements: str
    required: true
  client_config:
    description:
      - How to connect, with the keys of Kafka's client format (C(security.protocol), C(sasl.mechanism),
        C(sasl.jaas.config), C(ssl.truststore.*), C(ssl.keystore.*), C(ssl.key.password) and
        C(ssl.endpoint.identification.algorithm)). Certificates and keys are PEM, in files of the control node or in the
        values; to another host go the contents of these files. Empty connects without security.
    type: dict
    default: {}
  timeout:
    description: Seconds that the connection and each request may take.
    type: int
    default: 15
requirements:
  - kafka-python 3.0.12 or newer, below 4, on the host that asks
notes:
  - Delegate it to a host that reaches the brokers, the control node (C(delegate_to=localhost)) or another, with
    C(run_once) unless each host asks something of its own. There it runs without become; on the control node with the
    Python that runs Ansible, on another host with the one that Ansible finds. C(cluster_access_python) names another,
    and so does C(ansible_python_interpreter) of the task itself.
"""
