# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import io
import json
import os
import tarfile

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import archive

TOP = "kafka_2.13-3.9.2"
JAR = f"{TOP}/libs/kafka_2.13-3.9.2.jar"
GOOD = [(f"{TOP}/", "dir"), (JAR, "file"), (f"{TOP}/bin/kafka-topics.sh", "script"), (f"{TOP}/LICENSE", "file")]
KINDS = {
    "dir": (tarfile.DIRTYPE, 0o777),
    "file": (tarfile.REGTYPE, 0o666),
    "script": (tarfile.REGTYPE, 0o777),
    "fifo": (tarfile.FIFOTYPE, 0o644),
    "device": (tarfile.BLKTYPE, 0o644),
}


def make(path, members) -> str:
    """An archive with *members*: (name, kind) or (name, "symlink"/"hardlink", target)."""
    with tarfile.open(path, "w:gz") as tar:
        for name, kind, *target in members:
            info = tarfile.TarInfo(name)
            if target:
                info.type = tarfile.SYMTYPE if kind == "symlink" else tarfile.LNKTYPE
                info.linkname = target[0]
                tar.addfile(info)
                continue
            info.type, info.mode = KINDS[kind]
            info.size = 3 if info.isfile() else 0
            tar.addfile(info, io.BytesIO(b"abc") if info.isfile() else None)
    return str(path)


def install(tmp_path, members, checksum: str = "sha512:aa", source: str = "") -> archive.Installed:
    path = make(tmp_path / "a.tgz", members)
    directory = str(tmp_path / "opt")
    with archive.workspace(directory) as folder:
        return archive.install(path, folder, directory, checksum, source)


def test_a_good_archive_is_unpacked_with_safe_modes_and_a_stamp(tmp_path) -> None:
    installed = install(tmp_path, GOOD, "sha512:aa", "https://example.com/a.sha512")
    home = tmp_path / "opt" / TOP
    assert installed == archive.Installed(str(home), "3.9.2", "sha512:aa", "https://example.com/a.sha512")
    assert (home / "libs/kafka_2.13-3.9.2.jar").read_bytes() == b"abc"
    modes = {
        path: oct(os.stat(str(home / path)).st_mode & 0o7777)
        for path in (".", "libs", "LICENSE", "bin/kafka-topics.sh")
    }
    assert modes == {".": "0o755", "libs": "0o755", "LICENSE": "0o644", "bin/kafka-topics.sh": "0o755"}
    assert json.loads((home / archive.STAMP).read_text())["checksum"] == "sha512:aa"
    assert os.listdir(str(tmp_path / "opt")) == [TOP]


@pytest.mark.parametrize("checksum", ["sha512:aa", "https://example.com/a.sha512"])
def test_an_installed_archive_is_found_by_checksum_or_its_source(tmp_path, checksum: str) -> None:
    installed = install(tmp_path, GOOD, "sha512:aa", "https://example.com/a.sha512")
    assert archive.find_installed(str(tmp_path / "opt"), checksum) == installed


@pytest.mark.parametrize(
    "stamp", [None, "", "[]", '{"checksum": 1', '{"checksum": "sha512:bb", "version": "1"}', "[" * 200_000]
)
def test_other_and_broken_stamps_are_not_found(tmp_path, stamp) -> None:
    (tmp_path / TOP).mkdir()
    if stamp is not None:
        (tmp_path / TOP / archive.STAMP).write_text(stamp)
    assert archive.find_installed(str(tmp_path), "sha512:aa") is None


def test_nothing_is_found_in_a_directory_that_is_not_there(tmp_path) -> None:
    assert archive.find_installed(str(tmp_path / "none"), "sha512:aa") is None


