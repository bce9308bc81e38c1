# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the module lets out: nothing of a secret, and of no file into the host's journal."""

from __future__ import annotations

import os

import pytest
from ansible.module_utils import basic

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.modules import server_files

KEY = "-----BEGIN PRIVATE KEY-----\ngeheim\n-----END PRIVATE KEY-----\n"


@pytest.mark.parametrize("more", [{}, {"_ansible_check_mode": True, "_ansible_diff": True, "_ansible_verbosity": 3}])
def test_arguments_are_not_logged_and_secrets_not_returned(call, host, monkeypatch, more):
    logged = []
    monkeypatch.setattr(basic.AnsibleModule, "log", lambda _self, *given, **_more: logged.append(given))
    ids = "kafka:x:{0}:{0}:\nroot:x:{0}:{0}:\n"
    host.run = lambda argv: Completed(0, "0\n" if argv[0] == "systemctl" else ids.format(_id(argv[1])), "")
    files = [{"path": "/etc/kafka/key.pem"}, {"path": "/etc/kafka/plain", "content": "broker.id=1\n"}]
    result = call(
        server_files,
        service="kafka",
        user="kafka",
        files=files,
        secrets={"/etc/kafka/key.pem": KEY},
        **more,
    )
    assert result["changed"]
    assert "geheim" not in str(result)
    assert logged == []


@pytest.mark.parametrize(("content", "sentence"), [("/u36zf8A", None), ("no base64!", "is no base64; leave")])
def test_what_is_no_text_is_written_as_it_is(call, host, content, sentence):
    ids = "kafka:x:{0}:{0}:\nroot:x:{0}:{0}:\n"
    host.run = lambda argv: Completed(0, "0\n" if argv[0] == "systemctl" else ids.format(_id(argv[1])), "")
    path = "/etc/kafka/exporter.jks"
    given = {"service": "kafka", "user": "kafka", "files": [{"path": path, "encoding": "base64"}]}
    result = call(server_files, **given, secrets={path: content})
    if sentence:
        assert sentence in result["msg"]
        return
    with open(host.real(path), "rb") as file:
        assert file.read() == bytes.fromhex("feedfacdff00")
    assert not call(server_files, **given, secrets={path: content})["changed"]


def _id(database):
    return os.getuid() if database == "passwd" else os.getgid()


def test_the_truststore_of_a_listener_that_is_taken_away_goes_and_no_file_of_anybody_elses(call, host):
    ids = "kafka:x:{0}:{0}:\nroot:x:{0}:{0}:\n"
    host.run = lambda argv: Completed(0, "0\n" if argv[0] == "systemctl" else ids.format(_id(argv[1])), "")
    own, other, theirs = (f"/etc/kafka/truststore-{name}.pem" for name in ("clients", "partners", "theirs"))
    settings = "".join(
        f"listener.name.{name}.ssl.truststore.location={path}\n"
        for name, path in (
            ("clients", own),
            ("partners", other),
            ("mapped", theirs),
            ("far", "/srv/truststore-far.pem"),
        )
    )

    def put(text, *stores, **more):
        files = [{"path": "/etc/kafka/server.properties", "content": text}]
        files += [{"path": path, "content": f"{path}\n"} for path in stores]
        return call(server_files, service="kafka", user="kafka", files=files, **more)

    put(settings, own, other)
    for path in (theirs, "/srv/truststore-far.pem"):
        host.put(path, "theirs\n")
    planned = put("listeners=\n", other, _ansible_check_mode=True)
    assert host.exists(own)
    done = put("listeners=\n", other)
    assert done["changed_paths"] == planned["changed_paths"] == ["/etc/kafka/server.properties", own]
    assert done["diff"] == planned["diff"]
    assert [host.exists(path) for path in (own, other, theirs, "/srv/truststore-far.pem")] == [False, True, True, True]
    assert not put("listeners=\n", other)["changed"]


def test_only_the_settings_of_a_server_name_the_truststore_of_a_listener(call, host):
    ids = "kafka:x:{0}:{0}:\nroot:x:{0}:{0}:\n"
    host.run = lambda argv: Completed(0, "0\n" if argv[0] == "systemctl" else ids.format(_id(argv[1])), "")
    store, notes = "/etc/kafka/truststore-clients.pem", "/etc/kafka/notes"

    def put(text):
        return call(server_files, service="kafka", user="kafka", files=[{"path": notes, "content": text}])

    put(f"listener.name.clients.ssl.truststore.location={store}\n")
    host.put(store, "in use\n")
    assert put("nothing\n")["changed_paths"] == [notes]
    assert host.exists(store)


def test_a_secret_without_a_file_fails_without_showing_it(call):
    result = call(server_files, service="kafka", user="kafka", secrets={"/etc/kafka/key.pem": KEY})
    assert result["failed"]
    assert "geheim" not in str(result)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "round",
            "(Too many levels of symbolic links); its symbolic links lead round in circles, so remove them and run",
        ),
        ("n" * 300, "(File name too long); no file has such a long name, so give another path."),
    ],
)
def test_a_path_that_leads_nowhere_is_one_sentence(call, host, name, sentence):
    host.make_directories("/etc/kafka")
    os.symlink("again", host.real("/etc/kafka/round"))
    os.symlink("round", host.real("/etc/kafka/again"))
    host.run = lambda _argv: Completed(0, "0\n", "")
    given = {"service": "kafka", "user": "root", "files": [{"path": f"/etc/kafka/{name}", "content": "a\n"}]}
    result = call(server_files, **given)
    assert result["failed"]
    assert f"/etc/kafka/{name} could not be read {sentence}" in result["msg"]
