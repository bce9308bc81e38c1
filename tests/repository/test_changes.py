# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a change of an input does: each has one kind, and what is refused is refused before the first write."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import sys
from pathlib import Path
from typing import Any, Iterator, Mapping

import pytest
import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
PLUGINS = CHECKOUT / "plugins"
ROLES = sorted(folder.name for folder in (CHECKOUT / "roles").iterdir())
RESTARTS = {
    f"{whose} {service}" for whose in ("its", "every") for service in ("kafka", "zookeeper", "kafka-mirror-maker")
}
FIELDS = {"kind", "does", "restarts", "refused", "playbook", "guide", "fact"}
LONGEST = 240
#: What looks at all hosts before the first write: preflight, and the plan of the host profile and the data disks.
LOOKING = (
    *("broker_inputs", "zookeeper_inputs", "server_identity", "cluster_layout", "cluster_identity", "kafka_archive"),
    *("jvm_options", "certificates", "cluster_replication", "lost_replicas", "former_servers", "host_profile"),
    *("server_double", "zookeeper_gate", "mirror_maker_inputs"),
)
#: Their parts on the control node, which are no modules.
ALSO_LOOKING = (
    "plugin_utils/certificates.py",
    "plugin_utils/pem.py",
    "plugin_utils/preflight.py",
    "filter/user_refusals.py",
    "filter/unknown_names.py",
    "filter/kafka_server.py",
    "filter/exporter.py",
    "filter/inventory_hosts.py",
    "filter/mirror_maker.py",
)
#: Tasks of preflight that fail by themselves.
TASKS = ("roles/kafka/tasks/check.yml", "roles/kafka/tasks/foreign_file.yml")

_spec = importlib.util.spec_from_file_location("role_readmes", CHECKOUT / "docs" / "role_readmes.py")
role_readmes = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(role_readmes)
KNOWN = role_readmes.changes("preflight")


def inputs(options: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """The names of *options* and their suboptions."""
    for name, option in options.items():
        yield prefix + name
        yield from inputs(option.get("options", {}), f"{prefix}{name}.")


def faults(options: Mapping[str, Any], changes: Mapping[str, Any]) -> list[str]:
    """What is wrong with the *changes* of a role with these *options*."""
    found = [f"{name} has no kind" for name in options if name not in changes]
    found += [f"{name} is no input" for name in changes if name not in set(inputs(options))]
    return found + [fault for name, one in changes.items() for fault in faults_of(name, one)]


def faults_of(name: str, one: Mapping[str, Any]) -> list[str]:
    """What is wrong with the entry *one*."""
    kind, does, restarts = one.get("kind"), one.get("does", ""), one.get("restarts")
    by_mode = restarts if isinstance(restarts, dict) else {"": restarts or []}
    named = [server for servers in by_mode.values() for server in servers]
    return [
        f"{name} {what}"
        for wrong, what in (
            (kind not in KNOWN["kinds"], f"has the unknown kind {kind}"),
            (set(one) - FIELDS, "has a field that nobody reads"),
            (not does.strip().endswith(".") or len(does) > LONGEST, "is not told in a short sentence"),
            ((kind == "rolling") != bool(named), "names the servers that are restarted where none are, or does not"),
            (set(named) - RESTARTS or set(by_mode) - {"", "zookeeper", "kraft"}, "names servers that nobody knows"),
            (kind == "fixed" and not one.get("refused"), "is fixed, and nothing refuses it"),
            ((kind == "procedure") != ("playbook" in one), "has no playbook, or one that is not its way"),
            (
                "playbook" in one and not (CHECKOUT / f"playbooks/{one['playbook']}.yml").exists(),
                "has no such playbook",
            ),
            ("guide" in one and not (CHECKOUT / one["guide"]).exists(), "has no such guide"),
        )
        if wrong
    ]


def text(told: str) -> str:
    """*told* on one line, with one sign for whatever is filled in."""
    return re.sub("…+(?: ?…+)*", "…", " ".join(told.split()))


def sentences(file: Path) -> Iterator[str]:
    """The texts of a file: those of a program, or all of a file of tasks."""
    if file.suffix == ".yml":
        yield text(re.sub(r"\{\{.*?\}\}", "…", file.read_text(), flags=re.DOTALL))
        return
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield text(node.value)
        if isinstance(node, ast.JoinedStr):
            yield text("".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values))


