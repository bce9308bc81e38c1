# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server.java_package import (
    Offer,
    find_offer,
    installed,
    java_releases,
)
from ansible_collections.groundwork.kafka.plugins.modules import java_package

# As apt 2.6 and 3.0, rpm 4.18 and dnf 4.14 print it.
BOOKWORM = """\
openjdk-17-jre-headless:
  Installed: (none)
  Candidate: 17.0.19+10-1~deb12u2
  Version table:
     17.0.19+10-1~deb12u2 500
        500 http://deb.debian.org/debian bookworm/main amd64 Packages
openjdk-21-jre-headless:
  Installed: (none)
  Candidate: (none)
  Version table:
"""
TRIXIE = """\
openjdk-17-jre-headless:
  Installed: (none)
  Candidate: (none)
  Version table:
openjdk-21-jre-headless:
  Installed: (none)
  Candidate: 21.0.13+9-1~deb13u2
  Version table:
     21.0.13+9-1~deb13u2 500
        500 http://deb.debian.org/debian trixie/main amd64 Packages
openjdk-25-jre-headless:
  Installed: (none)
  Candidate: 25.0.5+8-1~deb13u1
  Version table:
     25.0.5+8-1~deb13u1 500
        500 http://deb.debian.org/debian trixie/main amd64 Packages
"""
ONLY_25 = TRIXIE[TRIXIE.index("openjdk-25") :]
VIRTUAL = "java-runtime-headless:\n  Installed: (none)\n  Candidate: (none)\n  Version table:\n"
PROVIDED = "Provides: \nReverse Provides: \nopenjdk-17-jre-headless 17.0.19+10-1~deb12u2 (= 17)\n"
NOT_PROVIDED = "Package: openjdk-21-jre-headless\nVersions: \n\nProvides: \nReverse Provides: \n"
NOT_INSTALLED = "package java-17-openjdk-headless is not installed\npackage java-21-openjdk-headless is not installed\n"
INSTALLED = "package java-17-openjdk-headless is not installed\njava-21-openjdk-headless-21.0.9.0.10-1.el10.noarch\n"
EL10 = "java-21-openjdk-headless-1:21.0.9.0.10-1.el10.noarch\njava-25-openjdk-headless-1:25.0.9.0.10-1.el10.noarch\n"
APT, DNF, YUM = "etc/debian_version", "usr/bin/dnf", "usr/bin/yum"


@pytest.fixture
def host(tmp_path, monkeypatch):
    """A host that has *files*, and whose commands print, by what stands in them; and which commands were run.

    One that is run with a proxy in the environment has it behind it.
    """
    monkeypatch.delenv("https_proxy", raising=False)

    def make(*files, **printed):
        for name in files:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).touch()
        ran = []

        def run(argv):
            ran.append(" ".join([*argv, *filter(None, [os.environ.get("https_proxy")])]))
            return Completed(0, next((text for word, text in printed.items() if word in argv), ""), "")

        return Host(str(tmp_path), run), ran

    return make


@pytest.mark.parametrize(
    ("versions", "releases"),
    [
        ([], [17, 21, 25]),
        (["3.9.2"], [17, 21]),
        (["4.1.2"], [17, 21]),
        (["4.2.0"], [17, 21, 25]),
        (["4.10.0"], [17, 21, 25]),
        (["4.3.1", "3.9.2"], [17, 21]),
    ],
)
def test_java_is_one_that_every_kafka_of_the_host_runs_on(versions, releases) -> None:
    assert java_releases(versions) == releases


@pytest.mark.parametrize(
    ("policy", "versions", "package"),
    [
        pytest.param(BOOKWORM, ["4.3.1"], "openjdk-17-jre-headless", id="Debian 12"),
        pytest.param(TRIXIE, ["4.3.1"], "openjdk-21-jre-headless", id="no 17"),
        pytest.param(ONLY_25, ["4.3.1"], "openjdk-25-jre-headless", id="25 alone"),
        pytest.param("", ["4.3.1"], "", id="no lists"),
    ],
)
def test_the_first_that_apt_can_get(host, policy: str, versions, package: str) -> None:
    managed, ran = host(APT, DNF, policy=policy)
    assert find_offer(managed, "", versions)[:2] == ("apt", package)
    assert ran == ["apt-cache policy openjdk-17-jre-headless openjdk-21-jre-headless openjdk-25-jre-headless"]


@pytest.mark.parametrize(
    ("package", "policy", "showpkg", "found"),
    [
        pytest.param("openjdk-21-jre-headless", TRIXIE, "", True, id="there"),
        pytest.param("openjdk-21-jre-headless=21.0.13*", TRIXIE, "", True, id="a version"),
        pytest.param("openjdk-21-jre-headless", "", NOT_PROVIDED, False, id="not there"),
        pytest.param("java-runtime-headless", VIRTUAL, PROVIDED, True, id="by another"),
        pytest.param("/srv/temurin.deb", "", "", True, id="a file, which is not asked for"),
    ],
)
def test_a_package_of_ones_own_with_apt(host, package: str, policy: str, showpkg: str, found: bool) -> None:
    managed, _ran = host(APT, policy=policy, showpkg=showpkg)
    assert find_offer(managed, package, ["4.3.1"]).package == (package if found else "")


