# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The numbers that nobody has given, and that every host remembers."""

import json

import pytest

HOSTS = {f"groundwork-cluster-kafka{number}": number for number in (1, 2, 3)}


@pytest.mark.parametrize("path", ["/etc/kafka/node-ids.json", "/etc/zookeeper/server-ids.json"])
def test_every_host_remembers_the_numbers_of_all(host, path):
    assert json.loads(host.file(path).content_string) == HOSTS


def test_the_data_is_that_of_the_hosts_own_number(host):
    number = HOSTS[host.check_output("hostname")]
    for folder in ("/data/kafka-1/log", "/data/kafka-2/log"):
        assert f"broker.id={number}" in host.file(f"{folder}/meta.properties").content_string.splitlines()
    assert host.file("/var/lib/zookeeper/data/myid").content_string.strip() == str(number)
