# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The versions of Kafka that the tests install, as lab/kafka/versions has them."""

from __future__ import annotations

import re
from pathlib import Path

_FOUND = dict(
    re.findall(r"^KAFKA_(\w+)=(.+)$", (Path(__file__).resolve().parents[2] / "lab/kafka/versions").read_text(), re.M)
)
ZOOKEEPER, ZOOKEEPER_FORMER = _FOUND["ZOOKEEPER"], _FOUND["ZOOKEEPER_FORMER"]
KRAFT, KRAFT_FORMER = _FOUND["KRAFT"], _FOUND["KRAFT_FORMER"]
NEWEST = _FOUND["NEWEST"]
#: The features that the second step of an upgrade to each raises, from the one before it.
LEVELS = {
    KRAFT_FORMER: {"metadata.version": 27},
    KRAFT: {"metadata.version": 30, "share.version": 1, "streams.version": 1},
    NEWEST: {"metadata.version": 33, "share.version": 2},
}
