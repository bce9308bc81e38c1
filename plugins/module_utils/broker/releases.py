# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What came with which release of Kafka, as far as anything is done or judged in another way for it.

Which settings a release has is in key_table, which features in upgrade.
"""

from __future__ import annotations

from ..core.version import Release, numbers

#: ZooKeeper mode ends, and KRaft is all that there is.
KRAFT_ALONE: Release = (4, 0)
#: Kafka writes its log with Log4j 2, which reads another file.
LOG4J2: Release = (4, 0)
#: Defaults of the log are others, and what old clients ask is refused. Source: KIP-896, KIP-937, KIP-1030.
RENEWED: Release = (4, 0)
#: The cluster keeps min.insync.replicas itself, with the eligible leader replicas: a broker's file says only with what
#: the cluster begins. Source: KIP-966.
CLUSTER_KEEPS_MIN_ISR: Release = (4, 1)
#: A formatted controller joins the quorum by itself. Source: controller.quorum.auto.join.enable, KIP-1186.
CONTROLLERS_JOIN: Release = (4, 2)
#: Kafka fully supports Java 25, and not only 17 and 21. Source: "Java Version" in its documentation of 4.1 and 4.2.
JAVA_25: Release = (4, 2)


def since(version: str, release: Release) -> bool:
    """Whether *version*, such as 4.3.1 or 4.0.0-rc1, has what came with *release*."""
    return numbers(version) >= release
