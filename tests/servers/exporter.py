# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The JMX exporter in a test's server, with the configuration that the roles write, and its page."""

from __future__ import annotations

import base64
import ssl
import subprocess
import urllib.request
from pathlib import Path
from typing import NamedTuple

from ansible_collections.groundwork.kafka.plugins.module_utils.health import exposition
from ansible_collections.groundwork.kafka.plugins.module_utils.server import exporter
from ansible_collections.groundwork.kafka.plugins.plugin_utils import java_keystore
from tests.servers.pki import CERTIFICATES

CHECKOUT = Path(__file__).resolve().parents[2]
LOGIN = ("prometheus", "geheim")


class Page(NamedTuple):
    """The page of an exporter at *port*; with TLS the certificates that it is trusted by are in the file *ca*."""

    port: int
    ca: str = ""

    def text(self, login=LOGIN) -> str:
        """What it says to who has this *login*."""
        url = f"{'https' if self.ca else 'http'}://127.0.0.1:{self.port}/metrics"
        words = base64.b64encode(":".join(login).encode()).decode()
        headers = {"Authorization": f"Basic {words}"} if self.ca else {}
        request = urllib.request.Request(url, headers=headers)  # noqa: S310 http and https alone
        context = ssl.create_default_context(cafile=self.ca) if self.ca else None
        with urllib.request.urlopen(request, timeout=30, context=context) as answer:  # noqa: S310
            return answer.read().decode()

    def samples(self):
        """Its metrics."""
        return exposition.parse(self.text())


def jar() -> str:
    """Where the exporter itself is."""
    return subprocess.run([CHECKOUT / "lab/jmx-exporter"], capture_output=True, text=True, check=True).stdout.strip()


def agent(service, folder, port, secured=False) -> tuple[str, Page]:
    """The flag of a JVM with the exporter, and its page; of one *service* all in *folder* have the same."""
    tls, store, config = folder / "tls", folder / "exporter.jks", folder / f"{service}-exporter.yml"
    if secured:
        subprocess.run([*CERTIFICATES, str(tls), "server=127.0.0.1"], check=True)
        pem = (tls / "server.key").read_text() + (tls / "server.pem").read_text()
        store.write_bytes(java_keystore.of_pem(pem, exporter.ALIAS, exporter.STORE_PASSWORD))
    found = {"keystore": str(store) if secured else ""}
    config.write_text(exporter.text(service, found, "k1", *(LOGIN if secured else ("", ""))))
    return f"-javaagent:{jar()}=127.0.0.1:{port}:{config}", Page(port, str(tls / "ca.pem") if secured else "")
