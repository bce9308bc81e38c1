# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a host lacks that is to ask a cluster, each thing with how it is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import Dict, List, Sequence

from ..core.errors import GroundworkError
from . import connection

#: What the smoke test imports, by what pip installs it with.
PACKAGES = {
    "pyspark": "pyspark==4.0.0",
    "kafka": connection.REQUIREMENT,
    "jinja2": "jinja2",
    "matplotlib": "matplotlib",
}
#: The oldest Java that Spark runs on.
LEAST_JAVA = 17
# A folder of that name where it happens to run is found as well, and comes from no file.
_LOOK = (
    "import importlib.util as util, sys\n"
    "print(*(name for name in sys.argv[1:] if getattr(util.find_spec(name), 'origin', None) is None))"
)
_SECONDS = 60


def lacking(python: str, smoke_test_python: str = "") -> List[str]:
    """What the host lacks to ask a cluster with *python*, which runs this, and to run the smoke test with another."""
    packages: Dict[str, List[str]] = {python: [] if _has_library() else [connection.REQUIREMENT]}
    found = []
    if smoke_test_python:
        said = _said([smoke_test_python, "-c", _LOOK, *PACKAGES])
        if said is None:
            found.append(f"a Python that runs at {smoke_test_python} (or set smoke_test_python)")
        known = packages.setdefault(smoke_test_python, [])
        names = (said or "").split()
        known += [package for name, package in PACKAGES.items() if name in names and package not in known]
        found += _lacking_java()
    return [_packages(who, wanted) for who, wanted in packages.items() if wanted] + found


def _has_library() -> bool:
    try:
        connection.library()
    except GroundworkError:
        return False
    return True


def _lacking_java() -> List[str]:
    """Java as Spark looks for it, where it is missing or too old."""
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=os.path.join(home, "bin")) if home else shutil.which("java")
    version = re.search(r'version "(?:1\.)?(\d+)', (_said([java, "-version"]) if java else None) or "")
    if version and int(version.group(1)) >= LEAST_JAVA:
        return []
    return [f"Java {LEAST_JAVA} or newer (Debian: apt-get install openjdk-{LEAST_JAVA}-jre-headless)"]


def refusal(host: str, missing: Sequence[str]) -> str:
    """The sentence about all that *host* lacks."""
    return (
        f"The cluster is to be asked from {host}, which lacks {', and '.join(missing)}; install that there, or name "
        "another host in cluster_access_host."
    )


def _packages(python: str, wanted: Sequence[str]) -> str:
    names = ", ".join(re.split("[=<>]", one)[0] for one in wanted)
    quoted = " ".join(f"'{one}'" for one in wanted)
    return f"{names} for {python} ({python} -m pip install {quoted}, or set cluster_access_python)"


def _said(command: Sequence[str]) -> str | None:
    """What the *command* prints, or None where it cannot be run."""
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None
