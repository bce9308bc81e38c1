# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import files as server_files

BOOTED = 1_700_000_000
UNIT = {"path": "/etc/systemd/system/kafka.service", "content": "[Service]\n", "group": "root", "mode": "0644"}


class Machine(Host):
    """A host whose users and groups all have the ids of the test, so that anybody may run it."""

    def __init__(self, root, *names, pid="0"):
        super().__init__(root, self._answer)
        self.known = {"root", *names}
        self.pid = pid
        self.made = []

    def _answer(self, argv):
        if argv[0] == "getent":
            number = os.getuid() if argv[1] == "passwd" else os.getgid()
            lines = [f"{name}:x:{number}:" for name in argv[2:] if name in self.known]
            return Completed(0 if len(lines) == len(argv) - 2 else 2, "\n".join(lines), "")
        if argv[0] == "systemctl":
            return Completed(0, self.pid + "\n", "")
        self.made.append(list(argv))
        self.known.add(argv[-1])
        return Completed(0, "", "")


@pytest.fixture
def machine(tmp_path):
    """A host that has the user kafka, and no process."""
    return Machine(str(tmp_path), "kafka")


def params(**changes):
    given = {
        "service": "kafka",
        "user": "kafka",
        "folders": [{"path": "/etc/kafka"}],
        "data_folders": ["/data/1/kafka"],
        "disks": [],
        "files": [{"path": "/etc/kafka/server.properties", "content": "broker.id=1\n"}, UNIT],
        "secrets": {},
        "reads": ["/etc/kafka/server.properties", "/opt/kafka"],
    }
    return {**given, **changes}


def written(path):
    return (path.read_text(), oct(path.stat().st_mode & 0o7777))


def test_folders_and_files_are_made_with_their_modes_and_then_left_alone(machine, tmp_path):
    result = server_files.run(machine, params(), False)
    assert result["changed_paths"] == [
        "/etc/kafka",
        "/data/1/kafka",
        "/etc/kafka/server.properties",
        "/etc/systemd/system/kafka.service",
    ]
    assert written(tmp_path / "etc/kafka/server.properties") == ("broker.id=1\n", "0o640")
    assert written(tmp_path / "etc/systemd/system/kafka.service") == ("[Service]\n", "0o644")
    assert oct((tmp_path / "etc/kafka").stat().st_mode & 0o7777) == "0o750"
    assert oct((tmp_path / "data/1/kafka").stat().st_mode & 0o7777) == "0o750"
    assert oct((tmp_path / "data/1").stat().st_mode & 0o7777) == "0o755"
    before = (tmp_path / "etc/kafka/server.properties").stat().st_ino
    again = server_files.run(machine, params(), False)
    assert (again["changed"], again["changed_paths"], again["diff"]) == (False, [], [])
    assert (tmp_path / "etc/kafka/server.properties").stat().st_ino == before


def test_check_mode_tells_all_and_writes_nothing(machine, tmp_path):
    result = server_files.run(machine, params(disks=["/data/1"]), True)
    assert result["changed"]
    assert {
        "before_header": "/etc/kafka/server.properties",
        "after_header": "/etc/kafka/server.properties (root:kafka 0640)",
        "before": "",
        "after": "broker.id=1\n",
    } in result["diff"]
    headers = [entry["before_header"] for entry in result["diff"]]
    assert [header for header in headers if header.startswith("/etc/kafka/server.properties")] == [
        "/etc/kafka/server.properties"
    ]
    assert list(tmp_path.iterdir()) == []


def test_another_mode_is_put_right_and_shown(machine, tmp_path):
    server_files.run(machine, params(), False)
    (tmp_path / "etc/kafka/server.properties").chmod(0o666)
    result = server_files.run(machine, params(), False)
    assert result["changed_paths"] == ["/etc/kafka/server.properties"]
    assert [entry["after"] for entry in result["diff"]] == ["root:kafka 0640\n"]
    assert written(tmp_path / "etc/kafka/server.properties") == ("broker.id=1\n", "0o640")


def test_the_owner_is_put_right(machine, monkeypatch):
    server_files.run(machine, params(), False)
    owners = []
    monkeypatch.setattr(os, "fchown", lambda _file, uid, gid: owners.append((uid, gid)))
    monkeypatch.setattr(os, "chown", lambda _path, uid, gid: owners.append((uid, gid)))
    monkeypatch.setattr(os, "getuid", lambda: 4711)  # so the host's users have another id than its files
    result = server_files.run(machine, params(), False)
    assert len(result["changed_paths"]) == 4
    assert owners == [(4711, os.getgid())] * 4


def test_a_missing_user_is_made_first_and_shown(tmp_path):
    machine = Machine(str(tmp_path))
    result = server_files.run(machine, params(), False)
    options = ["--system", "--user-group", "--home-dir", "/var/lib/kafka", "--no-create-home"]
    assert machine.made == [["useradd", *options, "--shell", "/usr/sbin/nologin", "kafka"]]
    assert result["diff"][0]["after_header"] == "user kafka"


