# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The users whose passwords stand in a broker's own settings (the mechanism PLAIN), and how they are written. Pure."""

from __future__ import annotations

import re
from typing import Any, List, Mapping, Sequence

PLAIN_MODULE = "org.apache.kafka.common.security.plain.PlainLoginModule"
#: What Java's StreamTokenizer takes for one word behind ``user_``.
_NAME = re.compile(r"[A-Za-z0-9_.-]+\Z")


def jaas(module: str, users: Sequence[Mapping[str, Any]]) -> str:
    """The login by *module* as ``sasl.jaas.config`` has it, with *users* where it is the one of PLAIN."""
    written = [f"user_{one['name']}={_quoted(str(one['password']))}" for one in users] if module == PLAIN_MODULE else []
    return " ".join((module, "required", *written)) + ";"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def refusals(host: str, users: Sequence[Mapping[str, Any]], wanted: bool) -> List[str]:
    """What is wrong with *users*, a sentence each that quotes no password; *wanted* is whether a listener has PLAIN."""
    if users and not wanted:
        return [
            f"kafka_plain_users has users, and no listener of kafka_listeners has the mechanism PLAIN for {host}; give "
            "both, or none of them."
        ]
    if wanted and not users:
        return [
            f"kafka_plain_users has no user, and a listener of kafka_listeners has the mechanism PLAIN for {host}; "
            "give both, or none of them."
        ]
    found, seen = [], set()
    for one in users:
        name, password = str(one.get("name", "")), str(one.get("password", ""))
        if not _NAME.match(name):
            found.append(
                f"kafka_plain_users has the name {name!r}; give letters, digits, dots, dashes and underscores alone."
            )
        elif name in seen:
            found.append(f"{name} stands twice in kafka_plain_users; leave one of them out.")
        if not password or re.search(r"[\r\n]", password):
            found.append(f"The password of {name!r} in kafka_plain_users is empty or has two lines; give one line.")
        seen.add(name)
    return found
