# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the services may do on their host."""

import re

import pytest

UNITS = ["kafka", "zookeeper"]


@pytest.mark.parametrize("unit", UNITS)
def test_the_unit_is_exposed_little(host, unit):
    shown = host.run("systemd-analyze security --no-pager %s.service", unit).stdout
    assert float(re.search(r"Overall exposure level for .*: ([0-9.]+)", shown).group(1)) < 4.0


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("/var/lib/{0}-heap-dumps", 0),
        ("/data/{0}/log", 0),
        ("/var/log/{0}", 0),
        ("/tmp", 0),
        ("/etc/{0}", 1),
        ("/var/lib", 1),
        ("/opt/{0}", 1),
    ],
)
def test_it_writes_where_it_has_to_and_nowhere_else(host, pid, unit, folder, expected):
    path = folder.format(unit) + "/written"
    inside = f"nsenter --target {pid(unit)} --mount -- runuser -u {unit} --"
    assert host.run(f"{inside} touch {path}").rc == expected
    host.run(f"{inside} rm -f {path}")


@pytest.mark.parametrize("unit", UNITS)
def test_even_root_of_its_namespace_changes_no_program(host, pid, unit):
    assert host.run("nsenter --target %s --mount -- touch /usr/bin/written", str(pid(unit))).rc == 1


@pytest.mark.parametrize("unit", UNITS)
def test_the_collectors_log_is_written(host, unit):
    assert host.file(f"/var/log/{unit}/gc.log").size > 0


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("name", ["keystore.pem", "truststore.pem"])
def test_only_the_service_reads_its_certificates(host, unit, name):
    file = host.file(f"/etc/{unit}/{name}")
    assert (file.user, file.group, oct(file.mode)) == ("root", unit, "0o640")
