# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The keys of zoo.cfg, held against those that ZooKeeper reads.

What is none of them becomes a system property that nothing reads, without a word. Classes that somebody adds may read
some, so that only what is near to a known one is odd.
"""

from __future__ import annotations

from typing import FrozenSet, Iterator, Mapping

from ..broker import odd_keys
from ..broker.odd_keys import NEAR, Odd
from . import zookeeper_key_table

SOURCE = "Apache ZooKeeper, QuorumPeerConfig.parseProperties, and the system properties that its classes read"
KNOWN: FrozenSet[str] = frozenset(zookeeper_key_table.KEYS.split())
#: What the name of a server, a group or a class goes behind.
_SPACES = ("server.", "group.", "weight.", "authProvider.", "ssl.authProvider.", "metricsProvider.")


def examine(config: Mapping[str, str]) -> Iterator[Odd]:
    """The keys of *config* that somebody mistyped."""
    for key in sorted(set(config) - KNOWN):
        near = "" if key.startswith(_SPACES) else odd_keys.nearest(key, KNOWN)
        if near:
            yield Odd(key, NEAR, odd_keys.instead(near))
