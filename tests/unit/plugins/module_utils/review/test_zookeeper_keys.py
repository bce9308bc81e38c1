# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.review import zookeeper_keys


@pytest.mark.parametrize(
    "key",
    [
        *("tickTime", "dataDir", "clientPort", "server.1", "weight.12", "group.1", "4lw.commands.whitelist"),
        *("admin.enableServer", "metricsProvider.httpPort", "authProvider.sasl", "quorum.auth.enableSasl"),
        *("ssl.quorum.keyStore.location", "ssl.keyStore.passwordPath", "snapshot.trust.empty", "jute.maxbuffer"),
        *("autopurge.purgeInterval", "reconfigEnabled", "kerberos.removeHostFromPrincipal", "com.example.mine"),
    ],
)
def test_what_zookeeper_or_a_class_beside_it_reads_is_not_odd(key) -> None:
    assert list(zookeeper_keys.examine({key: "1"})) == []


@pytest.mark.parametrize(
    ("mistyped", "near"),
    [
        ("ticktime", "tickTime"),
        ("maxClientCnxn", "maxClientCnxns"),
        ("autopurge.snapRetainCounts", "autopurge.snapRetainCount"),
        ("ssl.keystore.location", "ssl.keyStore.location"),
    ],
)
def test_a_key_that_somebody_mistyped(mistyped, near) -> None:
    (odd,) = zookeeper_keys.examine({mistyped: "1", "tickTime": "2000"})
    assert odd == (mistyped, "near", f"the nearest that is one is {near}: give that, or leave it out")
