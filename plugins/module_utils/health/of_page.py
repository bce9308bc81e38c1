# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The readings of one server's page, or of its answers to mntr: a value of each vital sign that belongs there."""

from __future__ import annotations

from typing import Collection, List, NamedTuple, Sequence

from . import hosts, of_samples
from .exposition import Sample
from .keeper_words import LEADS
from .reading import Reading
from .vital import AGE, BROKER, CONTROLLER, OF_BROKERS, OF_CONTROLLERS, VALIDATION, ZOOKEEPER, Vital
from .vitals import VITALS

MNTR = "mntr"
_LEADING, _OF_LEADERS = "zookeeper_leaders", "zookeeper_synced"
_OF_OTHERS = ("node_", "groundwork_", "up")
_BOTH = "it is a broker and a controller in one, and what {} tells is not the {}'s own"
_TOLD_APART = "; {} is, which Kafka has since {}"
_SCRAPE = "jmx_scrape_error"
_BROKEN = f"its exporter could not read the JVM's beans, and says so by {_SCRAPE}: its log has the reason"
_NOTHING = "its page has no metric of the table: the exporter's configuration is another one than docs/monitoring has"


class Looks(NamedTuple):
    """A page as it is now, *after*, and as it was *seconds* *before*; None where it was looked at once."""

    before: Sequence[Sample] | None
    after: Sequence[Sample]
    seconds: float


def of_page(subject: str, source: str, looks: Looks) -> List[Reading]:
    """What the page at *source* tells of the server *subject*."""
    names = {sample.name for sample in looks.after}
    expected = [one for one in VITALS if _belongs(one, names)]
    found = [reading for one in expected for reading in _readings(one, subject, source, looks)]
    broken = any(sample.name == _SCRAPE and sample.value for sample in looks.after)
    if broken:
        found = [one if one.value is not None else one._replace(missing=_BROKEN) for one in found]
    if not expected or (broken and not _any(names, "kafka_")):
        found.append(Reading("", subject, source, missing=_BROKEN if broken else _NOTHING))
    return found


def of_words(subject: str, looks: Looks) -> List[Reading]:
    """What the ZooKeeper server *subject* tells in its answers to mntr; followers know of no followers.

    One that no client is connected to has no times of requests, and lacks nothing.
    """
    expected = [one for one in VITALS if one.of == ZOOKEEPER and one.metric]
    asked = [one for one in expected if not of_samples.is_idle(one, looks.before, looks.after)]
    found = [reading for one in asked for reading in _readings(one, subject, MNTR, looks)]
    leads = next(sample.value for sample in looks.after if sample.name == LEADS)
    return [
        Reading(_LEADING, subject, MNTR, leads),
        *(one for one in found if leads or one.identity != _OF_LEADERS),
    ]


def _belongs(one: Vital, names: Collection[str]) -> bool:
    """Whether a page with metrics of these *names* is one that has *one* as well."""
    # A text file's values stand for ever: they are for who asks its age too.
    if not one.metric or one.of == VALIDATION or one.kind == AGE:
        return False
    if one.metric.startswith(_OF_OTHERS):
        return one.metric in names
    if one.teller == BROKER:
        return _any(names, "kafka_server_replicamanager")
    if one.teller == CONTROLLER:
        return _any(names, "kafka_controller_")
    if one in hosts.JVMS:
        return _any(names, "jvm_")
    return one.of == ZOOKEEPER and one.metric in names  # mntr tells all of them, and JMX some


def _any(names: Collection[str], beginning: str) -> bool:
    return any(name.startswith(beginning) for name in names)


def _readings(one: Vital, subject: str, source: str, looks: Looks) -> List[Reading]:
    names = {sample.name for sample in looks.after}
    if one.alone and (one.alone == one.bean or one.metric not in names):
        if {OF_BROKERS, OF_CONTROLLERS} <= names:
            return [Reading(one.identity, subject, source, missing=_mixed(one))]
        one = one.of_one
    found, why = of_samples.values(one, looks.before, looks.after, looks.seconds)
    if not found:
        return [Reading(one.identity, subject, source, missing=why)]
    return [
        Reading(one.identity, " ".join([subject, *(label for label in labels if label)]), source, value)
        for labels, value in found.items()
    ]


def _mixed(one: Vital) -> str:
    """Why a process that is a broker and a controller does not tell *one*."""
    apart = "" if one.alone == one.bean else _TOLD_APART.format(one.metric, one.since)
    return _BOTH.format(one.of_one.metric, one.of) + apart