def says(refused: str, told: str) -> bool:
    """Whether *told* begins with *refused*; where that begins with what is filled in, whether it has what follows."""
    looked_for = text(refused)
    if looked_for.startswith("…"):
        return looked_for.strip("… ") in told
    return told.startswith(looked_for.rstrip("… "))


def imported(file: Path, seen: set[Path]) -> set[Path]:
    """*file* and all of the plugins' own that it imports, whoever imports it."""
    if file in seen:
        return seen
    seen.add(file)
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            folder = file.parents[node.level - 1] if node.level else CHECKOUT
            way = (node.module or "").replace("ansible_collections.groundwork.kafka.", "").split(".")
            base = folder.joinpath(*[part for part in way if part])
            for one in [base.with_suffix(".py"), *(base / f"{alias.name}.py" for alias in node.names)]:
                if one.exists() and PLUGINS in one.parents:
                    imported(one, seen)
    return seen


@pytest.fixture(scope="module")
def looked() -> list[str]:
    """All texts of what looks at all hosts before the first write."""
    files: set[Path] = set()
    for name in [*(f"modules/{module}.py" for module in LOOKING), *ALSO_LOOKING]:
        imported(PLUGINS / name, files)
    files |= {CHECKOUT / path for path in TASKS}
    return [told for file in files for told in sentences(file)]


@pytest.mark.parametrize("role", ROLES)
def test_each_input_has_one_kind(role) -> None:
    specification = yaml.safe_load((CHECKOUT / "roles" / role / "meta/argument_specs.yml").read_text())
    options = specification["argument_specs"]["main"].get("options", {})
    assert faults(options, role_readmes.changes(role)["changes"]) == []


def test_each_fact_of_the_inventory_has_one_kind() -> None:
    assert [fault for name, one in KNOWN["inventory"].items() for fault in faults_of(name, one)] == []
    assert [name for name, one in KNOWN["inventory"].items() if not one.get("fact")] == []


GOOD = {"kind": "live", "does": "It is in force at once."}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({}, "a has no kind"),
        ({"a": GOOD, "b": GOOD}, "b is no input"),
        ({"a": GOOD, "a.c": GOOD}, "a.c is no input"),
        ({"a": {**GOOD, "kind": "sometimes"}}, "a has the unknown kind sometimes"),
        ({"a": {**GOOD, "sort": "live"}}, "a has a field that nobody reads"),
        ({"a": {**GOOD, "does": "It is"}}, "a is not told in a short sentence"),
        ({"a": {**GOOD, "kind": "rolling"}}, "a names the servers that are restarted where none are, or does not"),
        (
            {"a": {**GOOD, "restarts": ["its kafka"]}},
            "a names the servers that are restarted where none are, or does not",
        ),
        ({"a": {**GOOD, "kind": "rolling", "restarts": ["kafka"]}}, "a names servers that nobody knows"),
        ({"a": {**GOOD, "kind": "rolling", "restarts": {"raft": ["its kafka"]}}}, "a names servers that nobody knows"),
        ({"a": {**GOOD, "kind": "fixed"}}, "a is fixed, and nothing refuses it"),
        ({"a": {**GOOD, "kind": "procedure"}}, "a has no playbook, or one that is not its way"),
        ({"a": {**GOOD, "kind": "procedure", "playbook": "move_all"}}, "a has no such playbook"),
        ({"a": {**GOOD, "guide": "docs/none.md"}}, "a has no such guide"),
    ],
)
def test_what_is_wrong_is_found(changes, fault: str) -> None:
    assert faults({"a": {"options": {"b": {}}}}, {"a": GOOD, "a.b": GOOD}) == []
    assert faults({"a": {"options": {"b": {}}}}, changes) == [fault]


