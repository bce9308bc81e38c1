# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The Sparks whose Kafka connector is known: its four jars with their sums, and the newest Java that each starts on."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path

SCALA = "2.13"
_SPARK, _KAFKA, _COMMONS = "org.apache.spark", "org.apache.kafka", "org.apache.commons"
_VERSION = re.compile(r"""^__version__\b[^=]*= (["'])([^"']+)\1\s*$""", re.MULTILINE)
_CONNECTOR, _TOKENS = f"spark-sql-kafka-0-10_{SCALA}", f"spark-token-provider-kafka-0-10_{SCALA}"


@dataclass(frozen=True)
class Jar:
    """One artifact of Maven Central and the SHA-256 sum of its jar."""

    organisation: str
    name: str
    version: str
    sha256: str

    @property
    def file_name(self) -> str:
        """Name of the jar in a folder."""
        return f"{self.name}-{self.version}.jar"


# By version of pyspark; the companions are those of the connector's own POM. A new version is added with its sums,
# after `make matrix` has run with it (tests/spark/sparks.txt).
KNOWN = {
    "4.0.0": (
        Jar(_SPARK, _CONNECTOR, "4.0.0", "33a3b8b04df4a2e43c9d5bf8ca5972936a1ac662f2714e014d00ef6f27468bf3"),
        Jar(_SPARK, _TOKENS, "4.0.0", "f2be3b76f9e6cbe63379d4e4e0dc14f59dbf056ae2ad16ff15ac108004c86767"),
        Jar(_KAFKA, "kafka-clients", "3.9.0", "15c1e137f2c2c94398e27abc4060a03b6bde10bf9fac15e8f70c02320b202f18"),
        Jar(_COMMONS, "commons-pool2", "2.12.0", "6d3bd18df8410f3e31b031aca582cc109342358a62a2759ebd0c4cdf30d06f8b"),
    ),
    "4.0.1": (
        Jar(_SPARK, _CONNECTOR, "4.0.1", "a9c5366a61087e7e7ff903c3dc160e80b33d2ea04d365e0795cc4a58befc3a16"),
        # Not every mirror of Maven Central has 4.0.1 of it. All classes of the jar above are those of 4.0.0.
        Jar(_SPARK, _TOKENS, "4.0.0", "f2be3b76f9e6cbe63379d4e4e0dc14f59dbf056ae2ad16ff15ac108004c86767"),
        Jar(_KAFKA, "kafka-clients", "3.9.1", "7568b998572d256f0b7bc0afdc1b7a2588b8b08415c62ce314c864a6851ae9d9"),
        Jar(_COMMONS, "commons-pool2", "2.12.0", "6d3bd18df8410f3e31b031aca582cc109342358a62a2759ebd0c4cdf30d06f8b"),
    ),
    "4.1.1": (
        Jar(_SPARK, _CONNECTOR, "4.1.1", "9c1ce986f548e6b1dcb0e2dfe2f253a0bc58f2232a32a0c9c6c674dd25a8570c"),
        Jar(_SPARK, _TOKENS, "4.1.1", "e510adc37b03d01d0a190d0dab472b5538e05eaa77454f7e9477156d7a6820ae"),
        Jar(_KAFKA, "kafka-clients", "3.9.1", "7568b998572d256f0b7bc0afdc1b7a2588b8b08415c62ce314c864a6851ae9d9"),
        Jar(_COMMONS, "commons-pool2", "2.12.1", "5273c8bc8c0dca2211175c0d27efbd7228efae99689aac001a8e1ef8e872e9ef"),
    ),
    "4.2.0": (
        Jar(_SPARK, _CONNECTOR, "4.2.0", "64539c45e5d39f7ddb747312c239f38f5208d08c1a0ddf7d70beb2fbd9373705"),
        Jar(_SPARK, _TOKENS, "4.2.0", "641c7947afc8aa1189e433b7c2d305293993c8691bc1c2062d6d4f513b12518c"),
        Jar(_KAFKA, "kafka-clients", "3.9.2", "014b4ef36884478a932641818b080c36a8f8e2e92dc771e800c9d2694f4f83d8"),
        Jar(_COMMONS, "commons-pool2", "2.13.1", "f77a5060d6936a9144023584232f9de3f2248f1abfe156e9d31795f18770674f"),
    ),
}

# The newest Java that each starts on, where newer ones are known to fail: their Hadoop asks for Subject.getSubject,
# which Java refuses from 23 on.
NEWEST_JAVA = {"4.0.0": 22, "4.0.1": 22, "4.1.1": 22}


def known() -> str:
    """The versions of Spark whose connector is known, as a sentence lists them: ``4.0.0, 4.0.1 and 4.1.1``."""
    *others, last = KNOWN
    return f"{', '.join(others)} and {last}"


def package(version: str) -> str:
    """The connector of Spark ``version`` as spark-submit's ``--packages`` takes it."""
    return f"{_SPARK}:{_CONNECTOR}:{version}"


def pyspark_version() -> str:
    """The version of the pyspark that this Python would import, which may be another than the one pip installed."""
    found = importlib.util.find_spec("pyspark")
    read = getattr(found.loader, "get_data", None) if found else None
    if found and found.origin and read:
        version = _VERSION.search(read(str(Path(found.origin).with_name("version.py"))).decode())
        if version:
            return version.group(2)
    import pyspark  # noqa: PLC0415 takes a second, and others' builds alone need it

    return str(pyspark.__version__)
