# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What this release has and Debian 12 has not; the other tests are those of the scenario default."""

import pytest


def test_this_is_debian_13(host):
    assert host.check_output(". /etc/os-release; echo $ID $VERSION_ID") == "debian 13"
    assert host.run("/usr/lib/systemd/systemd-sysctl --cat-config | grep sysctl.conf").rc != 0


@pytest.mark.parametrize("service", ["kafka", "zookeeper"])
def test_the_service_runs_on_java_21(host, service):
    process = host.check_output("systemctl show --property MainPID --value %s", service)
    assert "java-21-openjdk" in host.check_output("readlink /proc/%s/exe", process)


def test_what_root_made_with_a_umask_that_lets_nobody_in_is_open_to_the_services(host):
    assert host.check_output("su root -c umask") == "0077"
    for user, path in (("kafka", "/opt/kafka/libs"), ("zookeeper", "/opt/zookeeper/libs"), ("kafka", "/etc/kafka")):
        assert host.run("runuser -u %s -- ls %s", user, path).rc == 0
    made = host.check_output("stat -L -c %a /data /opt /opt/kafka/libs /var/lib/groundwork-kafka")
    assert made.split() == ["755"] * 4
