# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the connector of each Spark is made of, written by hand; and which Spark and Java the tests run on."""

from __future__ import annotations

import os

# Versions of the connector, of its token provider, of Kafka's clients and of the pool, in the order of the class path.
VERSIONS = {
    "4.0.0": ("4.0.0", "4.0.0", "3.9.0", "2.12.0"),
    "4.0.1": ("4.0.1", "4.0.0", "3.9.1", "2.12.0"),
    "4.1.1": ("4.1.1", "4.1.1", "3.9.1", "2.12.1"),
    "4.2.0": ("4.2.0", "4.2.0", "3.9.2", "2.13.1"),
}
_NAMES = ("spark-sql-kafka-0-10_2.13", "spark-token-provider-kafka-0-10_2.13", "kafka-clients", "commons-pool2")
#: Set by tests/spark/matrix; what else runs the tests has those of the lock and of Debian 12.
SPARK = os.environ.get("GROUNDWORK_SPARK", "4.0.0")
JAVA = os.environ.get("GROUNDWORK_JAVA", "17")


def jars(spark: str = SPARK) -> list[str]:
    """The names of its jars, in that order."""
    return [f"{name}-{version}.jar" for name, version in zip(_NAMES, VERSIONS[spark])]
