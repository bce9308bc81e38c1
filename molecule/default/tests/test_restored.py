# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A second run with other values, a change by somebody else, and back to what the host was before the first run.

What a network namespace has of its own is compared with one that nobody has tuned.
"""

import pytest

from tests.servers.waiting import eventually

pytestmark = pytest.mark.usefixtures("restored")

FILES = [
    "/etc/sysctl.d/99-groundwork-kafka.conf",
    "/etc/tmpfiles.d/00-groundwork-kafka.conf",
    "/etc/security/limits.d/99-groundwork-kafka.conf",
    "/etc/systemd/system/kafka.service.d/50-groundwork-kafka.conf",
    "/etc/systemd/system/zookeeper.service.d/50-groundwork-kafka.conf",
]
NETWORK = ["tcp_wmem", "tcp_rmem", "tcp_max_syn_backlog", "tcp_keepalive_time"]
OTHER_VALUES = {
    "os_tuning_kernel_parameters": {
        "net.ipv4.tcp_wmem": "4096 131072 2048000",
        "net.ipv4.tcp_keepalive_time": 600,
        "net.ipv4.tcp_fin_timeout": 17,
    },
    "os_tuning_nofile_soft": 10000,
}
#: Read before our own, and with fewer files than a broker holds.
FEW_FILES = "/etc/systemd/system/kafka.service.d/10-few-files.conf"
PROCESSES = "systemctl show --property MainPID kafka zookeeper"


def network(host, names, namespace=""):
    """The values in the host's network namespace, or by a command in front of it in another one."""
    return host.check_output(namespace + " cat " + " ".join(f"/proc/sys/net/ipv4/{name}" for name in names))


@pytest.fixture(scope="module")
def restored(host, play):
    """What the playbook said while the broker's next start would be short of files, and the two times after that.

    Tunes the host again for the tests after these.
    """
    timeout = network(host, ["tcp_fin_timeout"])
    processes = host.check_output(PROCESSES)
    tuned = play("groundwork.kafka.tune", OTHER_VALUES)
    assert tuned.returncode == 0, tuned.stdout
    assert network(host, ["tcp_keepalive_time", "tcp_fin_timeout"]).split() == ["600", "17"]
    host.check_output("echo 23 > /proc/sys/net/ipv4/tcp_fin_timeout")
    host.check_output(f"printf '[Service]\\nLimitNOFILE=100\\n' > {FEW_FILES} && systemctl daemon-reload")
    try:
        said = [play("groundwork.kafka.restore", {}).stdout]
    finally:
        host.check_output(f"rm {FEW_FILES} && systemctl daemon-reload")
    yield said + [play("groundwork.kafka.restore", {}).stdout for _time in range(2)]
    host.check_output(f"echo {timeout} > /proc/sys/net/ipv4/tcp_fin_timeout")
    tuned = play("groundwork.kafka.tune", {})
    assert tuned.returncode == 0, tuned.stdout
    assert host.check_output(PROCESSES) == processes
    # Their drop-ins are newer than they are, which an audit would tell of if the tests are run again.
    host.check_output("systemctl restart zookeeper && systemctl restart kafka")
    eventually(lambda: host.socket(f"tcp://{host.check_output('hostname --ip-address')}:9092").is_listening, True)


@pytest.mark.parametrize("path", [*FILES, "/var/lib/groundwork-kafka/journal.json"])
def test_nothing_of_ours_is_left(host, path):
    assert not host.file(path).exists


def test_values_are_those_of_a_host_that_nobody_tuned(host):
    assert network(host, NETWORK) == network(host, NETWORK, "unshare --net")


def test_what_somebody_else_changed_is_left_and_named(host, restored):
    assert network(host, ["tcp_fin_timeout"]) == "23"
    assert "net.ipv4.tcp_fin_timeout has been changed by somebody since" in " ".join(restored[0].split())


def test_systemd_knows_of_it(host):
    default = host.check_output("systemctl show --property DefaultLimitNOFILE --value")
    assert host.check_output("systemctl show --property LimitNOFILE --value kafka") == default


def test_the_second_time_nothing_changes(restored):
    assert [stdout.count("changed=0") for stdout in restored] == [0, 0, 1], restored[2]


def test_a_limit_that_the_broker_needs_is_kept_until_its_next_start_gets_enough(restored):
    first, second, _third = (" ".join(stdout.split()) for stdout in restored)
    assert "kafka.service LimitNOFILE stays at" in first
    assert f"- {FILES[3]}" not in first
    assert f"- {FILES[3]}" in second
