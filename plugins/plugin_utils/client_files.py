# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a client logs in with, from files of the control node, so that it can be sent to another host."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

_BLOCK = re.compile(r"-----BEGIN (?P<name>[^-]+)-----.+?-----END (?P=name)-----", re.DOTALL)
_CERTIFICATE = "CERTIFICATE"
#: What of a store's file each key is given, by how the names of such blocks end.
_PARTS = {
    "truststore": {"ssl.truststore.certificates": _CERTIFICATE},
    "keystore": {"ssl.keystore.key": "PRIVATE KEY", "ssl.keystore.certificate.chain": _CERTIFICATE},
}


def inlined(config: Mapping[str, Any]) -> dict[str, Any]:
    """Kafka's client format with the contents of PEM files in the place of their paths, so that any host can use it.

    GroundworkError for a file that cannot be read. A store that is not PEM is left to who refuses it.
    """
    found = {key: value for key, value in config.items() if value is not None}
    for store, parts in _PARTS.items():
        location = f"ssl.{store}.location"
        if location in found and found.get(f"ssl.{store}.type") == "PEM":
            blocks = _blocks(location, str(found.pop(location)))
            for key, kind in parts.items():
                found[key] = "\n".join(text for name, text in blocks if name.endswith(kind))
    return found


def _blocks(key: str, path: str) -> list[tuple[str, str]]:
    """Name and text of each thing that the PEM file holds: comments, in whatever language, are nothing to a client."""
    found, why = [], "it is not PEM"
    try:
        with open(os.path.expanduser(path), encoding="ascii", errors="replace") as file:
            found = [(block["name"], block.group(0)) for block in _BLOCK.finditer(file.read())]
    except OSError as error:
        why = error.strerror or str(error)
    if not found:
        raise GroundworkError(
            f"{key} {path} could not be read on the control node ({why}); give the path of a PEM file there."
        )
    return found
