# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters exporter_config, exporter_jar, exporter_keystore and exporter_page: of the JMX exporter of a server."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import checksum, exporter
from ansible_collections.groundwork.kafka.plugins.plugin_utils import java_keystore
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence

_REMEDY = "it is damaged or another file, so download it again or correct {}_exporter_checksum"


@one_sentence
def _config(found: Mapping[str, Any], service: str, host: str, username: str = "", password: str = "") -> str:
    return exporter.text(service, found, host, username, password)


@one_sentence
def _jar(path: str, src: str, wanted: str, service: str) -> str:
    if not path:
        raise GroundworkError(
            f"The exporter {src} of {service}_exporter_src is not on the control node; give its path there, or a URL "
            "that the host can fetch."
        )
    checksum.verify(path, checksum.parse_literal(wanted), src, _REMEDY.format(service))
    return path


def _page(found: Mapping[str, Any], username: str, password: str) -> dict[str, str]:
    login = {"username": username, "password": password} if found["login"] else {}
    return {"url": found["url"], **({"ca": found["ca"]} if found["ca"] else {}), **login}


def _keystore(pem: str) -> str:
    return base64.b64encode(java_keystore.of_pem(pem, exporter.ALIAS, exporter.STORE_PASSWORD)).decode()


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "exporter_config": _config,
            "exporter_jar": _jar,
            "exporter_keystore": _keystore,
            "exporter_page": _page,
        }
