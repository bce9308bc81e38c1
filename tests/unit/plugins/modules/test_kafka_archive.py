# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import hashlib
import io
import os
import shutil
import signal
import tarfile
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import archive_digests
from ansible_collections.groundwork.kafka.plugins.modules import kafka_archive
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.hostile import give_by_acl

TOP = "kafka_2.13-3.9.2"


@pytest.fixture
def source(tmp_path):
    """A small archive; its path and its checksum by hashlib."""
    path = tmp_path / f"{TOP}.tgz"
    with tarfile.open(path, "w:gz") as tar:
        info = tarfile.TarInfo(f"{TOP}/libs/kafka_2.13-3.9.2.jar")
        info.size = 3
        tar.addfile(info, io.BytesIO(b"abc"))
    return str(path), "sha512:" + hashlib.sha512(path.read_bytes()).hexdigest()


def params(tmp_path, src, checksum, archive=None, *, link="kafka", switch="always"):
    directory = str(tmp_path / "opt")
    link = os.path.join(directory, link) if link else None
    return {
        "src": src,
        "checksum": checksum,
        "directory": directory,
        "link": link,
        "archive_on_host": archive,
        "switch": switch,
        "unit": None,
        "proxy": None,
        "prefix": "kafka_archive_",
    }


def test_a_local_archive_is_asked_for_before_anything_is_written(tmp_path, source) -> None:
    result = kafka_archive.run(params(tmp_path, *source), False)
    assert (result["changed"], result["needs_archive"]) == (True, True)
    assert not (tmp_path / "opt").exists()


@pytest.mark.parametrize("by_url", [False, True])
def test_install_then_nothing_to_do(tmp_path, source, by_url: bool) -> None:
    path, checksum = source
    src = f"file://{path}" if by_url else path
    first = kafka_archive.run(params(tmp_path, src, checksum, archive=None if by_url else path), False)
    home = str(tmp_path / "opt" / TOP)
    assert (first["changed"], first["home"], first["version"]) == (True, home, "3.9.2")
    assert os.readlink(first["link"]) == home
    os.unlink(path)  # neither transferred nor hashed again
    second = kafka_archive.run(params(tmp_path, src, checksum), False)
    assert (second["changed"], second["needs_archive"], second["home"], second["version"]) == (
        False,
        False,
        home,
        "3.9.2",
    )


def test_a_checksum_file_by_url_is_fetched_once(tmp_path, source) -> None:
    path, checksum = source
    (tmp_path / "sums").write_text(f"{checksum[7:]}  {TOP}.tgz\n")
    arguments = (tmp_path, f"file://{path}", f"file://{tmp_path}/sums")
    assert kafka_archive.run(params(*arguments), False)["changed"]
    (tmp_path / "sums").unlink()
    assert not kafka_archive.run(params(*arguments), False)["changed"]


def test_check_mode_predicts_and_writes_nothing(tmp_path, source) -> None:
    path, checksum = source
    result = kafka_archive.run(params(tmp_path, f"file://{path}", checksum), True)
    assert (result["changed"], result["home"], result["version"]) == (True, str(tmp_path / "opt" / TOP), "3.9.2")
    assert not (tmp_path / "opt").exists()


def test_only_the_link_is_switched_back(tmp_path, source) -> None:
    path, checksum = source
    kafka_archive.run(params(tmp_path, path, checksum, archive=path), False)
    link = tmp_path / "opt" / "kafka"
    link.unlink()
    link.symlink_to("/elsewhere")
    result = kafka_archive.run(params(tmp_path, path, checksum), False)
    assert (result["changed"], result["needs_archive"]) == (True, False)
    assert result["diff"]["before"] == {"installed": True, "link": "/elsewhere"}
    assert os.readlink(str(link)) == str(tmp_path / "opt" / TOP)


