# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write the tables of Kafka's settings and features by version, from its jars: `python docs/key_tables.py`.

With a version behind it, `python docs/key_tables.py 4.5.0`, it takes that one into them. The jars come from Maven
Central, as those of the lab do.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
LAB = CHECKOUT / "lab" / "kafka"
UTILITIES = CHECKOUT / "plugins" / "module_utils"
TABLE = UTILITIES / "broker" / "key_table.py"
OF_CLIENTS = UTILITIES / "review" / "client_key_table.py"
#: The sections of what Keys.java says, after that of the features.
BROKER, PRODUCER, CONSUMER = "broker", "producer", "consumer"
LICENSE = """\
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""
HEAD = (
    LICENSE
    + '''\
"""A broker's settings and features by version of Kafka, from its own definitions; written by docs/key_tables.py.

A line is: key, first and last of the versions that have it so, type, limits (``-`` for none), and ``deprecated`` where
Kafka calls it that. Limits are a range (``1..``, with further values after a comma), or words (``a|b``, with a leading
``~`` where their case does not matter), or ``filled`` for a text that must not be empty, or ``protocol`` for one of
PROTOCOLS.

FEATURES has the least and the greatest level of each feature that a version supports, metadata.version among them.
PROTOCOLS has what a version takes as the version of the protocol between brokers, where it can be told an older one.
"""

from __future__ import annotations

from typing import Dict, Tuple

VERSIONS = ({versions})
FEATURES: Dict[str, Dict[str, Tuple[int, int]]] = {{
{features}}}
PROTOCOLS: Dict[str, str] = {{
{protocols}}}
TABLE = """\\
{lines}"""
'''
)
HEAD_OF_CLIENTS = (
    LICENSE
    + '''\
"""The settings of Java's clients by version of Kafka, from their own definitions; written by docs/key_tables.py.

By kind of client; the lines are as in key_table.
"""

from __future__ import annotations

from typing import Dict

TABLES: Dict[str, str] = {{
{tables}}}
'''
)


@dataclass(frozen=True)
class Release:
    """What a version has: by whom it sets up, BROKER, PRODUCER or CONSUMER, the type, limits and deprecation of each
    setting, as the tables have them; levels of features; and the protocols that it takes, none where it cannot be
    told."""

    settings: dict[str, dict[str, str]]
    features: dict[str, tuple[int, int]]
    protocols: str


def read(libs: Path) -> Release:
    """What the jars in *libs* define."""
    command = ["java", "-Xmx256m", "-cp", f"{libs}/*", str(LAB / "Keys.java")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    features, *parts = ([line.split("\t") for line in part.splitlines()] for part in said.split("\n\n"))
    sections = dict(zip((BROKER, PRODUCER, CONSUMER), parts, strict=True))
    limited = [limits for _name, _kind, limits, _deprecated in sections[BROKER]]
    return Release(
        {
            section: {
                name: " ".join(part for part in (kind.lower(), _limits(limits), deprecated) if part)
                for name, kind, limits, deprecated in settings
            }
            for section, settings in sections.items()
        },
        {name: (int(least), int(greatest)) for name, least, greatest in features},
        next((limits.partition(" ")[2] for limits in limited if _is_protocol(limits)), ""),
    )


def _is_protocol(said: str) -> bool:
    return said.startswith("protocol ")


def _limits(said: str) -> str:
    """What a validator says of itself, in the table's words; ``-`` where a value is held against nothing."""
    if _is_protocol(said):
        return "protocol"
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


def table(found: Mapping[str, Release]) -> str:
    """The text of key_table.py."""
    features = ""
    for version, release in found.items():
        levels = "".join(f'        "{name}": {ends},\n' for name, ends in sorted(release.features.items()))
        features += f'    "{version}": {{\n{levels}    }},\n'
    protocols = ""
    for version, release in found.items():
        words = textwrap.wrap(release.protocols, 100, break_on_hyphens=False)
        parts = "".join(f'        "{line} "\n' for line in words)
        protocols += f'    "{version}": (\n{parts}    ),\n' if words else ""
    versions = ", ".join(f'"{version}"' for version in found)
    return HEAD.format(versions=versions, features=features, protocols=protocols, lines=_lines(found, BROKER))


def clients_table(found: Mapping[str, Release]) -> str:
    """The text of client_key_table.py."""
    tables = "".join(f'    "{kind}": """\\\n{_lines(found, kind)}""",\n' for kind in (PRODUCER, CONSUMER))
    return HEAD_OF_CLIENTS.format(tables=tables)


def _lines(found: Mapping[str, Release], section: str) -> str:
    lines = rows({version: release.settings[section] for version, release in found.items()})
    return "".join(f"{line}\n" for line in lines)


def fetched(version: str, folder: Path) -> Path:
    """The folder with the jars of *version*, fetched with Maven."""
    # The broker defines its settings itself, and not every mirror has each version's command line tools.
    given = ["-Dservers.alone", "-DincludeScope=runtime", f"-DoutputDirectory={folder / version}"]
    command = ["mvn", "--quiet", "--batch-mode", "--file", str(LAB / "pom.xml"), f"-Dkafka.version={version}", *given]
    subprocess.run([*command, "dependency:copy-dependencies"], check=True)
    return folder / version


def versions(added: Sequence[str]) -> list[str]:
    """Those that the table has, and those that are *added* to it, in their order."""
    (known,) = re.findall(r"^VERSIONS = (\(.*?\))$", TABLE.read_text(), re.MULTILINE | re.DOTALL)
    return sorted({*ast.literal_eval(known), *added}, key=lambda version: [int(part) for part in version.split(".")])


def main(added: Sequence[str]) -> None:
    wanted = versions(added)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        libs = [fetched(version, Path(folder)) for version in wanted]
        found = dict(zip(wanted, pool.map(read, libs), strict=True))
    TABLE.write_text(table(found))
    OF_CLIENTS.write_text(clients_table(found))


if __name__ == "__main__":
    main(sys.argv[1:])
