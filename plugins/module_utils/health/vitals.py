# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table of all vital signs: each id once, those of brokers first."""

from __future__ import annotations

from typing import Dict, Tuple

from . import brokers, clients, controllers, hosts, keepers, probes, replicas, storage, traffic
from .vital import Vital

VITALS: Tuple[Vital, ...] = (
    *brokers.VITALS,
    *replicas.VITALS,
    *traffic.VITALS,
    *storage.VITALS,
    *controllers.VITALS,
    *keepers.VITALS,
    *hosts.VITALS,
    *clients.VITALS,
    *probes.VITALS,
)
BY_ID: Dict[str, Vital] = {vital.identity: vital for vital in VITALS}
