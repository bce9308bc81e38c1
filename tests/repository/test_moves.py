# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The playbooks that move data: what they do on which host in which order, with modules that only write that down."""

from __future__ import annotations

import json
import sys

import pytest

ZOOKEEPERS = ["z1", "z2", "z3"]
ENDS = {
    "server_identity": "module.exit_json(node=None, zookeeper=None, rack=None)",
    "zookeeper_inputs": "module.exit_json()",
    "jvm_options": "module.exit_json(findings=[], options=[], heap='64m', version='17')",
    "pending_restart": "module.exit_json(changed_files=[], running=True, pid=7, pending=False, mark='')",
    "rollout_lock": "module.exit_json(holder=None)",
    "zookeeper_gate": "module.exit_json(modes={}, leader='z1')",
    "server_files": "module.exit_json(changed=True, pending=True, pending_files=[])",
    "purge_timer": "module.exit_json(changed=True, settings=[])",
    "server_process": "module.exit_json(changed=True, pid=7)",
}
#: Of the folders that are given, those that end in the host's name are where its data is.
MOVE = """
moves = given["data_log_dir"] != "/old"
module.exit_json(changed=moves, due=[given["data_log_dir"]] if moves else [], data_dir="/data", data_log_dir="/old",
    summary=["transaction log: to " + given["data_log_dir"]] if moves else [])
"""


def written(host_of: str, name: str, end: str) -> str:
    """A module that writes down that it was called, in check mode or not, and then ends so."""
    return f"""
names = ("phase", "state", "ended", "data_log_dir", "metadata_log_dir", "log_dirs", "quorum")
words = [given.get(name) for name in names if given.get(name)]
mode = ["check"] if module.check_mode else []
with open({host_of!r}, "a") as file:
    file.write(json.dumps(["{name}", *mode, *map(str, words)]) + chr(10))
{end}
"""


@pytest.fixture
def moved(tmp_path, played, standing_in):
    """Run the playbook for servers whose logs are in /old, and are to be in the folders that are given by host.

    What ansible-playbook did, and which modules were called.
    """

    def run(log_dirs, *words, **ends):
        calls = tmp_path / "calls"
        calls.write_text("")
        modules = {**ENDS, "zookeeper_move": MOVE, **ends}
        library = standing_in({name: written(str(calls), name, end) for name, end in modules.items()})
        shared = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "ansible_become": False,
            "zookeeper_data_dir": "/data",
        }
        hosts = {host: {"zookeeper_data_log_dir": folder} for host, folder in log_dirs.items()}
        inventory = {"all": {"vars": shared, "children": {"zookeeper": {"hosts": hosts}}}}
        (tmp_path / "hosts.json").write_text(json.dumps(inventory))
        ran = played(
            "groundwork.kafka.move_zookeeper_data", "-i", "hosts.json", *words, ANSIBLE_COLLECTIONS_PATH=library
        )
        return ran, [json.loads(line) for line in calls.read_text().splitlines()]

    return run


def of(calls, *names):
    return [call for call in calls if call[0] in names]


def test_each_server_is_moved_between_its_gates_the_leader_last_behind_the_plan_of_all(moved):
    ran, calls = moved(dict.fromkeys(ZOOKEEPERS, "/new"))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert calls[:3] == [["zookeeper_move", "check", "/new"]] * 3
    assert of(calls, "server_identity") == [["server_identity", "/old"]] * 3  # where the data is until then
    assert "To be restarted in this order: z2, z3, z1" in ran.stdout
    one = [
        ["zookeeper_gate", "before_stop"],
        ["zookeeper_move", "/new"],
        ["server_files"],
        ["purge_timer", "/new"],
        ["zookeeper_move", "True", "/new"],
        ["server_process", "restarted"],
        ["zookeeper_gate", "after_start"],
    ]
    begun = calls.index(one[0])
    assert of(calls[begun:], *(call[0] for call in one)) == one * 3
    assert of(calls, "rollout_lock") == [["rollout_lock"], ["rollout_lock", "free"]]
    assert "transaction log: to /new" in ran.stdout


