# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Pages and answers of servers that are well, that hang, that are something else: each says what is so, in its time."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running, vitals_told
from ansible_collections.groundwork.kafka.plugins.module_utils.server.java_command import JavaCommand
from ansible_collections.groundwork.kafka.plugins.module_utils.server.running import Server

BROKER = "kafka_server_replicamanager_underreplicatedpartitions {}\nkafka_log_logcleaner_deadthreadcount 0\n"


class Pages(BaseHTTPRequestHandler):
    """What the exporters of these tests tell, by the path that is asked for."""

    def log_message(self, *_given) -> None:
        """Nothing is written."""

    def do_GET(self) -> None:
        if self.path == "/hangs":
            time.sleep(3)
        if self.path == "/secret" and self.headers.get("Authorization") != "Basic dXM6cHc=":
            self.send_error(401)
            return
        if self.path == "/missing":
            self.send_error(404)
            return
        if self.path == "/elsewhere":
            self.send_response(302)
            self.send_header("Location", "/metrics")
            self.end_headers()
            return
        self.send_response(200)
        if self.path in ("/cut", "/measured"):
            self.send_header("Content-Length", "1000" if self.path == "/cut" else str(len(BROKER.format(3))))
        self.end_headers()
        with contextlib.suppress(OSError):
            if self.path == "/drips":
                for _part in range(30):
                    self.wfile.write(b"up 1\n")
                    time.sleep(0.1)
            self.wfile.write(("<html>" if self.path == "/html" else BROKER.format(3)).encode())


@pytest.fixture(scope="module")
def pages():
    """Where they are."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def read(monkeypatch, exporters=(), servers=(), **given):
    monkeypatch.setattr(running, "find", lambda _host: (list(servers), []))
    defaults = {"name": "k1", "seconds": 1, "timeout": 1, "keystore": None, "truststore": None}
    return vitals_told.read(Host(), {**defaults, "exporters": list(exporters), **given}, lambda _seconds: None)


def by_name(found):
    return {(one.identity, one.subject): (one.value, one.missing) for one in found}


def test_a_page_is_told_by_the_servers_name_and_needs_no_proxy(monkeypatch, pages) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    found = by_name(read(monkeypatch, [{"url": f"{pages}/metrics", "name": "broker1"}]))
    assert found[("answering", "broker1")] == (1, "")
    assert found[("under_replicated", "broker1")] == (3, "")
    assert found[("offline_log_dirs", "broker1")][0] is None


def test_a_page_that_says_how_long_it_is_is_read_whole(monkeypatch, pages) -> None:
    assert by_name(read(monkeypatch, [{"url": f"{pages}/measured"}]))[("under_replicated", "k1")] == (3, "")


def test_who_logs_in_sees_the_page(monkeypatch, pages) -> None:
    login = {"url": f"{pages}/secret", "username": "us", "password": "pw"}
    assert by_name(read(monkeypatch, [login]))[("under_replicated", "k1")] == (3, "")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/hangs", "timed out"),
        ("/drips", "did not end within 1 seconds"),
        ("/html", "no page of metrics"),
        ("/missing", "status 404"),
        ("/secret", "status 401"),
        ("/cut", "its page ended in the middle"),
        ("/elsewhere", "status 302"),
    ],
)
def test_a_page_that_is_none_says_why_within_its_time(monkeypatch, pages, path, said) -> None:
    began = time.monotonic()
    found = by_name(read(monkeypatch, [{"url": pages + path}]))
    assert time.monotonic() - began < 4
    assert found[("answering", "k1")][0] == 0
    assert said in found[("", "k1")][1]
    assert len(found) == 2


def test_nobody_listens(monkeypatch) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        found = by_name(read(monkeypatch, [{"url": f"http://127.0.0.1:{unused.getsockname()[1]}/metrics"}]))
    assert "refused" in found[("", "k1")][1]


@pytest.mark.parametrize(
    "url", ["file:///etc/shadow", "http:///metrics", "http://us:sesame@127.0.0.1/metrics", "k1:7071", "ftp://k1/x"]
)
def test_an_address_that_is_no_page_is_refused_and_tells_no_secret(monkeypatch, url) -> None:
    with pytest.raises(GroundworkError, match="that is no page; give it as") as raised:
        read(monkeypatch, [{"url": url}])
    assert "sesame" not in str(raised.value)


@pytest.mark.parametrize(("option", "value"), [("seconds", 0), ("timeout", 0), ("timeout", 601)])
def test_a_time_that_can_not_be_is_refused(monkeypatch, option, value) -> None:
    with pytest.raises(GroundworkError, match=option):
        read(monkeypatch, [], **{option: value})


def keeper(**properties):
    return Server("zookeeper", "7", JavaCommand("java", [], [], "", []), unit="zookeeper", properties=properties)


@contextlib.contextmanager
def answering(text):
    """A server that answers whoever connects with this text, as ZooKeeper does."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    connection, _address = listening.accept()
                    with connection:
                        word = connection.recv(4).decode()
                        connection.sendall((text if isinstance(text, str) else text[word]).encode())

        threading.Thread(target=serve, daemon=True).start()
        yield str(listening.getsockname()[1])


