# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Servers and an operator who would be no super users are refused by the check that preflight runs for each host."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
CHECK = yaml.safe_load((CHECKOUT / "roles/kafka/tasks/check.yml").read_text())
(REFUSES,) = [task for task in CHECK if "lock out one another" in task["name"]]
SERVER, OPERATOR = "User:CN=k1,O=lab", "User:CN=operator,O=lab"


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    """The certificates of a server and of the operator."""
    folder, found = tmp_path_factory.mktemp("tls"), {}
    for name in ("k1", "operator"):
        words = (
            f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /O=lab/CN={name} -keyout /dev/null -out {folder}/{name}"
        )
        subprocess.run(["openssl", *words.split()], check=True, capture_output=True)
        found[name] = (folder / name).read_text()
    return found


@pytest.fixture
def check(played, tmp_path, certificates):
    """Run the task for a host with these inputs."""
    host = {"ansible_connection": "local", "kafka_tls_certificate": certificates["k1"]}
    (tmp_path / "hosts.json").write_text(json.dumps({"kafka": {"hosts": {"k1": host}}}))

    def run(super_users, **given):
        one = {
            "kafka_security_enabled": True,
            "kafka_tls_certificate": certificates["k1"],
            "kafka_operator_certificate": certificates["operator"],
            "kafka_admin_config": {"ssl.keystore.certificate.chain": "{{ kafka_operator_certificate }}"},
            "kafka_super_users": super_users,
            **given,
        }
        files = [str(CHECKOUT / f"roles/kafka/{folder}/main.yml") for folder in ("defaults", "vars")]
        (tmp_path / "given.json").write_text(json.dumps(one))
        return played({"hosts": "kafka", "vars_files": [*files, "given.json"], "tasks": [REFUSES]}, "-i", "hosts.json")

    return run


@pytest.mark.parametrize(
    ("super_users", "given"),
    [
        ([SERVER, OPERATOR], {}),
        ([SERVER], {"kafka_admin_config": {"security.protocol": "SASL_SSL"}}),
        (["User:k1", "User:operator"], {"kafka_config": {"ssl.principal.mapping.rules": "RULE:^CN=(.*?),.*$/$1/"}}),
        ([], {"kafka_security_enabled": False}),
    ],
)
def test_who_may_do_everything_is_not_refused(check, super_users, given):
    ran = check(super_users, **given)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("super_users", "given", "sentence"),
    [
        ([SERVER], {}, "The certificate of the operator is for User:CN=operator,O=lab"),
        ([OPERATOR], {}, "The certificate of a server of the inventory is for User:CN=k1,O=lab"),
        (
            [SERVER, OPERATOR],
            {"kafka_config": {"ssl.principal.mapping.rules": "RULE:^CN=(.*?),.*$/$1/"}},
            "ssl.principal.mapping.rules makes User:k1, and kafka_super_users does not have that",
        ),
    ],
)
def test_who_would_be_locked_out_is_refused(check, super_users, given, sentence):
    ran = check(super_users, **given)
    assert ran.returncode == 2, ran.stdout
    assert sentence in ran.stdout
