# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""An audit as one HTML page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.findings import Finding
from ansible_collections.groundwork.kafka.plugins.plugin_utils.cluster_view import view
from ansible_collections.groundwork.kafka.plugins.plugin_utils.page import render


def page(records: Sequence[Mapping[str, Any]], traps: Sequence[Finding] = (), accepted: Sequence[Finding] = ()) -> str:
    """The page of the *records* of one audit, of the *traps* that its review has found, and of what is *accepted*."""
    return render("cluster.html.j2", audit=view(records, traps, accepted))
