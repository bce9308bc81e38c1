# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a server no longer uses once its files are others: nothing else knows of it then.

What its unit used is told, and nothing removes it; a truststore of a listener's own has a name that the role gave it.
"""

from __future__ import annotations

import posixpath
import re
from typing import Collection, List

from ..host.machine import Host

_LINK = re.compile(r"^ExecStart=.* -cp (/.*?)/libs/\* ", re.MULTILINE)
_HEAP_DUMP = re.compile(r"^ExecStart=.* -XX:HeapDumpPath=(/\S+)", re.MULTILINE)
#: The one file that names truststores; and the name that the role kafka gives to what one listener alone trusts.
SETTINGS = "/etc/kafka/server.properties"
_TRUSTSTORE = re.compile(
    r"^listener\.name\.([a-z0-9_]+)\.ssl\.truststore\.location=(/etc/kafka/truststore-\1\.pem)$", re.MULTILINE
)


def truststores(before: str | None, files: Collection[str]) -> List[str]:
    """The files of listeners' own authorities that the settings *before* name, and that are none of the *files*."""
    return [path for _name, path in _TRUSTSTORE.findall(before or "") if path not in files]


def sentences(host: Host, before: str | None, after: str) -> List[str]:
    """Of the link and the folder of heap dumps in the unit's text *before*, what is there and not in that *after*."""
    was, now = _used(before or ""), _used(after)
    told = []
    if was[0] and was[0] != now[0] and host.link(was[0]) is not None:
        told.append(f"The link {was[0]}, which the server had so far, stays; remove it once the server was restarted.")
    if was[1] and was[1] != now[1] and host.exists(was[1]):
        told.append(
            f"The folder {was[1]}, where heap dumps went so far, stays, and what is in it may be secret; remove it "
            "once the server was restarted and nobody needs a dump."
        )
    return told


def _used(unit: str) -> List[str]:
    link, dump = _LINK.search(unit), _HEAP_DUMP.search(unit)
    return [link.group(1) if link else "", posixpath.dirname(dump.group(1)) if dump else ""]
