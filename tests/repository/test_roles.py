# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Roles: the argument specification is the one documentation, and nothing drifts away from it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest
import yaml
from ansible.parsing.dataloader import DataLoader
from ansible.template import Templar, trust_as_template

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import hosts as inventory_hosts
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import catalogue
from ansible_collections.groundwork.kafka.plugins.plugin_utils import kernel_parameters
from tests.matrix.nodes import HOSTS

CHECKOUT = Path(__file__).resolve().parents[2]
ROLES = sorted(folder.name for folder in (CHECKOUT / "roles").iterdir())
FORMER = [*kernel_parameters.FORMER, kernel_parameters.FORMER_EXTRA]

_spec = importlib.util.spec_from_file_location("role_readmes", CHECKOUT / "docs" / "role_readmes.py")
role_readmes = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(role_readmes)


def load(role, path):
    file = CHECKOUT / "roles" / role / path
    return yaml.safe_load(file.read_text()) if file.exists() else None


def options(role):
    return load(role, "meta/argument_specs.yml")["argument_specs"]["main"].get("options", {})


def normal(value):
    return " ".join(value.split()) if isinstance(value, str) else value


@pytest.mark.parametrize("role", ROLES)
def test_documented_defaults_are_the_defaults(role):
    documented = {name: normal(option["default"]) for name, option in options(role).items() if "default" in option}
    real = {name: normal(value) for name, value in (load(role, "defaults/main.yml") or {}).items()}
    computed = {name for name in real.keys() - documented.keys() if str(real[name]).startswith("{{")}
    assert documented == {name: value for name, value in real.items() if name not in computed}
    assert computed <= options(role).keys()


@pytest.mark.parametrize("role", ROLES)
def test_defaults_of_suboptions_are_those_of_the_dictionary(role):
    for option in options(role).values():
        if option.get("type") == "dict" and option.get("default"):
            assert {name: sub["default"] for name, sub in option["options"].items()} == option["default"]


@pytest.mark.parametrize("role", ROLES)
def test_inputs_carry_the_roles_name_and_internals_two_underscores(role):
    assert [name for name in options(role) if not name.startswith(f"{role}_")] == []
    assert [name for name in load(role, "vars/main.yml") or {} if not name.startswith((f"__{role}_", f"{role}_"))] == []


def texts(*folders):
    """The text of each of the folders' files that Ansible reads, by its path."""
    files = [path for folder in folders for path in (CHECKOUT / folder).rglob("*") if path.suffix in (".yml", ".j2")]
    return {file.relative_to(CHECKOUT): file.read_text() for file in files}


def test_nobody_reads_what_is_private_to_a_role():
    private = re.compile(rf"\b__({'|'.join(ROLES)})_[a-z]")
    found = {
        file: set(private.findall(text))
        for file, text in texts("roles", "playbooks", "molecule", "plugins/filter").items()
    }
    assert len(found) > len(ROLES)
    strangers = {file: roles - {file.parts[1]} if file.parts[0] == "roles" else roles for file, roles in found.items()}
    assert {str(file): roles for file, roles in strangers.items() if roles} == {}


@pytest.mark.parametrize("role", ROLES)
def test_what_others_may_read_of_a_role_is_documented(role):
    own = [text for file, text in texts(f"roles/{role}").items() if file.parts[2] in ("tasks", "vars")]
    given = {name for text in own for name in re.findall(rf"^ *(?:register: )?({role}_\w+)(?=:|$)", text, re.MULTILINE)}
    public = given - options(role).keys() - (load(role, "defaults/main.yml") or {}).keys()
    told = " ".join(
        role_readmes.sentences(load(role, "meta/argument_specs.yml")["argument_specs"]["main"]["description"])
    )
    assert [name for name in sorted(public) if f"`{name}`" not in told] == []


def test_no_program_stands_outside_of_a_template():
    files = {file: text for file, text in texts("roles", "playbooks").items() if file.suffix == ".yml"}
    assert [str(file) for file, text in files.items() if re.search(r"\{%-? *(?:for|set)", text)] == []


@pytest.mark.parametrize("role", ROLES)
def test_the_readme_is_the_specification(role):
    assert (CHECKOUT / "roles" / role / "README.md").read_text() == role_readmes.readme(role), "run `make docs`"


def test_the_readme_names_each_role_and_each_playbook() -> None:
    text = (CHECKOUT / "README.md").read_text()
    assert [role for role in ROLES if f"[{role}](roles/{role}/README.md)" not in text] == []
    playbooks = {path.stem for path in (CHECKOUT / "playbooks").glob("*.yml")}
    (table,) = re.findall(r"^\| playbook \|.*?\n\n", text, re.MULTILINE | re.DOTALL)
    assert playbooks - set(re.findall(r"`(?:groundwork\.kafka\.)?([a-z_]+)`", table)) == set()