@pytest.mark.long
def test_check_mode_shows_the_plan_and_does_nothing(moved):
    ran, calls = moved({"z1": "/new"}, "--check")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "transaction log: to /new" in ran.stdout
    assert all("check" in call for call in of(calls, "zookeeper_move", "server_files", "server_process", "purge_timer"))


@pytest.mark.long
def test_a_server_whose_data_is_where_it_is_to_be_is_left_alone(moved):
    ran, calls = moved({"z1": "/old", "z2": "/new", "z3": "/old"})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "To be restarted in this order: z2" in ran.stdout
    assert len(of(calls, "server_process")) == 1
    ends = [call for call in of(calls, "zookeeper_move") if "True" in call]
    assert ends == [["zookeeper_move", "True", "/new"], *[["zookeeper_move", "True", "/old"]] * 2]


def test_a_host_that_is_refused_ends_the_run_before_any_is_touched(moved):
    refused = "module.fail_json(msg='no room') if given['data_log_dir'] == '/full' else None\n" + MOVE
    ran, calls = moved({"z1": "/new", "z2": "/full"}, zookeeper_move=refused)
    assert ran.returncode == 2
    assert "no room" in ran.stdout
    assert {call[0] for call in calls} == {"zookeeper_move"}


@pytest.mark.long
def test_a_server_that_could_not_be_moved_is_not_started_and_ends_the_rollout(moved):
    broken = "module.fail_json(msg='cp failed') if not module.check_mode else None\n" + MOVE
    ran, calls = moved({"z1": "/new", "z2": "/new"}, zookeeper_move=broken)
    assert ran.returncode == 2
    assert "The rollout stopped at z2. cp failed" in ran.stdout
    assert of(calls, "server_files", "server_process") == []


KRAFT = {
    **ENDS,
    "broker_inputs": "module.exit_json(left_behind={'folders': []}, storage={}, runs=True)",
    "kafka_archive": "module.exit_json(version='4.3.1', linked_version='4.3.1')",
    "rollout_gate": "module.exit_json(unavailable=[])",
    "cluster_info": """module.exit_json(controller_id=1, features={"kraft.version": {"finalized": 1}},
        quorum={"voters": [{"id": n, "directory_id": f"id{n}"} for n in (1, 2, 3)]})""",
    "leader_election": "module.exit_json(summary='')",
    "cluster_settings": "module.exit_json(findings=[])",
    "rack_layout": "module.exit_json(findings=[])",
}
#: The data is that of the number in the host's name, and nothing gives a number.
MOVE_METADATA = """
own = int(given["user"][-1])
if given.get("node_id") not in (None, own):
    module.fail_json(msg=f"{given['node_id']} is not {own}")
moves = given.get("metadata_log_dir") == "/m" and not given.get("ended")
module.exit_json(changed=moves, due=["/m"] if moves else [], joins=moves, folders=["/a"], log_dirs=["/a"],
    metadata_log_dir="", summary=["metadata: to /m"] if moves else [])
"""


@pytest.fixture
def moved_metadata(tmp_path, played, standing_in):
    """Run the playbook for brokers that are controllers too, with their metadata in /a, of which some go to /m."""

    def run(moving, *words, **ends):
        calls = tmp_path / "calls"
        calls.write_text("")
        modules = {**KRAFT, "metadata_move": MOVE_METADATA, **ends}
        library = standing_in({name: written(str(calls), name, end) for name, end in modules.items()})
        shared = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "ansible_become": False,
            "kafka_mode": "kraft",
            "kafka_log_dirs": ["/a"],
            "kafka_heap": "64m",
            "kafka_user": "{{ inventory_hostname }}",
        }
        hosts = {host: {"kafka_metadata_log_dir": "/m"} if host in moving else {} for host in ("k1", "k2", "k3")}
        groups = {name: {"hosts": hosts} for name in ("kafka", "kafka_controllers")}
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"vars": shared, "children": groups}}))
        ran = played("groundwork.kafka.move_metadata", "-i", "hosts.json", *words, ANSIBLE_COLLECTIONS_PATH=library)
        return ran, [json.loads(line) for line in calls.read_text().splitlines()]

    return run


