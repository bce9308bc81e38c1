# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write the table of a broker's settings by version, from Kafka's own jars: `python docs/broker_keys.py`.

A new version is added to VERSIONS here. The jars come from Maven Central, as those of the lab do.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
LAB = CHECKOUT / "lab" / "kafka"
TABLE = CHECKOUT / "plugins" / "module_utils" / "broker_key_table.py"
VERSIONS = ("3.9.1", "3.9.2", "4.0.2", "4.1.1", "4.1.2", "4.2.0", "4.2.1", "4.3.1")
HEAD = '''\
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker's settings by version of Kafka, from Kafka's own definitions; written by docs/broker_keys.py, not by hand.

A line is: key, first and last of the versions that have it so, type, limits (``-`` for none), and ``deprecated`` where
Kafka calls it that. Limits are a range (``1..``, with further values after a comma), or words (``a|b``, with a leading
``~`` where their case does not matter), or ``filled`` for a text that must not be empty.
"""

from __future__ import annotations

VERSIONS = ({versions})
TABLE = """\\
{lines}"""
'''


def definitions(libs: Path) -> dict[str, str]:
    """Type, limits and deprecation of each setting, as the table has them, by the jars in *libs*."""
    command = ["java", "-Xmx256m", "-cp", f"{libs}/*", str(LAB / "BrokerKeys.java")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = {}
    for line in said.splitlines():
        name, kind, limits, deprecated = line.split("\t")
        found[name] = " ".join(part for part in (kind.lower(), _limits(limits), deprecated) if part)
    return found


def _limits(said: str) -> str:
    """What a validator says of itself, in the table's words; ``-`` where a value is held against nothing."""
    if match := re.fullmatch(r"\[([^,\s]*),?\.\.\.,?([^,\s]*)\](?: or (-?\d+))?", said):
        low, high, other = match.groups()
        return f"{low}..{high}" + (f",{other}" if other else "")
    if match := re.fullmatch(r"(\(case insensitive\) )?\[([A-Za-z0-9_, ]+)\]", said):
        return ("~" if match[1] else "") + match[2].replace(", ", "|")
    return "filled" if said in {"non-empty string", "non-empty list"} else "-"


def rows(found: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The table's lines: a line for each span of versions in which a key is defined alike."""
    versions: Sequence[str] = tuple(found)
    lines = []
    for key in sorted({key for keys in found.values() for key in keys}):
        first, defined = "", ""
        for version, after in zip(versions, (*versions[1:], ""), strict=True):
            definition = found[version].get(key, "")
            if definition and definition != defined:
                first = version
            defined = definition
            if definition and (not after or found[after].get(key) != definition):
                lines.append(f"{key} {first} {version} {definition}")
    return lines


def table(found: Mapping[str, Mapping[str, str]]) -> str:
    """The text of broker_key_table.py."""
    versions = ", ".join(f'"{version}"' for version in found)
    return HEAD.format(versions=versions, lines="".join(f"{line}\n" for line in rows(found)))


def fetched(version: str, folder: Path) -> Path:
    """The folder with the jars of *version*, fetched with Maven."""
    goal = ["dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={folder / version}"]
    command = ["mvn", "--quiet", "--batch-mode", "--file", str(LAB / "pom.xml"), f"-Dkafka.version={version}", *goal]
    subprocess.run(command, check=True)
    return folder / version


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        libs = [fetched(version, Path(folder)) for version in VERSIONS]
        TABLE.write_text(table(dict(zip(VERSIONS, pool.map(definitions, libs), strict=True))))


if __name__ == "__main__":
    main()
