# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the scenarios' tests import: they have the collection from its tarball alone, which they do not read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDERS = sorted({file.parent for file in CHECKOUT.glob("molecule/*/tests/**/test_*.py")})


def test_the_tests_of_scenarios_are_found_without_the_collection(tmp_path: Path) -> None:
    given = {
        "PYTHONPATH": str(CHECKOUT / "molecule/shared/files"),
        "ANSIBLE_COLLECTIONS_PATH": str(tmp_path),
        "MOLECULE_EPHEMERAL_DIRECTORY": str(tmp_path),
        "MOLECULE_PROJECT_DIRECTORY": str(CHECKOUT),
    }
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", *map(str, FOLDERS)]
    done = subprocess.run(
        command, cwd=CHECKOUT, env={**os.environ, **given}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:]
