# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table of a broker's settings and features, held against the jars of a version."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import key_table
from ansible_collections.groundwork.kafka.plugins.module_utils.broker import keys as broker_keys

CHECKOUT = Path(__file__).resolve().parents[2]


@cache
def generator() -> ModuleType:
    """What writes the table."""
    spec = importlib.util.spec_from_file_location("broker_keys_generator", CHECKOUT / "docs" / "broker_keys.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(version: str, libs: Path) -> None:
    """The table says of *version* what the jars in *libs* define."""
    told = {
        name: " ".join([key.type, key.limits, *["deprecated"] * key.deprecated])
        for name, key in broker_keys.keys(version).items()
    }
    release = generator().read(libs)
    assert told == release.settings
    assert key_table.FEATURES[version] == release.features
    assert key_table.PROTOCOLS.get(version, "").split() == release.protocols.split()
