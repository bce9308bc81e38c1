# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Is every record that went into a Kafka cluster coming out: once, in order, whole?"""

from __future__ import annotations

__version__ = "0.3.0"
