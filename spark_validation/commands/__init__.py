# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The commands: each module names itself, declares its arguments, and runs.

Beside them stands what they have in common: options, what must be there beforehand, and how they end. It may import all
rooms, at its beginning those parts alone that need no package that may be missing.
"""

from __future__ import annotations

from . import bundle, clean, compare, fleet, jars, keys, lag, migrate, probe, smoke, soak

ALL = (smoke, soak, probe, keys, compare, migrate, lag, fleet, jars, bundle, clean)
