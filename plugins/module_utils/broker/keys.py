# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker's settings held against what the version of Kafka that reads them has.

Kafka ignores a key that it does not know without a word, and dies at its start of a value that it refuses: both are
told before anything is written.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Tuple

from ..core.version import Release, numbers
from . import key_table, key_values

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


@dataclass(frozen=True)
class Key:
    """What a version says of a key; the words are those of key_table."""

    type: str
    limits: str
    deprecated: bool = False


#: What may be odd about a setting: another version has it, its name is near to that of one, neither; it may be a
#: plugin's; its value is refused; it is deprecated.
GONE, NEAR, NOWHERE, PLUGIN, REFUSED, DEPRECATED = "gone", "near", "nowhere", "plugin", "refused", "deprecated"


class Odd(NamedTuple):
    """What is odd about *key*, and in words: for GONE and NEAR what to do, for PLUGIN who names the plugins."""

    key: str
    what: str
    words: str = ""


def judged_by(version: str) -> str:
    """The version of the table that *version* is judged by; empty where it has none of the same minor.

    A patch release neither adds nor removes settings as a rule, so the newest of the same minor stands for the others.
    """
    if version in key_table.VERSIONS:
        return version
    minor = numbers(version)[:2]
    alike = [known for known in key_table.VERSIONS if len(minor) == 2 and numbers(known)[:2] == minor]
    return alike[-1] if alike else ""


def keys(version: str) -> Dict[str, Key]:
    """The settings that Kafka defines in *version*, one of the table's."""
    release = numbers(version)
    return {
        name: Key(kind, limits, bool(deprecated))
        for name, first, last, kind, limits, *deprecated in _lines()
        if numbers(first) <= release <= numbers(last)
    }


def left_out(defaults: Mapping[str, Any], version: str) -> List[str]:
    """Those of *defaults* that *version* lacks, and other versions have, or deprecates and does the same without."""
    known = judged_by(version)
    table = keys(known) if known else {}
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
    known = judged_by(version)
    table = keys(known) if known else {}
    plugins = sorted(key for key, value in config.items() if _names_a_plugin(key, value, table))
    for key, value in sorted(config.items() if known else ()):
        definition = table.get(_plain(key))
        if not _is_read(key, table, config, version):
            gone, near = _other_versions(key, version), _nearest(key, table)
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


def _is_read(key: str, table: Mapping[str, Key], config: Mapping[str, str], version: str) -> bool:
    """Whether Kafka, or a part of it that *config* names, reads *key*."""
    plain = _plain(key)
    if plain in table or _is_beside(plain, table, version):
        return True
    if plain != key:
        return bool(_OF_MECHANISM.match(plain))
    return key.startswith((*_SPACES, *(config.get(name, default) for name, default in _PREFIXES.items())))


def _other_versions(key: str, version: str) -> str:
    """Which versions have *key*; empty where none of the table has."""
    spans = _spans(_plain(key))
    later = [first for first, _last in spans if numbers(first) > numbers(version)]
    if later:
        return f"it came with {_short(later[0])}: leave it out"
    return f"it was removed in {_next(spans[-1][1])}: leave it out" if spans else ""


def _nearest(key: str, table: Mapping[str, Key]) -> str:
    """What to give instead of *key*, probably mistyped; empty where nothing is near."""
    plain = _plain(key)
    near = difflib.get_close_matches(plain, [*table, *_BESIDE], 1, 0.8)
    return f"the nearest that is one is {key[: -len(plain)]}{near[0]}: give that, or leave it out" if near else ""


def _plain(key: str) -> str:
    """*key* without the name of the listener that it is for."""
    match = _LISTENER.match(key)
    return match.group("key") if match else key


def _is_beside(key: str, table: Mapping[str, Key], version: str) -> bool:
    if key in _BESIDE:
        return not _BESIDE[key] or numbers(version) < _BESIDE[key]
    return key.startswith("authorizer.zookeeper.") and key[len("authorizer.") :] in table


def _names_a_plugin(key: str, value: str, table: Mapping[str, Key]) -> bool:
    """Whether *key* names a class that is not Kafka's own."""
    definition = table.get(_plain(key))
    if definition is None or not (definition.type == "class" or _plain(key) in _CLASSES):
        return False
    classes = [name.strip() for name in value.split(",") if name.strip()]
    return any("." in name and not name.startswith(_OWN_CLASSES) for name in classes)


def _spans(key: str) -> List[Tuple[str, str]]:
    """The first and the last version of each span of versions that has *key*."""
    spans = [(first, last) for name, first, last, *_definition in _lines() if name == key]
    if key.startswith("authorizer.zookeeper."):
        spans = _spans(key[len("authorizer.") :])
    if _BESIDE.get(key):
        older = [known for known in key_table.VERSIONS if numbers(known) < _BESIDE[key]]
        spans = [(older[0], older[-1])]
    return spans


def _next(version: str) -> str:
    """The version after *version* in the table, as people call it: 4.0 where a minor began, 4.1.2 within one."""
    versions = key_table.VERSIONS
    return _short(versions[versions.index(version) + 1])


def _short(version: str) -> str:
    """*version* without its patch number where the table knows none before it of the same minor."""
    versions = key_table.VERSIONS
    earlier = [known for known in versions[: versions.index(version)] if numbers(known)[:2] == numbers(version)[:2]]
    return version if earlier else version.rpartition(".")[0]


def _lines() -> List[List[str]]:
    return [line.split() for line in key_table.TABLE.splitlines()]
