# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the commands of Kafka that a remedy tells want besides on a secured cluster, at the place where they take it."""

from __future__ import annotations

#: Of all that ask brokers but kafka-cluster.sh; kafka-metadata-quorum.sh takes it before the word that says what to do.
CLIENT = "[with security: --command-config FILE]"
#: Of kafka-cluster.sh.
CLIENT_OF_CLUSTER = "[with security: --config FILE]"
