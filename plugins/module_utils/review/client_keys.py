# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The settings of a Java client, held against what its version of Kafka defines; where nobody tells it, every version.

A file may be for more than one kind of client, and an application may keep settings of its own in it: what is near to
no key of Kafka's clients is not odd.
"""

from __future__ import annotations

from typing import Dict, FrozenSet, Iterator, List, Mapping, Tuple

from ..broker import key_spans, key_table, key_values, odd_keys
from ..broker.odd_keys import DEPRECATED, GONE, NEAR, REFUSED, Odd
from ..core.version import numbers
from .client_key_table import TABLES

SOURCE = "Apache Kafka, the definitions in ProducerConfig and ConsumerConfig"
#: What clients read beside their definitions, and what a plugin, Kafka Streams or Kafka Connect reads behind a prefix.
#: Source: AdminClientConfig, JmxReporter and AbstractConfig of 4.3.1; StreamsConfig and WorkerConfig.
_BESIDE = frozenset(("bootstrap.controllers", "metrics.jmx.exclude", "metrics.jmx.include", "config.providers"))
_SPACES = (
    *("config.providers.", "metrics.context.", "producer.", "consumer.", "admin."),
    *("main.consumer.", "restore.consumer.", "global.consumer.", "spring."),
)
#: The keys that clients of any version read.
KNOWN: FrozenSet[str] = _BESIDE.union(*(key_spans.names(table) for table in TABLES.values()))


def examine(config: Mapping[str, str], kind: str, version: str) -> Iterator[Odd]:
    """What is odd about *config* of a producer or consumer (*kind*) of *version*, which may be empty.

    Nothing where the table has no such version. Of one that nobody tells, what is so in every version that it has.
    """
    known = key_spans.judged_by(version)
    versions: Tuple[str, ...] = (known,) if known else () if version else key_table.VERSIONS
    of_kind = [key_spans.keys(TABLES[kind], one) for one in versions]
    anybody = _BESIDE.union(*(key_spans.keys(table, known) for table in TABLES.values())) if known else KNOWN
    for key, value in sorted(config.items() if versions else ()):
        definitions = [keys[key] for keys in of_kind if key in keys]
        if definitions:
            wrong = [key_values.wrong(value, one.type, one.limits) for one in definitions]
            if all(wrong):
                yield Odd(key, REFUSED, wrong[-1])
            if all(one.deprecated for one in definitions):
                yield Odd(key, DEPRECATED)
        elif key not in anybody and not key.startswith(_SPACES):
            yield from _unknown(key, version, anybody)


def _unknown(key: str, version: str, anybody: FrozenSet[str]) -> Iterator[Odd]:
    gone = key_spans.elsewhere(_spans(key), version)
    near = odd_keys.nearest(key, anybody)
    if gone:
        yield Odd(key, GONE, gone)
    elif near:
        yield Odd(key, NEAR, odd_keys.instead(near))


def _spans(key: str) -> List[Tuple[str, str]]:
    found: Dict[Tuple[str, str], None] = {}
    for table in TABLES.values():
        found.update(dict.fromkeys(key_spans.spans(table, key)))
    return sorted(found, key=lambda span: numbers(span[0]))