@pytest.mark.parametrize("role", ROLES)
def test_what_is_refused_is_refused_before_the_first_write(role, looked) -> None:
    known = role_readmes.changes(role)
    entries = {**known["changes"], **known.get("inventory", {})}
    refused = {sentence for one in entries.values() for sentence in one.get("refused", ())}
    assert [sentence for sentence in refused if not any(says(sentence, told) for told in looked)] == []


def test_a_sentence_that_nobody_says_is_found(looked) -> None:
    assert not any(says("The controller of this host talks at port …", told) for told in looked)
    assert any(says("The controller of this host listens at port …", told) for told in looked)
    assert not any(says("controller of this host listens", told) for told in looked), "its beginning is to be named"


def test_the_page_is_what_the_data_say() -> None:
    assert (CHECKOUT / "docs/changes.md").read_text() == role_readmes.page(), "run `make docs`"
    assert set(re.findall(r"^\| \*(\w+)\* \|", role_readmes.page(), re.MULTILINE)) == set(KNOWN["kinds"])


def test_the_table_of_a_role_names_the_kind_of_each_input() -> None:
    options = {"a": {"description": "It.", "options": {"b": {"description": "Its."}, "c": {"description": "Own."}}}}
    kinds = {"a": {"kind": "rolling"}, "a.c": {"kind": "fixed"}}
    cells = [row.split(" | ") for row in role_readmes.rows(options, {}, kinds)]
    assert [(one[0], one[3]) for one in cells] == [("| `a`", "rolling"), ("| `a.b`", "rolling"), ("| `a.c`", "fixed")]


@pytest.fixture
def site(tmp_path, played, standing_in):
    """Run the playbook site in check mode on one KRaft host, with modules that end as is given; what was printed."""
    host = {
        "ansible_connection": "local",
        "ansible_python_interpreter": sys.executable,
        "ansible_become": False,
        "kafka_mode": "kraft",
        "kafka_host": "k1.example.com",
        "kafka_broker_port": 9191,
        "kafka_java": str(tmp_path / "none/java"),
        "kafka_heap": "64m",
    }
    told = (
        "node={'id': 1, 'cluster_id': None, 'remembered': {'k4': 4}, 'replication': None, 'listens': {}, 'ports': {}}"
    )
    ends = {
        "server_identity": f"module.exit_json({told}, zookeeper=None, rack=None)",
        "kafka_archive": "module.exit_json(version='4.3.1', linked_version='')",
        "java_package": "module.fail_json(msg='the end of preflight')",
        "former_servers": "module.exit_json(findings=[])",
    }

    def run(groups: Mapping[str, Any], **more: str) -> str:
        (tmp_path / "hosts.json").write_text(
            json.dumps({"all": {"children": {name: {"hosts": {"k1": host}} for name in groups}}})
        )
        where = standing_in({**ends, **more})
        done = played("groundwork.kafka.site", "-i", "hosts.json", "--check", ANSIBLE_COLLECTIONS_PATH=where)
        assert done.returncode == 2, done.stdout
        assert "Tune the hosts" not in done.stdout
        return done.stdout + done.stderr

    return run


def test_a_server_is_held_against_what_it_is_to_be(site) -> None:
    asked = "json.dumps({name: given[name] for name in ('ports', 'roles', 'host', 'controllers', 'names')})"
    said = site(["kafka", "kafka_controllers"], broker_inputs=f"module.fail_json(msg='asked: ' + {asked})")
    (told,) = set(re.findall(r"asked: (\{.*?\}, .*?\})", said.replace("\\", "")))
    assert json.loads(told) == {
        "ports": {"kafka_port": 9092, "kafka_broker_port": 9191, "kafka_controller_port": 9093},
        "roles": ["broker", "controller"],
        "host": "k1.example.com",
        "controllers": ["k1.example.com:9093"],
        "names": [],
    }


def test_servers_that_are_gone_are_asked_for_before_anything_is_tuned(site) -> None:
    said = site(["kafka", "kafka_controllers"], former_servers="module.fail_json(msg=f'gone: {given[\"servers\"]}')")
    assert "gone: {'4': 'k4'}" in said


