# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the role os_tuning asks of the kernel, as it works that out in its own files of an inventory's values."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
PRODUCTION = yaml.safe_load((CHECKOUT / "roles/os_tuning/defaults/main.yml").read_text())[
    "os_tuning_production_kernel_parameters"
]
#: name → what the inventory gives the host, and what becomes of vm.swappiness.
HOSTS = {
    "nothing": ({}, 1),
    "given": ({"os_tuning_kernel_parameters": {"vm.swappiness": 5}}, 5),
    "null": ({"os_tuning_kernel_parameters": {"vm.swappiness": None}}, None),
    "empty": ({"os_tuning_kernel_parameters": {"vm.swappiness": "{{ missing | default(none) }}"}}, None),
    "former": ({"os_tuning_vm_swappiness": "{{ asked }}", "asked": 7}, 7),
    "former-null": ({"os_tuning_vm_swappiness": None}, None),
    "former-empty": ({"os_tuning_vm_swappiness": "{{ missing | default(none) }}"}, None),
    "former-extra": ({"os_tuning_extra_kernel_parameters": {"vm.swappiness": 8}}, 8),
    "both": ({"os_tuning_vm_swappiness": 7, "os_tuning_kernel_parameters": {"vm.swappiness": 9}}, 9),
}


@pytest.mark.remedy("… goes with the next release; set … in")
def test_the_kernel_parameters_of_an_inventory(played, tmp_path):
    tasks = [
        {"ansible.builtin.import_role": {"name": "groundwork.kafka.os_tuning", "tasks_from": "inputs"}},
        {
            "ansible.builtin.copy": {
                "content": "{{ os_tuning_wanted_kernel_parameters | to_json }}",
                "dest": str(tmp_path / "{{ inventory_hostname }}.json"),
            }
        },
    ]
    here = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
    hosts = {name: {**given, **here} for name, (given, _swappiness) in HOSTS.items()}
    (tmp_path / "hosts.json").write_text(json.dumps({"all": {"hosts": hosts}}))
    ran = played({"hosts": "all", "tasks": tasks}, "-i", "hosts.json", COLUMNS="999")
    assert ran.returncode == 0, ran.stdout
    found = {name: json.loads((tmp_path / f"{name}.json").read_text()) for name in HOSTS}
    others = {name: value for name, value in PRODUCTION.items() if name != "vm.swappiness"}
    assert {name: values.get("vm.swappiness") for name, values in found.items()} == {
        name: swappiness for name, (_given, swappiness) in HOSTS.items()
    }
    for values in found.values():
        assert {name: value for name, value in values.items() if name != "vm.swappiness"} == others
    told = " ".join((ran.stdout + ran.stderr).split())
    assert (
        "os_tuning_vm_swappiness goes with the next release; set vm.swappiness in os_tuning_kernel_parameters." in told
    )
    hosts = {"given": hosts["given"]}  # which does as it is told
    (tmp_path / "hosts.json").write_text(json.dumps({"all": {"hosts": hosts}}))
    ran = played({"hosts": "all", "tasks": tasks}, "-i", "hosts.json", COLUMNS="999")
    assert "goes with the next release" not in ran.stdout + ran.stderr
    assert json.loads((tmp_path / "given.json").read_text())["vm.swappiness"] == 5
