# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Restored and booted again without Kafka's disk: the machine is as it was, and no broker fills the root disk."""


def test_kernel_limits_and_files_are_as_they_were(state):
    assert state("restored") == state("pristine")


def test_the_readings_are_as_they_were(rows):
    before, now = rows("pristine"), rows("restored")
    compared = [key for key in before if key[0] in ("kernel", "huge_pages") or key[1].startswith("root ")]
    assert {key: now[key]["effective"] for key in compared} == {key: before[key]["effective"] for key in compared}
    assert {key: now[key]["after_boot"] for key in compared} == {key: before[key]["after_boot"] for key in compared}


def test_the_limits_of_a_service_are_systemds_own_again(host, nofile):
    shown = host.check_output("systemctl show --property DefaultLimitNOFILE --value")
    assert nofile("zookeeper")[1] == int(shown)


def test_the_boot_did_not_wait_for_the_missing_disk(host):
    assert not host.file("/dev/disk/by-id/virtio-kafka").exists
    assert "/data/kafka" in host.file("/etc/fstab").content_string
    assert host.service("multi-user.target").is_running
    assert host.service("zookeeper").is_running


def test_the_broker_does_not_run_without_it(host):
    shown = host.check_output("systemctl show --property ActiveState --property MainPID kafka").split()
    assert sorted(shown) == ["ActiveState=inactive", "MainPID=0"]


def test_the_broker_does_not_start_either_where_somebody_passes_over_the_mount(host):
    done = host.run("systemctl start --job-mode=ignore-dependencies kafka")
    assert done.rc != 0
    assert "Assertion failed" in done.stderr


def test_nothing_was_written_to_the_root_disk(host):
    assert host.check_output("findmnt --noheadings --output TARGET --target /data/kafka") == "/"
    assert host.file("/data/kafka").listdir() == []