@pytest.fixture
def older(tmp_path):
    """The link at Kafka 3.9.1, unpacked by somebody."""
    home = tmp_path / "opt" / "kafka_2.13-3.9.1"
    (home / "libs").mkdir(parents=True)
    (home / "libs" / "kafka_2.13-3.9.1.jar").touch()
    link = tmp_path / "opt" / "kafka"
    link.symlink_to(home)
    return link


@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize("named", [True, False])
def test_another_version_is_refused_before_anything_is_unpacked(
    tmp_path, source, older, named: bool, check: bool
) -> None:
    path, checksum = source
    src = path if named else path.replace(TOP, "archive")
    before = sorted(os.listdir(tmp_path / "opt"))
    with pytest.raises(GroundworkError) as raised:
        kafka_archive.run(params(tmp_path, src, checksum, archive=path, switch="same_version"), check)
    assert str(raised.value) == (
        f"{older} is Kafka 3.9.1 and {TOP}.tgz is 3.9.2; run the playbook groundwork.kafka.upgrade, which takes one "
        "server at a time, or give the archive of 3.9.1."
        if named
        else f"{older} is Kafka 3.9.1 and the name of archive.tgz does not tell which version it is; name it as Apache "
        "does, such as kafka_2.13-3.9.1.tgz, so that this is known before it is unpacked."
    )
    assert os.readlink(older).endswith("kafka_2.13-3.9.1")
    assert sorted(os.listdir(tmp_path / "opt")) == before


def test_an_archive_with_another_name_is_known_by_what_it_was_unpacked_to(tmp_path, source) -> None:
    path, checksum = source
    kafka_archive.run(params(tmp_path, path, checksum, archive=path), False)
    given = params(tmp_path, path.replace(TOP, "archive"), checksum, archive=path, switch="same_version")
    assert kafka_archive.run(given, True)["version"] == "3.9.2"


def test_a_version_is_unpacked_beside_the_one_in_use(tmp_path, source, older) -> None:
    path, checksum = source
    for changed in (True, False):
        result = kafka_archive.run(params(tmp_path, path, checksum, archive=path, switch="never"), False)
        assert (result["changed"], result["linked_version"], result["version"]) == (changed, "3.9.1", "3.9.2")
    assert (tmp_path / "opt" / TOP / "libs").is_dir()
    assert os.readlink(older).endswith("kafka_2.13-3.9.1")


def test_another_path_of_the_link_is_no_way_around_the_upgrade(tmp_path, source, older) -> None:
    path, checksum = source
    unit = tmp_path / "kafka.service"
    unit.write_text(
        f"[Service]\nExecStart=/usr/bin/java -Xmx1g -cp {older}/libs/* kafka.Kafka /etc/kafka/s.properties\n"
    )
    moved = params(tmp_path, path, checksum, archive=path, link="kafka-link", switch="same_version")
    with pytest.raises(GroundworkError) as raised:
        kafka_archive.run({**moved, "unit": str(unit)}, False)
    assert str(raised.value).startswith(f"{older} is Kafka 3.9.1 and {TOP}.tgz is 3.9.2; run the playbook groundwork.k")
    assert not os.path.lexists(moved["link"])
    result = kafka_archive.run({**moved, "unit": str(unit), "switch": "never"}, False)  # as the upgrade does
    assert (result["linked_version"], result["version"]) == ("3.9.1", "3.9.2")
    unit.write_text("[Service]\nExecStart=/usr/bin/something\n")
    assert kafka_archive.run({**moved, "unit": str(unit)}, False)["linked_version"] == ""


@pytest.mark.parametrize(("switch", "link"), [("same_version", "/elsewhere"), ("always", None)])
def test_the_link_is_switched_from_the_same_version_and_from_what_is_none(
    tmp_path, source, older, switch, link
) -> None:
    path, checksum = source
    if link:
        older.unlink()
        older.symlink_to(link)
    result = kafka_archive.run(params(tmp_path, path, checksum, archive=path, switch=switch), False)
    assert (result["changed"], result["linked_version"]) == (True, "" if link else "3.9.1")
    assert os.readlink(older).endswith(TOP)


