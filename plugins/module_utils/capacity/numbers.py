# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A number of a plan: what it is, how it comes about, and who says that it should."""

from __future__ import annotations

from typing import NamedTuple

#: What a value counts; bytes and bytes a second are exact, and a page shows them in larger units.
BYTES, RATE, COUNT, HOURS, RECORDS = "bytes", "bytes/s", "", "hours", "records/s"

HARDWARE = "Apache Kafka documentation, Operations, Hardware and OS: https://kafka.apache.org/documentation/#hwandos"
PRODUCTION = "Apache Kafka documentation, Operations, A Production Server Config"
JAVA = "Apache Kafka documentation, Operations, Java Version"
IO_THREADS = "Apache Kafka documentation, Broker Configs: num.io.threads; version 0.8's asks for one for each disk"
RACKS = "Apache Kafka documentation, Operations: Balancing Replicas Across Racks"
SEGMENTS = "Apache Kafka documentation, Topic Configs: retention.ms, retention.bytes, segment.bytes and segment.ms"
MAPS = "Linux kernel documentation: https://docs.kernel.org/admin-guide/sysctl/vm.html"
PARTITIONS = "Kafka: The Definitive Guide, Chapter 2, How to Choose the Number of Partitions"
REPLICATION = "Apache Kafka documentation, Design, Replication: each replica but the leader's fetches what it writes"
ARITHMETIC = "the load itself"


class Number(NamedTuple):
    """*value* of *unit*, which *identity* names for programs and *title* for people.

    *formula* is the arithmetic with the numbers put in, *source* the text that has it.
    """

    identity: str
    title: str
    value: int
    unit: str
    formula: str
    source: str
