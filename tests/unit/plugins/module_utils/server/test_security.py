# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import security

BROKER, ZOOKEEPER = "/etc/kafka/server.properties", "/etc/zookeeper/zoo.cfg"
PLAIN = "listeners=CLIENT://:9092\nlistener.security.protocol.map=CLIENT:PLAINTEXT,BROKER:PLAINTEXT\n"
SECURED = "listeners=CLIENT://:9092\nlistener.security.protocol.map=CLIENT:SASL_SSL,BROKER:SSL\n"
OLD = "listeners=PLAINTEXT://:9092\n"
ZOO_PLAIN, ZOO_SECURED = "clientPort=2181\n", "secureClientPort=2181\n"


@pytest.fixture
def server(tmp_path):
    """A host with one file, of which systemctl tells a main process; used as ``server(path, text, pid)``."""

    def made(path, text, pid):
        host = Host(str(tmp_path), lambda _argv: Completed(0, f"{pid}\n", ""))
        if text is not None:
            host.write(path, text)
        return host

    return made


@pytest.mark.parametrize(
    ("check", "path", "text", "wanted"),
    [
        (security.check_broker, BROKER, PLAIN, False),
        (security.check_broker, BROKER, SECURED, True),
        (security.check_broker, BROKER, OLD, False),
        (security.check_zookeeper, ZOOKEEPER, ZOO_PLAIN, False),
        (security.check_zookeeper, ZOOKEEPER, ZOO_SECURED, True),
    ],
)
def test_what_runs_as_it_is_wanted_stays(server, check, path, text, wanted):
    check(server(path, text, 42), wanted)


@pytest.mark.parametrize(
    ("check", "path", "text", "wanted"),
    [
        (security.check_broker, BROKER, PLAIN, True),
        (security.check_broker, BROKER, OLD, True),
        (security.check_broker, BROKER, SECURED, False),
        (security.check_zookeeper, ZOOKEEPER, ZOO_PLAIN, True),
        (security.check_zookeeper, ZOOKEEPER, ZOO_SECURED, False),
    ],
)
def test_security_is_not_changed_under_a_running_server(server, check, path, text, wanted):
    with pytest.raises(GroundworkError, match=f"_security_enabled is {str(wanted).lower()}: those with and without"):
        check(server(path, text, 42), wanted)
    check(server(path, text, 0), wanted)


OPENED = (
    "listeners=CLIENT://:9092,BROKER_TLS://:9191\ninter.broker.listener.name=BROKER\n"
    "listener.security.protocol.map=CLIENT:PLAINTEXT,BROKER:PLAINTEXT,BROKER_TLS:SSL\n"
)


@pytest.mark.parametrize(("text", "phase"), [(PLAIN, "plain"), (OPENED, "opened"), (SECURED, "ended")])
def test_a_broker_that_is_in_the_phase_that_is_asked_for_stays(server, text, phase):
    security.check_broker(server(BROKER, text, 42), True, phase)


@pytest.mark.parametrize(
    ("text", "phase", "said"),
    [
        (PLAIN, "opened", "in the phase plain of getting security .* asks for opened; run the playbook"),
        (OPENED, "plain", "in the phase opened of getting security .* or set kafka_secure_phase to opened"),
        (OPENED, "servers", "asks for servers; run the playbook groundwork.kafka.secure with it"),
        (OPENED, "", "in the phase opened of getting security .* asks for ended"),
    ],
)
def test_a_broker_that_is_in_another_phase_is_left_to_the_playbook(server, text, phase, said):
    with pytest.raises(GroundworkError, match=said):
        security.check_broker(server(BROKER, text, 42), True, phase)
    security.check_broker(server(BROKER, text, 0), True, phase)


ZOO_OPENED = "clientPort=2181\nclient.portUnification=true\nportUnification=true\nsslQuorum=false\n"


@pytest.mark.parametrize(
    ("text", "phase"),
    [(ZOO_PLAIN, "plain"), (ZOO_OPENED, "opened"), *((ZOO_SECURED, one) for one in ("closed", "returned", "ended"))],
)
def test_a_zookeeper_server_that_is_in_the_phase_that_is_asked_for_stays(server, text, phase):
    security.check_zookeeper(server(ZOOKEEPER, text, 42), True, phase)


@pytest.mark.parametrize(
    ("text", "phase", "said"),
    [
        (ZOO_PLAIN, "opened", "zookeeper of this host is in the phase plain of getting security .* asks for opened;"),
        (ZOO_OPENED, "servers", "or set kafka_secure_phase to opened"),
        (ZOO_SECURED, "servers", "in the phase closed of getting security"),
        (ZOO_OPENED, "", "in the phase opened of getting security .* asks for closed"),
    ],
)
def test_a_zookeeper_server_that_is_in_another_phase_is_left_to_the_playbook(server, text, phase, said):
    with pytest.raises(GroundworkError, match=said):
        security.check_zookeeper(server(ZOOKEEPER, text, 42), True, phase)
    security.check_zookeeper(server(ZOOKEEPER, text, 0), True, phase)


@pytest.mark.parametrize("check", [security.check_broker, security.check_zookeeper])
@pytest.mark.parametrize("wanted", [True, False])
def test_a_server_that_is_not_there_may_become_either(server, check, wanted):
    check(server("", None, 42), wanted)


SUPER = "super.users=User:CN=k1,O=lab;User:CN=operator,O=lab\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (SUPER, []),
        (SUPER, ["User:CN=operator,O=lab", "User:CN=k1,O=lab"]),
        ("", ["User:CN=k2,O=lab"]),
        (SUPER + "ssl.principal.mapping.rules=DEFAULT\n", ["User:CN=k2,O=lab"]),
        (SUPER + "listener.name.broker.ssl.principal.mapping.rules=DEFAULT\n", ["User:CN=k2,O=lab"]),
    ],
)
def test_names_that_a_running_server_knows_or_maps(server, text, names):
    security.check_names(server(BROKER, text, 42), names)


def test_a_name_that_no_running_server_knows_is_refused(server):
    names = ["User:CN=k1,O=lab", "User:CN=k2,O=lab"]
    with pytest.raises(GroundworkError) as raised:
        security.check_names(server(BROKER, SUPER, 42), names)
    said = str(raised.value)
    assert said.startswith("kafka runs on this host and does not know User:CN=k2,O=lab among its super users")
    assert "(User:CN=k1,O=lab, User:CN=operator,O=lab, User:CN=k2,O=lab), run the playbook" in said
    security.check_names(server(BROKER, SUPER, 0), names)
