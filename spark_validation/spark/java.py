# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which Java a Spark of this machine starts on."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def home() -> str:
    """The JAVA_HOME that is given, or an empty string."""
    return os.environ.get("JAVA_HOME", "")


def java() -> str | None:
    """The ``java`` that Spark will start, as spark-submit looks for it; null where there is none."""
    return shutil.which("java", path=str(Path(home()) / "bin")) if home() else shutil.which("java")
