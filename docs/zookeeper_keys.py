# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write the table of zoo.cfg's keys, from ZooKeeper's jars: `python docs/zookeeper_keys.py`.

ZooKeeper defines its keys nowhere. It compares each one with texts in QuorumPeerConfig, and makes what is none of them
a system property below ``zookeeper.``, so that every text that a class of it has is looked at.
"""

from __future__ import annotations

import re
import struct
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

TABLE = Path(__file__).resolve().parent.parent / "plugins" / "module_utils" / "review" / "zookeeper_key_table.py"
#: Kafka brings 3.8 along; who runs a ZooKeeper of their own may have another.
VERSIONS = ("3.6.4", "3.7.2", "3.8.4", "3.9.4")
PROPERTY = "zookeeper."
#: Of the class that reads the file, and of the one whose texts stand behind these prefixes.
READER = "org/apache/zookeeper/server/quorum/QuorumPeerConfig.class"
OF_TLS, TLS = "org/apache/zookeeper/common/X509Util.class", ("ssl.", "ssl.quorum.")
_KEY = re.compile(r"[a-z0-9][A-Za-z0-9]*([.-][A-Za-z0-9]+)*\Z")
_VALUES = {"true", "false"}
#: The bytes of each other kind of constant behind its tag. Source: Java Virtual Machine Specification, 4.4.
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
_TEXT, _BYTES, _WIDE = 8, 1, (5, 6)
HEAD = '''\
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The keys of zoo.cfg that ZooKeeper {versions} read; written by docs/zookeeper_keys.py."""

from __future__ import annotations

KEYS = """\\
{keys}"""
'''


def texts(compiled: bytes) -> Iterator[str]:
    """The texts among the constants of a *compiled* class."""
    (count,) = struct.unpack_from(">H", compiled, 8)
    place, number, found, wanted = 10, 1, {}, []
    while number < count:
        tag = compiled[place]
        if tag == _BYTES:
            (size,) = struct.unpack_from(">H", compiled, place + 1)
            found[number] = compiled[place + 3 : place + 3 + size]
            place += 3 + size
        elif tag == _TEXT:
            wanted += struct.unpack_from(">H", compiled, place + 1)
            place += 3
        else:
            place += 1 + _SIZES[tag]
        number += 2 if tag in _WIDE else 1
    for one in wanted:
        yield found[one].decode("utf-8", "replace")


def keys(jar: Path) -> set[str]:
    """Those that the ZooKeeper in *jar* reads."""
    found = set()
    with zipfile.ZipFile(jar) as classes:
        for name in (one for one in classes.namelist() if one.endswith(".class")):
            for text in set(texts(classes.read(name))) - _VALUES:
                if name == READER:
                    found.add(text)
                if name == OF_TLS and not text.startswith(PROPERTY):
                    found |= {prefix + text.lstrip(".") for prefix in TLS}
                if text.startswith(PROPERTY):
                    found.add(text[len(PROPERTY) :])
    return {key for key in found if _KEY.match(key)}


def fetched(version: str, folder: Path) -> Path:
    """The jar of *version*, fetched with Maven."""
    wanted = [f"-Dartifact=org.apache.zookeeper:zookeeper:{version}", f"-DoutputDirectory={folder}"]
    subprocess.run(["mvn", "--quiet", "--batch-mode", "dependency:copy", *wanted], check=True)
    return folder / f"zookeeper-{version}.jar"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = set().union(*(keys(fetched(version, Path(folder))) for version in VERSIONS))
    lines = "".join(f"{key}\n" for key in sorted(found))
    TABLE.write_text(HEAD.format(versions=f"{', '.join(VERSIONS[:-1])} and {VERSIONS[-1]}", keys=lines))


if __name__ == "__main__":
    main()
