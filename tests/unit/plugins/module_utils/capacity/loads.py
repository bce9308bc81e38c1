# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Loads that tests begin with: all of one class of topics, or what differs from that."""

from __future__ import annotations

TOPICS = {"name": "events", "write_bytes_per_second": "1 MB", "record_bytes": 100, "retention_hours": 168}


def of(topics=(), **cluster):
    """A load of three brokers with classes that are TOPICS but for what *topics* give."""
    return {"brokers": 3, "topics": [{**TOPICS, **one} for one in topics or ({},)], **cluster}
