# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import socket

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import token_keys

KEY = "listener.name.external.sasl.oauthbearer.jwks.endpoint.url"


def unanswered(root, settings: str, flags: str = "") -> list[str]:
    """What is told on a host with these settings of a broker, and these flags of its JVM."""
    for path, text in (
        (token_keys.SETTINGS, settings),
        ("/etc/systemd/system/kafka.service", f"[Service]\nExecStart=/usr/bin/java {flags} kafka.Kafka\n"),
    ):
        file = root / path[1:]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    found: list[str] = token_keys.unanswered(Host(root))
    return found


@pytest.fixture
def closed() -> str:
    """An address where nobody answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


def test_an_address_where_nobody_answers_is_told_once(tmp_path, closed) -> None:
    settings = f"{KEY}=http\\://{closed}/keys\n{KEY.replace('external', 'partners')}=http://{closed}/keys\n"
    assert unanswered(tmp_path, settings) == [f"http://{closed}/keys (Connection refused)"]


def test_one_where_somebody_answers_is_not(tmp_path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert unanswered(tmp_path, f"{KEY}=https://127.0.0.1:{server.getsockname()[1]}/keys\n") == []


@pytest.mark.parametrize("flag", ["-Dhttps.proxyHost=proxy.example.com", "-Djava.net.useSystemProxies=true"])
def test_behind_a_proxy_nothing_can_be_told(tmp_path, closed, flag) -> None:
    assert unanswered(tmp_path, f"{KEY}=http://{closed}/keys\n", flag) == []


@pytest.mark.parametrize("settings", ["", "listeners=CLIENT://:9092\n", f"{KEY}=file:///etc/kafka/keys.json\n"])
def test_a_broker_that_asks_nobody_for_keys_needs_none(tmp_path, settings) -> None:
    assert unanswered(tmp_path, settings) == []


def test_the_usual_ports_are_asked(tmp_path, monkeypatch) -> None:
    asked = []
    monkeypatch.setattr(token_keys.reachable, "refusal", lambda host, port, _seconds: asked.append((host, port)) or "")
    settings = f"{KEY}=https://login.example.com/keys\na.{KEY}=http://login.example.com/keys\n"
    assert unanswered(tmp_path, settings) == []
    assert asked == [("login.example.com", 443), ("login.example.com", 80)]
