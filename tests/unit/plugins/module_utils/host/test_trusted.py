# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Folders, links and programs that somebody else than root could change, as on a host with other users."""

from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host import trusted

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
THEIRS = 1  # daemon


@pytest.fixture
def way(tmp_path):
    """A program of root's, and links to it: by way of another folder, and beside that."""
    (tmp_path / "jdk/bin").mkdir(parents=True)
    (tmp_path / "jdk/bin/java").write_text("a program")
    (tmp_path / "srv/app").mkdir(parents=True)
    (tmp_path / "srv/app/java").symlink_to("../../jdk/bin/java")
    (tmp_path / "usr").mkdir()
    (tmp_path / "usr/java").symlink_to(tmp_path / "srv/app/java")
    return tmp_path


def give(path):
    os.chown(path, THEIRS, THEIRS, follow_symlinks=False)


def test_what_is_roots_all_the_way(way):
    for path in ("usr/java", "srv/app/java", "jdk/bin/java"):
        assert trusted.fault_on_the_way(str(way / path)) == ""
        assert trusted.fault_of_program(str(way / path)) == ""


@pytest.mark.parametrize("theirs", ["usr", "srv", "srv/app", "jdk", "jdk/bin", "jdk/bin/java"])
def test_whoever_has_anything_on_the_way_has_the_program(way, theirs):
    give(way / theirs)
    assert trusted.fault_of_program(str(way / "usr/java")) == f"{way / theirs} belongs to daemon"


@pytest.mark.parametrize(("theirs", "fault"), [("usr", True), ("srv/app", False), ("jdk/bin", False)])
def test_a_link_that_is_switched_leads_wherever_it_does(way, theirs, fault):
    give(way / theirs)
    assert bool(trusted.fault_on_the_way(str(way / "usr/java"))) == fault


def test_a_link_on_the_way_is_switched_by_whoever_has_its_folder(way):
    (way / "srv/app/opt").symlink_to(way / "jdk")
    assert trusted.fault_on_the_way(str(way / "srv/app/opt/bin/new")) == ""
    give(way / "srv/app")
    assert trusted.fault_on_the_way(str(way / "srv/app/opt/bin/new")) == f"{way / 'srv/app'} belongs to daemon"


def test_the_owner_of_a_link_counts_only_where_he_can_rename_it(way):
    give(way / "usr/java")
    assert trusted.fault_of_program(str(way / "usr/java")) == ""
    (way / "usr").chmod(0o1777)
    assert trusted.fault_of_program(str(way / "usr/java")) == f"{way / 'usr/java'} belongs to daemon"
    assert trusted.fault_on_the_way(str(way / "usr/java")) == f"{way / 'usr/java'} belongs to daemon"
    (way / "usr").chmod(0o777)
    assert trusted.fault_of_program(str(way / "usr/java")) == f"{way / 'usr'} may be written by everybody"


def test_what_is_not_there_yet_and_links_in_a_circle(way):
    assert trusted.fault_on_the_way(str(way / "none/of/it")) == ""
    (way / "usr/one").symlink_to("two")
    (way / "usr/two").symlink_to("one")
    assert trusted.fault_of_program(str(way / "usr/one")) == ""