def test_a_wrong_checksum_leaves_nothing_behind(tmp_path, source) -> None:
    path, _checksum = source
    with pytest.raises(GroundworkError, match=r"where sha512:000000000000\.\.\. is wanted"):
        kafka_archive.run(params(tmp_path, path, "sha512:" + "0" * 128, archive=path), False)
    assert not (tmp_path / "opt").exists()


@pytest.mark.parametrize(
    ("src", "checksum", "why"),
    [
        ("file:///nowhere/kafka.tgz", "0" * 128, "file:///nowhere/kafka.tgz could not be fetched"),
        ("file:///nowhere/kafka.tgz", "no/such.sha512", "is a path, which only the control node can read"),
        ("file:///nowhere/kafka.tgz", "0" * 100, "neither 128"),
        (
            "file:///nowhere/kafka.tgz",
            " ",
            "^The input kafka_archive_checksum is empty; give sha512:HEX, or the path or URL",
        ),
        ("", "0" * 128, "^The input kafka_archive_src is empty; give the path or the URL of a Kafka archive"),
        ("http://user:secret@127.0.0.1:9/kafka.tgz", "0" * 128, "^http://127.0.0.1:9/kafka.tgz could not be fetched"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path, src: str, checksum: str, why: str) -> None:
    with pytest.raises(GroundworkError, match=why) as raised:
        kafka_archive.run(params(tmp_path, src, checksum), False)
    assert "secret" not in str(raised.value)


def test_a_foreign_folder_is_refused_before_the_transfer(tmp_path, source) -> None:
    (tmp_path / "opt" / TOP).mkdir(parents=True)
    with pytest.raises(GroundworkError, match="was not installed by this module"):
        kafka_archive.run(params(tmp_path, *source), False)


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("kafka", "link is 'kafka'; give an absolute path"),
        ("{}/opt/" + TOP, "is where the archive itself is unpacked; choose another link"),
        ("{}/opt/" + TOP + "/", "is where the archive itself is unpacked"),
    ],
)
def test_links_that_cannot_be_are_refused_before_the_archive_is_unpacked(tmp_path, source, link: str, why: str) -> None:
    arguments = {**params(tmp_path, *source, archive=source[0]), "link": link.format(tmp_path)}
    with pytest.raises(GroundworkError, match=why):
        kafka_archive.run(arguments, False)
    assert not (tmp_path / "opt").exists()


def test_a_directory_that_is_relative_is_refused(tmp_path, source) -> None:
    with pytest.raises(GroundworkError, match="directory is 'opt'; give an absolute path"):
        kafka_archive.run({**params(tmp_path, *source), "directory": "opt"}, False)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"directory": "opt"}, "^kafka_archive_directory is 'opt'; give an absolute path"),
        ({"link": "kafka"}, "^kafka_link is 'kafka'; give an absolute path"),
        ({"checksum": ""}, "^The input kafka_archive_checksum is empty; give"),
    ],
)
def test_a_variable_is_called_by_its_name(tmp_path, source, given, why: str) -> None:
    with pytest.raises(GroundworkError, match=why):
        kafka_archive.run({**params(tmp_path, *source), **given}, False)


def test_a_trailing_slash_is_no_part_of_a_link(tmp_path, source) -> None:
    arguments = {**params(tmp_path, *source, archive=source[0]), "link": f"{tmp_path}/opt/kafka/"}
    assert [kafka_archive.run(dict(arguments), False)["changed"] for _run in range(2)] == [True, False]
    assert os.readlink(f"{tmp_path}/opt/kafka") == f"{tmp_path}/opt/{TOP}"


@pytest.fixture
def installed(tmp_path, source):
    """The arguments of a second run, and the folder that the first one made."""
    path, checksum = source
    kafka_archive.run(params(tmp_path, path, checksum, archive=path), False)
    return params(tmp_path, path, checksum), tmp_path / "opt" / TOP