def test_a_failure_leaves_everything_as_it_was(tmp_path, monkeypatch):
    machine = Machine(str(tmp_path))
    machine.known.add("kafka")
    server_files.run(machine, params(), False)
    (tmp_path / "etc/systemd/system/kafka.service").chmod(0o600)
    write = machine.write

    def refuse(path, text, *more):
        if path == UNIT["path"] and "Restart" in text:
            raise GroundworkError("No room.")
        return write(path, text, *more)

    monkeypatch.setattr(machine, "write", refuse)
    files = [
        {"path": "/etc/kafka/server.properties", "content": "broker.id=2\n"},
        {"path": "/etc/kafka/tls/new.pem", "content": "x\n"},
        {**UNIT, "content": "[Service]\nRestart=no\n"},
    ]
    with pytest.raises(GroundworkError, match=r"^No room\.$"):
        server_files.run(machine, params(files=files, data_folders=["/data/1/kafka", "/data/2/kafka"]), False)
    assert written(tmp_path / "etc/kafka/server.properties") == ("broker.id=1\n", "0o640")
    assert written(tmp_path / "etc/systemd/system/kafka.service") == ("[Service]\n", "0o600")
    assert not (tmp_path / "etc/kafka/tls").exists()
    assert not (tmp_path / "data/2").exists()


def test_a_secret_is_written_and_never_shown(machine, tmp_path):
    files = [{"path": "/etc/kafka/key.pem"}]
    first = server_files.run(machine, params(files=files, secrets={"/etc/kafka/key.pem": "geheim\n"}), False)
    second = server_files.run(machine, params(files=files, secrets={"/etc/kafka/key.pem": "noch geheimer\n"}), False)
    assert written(tmp_path / "etc/kafka/key.pem") == ("noch geheimer\n", "0o640")
    assert "geheim" not in str(first) + str(second)
    assert [entry["before_header"] for entry in second["diff"]] == ["/etc/kafka/key.pem"]
    assert second["diff"][0]["before"] != second["diff"][0]["after"]


OLD = (
    "# made by hand\nbroker.id=1\nnum.io.threads=8\nssl.key.password=geheim\nmy.plugin.pin=4711-geheim\n"
    "listener.name.client.scram-sha-512.sasl.jaas.config=ScramLoginModule required \\\n"
    "  username=a \\\n  password=geheim;\n"
)


@pytest.mark.parametrize("check", [True, False])
def test_a_secret_that_was_there_before_is_not_shown_and_the_rest_of_the_change_is(machine, tmp_path, check):
    path = tmp_path / "etc/kafka/server.properties"
    path.parent.mkdir(parents=True)
    path.write_text(OLD)
    files = [{"path": "/etc/kafka/server.properties", "content": "# Managed\nbroker.id=1\nnum.io.threads=16\n"}]
    told = server_files.run(machine, params(files=files), check)
    assert "geheim" not in str(told)
    shown = next(entry for entry in told["diff"] if entry["before_header"] == "/etc/kafka/server.properties")
    assert "num.io.threads=8\nssl.key.password=(a secret that is not shown)\n" in shown["before"]
    assert shown["after"] == "# Managed\nbroker.id=1\nnum.io.threads=16\n"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"files": [{"path": "etc/x", "content": "x"}]}, "'etc/x' is no absolute path"),
        ({"folders": [{"path": "/etc/../x"}]}, "'/etc/../x' is no absolute path"),
        ({"data_folders": ["/etc/kafka"]}, "/etc/kafka is named twice"),
        ({"files": [{"path": "/etc/x"}]}, "/etc/x would be empty"),
        ({"files": [{**UNIT, "mode": "rw"}]}, "The mode of /etc/systemd/system/kafka.service is 'rw'"),
        ({"secrets": {"/etc/none": "x"}}, "secrets has /etc/none, which is none of the files"),
        (
            {"files": [{"path": "/etc/x", "mode": "0644"}], "secrets": {"/etc/x": "y"}},
            "/etc/x is a secret, and its mode 0644 lets everybody at it",
        ),
        ({"files": [{**UNIT, "owner": "nobody-knows"}]}, "nobody-knows, which this host does not have; make it first"),
        ({"folders": [{"path": "/etc/kafka", "group": "none"}]}, "is to belong to the group none"),
        ({"disks": ["/data/1/"]}, "No disk is mounted at /data/1/"),
        ({"folders": [{"path": "/there/file"}]}, "/there/file is no folder"),
        ({"files": [{"path": "/there/folder", "content": "x"}]}, "/there/folder is no file"),
    ],
)
def test_what_cannot_be_made_is_one_sentence_before_the_first_write(machine, tmp_path, changes, sentence):
    (tmp_path / "there/folder").mkdir(parents=True)
    (tmp_path / "there/file").write_text("")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(GroundworkError, match=sentence):
        server_files.run(machine, params(**changes), False)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_mounted_disk_is_enough(machine, tmp_path):
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/mountinfo").write_text("36 35 8:1 / /data/1 rw,noatime - xfs /dev/sda1 rw\n")
    assert server_files.run(machine, params(disks=["/data/1"]), False)["changed"]


@pytest.mark.parametrize("check", [True, False])
def test_a_process_that_is_older_than_what_it_reads_is_told(tmp_path, check):
    machine = Machine(str(tmp_path), "kafka", pid="42")
    ticks = 500 * os.sysconf("SC_CLK_TCK")
    (tmp_path / "proc/42").mkdir(parents=True)
    (tmp_path / "proc/stat").write_text(f"btime {BOOTED}\n")
    (tmp_path / "proc/42/stat").write_text(f"42 (java) S {'0 ' * 18}{ticks} 0\n")
    result = server_files.run(machine, params(), check)
    assert (result["pending"], result["pending_files"]) == (True, ["/etc/kafka/server.properties"])


def test_without_a_process_nothing_is_pending(machine):
    assert server_files.run(machine, params(), False)["pending"] is False