def test_a_zookeeper_server_that_runs_is_asked_where_it_listens(monkeypatch) -> None:
    with answering("zk_server_state\tstandalone\nzk_outstanding_requests\t12\n") as port:
        found = by_name(read(monkeypatch, servers=[keeper(clientPort=port, clientPortAddress="")]))
    assert found[("answering", "k1")] == (1, "")
    assert found[("zookeeper_leaders", "k1")] == (1, "")
    assert found[("zookeeper_outstanding", "k1")] == (12, "")


def test_two_servers_of_a_host_are_told_apart(monkeypatch) -> None:
    with answering("zk_server_state\tfollower\n") as port:
        other = keeper(clientPort=port)
        found = by_name(read(monkeypatch, servers=[keeper(clientPort=port), other]))
    assert ("answering", "k1 zookeeper") in found


@pytest.mark.parametrize(
    ("answer", "properties", "said"),
    [
        ("This ZooKeeper instance is not currently serving requests\n", {}, "not currently serving"),
        ("", {}, "without an answer"),
        ("", {"clientPort": "", "secureClientPort": "2182"}, "with TLS alone"),
    ],
)
def test_a_zookeeper_server_that_does_not_tell_is_not_known_to_be_well(monkeypatch, answer, properties, said) -> None:
    with answering(answer) as port:
        found = by_name(read(monkeypatch, servers=[keeper(**{"clientPort": port, **properties})]))
    assert found[("answering", "k1")][0] == 0
    assert said in found[("", "k1")][1]


@contextlib.contextmanager
def dripping():
    """A server that goes on answering, a line at a time, as one on a machine without memory does."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with contextlib.suppress(OSError):
                connection, _address = listening.accept()
                with connection:
                    for _line in range(40):
                        connection.sendall(b"zk_outstanding_requests\t1\n")
                        time.sleep(0.1)

        threading.Thread(target=serve, daemon=True).start()
        yield str(listening.getsockname()[1])


def test_a_zookeeper_server_whose_answer_does_not_end_is_given_up_in_its_time(monkeypatch) -> None:
    began = time.monotonic()
    with dripping() as port:
        found = by_name(read(monkeypatch, servers=[keeper(clientPort=port)], timeout=1))
    assert time.monotonic() - began < 3
    assert found[("answering", "k1")][0] == 0
    assert "timed out" in found[("", "k1")][1]


FORBIDDEN = "mntr is not executed because it is not in the whitelist.\n"


def test_a_zookeeper_server_that_does_not_allow_mntr_is_asked_by_srvr(monkeypatch) -> None:
    served = "Latency min/avg/max: 0/0.5/7\nOutstanding: 12\nMode: leader\n"
    with answering({"mntr": FORBIDDEN, "srvr": served}) as port:
        found = by_name(read(monkeypatch, servers=[keeper(clientPort=port)]))
    assert found[("answering", "k1")] == (1, "")
    assert found[("zookeeper_outstanding", "k1")] == (12, "")
    assert found[("zookeeper_leaders", "k1")] == (1, "")
    assert "does not tell" in found[("zookeeper_watches", "k1")][1]


def test_one_that_allows_neither_answers_all_the_same(monkeypatch) -> None:
    with answering({"mntr": FORBIDDEN, "srvr": FORBIDDEN.replace("mntr", "srvr")}) as port:
        found = by_name(read(monkeypatch, servers=[keeper(clientPort=port)]))
    assert found[("answering", "k1")] == (1, "")
    assert "add mntr to 4lw.commands.whitelist" in found[("", "k1")][1]
