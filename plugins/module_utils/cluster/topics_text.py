# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Topics as a person reads them in a diff: as they are, and as they are to be. Pure."""

from __future__ import annotations

from typing import Sequence

from .topics import Found, Known, Placed, Plan, Setting
from .topics_wanted import Topic

_DEFAULT = "the cluster's default"


def text(names: Sequence[str], known: Known) -> str:
    """The topics *names* as a person reads them in a diff."""
    return "".join(_block(name, known.topics[name]) for name in names if name in known.topics)


def after(names: Sequence[str], planned: Plan, known: Known) -> str:
    """The same as they are to be."""
    made = {topic.name: topic for topic in planned.created}
    blocks = []
    for name in names:
        if name in made:
            blocks.append(_created(made[name]))
        elif name in known.topics and name not in planned.deleted:
            blocks.append(_block(name, _altered(name, known.topics[name], planned), planned.resized.get(name)))
    return "".join(blocks)


def _altered(name: str, found: Found, planned: Plan) -> Found:
    parts = dict(found.partitions)
    some = next(iter(parts.values()), Placed((), None))
    parts.update((number, some) for number in range(len(parts), planned.raised.get(name, 0)))
    settings = dict(found.settings)
    for key, value in planned.configs.get(name, {}).items():
        settings[key] = Setting("" if value is None else value, value is not None, 0)
    return Found(parts, found.internal, settings)


def _block(name: str, found: Found, factor: int | None = None) -> str:
    factors = [factor] if factor else sorted({len(one.replicas) for one in found.partitions.values()})
    lines = [f"partitions: {len(found.partitions)}", f"replication_factor: {' or '.join(map(str, factors))}"]
    lines += [f"{key}: {one.value}" for key, one in sorted(found.settings.items()) if one.own]
    return _lines(name, lines)


def _created(topic: Topic) -> str:
    lines = [f"partitions: {topic.partitions or _DEFAULT}", f"replication_factor: {topic.replication or _DEFAULT}"]
    lines += [f"{key}: {value}" for key, value in sorted(topic.configs.items()) if value is not None]
    return _lines(topic.name, lines)


def _lines(name: str, lines: Sequence[str]) -> str:
    return "".join(line + "\n" for line in [f"topic {name}", *(f"  {line}" for line in lines)])
