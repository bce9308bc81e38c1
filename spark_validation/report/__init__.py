# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The three ways in which a result is told: on the console, as JSON, and as one HTML page.

It imports core alone: what only one command tells comes to it as plain data and lines.
"""

from __future__ import annotations

from .console import console
from .document import SCHEMA, document
from .files import write

__all__ = ["SCHEMA", "console", "document", "write"]