def test_metadata_are_moved_between_the_gates_once_the_quorum_was_asked(moved_metadata):
    ran, calls = moved_metadata(["k1", "k2"])
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "To be restarted in this order: k2, k1" in ran.stdout  # the active controller last
    assert of(calls, "broker_inputs") == [["broker_inputs", "['/a']"]] * 3  # where they are until then
    quorum = "{'directory_ids': ['id1', 'id2', 'id3'], 'kraft_version': 1, 'joins': True}"
    told = of(calls, "cluster_info", "metadata_move")
    assert [call[0] for call in told[:6]] == ["metadata_move"] * 3 + ["cluster_info"] + ["metadata_move"] * 2
    assert told[4:6] == [["metadata_move", "check", "/m", "['/a']", quorum]] * 2
    one = [
        ["rollout_gate", "before_stop"],
        ["metadata_move", "/m", "['/a']", quorum],
        ["server_files"],
        ["server_process", "restarted"],
        ["rollout_gate", "after_start"],
    ]
    begun = calls.index(one[0])
    assert of(calls[begun:], *(call[0] for call in one))[:10] == one * 2
    ends = [call for call in of(calls, "metadata_move") if "True" in call]
    assert len(ends) == 3
    assert calls.index(ends[0]) > begun + len(one)


@pytest.mark.long
def test_a_quorum_that_cannot_do_without_a_voter_ends_the_run_before_any_is_touched(moved_metadata):
    refused = "module.fail_json(msg='too few voters') if given.get('quorum') else None\n" + MOVE_METADATA
    ran, calls = moved_metadata(["k1"], metadata_move=refused)
    assert ran.returncode == 2
    assert "too few voters" in ran.stdout
    assert of(calls, "server_files", "server_process", "rollout_lock") == []


@pytest.mark.long
def test_a_controller_whose_version_is_yet_to_come_does_not_join(moved_metadata):
    old = "module.exit_json(version='4.3.1', linked_version='4.1.2')"
    ran, calls = moved_metadata(["k1"], kafka_archive=old)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "'joins': False" in of(calls, "metadata_move")[3][-1]


#: Servers that are older than their files are for others to restart.
PENDING = "module.exit_json(changed_files=['/etc/x'], running=True, pid=7, pending=True, mark='')"


@pytest.mark.long
def test_where_nothing_is_to_be_moved_nobody_asks_for_the_quorum_or_restarts_a_server(moved_metadata):
    ran, calls = moved_metadata([], pending_restart=PENDING)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert of(calls, "cluster_info", "rollout_lock", "server_files", "server_process") == []


@pytest.mark.long
def test_where_no_data_is_to_be_moved_no_server_is_restarted(moved):
    ran, calls = moved({"z1": "/old"}, pending_restart=PENDING)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert of(calls, "rollout_lock", "server_files", "server_process") == []


#: Brokers that have /a and /b; what /b holds is moved to /a by the broker.
REMOVAL = """
removed = [] if "/b" in given["log_dirs"] else ["/b"]
moves = bool(removed) and not given.get("ended")
module.exit_json(changed=moves, due=removed, removed=removed, held=len(removed), runs=True, folders=["/a", "/b"],
    into=[{"path": "/a", "disk": "1"}], log_dirs=["/a", "/b"], metadata_log_dir="")
"""
DRAIN = "module.exit_json(changed=True, left=0, bytes_left=0, summary=['2 partitions (5.0 MiB) from /b to /a'])"


