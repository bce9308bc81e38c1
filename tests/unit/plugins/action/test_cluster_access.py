# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest
from ansible.errors import AnsibleConnectionFailure
from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.action.cluster_access import ActionModule

HOST = "bastion"
AUTHORITY = "-----BEGIN CERTIFICATE-----\nthe authority\n-----END CERTIFICATE-----"
VARIABLES = {"inventory_hostname": "kafka1", "ansible_delegated_vars": {HOST: {"ansible_user": "me"}}}


@pytest.fixture
def asked(monkeypatch):
    """Run the plugin over a connection of a kind; gives its result, and what the module was called with."""

    def run(transport, client_config=None, answer=None, delegate_to=HOST, task=None, **variables):
        calls = []

        def execute(module_name, module_args, task_vars, wrap_async):
            assert module_name is None  # the task's own
            calls.append((module_args, task_vars, plugin._connection, wrap_async))
            if isinstance(answer, Exception):
                raise answer
            return answer or {"changed": False}

        monkeypatch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})
        plugin = ActionModule.__new__(ActionModule)
        plugin._connection = SimpleNamespace(transport=transport, become="sudo", has_pipelining=transport != "podman")
        plugin._connection.set_become_plugin = lambda become: setattr(plugin._connection, "become", become)
        plugin._task = SimpleNamespace(args={"client_config": client_config}, delegate_to=delegate_to)
        plugin._task.__dict__.update({"async_val": 0, "vars": {}, **(task or {})})
        plugin._templar = SimpleNamespace(template=lambda text: text.replace("{{ venv }}", "/opt/venv"))
        monkeypatch.setattr(plugin, "_execute_module", execute, raising=False)
        return plugin.run(task_vars={**VARIABLES, **variables}), calls

    return run


def python_of(calls):
    [(_arguments, variables, _connection, _wrap_async)] = calls
    return variables["ansible_delegated_vars"][HOST].get("ansible_python_interpreter")


@pytest.mark.parametrize(
    ("transport", "given", "python"),
    [
        ("local", {}, sys.executable),
        ("ssh", {}, None),
        ("ssh", {"cluster_access_python": "{{ venv }}/bin/python"}, "/opt/venv/bin/python"),
        ("local", {"cluster_access_python": "/opt/other/bin/python"}, "/opt/other/bin/python"),
    ],
)
def test_it_runs_with_the_python_that_has_what_it_needs_and_without_become(asked, transport, given, python) -> None:
    result, calls = asked(transport, **given)
    assert result == {"changed": False}
    assert python_of(calls) == python
    assert calls[0][2].become is None
    assert VARIABLES["ansible_delegated_vars"] == {HOST: {"ansible_user": "me"}}, "only this task's"


def test_it_runs_with_that_python_without_being_delegated_too(asked) -> None:
    _result, [(_arguments, variables, *_rest)] = asked("ssh", delegate_to=None, cluster_access_python="/opt/python")
    assert variables["ansible_python_interpreter"] == "/opt/python"


def test_a_task_that_names_a_python_itself_has_that(asked) -> None:
    task = {"vars": {"ansible_python_interpreter": "/opt/of/this/task"}}
    _result, calls = asked("local", task=task, cluster_access_python="/opt/python")
    assert python_of(calls) is None, "as Ansible has it from the task"


@pytest.mark.parametrize(
    ("transport", "seconds", "piped"), [("ssh", 0, True), ("local", 0, True), ("podman", 0, False), ("ssh", 60, False)]
)
def test_what_it_logs_in_with_is_in_no_file_of_the_host_where_its_connection_can_do_without(
    asked, transport, seconds, piped
) -> None:
    _result, [(_arguments, _variables, connection, wrap_async)] = asked(transport, task={"async_val": seconds})
    assert (connection.always_pipeline_modules, wrap_async) == (piped, seconds)


def test_a_task_that_runs_meanwhile_is_supported() -> None:
    assert ActionModule._supports_async


def test_what_another_host_logs_in_with_is_sent_and_the_control_node_reads_it_itself(asked, tmp_path) -> None:
    ca = tmp_path / "ca.pem"
    ca.write_text(AUTHORITY)
    given = {"ssl.truststore.type": "PEM", "ssl.truststore.location": str(ca)}
    _result, [(arguments, *_rest)] = asked("local", given)
    assert arguments == {"client_config": given}
    _result, [(arguments, *_rest)] = asked("ssh", given)
    assert arguments == {"client_config": {"ssl.truststore.type": "PEM", "ssl.truststore.certificates": AUTHORITY}}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"answer": AnsibleConnectionFailure("No  route")}, f"{HOST}, where the cluster is asked from, cannot be"),
        ({"answer": AnsibleConnectionFailure("No  route")}, "reached (No route); see that"),
        (
            {"answer": {"failed": True, "rc": 127, "msg": "See stdout"}, "cluster_access_python": "/opt/nothing"},
            "has no Python that runs at /opt/nothing; name one in cluster_access_python.",
        ),
        (
            {"answer": {"failed": True, "rc": 127, "msg": "See stdout"}},
            "has no Python that runs; name one in cluster_access_python.",
        ),
        (
            {"client_config": {"ssl.truststore.type": "PEM", "ssl.truststore.location": "/no/ca.pem"}},
            "ssl.truststore.location /no/ca.pem could not be read on the control node (No such file or directory)",
        ),
    ],
)
def test_it_says_in_one_sentence_why_nobody_could_ask(asked, given, said) -> None:
    result, _calls = asked("ssh", **given)
    assert (result["failed"], result["changed"]) == (True, False)
    assert said in result["msg"]


def test_what_a_module_says_is_left_as_it_is(asked) -> None:
    answer = {"failed": True, "msg": "No broker accepts connections."}
    assert asked("ssh", answer=answer, cluster_access_python="/opt/python")[0] == answer