def group(path):
    """Have another group than root's write *path*."""
    if os.getuid() == 0:
        os.chown(str(path), -1, 4711)
    path.chmod(0o775)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (
            lambda home: home.chmod(0o777),
            f"opt/{TOP} may be written by everybody, so what is in /.*{TOP} may be another",
        ),
        (group, "may be written by its group"),
        (lambda home: give_by_acl(home, 4711), "may be written by those whom its access control list names"),
        (lambda home: (home / "libs").chmod(0o777), f"{TOP}/libs may be written by everybody"),
        (lambda home: (home / "libs/kafka_2.13-3.9.2.jar").chmod(0o666), r"3\.9\.2\.jar may be written by everybody"),
        (lambda home: (home / ".groundwork-archive.json").chmod(0o666), r"archive\.json may be written by everybody"),
        (lambda home: (home / "libs/more.jar").symlink_to("/tmp/theirs.jar"), r"libs/more\.jar leads out of it"),
    ],
)
def test_a_stamp_is_not_believed_where_others_could_have_changed_what_it_vouches_for(installed, spoil, why) -> None:
    arguments, home = installed
    spoil(home)
    for check in (True, False):
        with pytest.raises(GroundworkError, match=why):
            kafka_archive.run(dict(arguments), check)
    home.rename(home.with_name("away"))  # as the sentence says
    assert kafka_archive.run({**arguments, "archive_on_host": arguments["src"]}, False)["changed"]
    assert not kafka_archive.run(dict(arguments), False)["changed"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has its own group")
def test_the_group_of_root_is_root(installed) -> None:
    """As it is where somebody has unpacked with the modes of an archive."""
    arguments, home = installed
    (home / "libs").chmod(0o775)
    assert not kafka_archive.run(dict(arguments), False)["changed"]


def test_a_folder_of_logs_in_the_installation_is_the_services_own(installed) -> None:
    arguments, home = installed
    (home / "logs").mkdir()
    (home / "logs").chmod(0o777)
    (home / "logs" / "server.log").touch()
    (home / "data").symlink_to("/tmp")
    assert not kafka_archive.run(dict(arguments), False)["changed"]


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file to somebody else")
@pytest.mark.parametrize("what", [".", "libs", "libs/kafka_2.13-3.9.2.jar", ".groundwork-archive.json", ".."])
def test_a_stamp_is_not_believed_where_somebody_else_owns_anything(installed, what: str) -> None:
    arguments, home = installed
    os.chown(str(home / what), 1, -1)
    with pytest.raises(GroundworkError, match="belongs to daemon, so"):
        kafka_archive.run(dict(arguments), False)


def test_a_copy_does_not_move_the_link(installed) -> None:
    arguments, home = installed
    shutil.copytree(str(home), str(home.with_name("copy")))
    for src in (arguments["src"], arguments["src"].replace(TOP, "archive")):
        result = kafka_archive.run({**arguments, "src": src}, False)
        assert (result["changed"], result["home"]) == (False, str(home))


def test_a_copy_that_others_could_have_changed_is_passed_over(installed) -> None:
    arguments, home = installed
    home.rename(home.with_name("another"))
    home.with_name("another").chmod(0o777)
    os.unlink(arguments["link"])
    assert kafka_archive.run(dict(arguments), False)["needs_archive"]


def test_a_directory_that_others_can_write_is_refused(tmp_path, source) -> None:
    (tmp_path / "opt").mkdir()
    (tmp_path / "opt").chmod(0o777)
    with pytest.raises(GroundworkError, match="opt may be written by everybody, so others than root could change the"):
        kafka_archive.run(params(tmp_path, *source), False)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder to somebody else")
@pytest.mark.parametrize("check", [True, False])
def test_a_link_that_others_could_switch_is_refused_before_anything_is_unpacked(tmp_path, source, check) -> None:
    (tmp_path / "srv/app").mkdir(parents=True)
    os.chown(str(tmp_path / "srv/app"), 1, -1)
    arguments = {**params(tmp_path, *source, archive=source[0]), "link": str(tmp_path / "srv/app/kafka")}
    with pytest.raises(
        GroundworkError, match=r"app belongs to daemon, so others than root could have the link .*/kafka"
    ):
        kafka_archive.run(arguments, check)
    assert not (tmp_path / "opt" / TOP).exists()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a link to somebody else")
def test_an_owner_of_the_link_alone_is_none_who_can_switch_it(installed) -> None:
    arguments, _home = installed
    os.chown(arguments["link"], 1, -1, follow_symlinks=False)
    assert not kafka_archive.run(dict(arguments), False)["changed"]


OPERATIONS = ("open", "mkdir", "chmod", "fchmod", "fsync", "rename", "symlink", "unlink", "rmdir")


def ended_at(arguments, number: int) -> int:
    """The exit code of a run in a process of its own that is gone before its operation *number*."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    left = [number]

    def mortal(operation):
        def run(*more, **named):
            left[0] -= 1
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
            return operation(*more, **named)

        return run

    for name in OPERATIONS:
        setattr(os, name, mortal(getattr(os, name)))
    try:
        kafka_archive.run(dict(arguments), False)
        os._exit(0)
    except BaseException:
        os._exit(1)


def test_a_run_that_is_killed_anywhere_leaves_nothing_once_the_next_one_has_run(tmp_path, source) -> None:
    path, checksum = source
    others = (".groundwork-zookeeper.service-x", ".groundwork-notes")  # somebody else's, or a file that is written
    left, number, ended = set(), 0, signal.SIGKILL
    while ended == signal.SIGKILL:
        number += 1
        shutil.rmtree(str(tmp_path / "opt"), ignore_errors=True)
        arguments = params(tmp_path, path, checksum, archive=path)
        ended = ended_at(arguments, number)
        left |= {name[:12] for name in os.listdir(str(tmp_path / "opt"))} if (tmp_path / "opt").exists() else set()
        for name in others:
            (tmp_path / "opt" / name).mkdir(parents=True)
        kafka_archive.run(dict(arguments), False)
        assert set(os.listdir(str(tmp_path / "opt"))) == {TOP, "kafka", *others}
        assert not kafka_archive.run(dict(arguments), False)["changed"]
    assert (ended, number > 15) == (0, True)
    assert ".groundwork-" in left  # killed while it unpacked, among others


def test_what_somebody_else_left_is_no_business_of_ours(tmp_path, source) -> None:
    (tmp_path / "opt").mkdir()
    (tmp_path / "opt/.groundwork-12345678").symlink_to("/tmp")
    (tmp_path / "opt/.groundwork-1234567x").write_text("a file")
    kafka_archive.run(params(tmp_path, *source, archive=source[0]), False)
    assert {".groundwork-12345678", ".groundwork-1234567x"} <= set(os.listdir(str(tmp_path / "opt")))


@pytest.mark.parametrize(("version", "known"), [("4.3.1", True), ("4.0.2", False)])
def test_a_forged_archive_with_its_own_checksum_is_refused_where_the_digest_is_known(
    tmp_path, source, monkeypatch, version: str, known: bool
) -> None:
    """What serves it serves the checksum as well; the archive's name is that of an official one."""
    src = f"https://archive.apache.org/dist/kafka/{version}/kafka_2.13-{version}.tgz"
    path, digest = source

    def forged(url, **_named):
        sums = f"{digest[7:]}  kafka_2.13-{version}.tgz\n".encode()
        return io.BytesIO(sums if url.endswith(".sha512") else Path(path).read_bytes())

    monkeypatch.setattr(kafka_archive, "open_url", forged)
    arguments = params(tmp_path, src, archive_digests.checksum_of(src))
    if not known:
        assert kafka_archive.run(arguments, False)["changed"]
        return
    with pytest.raises(GroundworkError, match=r"where sha512:c7d7b2318cb5\.\.\. is wanted"):
        kafka_archive.run(arguments, False)
    assert not (tmp_path / "opt").exists()
