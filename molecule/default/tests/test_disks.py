# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The data disks, read from the kernel's mount table and from the disks themselves."""

import time

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


SERVICES = {"kafka": ("/data/kafka", 9092), "zookeeper": ("/data/zookeeper", 2181)}


@pytest.fixture(params=SERVICES)
def without_its_disk(host, request):
    """A service that is stopped, and whose disk is gone: its unit, the mount point, and how to mount the disk again."""
    mount_point, _port = SERVICES[request.param]
    mounted = f"mountpoint --quiet {mount_point} || mount {mount_point}"
    host.check_output("systemctl stop kafka zookeeper")
    try:
        host.check_output("umount %s", mount_point)
        yield request.param, mount_point, lambda: host.check_output(mounted)
    finally:
        host.check_output(mounted)
        for unit in ("zookeeper", "kafka"):
            start(host, unit)


def start(host, unit):
    """Start a service and wait until it listens, for half a minute at most."""
    host.check_output("systemctl start %s", unit)
    _mount_point, port = SERVICES[unit]
    for _second in range(30):
        if host.run(f"ss --listening --numeric --tcp | grep --quiet ':{port} '").succeeded:
            return
        time.sleep(1)
    pytest.fail(f"{unit} does not listen at {port}: " + host.run("journalctl --unit %s --lines 20", unit).stdout)


def test_a_service_does_not_start_without_its_disk_and_does_when_it_is_back(host, without_its_disk):
    unit, mount_point, mount = without_its_disk
    # Its mount is a dependency, for whose disk systemd waits a minute and a half; what holds without it is asked here.
    assert host.run("systemctl start --job-mode=ignore-dependencies %s", unit).failed
    status = host.run("systemctl status --no-pager --full %s", unit).stdout
    assert f"AssertPathIsMountPoint={mount_point} was not met" in status

    below = host.file(mount_point)
    assert (below.user, below.group, oct(below.mode), below.listdir()) == ("root", "root", "0o755", [])
    assert host.run("su --shell /bin/sh --command %s %s", f"touch {mount_point}/x", unit).failed

    mount()
    for needed in ("zookeeper", "kafka")[: 1 + (unit == "kafka")]:
        start(host, needed)
    assert host.file(mount_point + "/log").listdir()


def test_a_role_makes_no_folder_where_a_disk_is_missing(host, without_its_disk, play, tmp_path):
    unit, mount_point, _mount = without_its_disk
    alone = tmp_path / "alone.yml"
    alone.write_text(
        f"[{{hosts: {unit}, gather_facts: false, tasks: [{{ansible.builtin.include_role: "
        f"{{name: groundwork.kafka.{unit}}}}}]}}]\n"
    )
    done = play(str(alone), {})
    assert done.returncode != 0
    said = " ".join((done.stdout + done.stderr).split())
    assert f"No disk is mounted at {mount_point}, and the service would fill the root disk" in said
    assert host.file(mount_point).listdir() == []


def test_partitions_and_the_transaction_log_lie_on_their_disks(host):
    for folder, mount_point in (("/data/kafka/log", "/data/kafka"), ("/data/zookeeper/log", "/data/zookeeper")):
        assert host.check_output("findmnt --noheadings --output TARGET --target %s", folder) == mount_point
        assert host.file(folder).listdir()


def test_the_role_alone_finds_what_the_whole_profile_has_mounted(play, tmp_path):
    playbook = tmp_path / "disks.yml"
    playbook.write_text(
        "- hosts: kafka\n  gather_facts: false\n  become: true\n  roles: [groundwork.kafka.data_disks]\n"
    )
    done = play(str(playbook), {})
    assert done.returncode == 0, done.stdout
    assert " changed=0 " in done.stdout
