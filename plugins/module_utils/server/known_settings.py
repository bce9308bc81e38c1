# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Names of settings of Kafka, ZooKeeper and units whose values are no secrets unless the name tells so.

A diff shows such a value that is taken out of a file; under any other name it may be what a plugin calls its password.
"""

from __future__ import annotations

import re

_ZOOKEEPER = re.compile(
    r"(?:tickTime|initLimit|syncLimit|dataDir|dataLogDir|(?:secureC|c)lientPort(?:Address)?|maxClientCnxns|snapCount"
    r"|serverCnxnFactory|sslQuorum|(?:client\.)?portUnification|4lw\.commands\.whitelist|admin\.[A-Za-z]+|autopurge\.[A-Za-z]+"
    r"|server\.[0-9]+|authProvider\.[A-Za-z0-9]+|ssl\.(?:quorum\.)?(?:clientAuth|(?:key|trust)Store\.(?:type|location)))\Z"
)
_UNIT = re.compile(
    r"(?:Description|Documentation|Wants|After|Before|Requires|RequiresMountsFor|StartLimit[A-Za-z]+|Type|User|Group"
    r"|UMask|WorkingDirectory|[A-Za-z]+Directory(?:Mode)?|[A-Za-z]*Paths|SuccessExitStatus|Restart(?:Sec)?"
    r"|Timeout[A-Za-z]+|Limit[A-Z]+|SyslogIdentifier|LogRateLimit[A-Za-z]+|KillMode|WantedBy)\Z"
)
_LISTENER = re.compile(r"listener\.name\.[^.]+\.")


def is_known(name: str) -> bool:
    """Whether *name* is one of theirs."""
    from ..broker import key_table  # noqa: PLC0415 large, and for what is taken out alone

    if _ZOOKEEPER.match(name) or _UNIT.match(name):
        return True
    own = _LISTENER.sub("", name)
    return re.search(rf"^{re.escape(own)} ", key_table.TABLE, re.MULTILINE) is not None
