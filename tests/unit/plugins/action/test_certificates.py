# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.action.certificates import ActionModule
from ansible_collections.groundwork.kafka.plugins.plugin_utils import certificates


def test_it_fails_with_the_sentence_and_without_what_was_given(monkeypatch):
    monkeypatch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})
    given = {
        "prefix": "zookeeper_tls",
        "certificate": "/etc/ssl/zk1.pem",
        "key": "planted",
        "key_password": "",
        "ca": "",
        "hosts": ["zk1"],
        "in_use": {},
    }
    plugin = ActionModule.__new__(ActionModule)
    monkeypatch.setattr(plugin, "validate_argument_spec", lambda **_named: (None, given), raising=False)
    assert plugin.run() == {
        "failed": True,
        "changed": False,
        "msg": "zookeeper_tls_certificate holds no certificate in PEM (-----BEGIN CERTIFICATE-----); give its "
        "contents, such as {{ lookup('ansible.builtin.file', 'PATH') }}.",
    }


def test_what_the_server_runs_with_is_held_against_what_is_given(monkeypatch):
    monkeypatch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})
    asked = []
    monkeypatch.setattr(certificates, "check", lambda *_given: {"findings": []})
    monkeypatch.setattr(certificates, "check_change", lambda _given, *in_use: asked.append(in_use))
    given = {"prefix": "kafka_tls", "certificate": "c", "key": "k", "key_password": "", "ca": "a", "hosts": []}
    for in_use in ({}, {"presents": "p", "trusts": "t"}):
        plugin = ActionModule.__new__(ActionModule)
        arguments = {**given, "in_use": in_use}
        monkeypatch.setattr(
            plugin, "validate_argument_spec", lambda arguments=arguments, **_: (None, arguments), raising=False
        )
        assert plugin.run() == {"changed": False, "findings": []}
    assert asked == [("p", "t")]
