# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.filter.kraft_members import FilterModule
from ansible_collections.groundwork.kafka.plugins.plugin_utils import certificates


@pytest.mark.parametrize(
    ("names", "left", "users"),
    [
        ({"k1": "CN=k1", "k2": "CN=k2"}, ["k2"], ["CN=k2"]),
        ({"k1": "CN=all", "k2": "CN=all"}, ["k2"], []),
        ({"k1": "CN=k1", "k2": ""}, ["k2"], []),
        ({"k1": "CN=k1", "k2": "CN=two", "k3": "CN=two"}, ["k2", "k3"], ["CN=two"]),
        ({"k1": "CN=k1"}, [], []),
    ],
)
def test_a_name_goes_with_the_last_server_that_has_it(monkeypatch, names, left, users) -> None:
    monkeypatch.setattr(certificates, "principal", lambda text, _variable: f"User:{text}")
    hosts = [{"inventory_hostname": host, "kafka_tls_certificate": name} for host, name in names.items()]
    found = FilterModule().filters()["former_names"](hosts, left)
    assert found == [{"name": name, "state": "absent"} for name in users]
