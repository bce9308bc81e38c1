# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The data disks, read from the kernel's mount table and from the disks themselves."""

import pytest


@pytest.mark.parametrize(("mount_point", "name"), [("/data/kafka", "lab-kafka"), ("/data/zookeeper", "lab-zookeeper")])
def test_the_disk_is_mounted_as_documented_and_again_after_a_boot(host, mount_point, name):
    device = host.check_output("readlink -f /dev/disk/by-id/%s", name)
    mounts = [line.split() for line in host.file("/proc/self/mounts").content_string.splitlines()]
    (mount,) = [fields for fields in mounts if fields[1] == mount_point]
    assert mount[0] == device
    assert mount[2] == "xfs"
    assert "noatime" in mount[3].split(",")

    uuid = host.check_output("blkid -p -s UUID -o value %s", device)
    lines = [line.split() for line in host.file("/etc/fstab").content_string.splitlines() if not line.startswith("#")]
    (entry,) = [fields for fields in lines if len(fields) > 1 and fields[1] == mount_point]
    assert entry[0] == f"UUID={uuid}"
    assert {"noatime", "nofail"} <= set(entry[3].split(","))


@pytest.mark.parametrize(("unit", "mount_point"), [("kafka", "/data/kafka"), ("zookeeper", "/data/zookeeper")])
def test_the_service_does_not_start_without_its_disk(host, unit, mount_point):
    shown = host.check_output("systemctl show --property RequiresMountsFor --property Asserts %s", unit)
    assert mount_point in shown
    assert f"AssertPathIsMountPoint={mount_point}" in host.check_output("systemctl cat %s", unit)


def test_partitions_and_the_transaction_log_lie_on_their_disks(host):
    for folder, mount_point in (("/data/kafka/log", "/data/kafka"), ("/data/zookeeper/log", "/data/zookeeper")):
        assert host.check_output("findmnt --noheadings --output TARGET --target %s", folder) == mount_point
        assert host.file(folder).listdir()
