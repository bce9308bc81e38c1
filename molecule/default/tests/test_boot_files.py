# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which files count for the next boot differs between releases; the programs that read them must be there, too."""

import json
import os
import subprocess
from pathlib import Path

import pytest

SCENARIO = Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"])
# Debian 12 has a link in sysctl.d that leads to /etc/sysctl.conf, and that sorts behind the collection's file.
READ = {"status": "overridden", "after_boot": "33", "persisted_at": "/etc/sysctl.d/99-sysctl.conf:2"}
NOT_READ = {"status": "in_effect", "after_boot": "1", "persisted_at": "/etc/sysctl.d/99-groundwork-kafka.conf:"}


@pytest.fixture
def sysctl_conf(host):
    """A value in /etc/sysctl.conf that somebody wrote by hand."""
    host.check_output("cp -a /etc/sysctl.conf /root/sysctl.conf 2>/dev/null; true")
    host.check_output("printf '# by hand\\nvm.swappiness = 33\\n' >/etc/sysctl.conf")
    yield
    host.check_output("mv /root/sysctl.conf /etc/sysctl.conf 2>/dev/null || rm /etc/sysctl.conf")


@pytest.mark.usefixtures("sysctl_conf")
def test_sysctl_conf_counts_only_where_the_boot_reads_it(host, tmp_path):
    command = ["ansible", "all", f"--inventory={SCENARIO / 'inventory'}", "--check", f"--tree={tmp_path}"]
    asked = {"kernel_parameters": {"vm.swappiness": 1}, "observe": False}
    command += ["--module-name=groundwork.kafka.host_profile", f"--args={json.dumps(asked)}"]
    environment = {**os.environ, "ANSIBLE_CONFIG": str(SCENARIO / "ansible.cfg")}
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=120)
    (answer,) = tmp_path.iterdir()
    (row,) = [row for row in json.loads(answer.read_text())["settings"] if row["name"] == "vm.swappiness"]

    boot = host.check_output("/usr/lib/systemd/systemd-sysctl --cat-config")
    read = "vm.swappiness = 33" in boot
    assert read == (host.system_info.release.partition(".")[0] == "12")
    expected = READ if read else NOT_READ
    assert (row["status"], row["after_boot"]) == (expected["status"], expected["after_boot"])
    assert row["persisted_at"].startswith(expected["persisted_at"])
