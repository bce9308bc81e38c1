# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from types import SimpleNamespace

import pytest
from ansible.errors import AnsibleError
from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.action.kafka_archive import ActionModule
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils import signature

DIGEST = "sha512:" + "0" * 128


@pytest.fixture
def action(tmp_path, monkeypatch):
    """Call with arguments, check mode and the module's answers; gives the result and what was called in which order."""
    monkeypatch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})

    def run(arguments, *answers, check_mode=False):
        plugin = ActionModule.__new__(ActionModule)
        calls, waiting = [], list(answers)
        plugin._task = SimpleNamespace(args=arguments, check_mode=check_mode)
        shell = SimpleNamespace(tmpdir=None, join_path=lambda *parts: "/".join(parts))
        plugin._connection = SimpleNamespace(_shell=shell)

        def find(_kind, name):
            if not (tmp_path / name).exists():
                raise AnsibleError("a long list of searched paths")
            return str(tmp_path / name)

        def execute(**call):
            calls.append(
                (call["module_name"], call["module_args"]["checksum"], call["module_args"].get("archive_on_host"))
            )
            return dict(waiting.pop(0))

        plugin._display = SimpleNamespace(display=lambda text: calls.append(("told", text.strip())))
        plugin._find_needle, plugin._execute_module = find, execute
        plugin._make_tmp_path = lambda: "/tmp/remote"
        plugin._fixup_perms2 = lambda paths: calls.append(("permissions", *paths))
        plugin._transfer_file = lambda source, target: calls.append(("transfer", source, target))
        return plugin.run(task_vars={"inventory_hostname": "k1"}), calls

    return run


MODULE = "groundwork.kafka.kafka_archive"
NEEDED, UP_TO_DATE, DONE = (
    {"needs_archive": True, "changed": True},
    {"needs_archive": False, "changed": False},
    {"changed": True},
)


def test_one_call_when_the_archive_is_there(action) -> None:
    result, calls = action({"src": "kafka.tgz", "checksum": DIGEST}, UP_TO_DATE)
    assert result == {"changed": False}
    assert calls == [(MODULE, DIGEST, None)]


def test_the_archive_is_transferred_when_it_is_needed(action, tmp_path) -> None:
    (tmp_path / "kafka.tgz").write_bytes(bytes(2 * 10**6))
    result, calls = action({"src": "kafka.tgz", "checksum": DIGEST}, NEEDED, DONE)
    remote = "/tmp/remote/archive.tgz"
    assert result == {"changed": True}
    assert calls == [
        (MODULE, DIGEST, None),
        ("told", "k1 gets kafka.tgz (2 MB)"),
        ("transfer", str(tmp_path / "kafka.tgz"), remote),
        ("permissions", "/tmp/remote", remote),
        ("told", "k1 unpacks it"),
        (MODULE, DIGEST, remote),
    ]


def test_check_mode_transfers_nothing(action, tmp_path) -> None:
    (tmp_path / "kafka.tgz").touch()
    result, calls = action({"src": "kafka.tgz", "checksum": DIGEST}, NEEDED, check_mode=True)
    assert (result, len(calls)) == ({"changed": True}, 1)


def test_a_local_checksum_file_is_read_on_the_control_node(action, tmp_path) -> None:
    (tmp_path / "sums").write_text("A" * 128 + "  kafka.tgz\n")
    _result, calls = action({"src": "/files/kafka.tgz", "checksum": "sums"}, UP_TO_DATE)
    assert calls == [(MODULE, "sha512:" + "a" * 128, None)]


@pytest.mark.parametrize(
    ("arguments", "answers", "sentence"),
    [
        (
            {"src": "kafka.tgz", "checksum": DIGEST},
            [NEEDED],
            "The archive kafka.tgz is not on the control node; give its path there, or a URL that the host can fetch.",
        ),
        (
            {"src": "kafka.tgz", "checksum": "kafka.tgz.sha512", "prefix": "kafka_archive_"},
            [],
            "The archive kafka.tgz of kafka_archive_src is not on the control node; give its path there, or a URL that "
            "the host can fetch.",
        ),
        (
            {"src": "https://example.com/kafka.tgz", "checksum": "sums", "prefix": "kafka_archive_"},
            [],
            "The checksum file sums of kafka_archive_checksum is not on the control node; give its path there, or a "
            "URL that the host can fetch.",
        ),
    ],
)
def test_a_missing_local_file_is_one_sentence(action, arguments, answers, sentence: str) -> None:
    result, _calls = action(arguments, *answers)
    assert result == {"failed": True, "changed": False, "msg": sentence}