@pytest.mark.parametrize("role", ROLES)
def test_what_is_worked_out_by_default_is_described(role):
    worked_out = {
        name: value for name, value in role_readmes.defaults(role).items() if role_readmes.TEMPLATE.search(str(value))
    }
    described = {name: " ".join(role_readmes.sentences(options(role)[name]["description"])) for name in worked_out}
    assert [name for name, text in described.items() if "by default" not in text.lower()] == []
    for name in worked_out.keys() & {f"{role}_version"}:
        assert [told for told in re.findall(r"'([0-9.]+)'", worked_out[name]) if told not in described[name]] == []
    assert "{{" not in role_readmes.readme(role)


@pytest.mark.parametrize("role", ROLES)
def test_galaxy_is_told_of_the_role_what_its_specification_says(role):
    told = load(role, "meta/main.yml")
    described = load(role, "meta/argument_specs.yml")["argument_specs"]["main"]["short_description"]
    runtime = yaml.safe_load((CHECKOUT / "meta/runtime.yml").read_text())["requires_ansible"]
    assert told["galaxy_info"]["description"] == described
    assert told["galaxy_info"]["license"] in yaml.safe_load((CHECKOUT / "galaxy.yml").read_text())["license"]
    assert runtime.startswith(f">={told['galaxy_info']['min_ansible_version']}.0,")
    tested = sorted({suite for suite, _address in HOSTS.values()})
    assert told["galaxy_info"]["platforms"] == [{"name": "Debian", "versions": tested}]
    assert told["dependencies"] == []  # roles take from others what they need, when they need it


@pytest.mark.parametrize("role", ROLES)
def test_no_role_has_handlers(role):
    assert not (CHECKOUT / "roles" / role / "handlers").exists()
    assert role_readmes.readme(role).split("\n\n")[2] == role_readmes.WITHOUT_HANDLERS


@pytest.mark.parametrize("role", ROLES)
def test_every_documented_input_is_used(role):
    files = [path for path in (CHECKOUT / "roles" / role).rglob("*") if path.is_file()]
    used = "".join(
        path.read_text() for path in files if path.parent.name in ("tasks", "templates", "vars", "handlers", "defaults")
    )
    assert [name for name in options(role) if name not in FORMER and not re.search(rf"\b{name}\b", used)] == []


def test_former_inputs_are_documented_as_such_and_have_no_default():
    documented = options("os_tuning")
    assert [name for name, option in documented.items() if option["description"].startswith("Goes with")] == FORMER
    assert not any("default" in documented[name] for name in FORMER)


def test_production_values_of_the_kernel_have_a_rule_and_a_reason():
    assert (
        load("os_tuning", "defaults/main.yml")["os_tuning_production_kernel_parameters"].keys()
        <= catalogue.KERNEL.keys()
    )


def test_a_host_is_tuned_in_one_round_trip():
    assert [task["name"] for task in load("os_tuning", "tasks/main.yml")] == ["Apply the host profile"]


@pytest.mark.parametrize("listener", inventory_hosts._LISTENERS.values(), ids=inventory_hosts._LISTENERS)
def test_hosts_whose_roles_are_not_loaded_are_taken_to_have_their_defaults(listener):
    defaults = load(listener.port.partition("_")[0], "defaults/main.yml")
    assert defaults[listener.port] == listener.default
    assert defaults[listener.address] == "{{ ansible_host | default(inventory_hostname) }}"


def test_no_play_gathers_facts():
    files = sorted((CHECKOUT / "playbooks").rglob("*.yml"))
    plays = [play for file in files for play in yaml.safe_load(file.read_text()) if "hosts" in play]
    assert "Tune the hosts" in [play["name"] for play in plays]
    assert [play["name"] for play in plays if play.get("gather_facts") is not False] == []


def test_the_broker_leaves_room_for_zookeepers_default_heap():
    wanted = f"zookeeper_heap | default('{load('zookeeper', 'defaults/main.yml')['zookeeper_heap']}')"
    assert wanted in load("kafka", "defaults/main.yml")["kafka_other_heaps"]


@pytest.mark.parametrize(
    ("groups", "given", "users"),
    [
        (["kafka"], {}, ["root", "kafka"]),
        (["kafka_controllers"], {"kafka_user": "svc-kafka"}, ["root", "svc-kafka"]),
        (["kafka", "zookeeper"], {"zookeeper_user": "zk", "os_tuning_services": ["broker"]}, ["root", "kafka", "zk"]),
        (["kafka", "zookeeper"], {"kafka_user": "svc", "zookeeper_user": "svc"}, ["root", "svc"]),
        (["others"], {}, ["root"]),
    ],
)
def test_limits_are_those_of_the_users_and_not_of_the_services(groups, given, users) -> None:
    variables = {**load("os_tuning", "defaults/main.yml"), "group_names": groups, **given}
    template = trust_as_template(variables["os_tuning_limits_users"])
    assert Templar(DataLoader(), variables=variables).template(template) == users


def test_what_a_filter_refuses_is_told():
    """To the right of a list that it is added to, ansible-core 2.19 tells of a CapturedExceptionMarker instead."""
    files = [path for folder in ("roles", "playbooks") for path in (CHECKOUT / folder).rglob("*.yml")]
    added = re.compile(r"\{\{[^}]* \+ [^}()]*\| groundwork\.kafka\.")
    assert [str(path.relative_to(CHECKOUT)) for path in files if added.search(path.read_text())] == []
