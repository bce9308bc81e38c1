# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.plugin_utils import preflight

JAVA, NO_JAVA, NOT_ASKED = {"version": "17.0.1"}, {"version": None}, {}
THERE, MISSING = {"changed": False}, {"changed": True}


def found(jvm=None, installed=None, **others):
    return {
        "zookeeper": {"jvm": NOT_ASKED, "installed": NOT_ASKED},
        "kafka": {"jvm": JAVA if jvm is None else jvm, "installed": THERE if installed is None else installed},
        **others,
    }


@pytest.mark.parametrize(
    ("told", "checked", "disks", "services"),
    [
        pytest.param(found(), True, {"changed": False}, ["kafka"], id="nothing was changed since"),
        pytest.param(found(), True, {}, ["kafka"], id="a run without tuning and disks"),
        pytest.param(found(), False, {}, [], id="preflight was not before"),
        pytest.param(found(), True, {"changed": True}, [], id="a disk may have been mounted"),
        pytest.param(found(jvm=NO_JAVA), True, {}, [], id="Java was installed since"),
        pytest.param(found(jvm=NOT_ASKED), True, {}, [], id="Java was not asked for"),
        pytest.param(found(installed=MISSING), True, {}, [], id="the archive is to be unpacked"),
        pytest.param(found(installed=NOT_ASKED), True, {}, [], id="the archive was not looked for"),
        pytest.param(
            found(zookeeper={"jvm": JAVA, "installed": THERE}), True, {}, ["zookeeper", "kafka"], id="both services"
        ),
        pytest.param(
            found(jvm=NO_JAVA, zookeeper={"jvm": JAVA, "installed": THERE}), True, {}, ["zookeeper"], id="one of them"
        ),
    ],
)
def test_for_which_services_nobody_has_to_ask_again(told, checked: bool, disks, services) -> None:
    assert preflight.holding(told, checked, disks) == services


@pytest.mark.parametrize(
    ("told", "services", "without"),
    [
        pytest.param(found(), ["kafka"], [], id="a host without ZooKeeper has one"),
        pytest.param(found(jvm=NO_JAVA), ["kafka"], ["kafka"], id="it has none"),
        pytest.param(found(jvm=NO_JAVA), ["zookeeper"], ["zookeeper"], id="it was not asked"),
        pytest.param(
            found(zookeeper={"jvm": NO_JAVA, "installed": THERE}),
            ["kafka", "zookeeper", "containers"],
            ["zookeeper"],
            id="one of them has none",
        ),
    ],
)
def test_which_services_have_no_java(told, services, without) -> None:
    assert preflight.without_java(told, services) == without


PATHS = {"kafka": "/opt/java/bin/java", "zookeeper": "/usr/bin/java"}
BROUGHT = {"package": "openjdk-21-jre-headless", "installed": True}


@pytest.mark.parametrize(
    ("jvm", "package", "told"),
    [
        pytest.param(JAVA, {}, "", id="it is there"),
        pytest.param(NO_JAVA, {**BROUGHT, "installed": False}, "", id="a package may bring it"),
        pytest.param(
            NO_JAVA,
            BROUGHT,
            "There is no java program at /opt/java/bin/java, which kafka_java names, and the package "
            "openjdk-21-jre-headless is installed already; correct kafka_java, or",
            id="the package is there",
        ),
        pytest.param(
            NO_JAVA,
            {},
            "There is no java program at /opt/java/bin/java, which kafka_java names, and java_install is false; ",
            id="no package is to be installed",
        ),
    ],
)
def test_a_java_that_nothing_brings_is_refused(jvm, package, told: str) -> None:
    sentences = preflight.java_refusals(found(jvm=jvm), ["kafka"], PATHS, package)
    assert [one[: len(told)] for one in sentences] == ([told] if told else [])