@pytest.mark.parametrize(
    ("arguments", "answers", "sentence"),
    [
        (
            {"src": "folder", "checksum": DIGEST},
            [{"failed": True, "msg": "The name of folder does not tell which version it is."}],
            "The archive folder is a folder on the control node; give the path of a file.",
        ),
        (
            {"src": "folder", "checksum": DIGEST},
            [NEEDED],
            "The archive folder is a folder on the control node; give the path of a file.",
        ),
        (
            {"src": "kafka.tgz", "checksum": "folder"},
            [],
            "The checksum file folder is a folder on the control node; give the path of a file.",
        ),
    ],
)
def test_a_folder_is_one_sentence_in_check_mode_too(action, tmp_path, arguments, answers, sentence: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "kafka.tgz").touch()
    result, _calls = action(arguments, *answers, check_mode=True)
    assert result == {"failed": True, "changed": False, "msg": sentence}


def test_what_the_name_of_an_archive_tells_is_told_before_that_it_is_not_there(action) -> None:
    words = "/opt/kafka is Kafka 3.9.2 and kafka_2.13-3.9.1.tgz is 3.9.1."
    result, _calls = action(
        {"src": "/nowhere/kafka_2.13-3.9.1.tgz", "checksum": DIGEST}, {"failed": True, "msg": words}
    )
    assert result["msg"] == words


def test_missing_arguments_are_left_to_the_module(action) -> None:
    result, _calls = action({"src": "kafka.tgz", "checksum": ""}, {"failed": True, "msg": "the module's own words"})
    assert result["msg"] == "the module's own words"


@pytest.mark.parametrize("check_mode", [True, False])
def test_a_bad_signature_is_refused_before_the_transfer(action, tmp_path, monkeypatch, check_mode: bool) -> None:
    for name in ("kafka.tgz", "kafka.tgz.asc", "KEYS"):
        (tmp_path / name).touch()

    def refuse(*files):
        assert files == tuple(str(tmp_path / name) for name in ("kafka.tgz", "kafka.tgz.asc", "KEYS"))
        raise GroundworkError("Forged.")

    monkeypatch.setattr(signature, "check", refuse)
    given = {"src": "kafka.tgz", "checksum": DIGEST, "signature": "kafka.tgz.asc", "keys": "KEYS"}
    result, calls = action(given, NEEDED, check_mode=check_mode)
    assert (result["msg"], len(calls)) == ("Forged.", 1)


def test_a_good_signature_is_told_and_the_host_hears_nothing_of_it(action, tmp_path, monkeypatch) -> None:
    for name in ("kafka.tgz", "kafka.tgz.asc", "KEYS"):
        (tmp_path / name).touch()
    monkeypatch.setattr(signature, "check", lambda *_files: "29DF")
    given = {"src": "kafka.tgz", "checksum": DIGEST, "signature": "kafka.tgz.asc", "keys": "KEYS"}
    result, _calls = action(given, NEEDED, DONE)
    assert result == {"changed": True, "signed_by": "29DF"}
    result, calls = action(given, UP_TO_DATE)  # it was checked when it came
    assert (result, len(calls)) == ({"changed": False}, 1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"signature": "kafka.tgz.asc"}, "A signature is checked against keys, and only one of the two is given"),
        ({"keys": "KEYS"}, "A signature is checked against keys, and only one of the two is given"),
        (
            {"src": "https://me:secret@mirror/kafka.tgz", "signature": "kafka.tgz.asc", "keys": "KEYS"},
            "The archive https://mirror/kafka.tgz is fetched by the host, and its signature is checked on the control",
        ),
    ],
)
def test_a_signature_that_could_not_be_checked_is_refused(action, arguments, sentence: str) -> None:
    result, calls = action({"src": "kafka.tgz", "checksum": DIGEST, **arguments})
    assert result["failed"]
    assert (sentence in result["msg"], calls) == (True, [])
