# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Limits under a real broker: a host's values are made up here, the process that needs them is none of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils import profile
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Completed, Host

LIMIT = "/proc/sys/vm/max_map_count"
FILE = "/etc/sysctl.d/99-groundwork-kafka.conf"


class Beside(Host):
    """This machine with an /etc, a /var and a /proc/sys of its own, and of its processes only *pid*."""

    def __init__(self, root: Path, pid: int) -> None:
        super().__init__("/", lambda _argv: Completed(127, "", ""))
        self._own, self._pid = root, str(pid)

    def real(self, path: str) -> str:
        own = path.startswith(("/etc", "/var", "/usr", "/lib", "/run", "/proc/sys/"))
        return str(self._own) + path if own else path

    def names(self, path: str) -> list[str]:
        found = super().names(path)
        return [name for name in found if name == self._pid] if path == "/proc" else found

    def live(self) -> int:
        """The map areas that a process of this host may have."""
        return int(Path(self.real(LIMIT)).read_text())


@pytest.fixture
def tuned(cluster, tmp_path):
    """A host on which the cluster's second broker runs, tuned when a process could have so many areas."""

    def make(before: int) -> Beside:
        host = Beside(tmp_path, cluster.brokers[2].process.pid)
        place = Path(host.real(LIMIT))
        place.parent.mkdir(parents=True)
        place.write_text(f"{before}\n")
        profile.apply(host, profile.wishes(host, kernel_parameters={"vm.max_map_count": 262144}))
        assert host.live() == 262144
        return host

    return make


def areas(cluster) -> int:
    return len(Path(f"/proc/{cluster.brokers[2].process.pid}/maps").read_text().splitlines())


def test_a_broker_keeps_the_map_areas_that_it_uses_until_it_is_stopped(cluster, tuned):
    host = tuned(areas(cluster) + 20)
    (sentence,) = profile.restored(host).left
    assert host.live() == 262144
    assert "vm.max_map_count = 262144\n" in Path(host.real(FILE)).read_text()
    assert f"process {cluster.brokers[2].process.pid}) uses " in sentence
    cluster.brokers[2].stop()
    try:
        assert profile.restored(host).left == []
        assert host.live() < 2000
        assert not Path(host.real(FILE)).exists()
    finally:
        cluster.brokers[2].start_again()


def test_a_broker_that_uses_half_of_what_comes_back_is_not_waited_for(cluster, tuned):
    before = areas(cluster) * 2
    host = tuned(before)
    assert profile.restored(host).left == []
    assert host.live() == before
