# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The clusters on which remedies are carried out: those of tests/changes, in a network of their own."""

from __future__ import annotations

from dataclasses import replace

from tests.changes import clusters
from tests.changes.clusters import Lab

LAB = Lab("remedies", 87)
CLUSTERS = {name: replace(clusters.CLUSTERS[name], lab=LAB) for name in ("keeper", "kraft")}