@pytest.mark.parametrize(
    ("members", "why"),
    [
        pytest.param([("/etc/passwd", "file")], "would be written outside", id="absolute"),
        pytest.param([*GOOD, (f"{TOP}/../../x", "file")], "would be written outside", id="dot dot"),
        pytest.param([*GOOD, (f"{TOP}/l", "symlink", "/etc")], "links to /etc", id="absolute link"),
        pytest.param([*GOOD, (f"{TOP}/l", "symlink", "../../x")], "links to ../../x", id="link out"),
        pytest.param([*GOOD, (f"{TOP}/l", "symlink", "../other")], "links to ../other", id="link beside the folder"),
        pytest.param(
            [*GOOD, (f"{TOP}/l", "symlink", "bin/d/.."), (f"{TOP}/bin/d", "symlink", "..")],
            "links to bin/d/..",
            id="link out through a link made later",
        ),
        pytest.param([*GOOD, (f"{TOP}/h", "hardlink", "../../x")], "would be written outside", id="hard link out"),
        pytest.param([*GOOD, (f"{TOP}/d", "device")], "is a device or a pipe", id="device"),
        pytest.param([*GOOD, (f"{TOP}/f", "fifo")], "is a device or a pipe", id="pipe"),
        pytest.param(
            [*GOOD, ("other/x", "file")], "exactly one folder at its top and has kafka_2.13-3.9.2, other", id="two tops"
        ),
        pytest.param([("x", "file")], "exactly one folder", id="no folder"),
        pytest.param([], "has nothing", id="empty"),
        pytest.param([(f"{TOP}/libs/x.jar", "file")], "has no libs/kafka_SCALA-VERSION.jar", id="no Kafka"),
        pytest.param([(f"{TOP}/x", "file")], "has no libs/kafka_SCALA-VERSION.jar", id="no libs"),
        pytest.param([*GOOD, (f"{TOP}/libs/kafka_2.13-3.9.1.jar", "file")], "has 2 libs/kafka", id="two Kafkas"),
        pytest.param([*GOOD, (JAR, "file")], "File exists", id="a member twice"),
    ],
)
def test_a_bad_archive_is_refused_and_nothing_is_left(tmp_path, members, why: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        install(tmp_path, members)
    assert why in str(raised.value)
    assert not (tmp_path / "opt").exists()


@pytest.mark.parametrize("content", [b"", b"no archive", b"\x1f\x8b\x08\x00damaged"])
def test_a_file_that_is_no_tar_gz_is_refused(tmp_path, content: bytes) -> None:
    (tmp_path / "a.tgz").write_bytes(content)
    with archive.workspace(str(tmp_path / "opt")) as folder, pytest.raises(GroundworkError, match="cannot be unpacked"):
        archive.install(str(tmp_path / "a.tgz"), folder, str(tmp_path / "opt"), "sha512:aa")


def test_links_inside_the_folder_are_kept(tmp_path) -> None:
    home = install(tmp_path, [*GOOD, (f"{TOP}/bin/l", "symlink", "../libs"), (f"{TOP}/copy", "hardlink", JAR)]).home
    assert os.readlink(os.path.join(home, "bin/l")) == "../libs"
    assert os.path.samefile(os.path.join(home, "copy"), os.path.join(home, "libs/kafka_2.13-3.9.2.jar"))


@pytest.mark.parametrize(
    ("stamp", "why"),
    [(None, "was not installed by this module"), ('{"checksum": "sha512:bb", "version": "3.9.2"}', "another checksum")],
)
def test_a_folder_that_is_there_is_not_overwritten(tmp_path, stamp, why: str) -> None:
    (tmp_path / "opt" / TOP).mkdir(parents=True)
    if stamp:
        (tmp_path / "opt" / TOP / archive.STAMP).write_text(stamp)
    with pytest.raises(GroundworkError, match=why):
        install(tmp_path, GOOD)
    assert not (tmp_path / "opt" / TOP / "libs").exists()


@pytest.mark.parametrize(
    ("src", "name", "version"),
    [
        ("/srv/kafka_2.13-3.9.2.tgz", "kafka_2.13-3.9.2", "3.9.2"),
        ("https://example.com/k/kafka_2.13-4.1.0-rc1.tgz?x=y/z", "kafka_2.13-4.1.0-rc1", "4.1.0-rc1"),
        ("kafka_2.12-2.8.0.tar.gz", "kafka_2.12-2.8.0", "2.8.0"),
        ("/srv/kafka.tgz", "", ""),
    ],
)
def test_home_and_version_expected_from_the_archives_name(tmp_path, src: str, name: str, version: str) -> None:
    assert archive.expected(src, str(tmp_path)) == (str(tmp_path / name) if name else "", version)


def test_credentials_are_not_shown() -> None:
    assert archive.without_credentials("https://me:secret@example.com/a@b") == "https://example.com/a@b"


def test_a_link_is_made_then_kept_then_switched(tmp_path) -> None:
    link = str(tmp_path / "new" / "kafka")
    assert [archive.switch_link(link, home) for home in ("/opt/a", "/opt/a", "/opt/b")] == [True, False, True]
    assert os.readlink(link) == "/opt/b"
    assert os.listdir(str(tmp_path / "new")) == ["kafka"]


def test_a_link_is_switched_after_an_interrupted_switch(tmp_path) -> None:
    (tmp_path / "kafka.groundwork").symlink_to("/opt/a")
    assert archive.switch_link(str(tmp_path / "kafka"), "/opt/b")
    assert os.listdir(str(tmp_path)) == ["kafka"]


def test_a_folder_in_the_links_place_is_refused(tmp_path) -> None:
    with pytest.raises(GroundworkError, match="is no symbolic link"):
        archive.refuse_link(str(tmp_path), "")


def test_a_link_to_nowhere_is_no_obstacle(tmp_path) -> None:
    (tmp_path / "kafka").symlink_to("/nowhere")
    archive.refuse_link(str(tmp_path / "kafka"), "/nowhere")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param([], [], id="made for it"),
        pytest.param(["a"], ["a"], id="parent was there"),
        pytest.param(["a", "a/b"], ["a", "a/b"], id="was there"),
    ],
)
def test_a_failed_installation_leaves_no_folder_that_was_not_there(tmp_path, before, after):
    for name in before:
        (tmp_path / name).mkdir()
    with pytest.raises(GroundworkError), archive.workspace(str(tmp_path / "a/b")):
        raise GroundworkError("the checksum is wrong")
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")) == after


def test_what_was_installed_stays(tmp_path):
    with archive.workspace(str(tmp_path / "a/b")):
        (tmp_path / "a/b/kafka").mkdir()
    assert [path.name for path in (tmp_path / "a/b").iterdir()] == ["kafka"]
