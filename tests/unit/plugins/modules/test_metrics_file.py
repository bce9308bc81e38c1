# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

from ansible_collections.groundwork.kafka.plugins.modules import metrics_file

PATH = "/var/lib/prometheus/node-exporter/groundwork.prom"


def write(call, content="a 1\n", path=PATH, **more):
    return call(metrics_file, path=path, content=content, **more)


def test_a_file_is_written_once_and_everybody_may_read_it(host, call) -> None:
    os.makedirs(host.real(os.path.dirname(PATH)))
    assert [write(call)["changed"], write(call)["changed"], write(call, "a 2\n")["changed"]] == [True, False, True]
    assert (host.read(PATH), host.mode(PATH)) == ("a 2\n", 0o644)
    os.chmod(host.real(PATH), 0o600)
    assert write(call, "a 2\n")["changed"]
    assert host.mode(PATH) == 0o644


def test_check_mode_says_the_same_and_writes_nothing(host, call) -> None:
    os.makedirs(host.real(os.path.dirname(PATH)))
    before = host.tree()
    told = write(call, _ansible_check_mode=True)
    assert host.tree() == before
    assert told == write(call)
    assert told["diff"][0]["after"] == "a 1\n"


def test_a_folder_that_is_missing_is_not_made(host, call) -> None:
    assert write(call)["msg"].startswith("/var/lib/prometheus/node-exporter is not there, and the node exporter")
    assert host.tree() == {}


def test_a_path_has_to_be_absolute(call) -> None:
    assert write(call, path="groundwork.prom")["msg"].startswith("groundwork.prom is no absolute path; ")
