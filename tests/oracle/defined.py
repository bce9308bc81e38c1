# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The tables of settings and features, held against the jars of a version."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import key_spans, key_table
from ansible_collections.groundwork.kafka.plugins.module_utils.review import client_key_table

CHECKOUT = Path(__file__).resolve().parents[2]


@cache
def generator() -> ModuleType:
    """What writes the table."""
    spec = importlib.util.spec_from_file_location("key_tables_generator", CHECKOUT / "docs" / "key_tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(version: str, libs: Path) -> None:
    """The tables say of *version* what the jars in *libs* define."""
    told = {
        section: {
            name: " ".join([key.type, key.limits, *["deprecated"] * key.deprecated])
            for name, key in key_spans.keys(table, version).items()
        }
        for section, table in {"broker": key_table.TABLE, **client_key_table.TABLES}.items()
    }
    release = generator().read(libs)
    assert told == release.settings
    assert key_table.FEATURES[version] == release.features
    assert key_table.PROTOCOLS.get(version, "").split() == release.protocols.split()
