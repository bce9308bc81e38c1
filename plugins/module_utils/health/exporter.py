# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The JMX exporter's configuration, out of the table: it asks for those MBeans alone, and calls them as the table does.

Source: https://prometheus.github.io/jmx_exporter/1.0.1/http-mode/rules/
"""

from __future__ import annotations

import re
from typing import Any, Collection, Dict

from .vital import BROKER, CONTROLLER, COUNTER, Vital, object_names, parts
from .vitals import VITALS

#: What a process of Kafka may be.
KAFKA = (BROKER, CONTROLLER)


def configuration(of: Collection[str]) -> Dict[str, Any]:
    """For what the table has *of* these, and nothing else."""
    known = [one for one in VITALS if one.of in of and one.bean and one.metric]
    beans = [way for one in known for way in ([one, one.of_one] if one.alone else [one])]
    names = dict.fromkeys(name for one in beans for name in object_names(one.bean))
    found = {one.metric: _rule(one) for one in beans}
    return {
        "lowercaseOutputName": True,
        "lowercaseOutputLabelNames": True,
        "includeObjectNames": [name for name in names if not _covered(name, names)],
        "rules": list(found.values()),
    }


def _covered(name: str, names: Collection[str]) -> bool:
    return not name.endswith(",*") and any(other.endswith(",*") and name.startswith(other[:-1]) for other in names)


def _rule(one: Vital) -> Dict[str, Any]:
    """How the exporter is to call what *one* has of its bean; as ``domain<key=value, …><>attribute:``."""
    domain, keys = parts(one.bean)
    pattern, labels, count = "", {}, 0
    for place, key in enumerate(keys):
        fixed = len(key.values) == 1
        values = "|".join(map(re.escape, key.values))
        value = values if fixed else f"({values})" if key.values else '"?([^",>]*)"?'
        separator = ", " if place else ""
        if not fixed:
            count += 1
            labels[key.label] = f"${count}"
        one_key = f"{separator}{key.name}={value}"
        pattern += f"(?:{one_key})?" if key.optional else one_key
    return {
        "pattern": f"^{re.escape(domain)}<{pattern}><>{re.escape(one.attribute)}:",
        "name": one.metric,
        **({"labels": labels} if labels else {}),
        "help": one.meaning,
        # The exporter would end the name of any other counter in _total.
        "type": "COUNTER" if one.kind == COUNTER and one.metric.endswith("_total") else "GAUGE",
        "cache": True,
    }
