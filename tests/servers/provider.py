# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A small provider of tokens: it signs them, shows the key that they are signed with, and gives them to its accounts.

``python -m tests.servers.provider FOLDER`` is one that runs until it is ended, as provider.json of that folder says.
"""

from __future__ import annotations

import base64
import json
import ssl
import sys
import time
from dataclasses import asdict, dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Mapping

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

KEYS, TOKENS = "/keys", "/token"
ISSUER, AUDIENCE = "https://login.example.com", "kafka"
_SECONDS = 600  # for which a token is valid
SETTINGS = "provider.json"


@dataclass(frozen=True)
class Account:
    """Who gets tokens for a *secret*: with these *claims* in the place of the right ones, *forged* by another key."""

    secret: str
    claims: Mapping[str, Any] = field(default_factory=dict)
    forged: bool = False


class Provider:
    """It serves at an *address*, with TLS by the file *certificate* where one is given, and has *accounts* by name."""

    def __init__(
        self,
        accounts: Mapping[str, Account] | None = None,
        address: str = "127.0.0.1",
        port: int = 0,
        certificate: str = "",
    ) -> None:
        self.accounts = dict(accounts or {})
        self._key, self._other = _new_key(), _new_key()
        self._is_secured = bool(certificate)
        self.server = ThreadingHTTPServer((address, port), _handler(self))
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(
                self.server.socket, server_side=True, do_handshake_on_connect=False
            )

    @property
    def url(self) -> str:
        """Where its key is."""
        address, port = self.server.server_address[:2]
        return f"http{'s' * self._is_secured}://{address!s}:{port}{KEYS}"

    def keys(self) -> dict[str, Any]:
        """The key that tokens are signed with, as it is shown."""
        numbers = self._key.public_key().public_numbers()
        modulus, exponent = (_text(each.to_bytes(size, "big")) for each, size in ((numbers.n, 256), (numbers.e, 3)))
        return {"keys": [{"kty": "RSA", "kid": "1", "use": "sig", "alg": "RS256", "n": modulus, "e": exponent}]}

    def token(self, subject: str, forged: bool = False, **claims: Any) -> str:
        """A token with these claims in the place of the right ones."""
        now = int(time.time())
        usual = {"iss": ISSUER, "aud": AUDIENCE, "sub": subject, "iat": now, "exp": now + _SECONDS}
        parts = [{"alg": "RS256", "kid": "1", "typ": "JWT"}, {**usual, **claims}]
        signed = ".".join(_text(json.dumps(part).encode()) for part in parts)
        key = self._other if forged else self._key
        return f"{signed}.{_text(key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256()))}"

    def answer(self, authorization: str) -> tuple[int, dict[str, Any]]:
        """What whoever asks for a token by this header gets: the code, and the document."""
        try:
            given = base64.b64decode(authorization.removeprefix("Basic "), validate=True).decode()
        except ValueError:
            given = ""
        name, _colon, secret = given.partition(":")
        account = self.accounts.get(name)
        if account is None or account.secret != secret:
            return 401, {"error": "invalid_client"}
        token = self.token(name, account.forged, **account.claims)
        return 200, {"access_token": token, "token_type": "Bearer", "expires_in": _SECONDS}


def _handler(provider: Provider) -> type[BaseHTTPRequestHandler]:
    class Page(BaseHTTPRequestHandler):
        timeout = 20  # who says nothing holds nobody up

        def do_GET(self) -> None:
            self._send(*((200, provider.keys()) if self.path == KEYS else (404, {})))

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self._send(*(provider.answer(self.headers.get("Authorization", "")) if self.path == TOKENS else (404, {})))

        def _send(self, code: int, document: Mapping[str, Any]) -> None:
            page = json.dumps(document).encode()
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_words: object) -> None:
            pass

    return Page


def _new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def write(folder: Path, accounts: Mapping[str, Account], **given: Any) -> None:
    """Write what one that runs by itself is to be."""
    described = {**given, "accounts": {name: asdict(account) for name, account in accounts.items()}}
    (folder / SETTINGS).write_text(json.dumps(described))


if __name__ == "__main__":
    settings = json.loads((Path(sys.argv[1]) / SETTINGS).read_text())
    known = {name: Account(**one) for name, one in settings.pop("accounts").items()}
    Provider(known, **settings).server.serve_forever()
