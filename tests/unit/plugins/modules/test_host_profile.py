# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import errno

import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.doc_fragments.profile import ModuleDocFragment
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import blockdev
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import wishes
from ansible_collections.groundwork.kafka.plugins.modules import host_profile
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_disks import FakeDisks


@pytest.fixture
def run(host, call):
    """Run the module on the made-up host."""
    host.kernel(vm__swappiness="60")
    return lambda **arguments: call(host_profile, **dict({"observe": False}, **arguments))


def test_it_tunes_and_returns_the_table(run, host):
    result = run(kernel_parameters={"vm.swappiness": 1})
    assert (result["changed"], result["findings"], result["plan"]) == (True, [], {})
    assert [(row["name"], row["status"]) for row in result["settings"]] == [("vm.swappiness", "in_effect")]
    assert host.live("vm.swappiness") == "1"


def test_the_machine_is_looked_at_unless_that_is_refused(run):
    seen = run(kernel_parameters={"vm.swappiness": 1}, observe=True)["settings"]
    assert [row["name"] for row in seen if row["kind"] == "observed"] == [
        "swap in use",
        "clock source",
        "time synchronization",
        "CPU governor",
    ]


def test_check_mode(run, host):
    result = run(kernel_parameters={"vm.swappiness": 1}, _ansible_check_mode=True)
    assert result["changed"]
    assert host.live("vm.swappiness") == "60"


def test_one_sentence_for_bad_input(run):
    assert run(kernel_parameters={"vm.swappines": 1}) == {
        "failed": True,
        "msg": "vm.swappines is no kernel parameter of this host; did you mean vm.swappiness?",
    }


@pytest.mark.parametrize("written", ["yes", "on", "true"])
def test_a_boolean_of_yaml(run, written):
    result = run(kernel_parameters=yaml.safe_load("vm.swappiness: " + written))
    assert result["msg"].startswith("vm.swappiness: a number is needed, not the boolean true")


def test_a_boolean_as_limit(run):
    result = run(nofile={"soft": True, "hard": 10}, limits_users=["kafka"])
    assert result["msg"].startswith("nofile.soft: a number is needed, not the boolean true")


def test_services_and_plan(run):
    result = run(
        nofile={"soft": 10, "hard": 20},
        services=["kafka"],
        plan={"partitions": 100, "retention_hours": 24, "roll_hours": 24},
    )
    assert [(row["name"], row["wanted"]) for row in result["settings"]] == [
        ("vm.max_map_count", "262144"),
        ("kafka.service LimitNOFILE", "100:100"),
    ]
    assert result["plan"]["segments"] == 100


@pytest.mark.parametrize("field", ["partitions", "retention_hours", "connections"])
def test_a_boolean_in_the_plan(run, field):
    plan = {"partitions": 1, "retention_hours": 24, "roll_hours": 24, field: True}
    assert run(plan=plan)["msg"].startswith(f"plan.{field}: a number is needed, not the boolean true")


def test_documentation_and_arguments_agree():
    options = yaml.safe_load(ModuleDocFragment.DOCUMENTATION)["options"]
    assert {name: option["type"] for name, option in options.items()} == {
        name: option["type"] for name, option in wishes.ARGUMENTS.items()
    }


@pytest.mark.parametrize("path", ["/var/lib/groundwork-kafka/journal.json", "/etc/sysctl.d/99-groundwork-kafka.conf"])
def test_a_file_that_the_host_does_not_show_is_one_sentence(run, host, monkeypatch, path):
    before, read = host.tree(), host.read

    def denied(asked):
        if asked == path:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return read(asked)

    monkeypatch.setattr(host, "read", denied)
    assert run(kernel_parameters={"vm.swappiness": 1}) == {
        "failed": True,
        "msg": f"{path} could not be opened (Permission denied); run with become, or look for a denial by SELinux or "
        "AppArmor in the audit log.",
    }
    assert {name: text for name, text in host.tree().items() if not name.startswith("run/")} == before


