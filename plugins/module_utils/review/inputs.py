# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The review of what an inventory gives, before there is a server."""

from __future__ import annotations

from typing import Any, List, Mapping

from ..broker import config
from ..broker import keys as broker_keys
from ..core.findings import Finding
from . import judge as reviewing
from . import rules
from .model import Broker, Reviewed

_OF_KEYS = rules.of("version_unknown", "setting_unknown", "setting_deprecated")


def of_config(defaults: Mapping[str, Any], overrides: Mapping[str, Any], version: str) -> List[Finding]:
    """What a person should look at in the keys of kafka_production_config and kafka_config for *version* of Kafka."""
    given = Broker(
        "",
        config.rendered(defaults, overrides),
        version,
        file=broker_keys.OWN,
        defaults=frozenset(set(defaults) - set(overrides)),
    )
    return reviewing.judge(Reviewed(brokers=(given,)), _OF_KEYS).findings