def stored(*, has_run: bool, unformatted: list[str], may_be_new: bool = True, topics: bool = False) -> str:
    """What broker_inputs tells of a broker without data that does not run."""
    told = {
        "has_run": has_run,
        "topics": topics,
        "runs": False,
        "left_behind": {"folders": ["/d"], "held": [], "may_be_new": may_be_new},
        "storage": {"node_id": 1, "cluster_id": "", "directories": {"/d": "own"}, "unformatted": unformatted},
    }
    return f"module.exit_json(log_dirs=['/d'], **{told!r})"


ASKED_OF_LOST, ASKED_OF_DOUBLE = ("module.fail_json(msg=f'asked {given}')".replace("asked", one) for one in ("L", "D"))


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        pytest.param(stored(has_run=False, unformatted=["/d"]), False, id="a cluster that begins"),
        pytest.param(stored(has_run=False, unformatted=["/d"], topics=True), True, id="one that had topics"),
        pytest.param(stored(has_run=False, unformatted=[]), False, id="the same, which was formatted before"),
        pytest.param(stored(has_run=True, unformatted=[], may_be_new=False), True, id="a broker that has run"),
    ],
)
def test_the_cluster_is_asked_what_an_empty_broker_had_where_there_may_be_one(site, told: str, asked: bool) -> None:
    said = site(
        ["kafka", "kafka_controllers"],
        broker_inputs=told,
        lost_replicas=ASKED_OF_LOST,
        server_double="module.exit_json()",
    )
    assert bool(re.search(r"L \{.*'folders': \['/d'\]", said)) == asked, said


def test_a_number_that_runs_elsewhere_is_asked_for_before_anything_is_tuned(site) -> None:
    told = stored(has_run=True, unformatted=[], may_be_new=False)
    said = site(["kafka", "kafka_controllers"], broker_inputs=told, server_double=ASKED_OF_DOUBLE)
    asked = re.search(r"D (\{.*)", said).group(1)
    for part in ("'number': 1", "'host': 'k1.example.com'", "'ports': [9092, 9191, 9093]", "'directories': ['own']"):
        assert part in asked


def test_a_java_that_nothing_brings_is_refused_before_anything_is_tuned(site, tmp_path) -> None:
    there = "module.exit_json(package='openjdk-21', manager='apt', missing='', installed=True)"
    may_be = stored(has_run=False, unformatted=[], may_be_new=True)
    said = site(["kafka", "kafka_controllers"], java_package=there, broker_inputs=may_be)
    assert (
        f"There is no java program at {tmp_path}/none/java, which kafka_java names, and the package openjdk-21 is"
        in said
    )


@pytest.mark.parametrize(
    ("file", "module", "options"),
    [
        ("kafka/tasks/certificates.yml", "certificates", {"in_use"}),
        ("zookeeper/tasks/certificates.yml", "certificates", {"in_use"}),
        ("zookeeper/tasks/check.yml", "zookeeper_inputs", {"purge"}),
        ("zookeeper/tasks/install.yml", "kafka_archive", {"unit"}),
        ("zookeeper/tasks/switch.yml", "kafka_archive", {"unit"}),
        ("kafka/tasks/install.yml", "kafka_archive", {"unit"}),
        ("kafka/tasks/switch.yml", "kafka_archive", {"unit"}),
    ],
)
def test_a_role_hands_over_what_is_judged(file, module, options) -> None:
    tasks = yaml.safe_load((CHECKOUT / "roles" / file).read_text())
    given = [task[f"groundwork.kafka.{module}"] for task in tasks if f"groundwork.kafka.{module}" in task]
    assert given
    assert all(options <= set(one) for one in given)


def test_users_are_judged_with_the_other_inputs_of_a_broker() -> None:
    tasks = yaml.safe_load((CHECKOUT / "roles/kafka/tasks/check.yml").read_text())
    (task,) = [task for task in tasks if "user_refusals" in str(task.get("when"))]
    assert "user_refusals" in task["ansible.builtin.fail"]["msg"]