@pytest.fixture
def drained(tmp_path, played, standing_in):
    """Run the playbook for brokers with ZooKeeper that have /a and /b, of which some are to have /a alone."""

    def run(without, *words, staying=(), **ends):
        calls = tmp_path / "calls"
        calls.write_text("")
        modules = {**KRAFT, "log_dirs_removal": REMOVAL, "log_dirs_drain": DRAIN, **ends}
        library = standing_in({name: written(str(calls), name, end) for name, end in modules.items()})
        shared = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "ansible_become": False,
            "kafka_heap": "64m",
            "kafka_zookeeper_connect": "z:2181",
        }
        hosts = {host: {"kafka_log_dirs": ["/a"] if host in without else ["/a", "/b"]} for host in (*without, *staying)}
        inventory = {"all": {"vars": shared, "children": {"kafka": {"hosts": hosts}}}}
        (tmp_path / "hosts.json").write_text(json.dumps(inventory))
        ran = played("groundwork.kafka.drain_log_dirs", "-i", "hosts.json", *words, ANSIBLE_COLLECTIONS_PATH=library)
        return ran, [json.loads(line) for line in calls.read_text().splitlines()]

    return run


def test_folders_are_emptied_by_their_brokers_and_taken_out_between_the_gates(drained):
    ran, calls = drained(["k1", "k2"], staying=["k3"])
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "2 partitions (5.0 MiB) from /b to /a" in ran.stdout
    assert "/b is taken out" in ran.stdout
    assert of(calls, "broker_inputs") == [["broker_inputs", "['/a', '/b']"]] * 3  # what they have until then
    begun = calls.index(["rollout_gate", "before_stop"])
    before = of(calls[:begun], "log_dirs_removal", "log_dirs_drain")
    assert [call for call in before if "check" not in call] == [["log_dirs_drain"]] * 2
    assert before.count(["log_dirs_drain", "check"]) == 2
    one = [
        ["rollout_gate", "before_stop"],
        ["log_dirs_drain"],
        ["log_dirs_removal", "['/a']"],
        ["server_files"],
        ["server_process", "restarted"],
        ["rollout_gate", "after_start"],
    ]
    assert of(calls[begun:], *(call[0] for call in one))[:12] == one * 2
    assert len([call for call in of(calls, "log_dirs_removal") if "True" in call]) == 3


@pytest.mark.long
def test_check_mode_shows_what_is_to_be_moved_and_moves_nothing(drained):
    ran, calls = drained(["k1"], "--check")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "2 partitions (5.0 MiB) from /b to /a" in ran.stdout
    changing = of(calls, "log_dirs_removal", "log_dirs_drain", "server_files", "server_process")
    assert all("check" in call for call in changing)


@pytest.mark.long
def test_a_broker_without_room_ends_the_run_before_any_moves_a_partition(drained):
    refused = "module.fail_json(msg='finds no room') if given['broker'] == 2 else None\n" + DRAIN
    ran, calls = drained(["k1", "k2"], log_dirs_drain=refused)
    assert ran.returncode == 2
    assert "finds no room" in ran.stdout
    assert [call for call in of(calls, "log_dirs_drain", "log_dirs_removal") if "check" not in call] == []
    assert of(calls, "server_files", "server_process", "rollout_lock") == []


@pytest.mark.long
def test_a_folder_that_is_not_empty_once_the_broker_is_stopped_ends_the_rollout(drained):
    late = "module.fail_json(msg='/b has 1 partition') if not module.check_mode else None\n" + REMOVAL
    ran, calls = drained(["k1", "k2"], log_dirs_removal=late)
    assert ran.returncode == 2
    assert "The rollout stopped at k2. /b has 1 partition" in ran.stdout or "stopped at k1. /b has" in ran.stdout
    assert of(calls, "server_files", "server_process") == []


@pytest.mark.long
def test_where_no_folder_goes_no_broker_is_asked_or_restarted(drained):
    ran, calls = drained([], staying=["k1"], pending_restart=PENDING)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "no folder is to be taken out" in ran.stdout
    assert of(calls, "log_dirs_drain", "rollout_lock", "server_files", "server_process") == []