def test_what_is_denied_half_way_is_undone(run, host, monkeypatch):
    before, write = host.tree(), host.write

    def denied(path, *arguments):
        if path.startswith("/etc/sysctl.d/"):
            raise PermissionError(errno.EACCES, "Permission denied", "/x")
        return write(path, *arguments)

    monkeypatch.setattr(host, "write", denied)
    assert run(kernel_parameters={"vm.swappiness": 1})["msg"].startswith("/x could not be opened (Permission denied);")
    assert {name: text for name, text in host.tree().items() if not name.startswith("run/")} == before


def test_an_error_of_no_file_is_no_sentence(run, host, monkeypatch):
    def denied(_path):
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(host, "names", denied)
    with pytest.raises(PermissionError, match="Operation not permitted"):
        run(kernel_parameters={"vm.swappiness": 1})


DISK = {"device": "/dev/sdb", "mount_point": "/data/kafka"}


def test_the_disks_in_the_same_call(tmp_path, monkeypatch):
    host = FakeDisks(tmp_path, monkeypatch, blockdev).disk("sdb", 1)
    given = {name: option.get("default") for name, option in host_profile.ARGUMENTS.items()}
    given.update(disks=[DISK], observe=False)
    started, start = [], host.start
    monkeypatch.setattr(host, "start", lambda argv: started.append(argv) or start(argv))
    planned, first, second = (host_profile.run(host, given, check) for check in (True, False, False))
    # What changes a disk is planned, planned again when all before it is done, and read again.
    assert [result["changed"] for result in (planned, first, second)] == [True, True, False]
    assert started == [["blkid", "-p", "-o", "export", "/dev/sdb"]] * (1 + 3 + 1)
    told = [[finding["id"] for finding in result["findings"]] for result in (planned, first, second)]
    assert told == [["disk_drifted"], [], []]
    assert [row["status"] for row in second["settings"] if row["name"] == "/data/kafka"] == ["in_effect"]


def test_a_disk_that_the_kernel_refuses_leaves_the_host_as_it_was(tmp_path, monkeypatch):
    host = FakeDisks(tmp_path, monkeypatch, blockdev).disk("sdb", 1)
    host.sys(1, "queue")
    swappiness = tmp_path / "proc/sys/vm/swappiness"
    swappiness.parent.mkdir(parents=True)
    swappiness.write_text("60\n")
    given = {name: option.get("default") for name, option in host_profile.ARGUMENTS.items()}
    given.update(disks=[DISK], kernel_parameters={"vm.swappiness": 1}, observe=False)

    def files():
        found = [path for path in tmp_path.rglob("*") if "run" not in path.relative_to(tmp_path).parts]
        return {path: (path.stat().st_mode, path.is_file() and path.read_bytes()) for path in found}

    before, host.refuse = files(), "mount -t"
    with pytest.raises(GroundworkError, match=r"^/dev/sdb could not be mounted at /data/kafka \(mount: bad option\)"):
        host_profile.run(host, given, False)
    assert host.read("/proc/sys/vm/swappiness") == "60\n"
    assert files() == before
    host.refuse = None
    assert host_profile.run(host, given, False)["changed"]
    assert (host.read("/proc/sys/vm/swappiness"), "/data/kafka" in host.fstab()) == ("1\n", True)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"disks": [{"device": "/dev/sdb"}]}, "disks: missing required arguments: mount_point; correct it."),
        ({"disks": [{**DISK, "fstype": "zfs"}]}, "disks: value of fstype must be one of: xfs, ext4, got: zfs"),
        ({"disks": [DISK]}, "The device /dev/sdb is not there"),
    ],
)
def test_what_is_beside_the_profile_is_refused_before_the_first_write(run, host, asked, sentence):
    result = run(kernel_parameters={"vm.swappiness": 1}, **asked)
    assert result["failed"]
    assert result["msg"].startswith(sentence)
    assert host.live("vm.swappiness") == "60"
