# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What follows from the checks of a run, and for how long they hold.

*found* has for each service of a host, by its name, the results of jvm_options (``jvm``) and of kafka_archive
(``installed``), empty where these were not asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

Found = Mapping[str, Mapping[str, Mapping[str, Any]]]


def holding(found: Found, checked: bool, disks: Mapping[str, Any]) -> list[str]:
    """The services whose checks of this run still hold, so that nobody has to ask again.

    They were *checked*, there was a Java, the archive is there, and no disk was mounted since, as the result *disks* of
    data_disks or host_profile tells.
    """
    if not checked or disks.get("changed"):
        return []
    return [name for name, one in found.items() if _has_java(one) and not one["installed"].get("changed", True)]


def without_java(found: Found, services: Collection[str]) -> list[str]:
    """Those of the *services* for which the host has no Java."""
    return [name for name, one in found.items() if name in services and not _has_java(one)]


def java_refusals(
    found: Found, services: Collection[str], paths: Mapping[str, str], package: Mapping[str, Any]
) -> list[str]:
    """A sentence for each of the *services* whose Java, given in *paths*, is not there and will not be.

    *package* is what java_package told of the one that would bring it, empty where none is to be installed.
    """
    brings = f"the package {package['package']} is installed already" if package.get("installed") else ""
    if package and not brings:
        return []
    why = brings or "java_install is false"
    way = "give in java_package the one that brings it" if brings else "install it"
    return [
        f"There is no java program at {paths[name]}, which {name}_java names, and {why}; correct {name}_java, or {way}."
        for name in without_java(found, services)
    ]


def _has_java(one: Mapping[str, Mapping[str, Any]]) -> bool:
    return one["jvm"].get("version") is not None
