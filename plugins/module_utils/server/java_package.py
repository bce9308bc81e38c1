# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which package brings a Java that Kafka runs on, by what the host's package manager can get. Read-only."""

from __future__ import annotations

import re
from typing import Callable, Dict, List, NamedTuple, Sequence, Set

from ..broker import releases
from ..core.errors import GroundworkError
from ..host.machine import Completed, Host
from .proxy import has_password, place

#: Releases of Java for servers, in the order in which they are taken: the oldest comes first, which is what hosts have
#: got until now and what most clusters run, so that a host made tomorrow is like that of today, and like its
#: neighbours. A newer one is taken where the distribution has left the older ones behind.
_JAVA = (17, 21, 25)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9+._-]*\Z")
_NEVRA = re.compile(r"(?P<name>\S+)-(?:[0-9]+:)?[^-\s]+-[^-\s]+\.[^.\s]+\Z")


class Manager(NamedTuple):
    """A package manager: what the packages of OpenJDK are called with it, and who tells which names it can get."""

    name: str
    pattern: str
    available: Callable[[Host, Sequence[str], bool], Set[str]]


class Offer(NamedTuple):
    """The *package* to install, empty where the *manager* can get none; and which *names* were asked for."""

    manager: str
    package: str
    names: Sequence[str]

    @property
    def missing(self) -> str:
        """The names for a sentence, where the host can get none of them."""
        *first, last = self.names
        return "" if self.package else f"{', '.join(first)} or {last}" if first else last


def java_releases(kafka_versions: Sequence[str]) -> List[int]:
    """The releases of Java that all these versions of Kafka run on, in the order in which they are taken."""
    with_25 = all(releases.since(version, releases.JAVA_25) for version in kafka_versions)
    return [java for java in _JAVA if java < 25 or with_25]


def find_offer(host: Host, package: str, kafka_versions: Sequence[str], cached: bool = False) -> Offer:
    """The first package that the host can get: the given *package*, or that of a Java for *kafka_versions*.

    With *cached*, lists of packages that are fetched again when they are old are taken as they are. What is not the
    plain name of a package is for the package manager alone to understand, and a manager that is not known here is not
    asked.
    """
    manager = _manager(host)
    pattern = manager.pattern if manager else _RPM_PATTERN
    names = [package] if package else [pattern.format(java) for java in java_releases(kafka_versions)]
    plain = package.split("=", maxsplit=1)[0]  # as apt has versions
    if not manager or (package and not _NAME.match(plain)):
        return Offer(manager.name if manager else "", names[0], names)
    found = manager.available(host, [plain] if package else names, cached)
    return Offer(manager.name, next((name for name in names if name.split("=", maxsplit=1)[0] in found), ""), names)


def installed(host: Host, offer: Offer) -> bool:
    """Whether the host has the package of *offer* already, in whatever version: it brings no more than is there."""
    if not offer.package or "=" in offer.package:  # another version of it may bring more
        return False
    if offer.manager == _APT.name:
        asked = ["dpkg-query", "--show", "--showformat=${db:Status-Status}", offer.package]
        return host.run(asked).stdout.strip() == "installed"
    return offer.manager in _RPM and host.run(["rpm", "-q", offer.package]).rc == 0


def check_proxy(host: Host, proxy: str) -> None:
    """Refuse a *proxy* that is none, or whose password more than the host's package manager would get to see."""
    if not proxy:
        return
    place(proxy, "java_proxy")
    manager = _manager(host)
    if has_password(proxy) and manager is not _APT:
        name = manager.name if manager else "the host's package manager"
        raise GroundworkError(
            f"java_proxy has a password, and {name} cannot be given one unseen; write the proxy into its own "
            "configuration (proxy, proxy_username and proxy_password in /etc/dnf/dnf.conf) and say java_proxy: ''."
        )


def refusal(offer: Offer, given: bool, kafka_versions: Sequence[str]) -> GroundworkError:
    """What to tell of a host that can get none of the packages of *offer*; *given* are they by a person."""
    kafka = f"Kafka {' and '.join(sorted(set(kafka_versions)))}" if kafka_versions else "Kafka"
    return GroundworkError(
        f"The host's package sources have no {offer.missing}{', as java_package says' if given else ''}; put them "
        f"right, give the package of another Java for {kafka} in java_package, or install Java yourself and say "
        "java_install: false."
    )


def _manager(host: Host) -> Manager | None:
    """The host's package manager: its distribution's own, since others may be installed beside it."""
    if host.exists("/etc/debian_version"):
        return _APT
    return next((_RPM[name] for name in ("dnf", "yum") if host.exists(f"/usr/bin/{name}")), None)


def _apt(host: Host, names: Sequence[str], _cached: bool) -> Set[str]:
    """By apt's lists as they are, which it never fetches by itself."""
    found = candidates(host.run(["apt-cache", "policy", *names]).stdout)
    if not found and len(names) == 1 and _provided(host.run(["apt-cache", "showpkg", *names]).stdout):
        return set(names)
    return found


def candidates(policy: str) -> Set[str]:
    """The packages that have a candidate in what ``apt-cache policy NAME...`` prints."""
    found, name = set(), ""
    for line in policy.splitlines():
        if line[:1] not in ("", " "):
            name = line.rstrip(":")
        elif line.startswith("  Candidate: ") and line.split(": ", 1)[1] != "(none)":
            found.add(name)
    return found


def _provided(showpkg: str) -> bool:
    """Whether other packages provide the one of which ``apt-cache showpkg NAME`` tells."""
    return bool(showpkg.partition("Reverse Provides:")[2].strip())


def _rpm(program: str) -> Callable[[Host, Sequence[str], bool], Set[str]]:
    def find(host: Host, names: Sequence[str], cached: bool) -> Set[str]:
        """What is installed counts as well: it may have come from elsewhere. Lists of packages are fetched when old."""
        found = _of(host.run(["rpm", "-q", *names]), names)
        if found:
            return found
        query = [program, "--quiet", *(["--cacheonly"] if cached else []), "repoquery"]
        found = _of(host.run([*query, *names]), names)
        if not found and len(names) == 1:
            found = _of(host.run([*query, "--whatprovides", *names]), names)
        return found

    return find


def _of(answer: Completed, names: Sequence[str]) -> Set[str]:
    """Which of *names* stand in lines as NAME-EPOCH:VERSION-RELEASE.ARCH; a single one also by another name."""
    lines = [line.strip() for line in answer.stdout.splitlines()]
    found = {match.group("name") for match in map(_NEVRA.match, lines) if match}
    return set(names) if found and len(names) == 1 else found & set(names)


_RPM_PATTERN = "java-{0}-openjdk-headless"
_APT = Manager("apt", "openjdk-{0}-jre-headless", _apt)
_RPM: Dict[str, Manager] = {name: Manager(name, _RPM_PATTERN, _rpm(name)) for name in ("dnf", "yum")}