@pytest.mark.parametrize("program", ["dnf", "yum"])
def test_the_first_that_dnf_can_get(host, program: str) -> None:
    managed, ran = host(f"usr/bin/{program}", repoquery=EL10, rpm=NOT_INSTALLED)
    assert find_offer(managed, "", ["3.9.2"])[:2] == (program, "java-21-openjdk-headless")
    assert ran[1:] == [f"{program} --quiet repoquery java-17-openjdk-headless java-21-openjdk-headless"]


def test_what_is_installed_counts_without_dnf(host) -> None:
    managed, ran = host(DNF, YUM, rpm=INSTALLED)
    assert find_offer(managed, "", ["3.9.2"]).package == "java-21-openjdk-headless"
    assert len(ran) == 1


@pytest.mark.parametrize("provider", ["", "java-21-openjdk-headless-1:21.0.9.0.10-1.el10.noarch\n"])
def test_a_package_of_ones_own_with_dnf(host, provider: str) -> None:
    managed, ran = host(DNF, **{"--whatprovides": provider})
    assert find_offer(managed, "java-headless", [], cached=True).package == ("java-headless" if provider else "")
    assert ran[-1] == "dnf --quiet --cacheonly repoquery --whatprovides java-headless"


def test_another_package_manager_is_not_asked(host) -> None:
    managed, ran = host("usr/bin/zypper")
    assert find_offer(managed, "", [])[:2] == ("", "java-17-openjdk-headless")
    assert find_offer(managed, "jre", [])[:2] == ("", "jre")
    assert ran == []


@pytest.mark.parametrize(
    ("given", "versions", "missing", "sentence"),
    [
        (
            "",
            ["3.9.2", "3.9.2"],
            "openjdk-17-jre-headless or openjdk-21-jre-headless",
            "The host's package sources have no openjdk-17-jre-headless or openjdk-21-jre-headless; put them right, "
            "give the package of another Java for Kafka 3.9.2 in java_package, or install Java yourself and say "
            "java_install: false.",
        ),
        (
            "temurin-21-jre",
            [],
            "temurin-21-jre",
            "The host's package sources have no temurin-21-jre, as java_package says; put them right, give the package "
            "of another Java for Kafka in java_package, or install Java yourself and say java_install: false.",
        ),
    ],
)
def test_none_is_refused_once_it_is_required(host, given: str, versions, missing: str, sentence: str) -> None:
    managed, _ran = host(APT)
    params = {"package": given, "kafka_versions": versions, "required": False, "proxy": None}
    result = java_package.run(managed, params, False)
    assert (result["package"], result["missing"]) == ("", missing)
    with pytest.raises(GroundworkError) as refused:
        java_package.run(managed, {**params, "required": True}, False)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("manager", "package", "printed", "there"),
    [
        ("apt", "openjdk-21-jre-headless", {"dpkg-query": "installed"}, True),
        ("apt", "openjdk-21-jre-headless", {"dpkg-query": "config-files"}, False),
        ("apt", "openjdk-21-jre-headless", {}, False),
        ("apt", "openjdk-21-jre-headless=21.0.1", {"dpkg-query": "installed"}, False),
        ("dnf", "java-21-openjdk-headless", {}, True),
        ("", "openjdk-21-jre-headless", {}, False),
        ("apt", "", {"dpkg-query": "installed"}, False),
    ],
)
def test_what_is_installed_brings_no_more(host, manager, package: str, printed, there: bool) -> None:
    managed, _ran = host(**printed)
    assert installed(managed, Offer(manager, package, [package])) is there


def test_check_mode_has_dnf_fetch_no_lists(host) -> None:
    managed, ran = host(DNF, repoquery=EL10)
    java_package.run(managed, {"package": "", "kafka_versions": [], "required": True, "proxy": ""}, True)
    assert "--cacheonly" in ran[-2]  # before it is asked what is installed


def test_dnf_asks_through_the_proxy_that_is_given(host) -> None:
    managed, ran = host(DNF, repoquery=EL10)
    given = {"package": "", "kafka_versions": ["3.9.2"], "required": True, "proxy": "http://proxy.example.com:3128"}
    assert java_package.run(managed, given, False)["package"] == "java-21-openjdk-headless"
    assert ran[-2].endswith("repoquery java-17-openjdk-headless java-21-openjdk-headless http://proxy.example.com:3128")
    assert "https_proxy" not in os.environ


@pytest.mark.parametrize(
    ("files", "proxy", "sentence"),
    [
        ([APT], "proxy.example.com", "java_proxy is no address of an HTTP proxy"),
        ([DNF], "http://ann:secret@proxy.example.com", "java_proxy has a password, and dnf cannot be given one unseen"),
        ([], "http://ann:secret@proxy.example.com", "and the host's package manager cannot be given one unseen"),
    ],
)
def test_a_proxy_that_cannot_be_given_is_refused_without_its_password(host, files, proxy: str, sentence: str) -> None:
    managed, ran = host(*files)
    with pytest.raises(GroundworkError) as refused:
        java_package.run(managed, {"package": "", "kafka_versions": [], "required": True, "proxy": proxy}, False)
    assert sentence in str(refused.value)
    assert "secret" not in str(refused.value)
    assert ran == []


def test_apt_may_be_given_one_with_a_password(host) -> None:
    managed, _ran = host(APT, policy=BOOKWORM)
    given = {"package": "", "kafka_versions": [], "required": True, "proxy": "http://ann:secret@proxy.example.com"}
    assert java_package.run(managed, given, False)["package"] == "openjdk-17-jre-headless"
