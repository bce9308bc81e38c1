# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A real boot: what was said of it before came true, and everything runs with it."""

import pytest


def after_boot(row, pristine):
    """What *row* says that the boot gives, where the kernel's default counts as what was in force in the beginning."""
    return pristine["effective"] if row["after_boot"] == "kernel default" else row["after_boot"]


def came_true(kind, said, found):
    if kind == "disk":  # the kernel adds options of its own, and nofail is fstab's alone
        (said_type, said_options), (found_type, found_options) = (text.split(" ", 1) for text in (said, found))
        said_options = set(said_options.split(",")) - {"nofail"}
        return said_type == found_type and said_options <= set(found_options.split(","))
    if kind == "service":  # a JVM raises its soft limit to the hard one
        return found in (said, ":".join([said.partition(":")[2]] * 2))
    return found == said


def test_every_reading_made_before_the_boot_came_true(rows):
    before, now, pristine = rows("applied"), rows("booted"), rows("pristine")
    said = {key: after_boot(row, pristine[key]) for key, row in before.items() if row["kind"] != "observed"}
    assert len(said) >= 25
    pairs = {key: (value, now[key]["effective"]) for key, value in said.items()}
    assert {key: pair for key, pair in pairs.items() if not came_true(key[0], *pair)} == {}


def test_the_later_file_has_won(host, rows):
    assert host.file("/proc/sys/vm/swappiness").content_string.strip() == "30"
    assert rows("booted")["kernel", "vm.swappiness"]["status"] == "overridden"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("vm/max_map_count", "262144"),
        ("vm/dirty_background_ratio", "5"),
        ("vm/dirty_ratio", "60"),
        ("net/core/rmem_max", "2097152"),
        ("net/core/wmem_max", "2097152"),
        ("net/core/wmem_default", "212992"),  # the kernel's own is higher than the documented one
        ("net/ipv4/tcp_wmem", "4096 65536 4194304"),
        ("net/ipv4/tcp_rmem", "4096 131072 6291456"),
        ("net/ipv4/tcp_max_syn_backlog", "4096"),
        ("net/core/netdev_max_backlog", "5000"),
    ],
)
def test_the_kernel_has_the_values(host, key, value):
    assert host.file(f"/proc/sys/{key}").content_string.split() == value.split()


def test_huge_pages_are_kept(host):
    assert "[madvise]" in host.file("/sys/kernel/mm/transparent_hugepage/enabled").content_string


@pytest.mark.parametrize("unit", ["kafka", "zookeeper"])
def test_the_service_runs_with_the_whole_limit(host, nofile, unit):
    assert host.service(unit).is_running
    assert nofile(unit)[1] == 1024288


def test_whoever_logs_in_gets_the_limit(host):
    assert host.check_output("sh -c 'ulimit -Sn; ulimit -Hn'").split() == ["262144", "1048576"]


@pytest.mark.parametrize("name", ["kafka", "zookeeper"])
def test_the_disk_is_mounted_by_uuid(host, name):
    source = host.check_output("findmnt --noheadings --output SOURCE --mountpoint /data/%s", name)
    assert source == host.check_output("readlink -f /dev/disk/by-id/virtio-%s", name)
    uuid = host.check_output("blkid -p -s UUID -o value %s", source)
    assert f"UUID={uuid} /data/{name} xfs" in " ".join(host.file("/etc/fstab").content_string.split())
    assert host.file(f"/data/{name}/log").listdir()
