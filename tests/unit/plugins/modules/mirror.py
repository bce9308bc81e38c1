# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A mirror of files on this machine, or an HTTP proxy to a name that nobody can resolve, which asks for a login."""

from __future__ import annotations

import base64
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@contextmanager
def served(files, login="", without_head=False):
    """Where *files*, texts by path, are served or proxied from; and the requests, as they come.

    With a *login*, ``USER:PASSWORD``, it is a proxy. Some servers know of no HEAD.
    """
    requests = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self):
            requests.append(f"{self.command} {self.path}")
            content = files.get(urlsplit(self.path).path, b"")
            status = self.status(content)
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command == "GET" and status == 200:
                self.wfile.write(content)

        def status(self, content):
            expected = "Basic " + base64.b64encode(login.encode()).decode()
            if login and self.headers.get("Proxy-Authorization") != expected:
                return 407
            if login and not self.path.startswith("http://"):  # also a tunnel, which leads nowhere here
                return 502
            if without_head and self.command == "HEAD":
                return 403
            return 200 if content else 404

        do_GET = do_HEAD = do_CONNECT = answer  # noqa: N815 - as http.server looks for them

        def log_message(self, *_arguments):
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_port}", requests
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
