# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker's settings held against what the version of Kafka that reads them has.

Kafka ignores a key that it does not know without a word, and dies at its start of a value that it refuses: both are
told before anything is written.
"""

from __future__ import annotations

import re
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Tuple

from ..core.version import Release, numbers
from . import key_spans, key_table, key_values, odd_keys
from .odd_keys import DEPRECATED, GONE, NEAR, NOWHERE, PLUGIN, REFUSED, Odd

OWN, PRODUCTION = "kafka_config", "kafka_production_config"
SOURCE = "Apache Kafka, the definitions in kafka.server.KafkaConfig"

#: Keys that parts of Kafka read beside its definitions, each with the first version without it.
#: Source: StandardAuthorizer, AclAuthorizer, JmxReporter, KafkaCSVMetricsReporter, AbstractConfig of 3.9.2, 4.3.1 and
#: 4.4.0.
_BESIDE: Dict[str, Release] = {
    "allow.everyone.if.no.acl.found": (),
    "authorizer.zookeeper.url": (4,),
    "config.providers": (),
    "kafka.csv.metrics.dir": (),
    "kafka.csv.metrics.reporter.enabled": (),
    "metrics.jmx.blacklist": (4,),
    "metrics.jmx.exclude": (),
    "metrics.jmx.include": (),
    "metrics.jmx.whitelist": (4,),
    "super.users": (),
}
_SPACES = ("config.providers.", "metrics.context.")
#: Whose values are prefixes of keys that go to a plugin, each with Kafka's default.
_PREFIXES = {
    "remote.log.metadata.manager.impl.prefix": "rlmm.config.",
    "remote.log.storage.manager.impl.prefix": "rsm.config.",
}
_LISTENER = re.compile(r"listener\.name\.[^.]+\.(?P<key>.+)\Z")
#: What a listener may set for one mechanism, below its name in small letters (DynamicBrokerConfig).
_OF_MECHANISM = re.compile(
    r"[^.]+\.(sasl\.jaas\.config|sasl\.login\.callback\.handler\.class|sasl\.login\.class"
    r"|sasl\.server\.callback\.handler\.class|connections\.max\.reauth\.ms)\Z"
)
#: What a key says that does the same in each version without it, which matters where it is deprecated.
_NEEDLESS = {"log.cleaner.enable": "true"}
#: Lists of classes, beside the keys of type class: a class that is not Kafka's own may read keys of its own.
_CLASSES = ("authorizer.class.name", "group.consumer.assignors", "kafka.metrics.reporters", "metric.reporters")
_OWN_CLASSES = ("org.apache.kafka.", "kafka.")


def left_out(defaults: Mapping[str, Any], version: str) -> List[str]:
    """Those of *defaults* that *version* lacks, and other versions have, or deprecates and does the same without."""
    known = key_spans.judged_by(version)
    table = key_spans.keys(key_table.TABLE, known) if known else {}
    return [
        key
        for key, value in defaults.items()
        if known
        and (
            (not _is_read(key, table, {}, version) and _spans(key))
            or (key in table and table[key].deprecated and str(value).lower() == _NEEDLESS.get(key))
        )
    ]


def refusals(config: Mapping[str, str], version: str, defaults: Iterable[str] = ()) -> List[str]:
    """What is wrong with *config*, keys of server.properties with their values as text, for *version* of Kafka.

    Sentences name kafka_config as the place to correct, or kafka_production_config for the keys in *defaults*. What is
    odd and no error is told by the review.
    """
    ours, told = set(defaults), []
    for key, what, words in examine(config, version):
        variable = PRODUCTION if key in ours else OWN
        if what in (GONE, NEAR, NOWHERE):
            told.append(f"{variable} has {key}, which is not a setting of Kafka {version}; {words}.")
        elif what == REFUSED:
            told.append(f"{key} in {variable} {words} by Kafka {version}; correct it.")
    return told


def examine(config: Mapping[str, str], version: str) -> Iterator[Odd]:
    """What is odd about the settings *config* for *version* of Kafka; nothing where the table has no such version."""
    known = key_spans.judged_by(version)
    table = key_spans.keys(key_table.TABLE, known) if known else {}
    plugins = sorted(key for key, value in config.items() if _names_a_plugin(key, value, table))
    for key, value in sorted(config.items() if known else ()):
        definition = table.get(_plain(key))
        if not _is_read(key, table, config, version):
            gone, near = key_spans.elsewhere(_spans(_plain(key)), version), _nearest(key, table)
            if gone or near or not plugins:
                words = gone or near or "nor is one near it: leave it out"
                yield Odd(key, GONE if gone else NEAR if near else NOWHERE, words)
            else:
                yield Odd(key, PLUGIN, ", ".join(plugins))
        elif definition is not None:
            if definition.limits == "protocol":
                wrong = key_values.wrong_protocol(value, key_table.PROTOCOLS[known])
            else:
                wrong = key_values.wrong(value, definition.type, definition.limits)
            if wrong:
                yield Odd(key, REFUSED, wrong)
            if definition.deprecated:
                yield Odd(key, DEPRECATED)


def _is_read(key: str, table: Mapping[str, key_spans.Key], config: Mapping[str, str], version: str) -> bool:
    """Whether Kafka, or a part of it that *config* names, reads *key*."""
    plain = _plain(key)
    if plain in table or _is_beside(plain, table, version):
        return True
    if plain != key:
        return bool(_OF_MECHANISM.match(plain))
    return key.startswith((*_SPACES, *(config.get(name, default) for name, default in _PREFIXES.items())))


def _nearest(key: str, table: Mapping[str, key_spans.Key]) -> str:
    """What to give instead of *key*, probably mistyped; empty where nothing is near."""
    plain = _plain(key)
    near = odd_keys.nearest(plain, [*table, *_BESIDE])
    return near and odd_keys.instead(key[: -len(plain)] + near)


def _plain(key: str) -> str:
    """*key* without the name of the listener that it is for."""
    match = _LISTENER.match(key)
    return match.group("key") if match else key


def _is_beside(key: str, table: Mapping[str, key_spans.Key], version: str) -> bool:
    if key in _BESIDE:
        return not _BESIDE[key] or numbers(version) < _BESIDE[key]
    return key.startswith("authorizer.zookeeper.") and key[len("authorizer.") :] in table


def _names_a_plugin(key: str, value: str, table: Mapping[str, key_spans.Key]) -> bool:
    """Whether *key* names a class that is not Kafka's own."""
    definition = table.get(_plain(key))
    if definition is None or not (definition.type == "class" or _plain(key) in _CLASSES):
        return False
    classes = [name.strip() for name in value.split(",") if name.strip()]
    return any("." in name and not name.startswith(_OWN_CLASSES) for name in classes)


def _spans(key: str) -> List[Tuple[str, str]]:
    """The first and the last version of each span of versions that has *key*."""
    spans = key_spans.spans(key_table.TABLE, key)
    if key.startswith("authorizer.zookeeper."):
        spans = _spans(key[len("authorizer.") :])
    if _BESIDE.get(key):
        older = [known for known in key_table.VERSIONS if numbers(known) < _BESIDE[key]]
        spans = [(older[0], older[-1])]
    return spans
