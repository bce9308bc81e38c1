# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.plugin_utils import pem, server_names


def test_who_has_no_certificate_has_no_name(monkeypatch) -> None:
    monkeypatch.setattr(pem, "principal", lambda text, variable: f"{text} by {variable}")
    hosts = [{"inventory_hostname": "k1", "kafka_tls_certificate": "one"}]
    hosts += [{"inventory_hostname": "k2", "kafka_tls_certificate": ""}, {"inventory_hostname": "k3"}]
    assert server_names.by_host(hosts) == {"k1": "one by kafka_tls_certificate"}
