# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``python -m spark_validation`` and ``spark-submit …/spark_validation/__main__.py`` both start here."""

from __future__ import annotations

import sys
from pathlib import Path

if not __package__:  # spark-submit runs the file itself, with the package's own folder first on the path
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from spark_validation.cli import main

if __name__ == "__main__":
    sys.exit(main())
