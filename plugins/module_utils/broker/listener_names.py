# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the listeners of servers are called, in both modes. Pure.

``CLIENT`` is the one for clients where an inventory names none. ``BROKER`` is for what the brokers say to one another,
``CONTROLLER`` for KRaft's quorum and for what brokers say to it. The last two are where servers meet over TLS while a
cluster that runs gets security, as long as the first two are without it, and until all have come back there.
"""

from __future__ import annotations

CLIENT, BROKER, CONTROLLER = "CLIENT", "BROKER", "CONTROLLER"
BROKER_TLS, CONTROLLER_TLS = "BROKER_TLS", "CONTROLLER_TLS"
#: Those that servers have for one another.
OF_SERVERS = (BROKER, CONTROLLER, BROKER_TLS, CONTROLLER_TLS)
