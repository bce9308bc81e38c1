# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the servers of this host tell of their vital signs: ZooKeeper by mntr, whoever has an exporter by its page."""

from __future__ import annotations

import base64
import http.client
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Tuple

from ..core.errors import GroundworkError
from ..core.values import integer
from ..health import exposition, keeper_words, of_page
from ..health.exposition import Sample
from ..health.of_page import Looks
from ..health.reading import Reading
from ..host.machine import Host
from . import four_letter_word, running
from .processes import ZOOKEEPER
from .running import Server

_MOST_BYTES = 64 * 1024 * 1024
_LONGEST = 600
_SCHEMES = ("http", "https")
_LOCAL = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 where a server listens everywhere
_FAILS = (OSError, ValueError, http.client.HTTPException)


class _Nowhere(urllib.request.HTTPRedirectHandler):
    """A page that points elsewhere is none: whoever logs in there does not log in at the other place."""

    def redirect_request(self, *_given: Any, **_named: Any) -> None:
        return None


class Source(NamedTuple):
    """Who is asked: *subject* is the server, *name* how the source is told, *samples* asks it."""

    subject: str
    name: str
    samples: Callable[[], List[Sample]]


def read(host: Host, given: Mapping[str, Any], sleep: Callable[[float], None]) -> List[Reading]:
    """All that the servers of *host* tell; *given* are the parameters of the module server_health."""
    seconds = integer("seconds", given["seconds"], 1, _LONGEST)
    timeout = integer("timeout", given["timeout"], 1, _LONGEST)
    pages = [_page(given["name"], one, timeout) for one in given["exporters"]]
    sources = [*_keepers(host, given), *pages]
    before, began = {source: _asked(source) for source in sources}, time.monotonic()
    if any(isinstance(found, list) for found in before.values()):
        sleep(seconds)
    return [one for source in sources for one in _readings(source, before[source], began)]


class Silence(NamedTuple):
    """*why* a source tells nothing, though it may have *answered*."""

    why: str
    answered: bool = False


def _asked(source: Source) -> List[Sample] | Silence:
    """What *source* tells, or why it does not."""
    try:
        return source.samples()
    except keeper_words.NotAllowedError as error:
        return Silence(str(error), answered=True)
    except urllib.error.HTTPError as error:
        return Silence(f"it answers with status {error.code}")
    except _FAILS as error:
        reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
        return Silence(" ".join(str(reason).split()) or type(error).__name__)


def _readings(source: Source, before: List[Sample] | Silence, began: float) -> List[Reading]:
    after = _asked(source) if isinstance(before, list) else before
    if isinstance(before, Silence) or isinstance(after, Silence):
        silence = after if isinstance(after, Silence) else before
        why, answered = (silence.why, silence.answered) if isinstance(silence, Silence) else ("", False)
        return [
            Reading("answering", source.subject, source.name, int(answered)),
            Reading("", source.subject, source.name, missing=why),
        ]
    answering = Reading("answering", source.subject, source.name, 1)
    looks = Looks(before, after, max(time.monotonic() - began, 0.001))
    if source.name == of_page.MNTR:
        return [answering, *of_page.of_words(source.subject, looks)]
    return [answering, *of_page.of_page(source.subject, source.name, looks)]


def _keepers(host: Host, given: Mapping[str, Any]) -> List[Source]:
    """The ZooKeeper servers that run here, each asked where its configuration says that it listens."""
    context = four_letter_word.tls(given["keystore"], given["truststore"])
    if context is not None:
        context.check_hostname = False  # it is this host, by whatever address
    found = [server for server in running.find(host)[0] if server.kind == ZOOKEEPER]
    names = [given["name"] if len(found) == 1 else f"{given['name']} {one.name}" for one in found]
    return [_keeper(name, one, context, given["timeout"]) for name, one in zip(names, found)]


def _keeper(subject: str, server: Server, context: ssl.SSLContext | None, timeout: int) -> Source:
    if server.refused is not None:
        return Source(subject, of_page.MNTR, _failing(server.refused))
    address = _address(server.properties, context is not None)
    if address is None:
        why = "it listens with TLS alone, and no keystore and truststore to ask it with were given"
        return Source(subject, of_page.MNTR, _failing(why))
    name, port, secured = address

    def ask() -> List[Sample]:
        over = context if secured else None
        try:
            return keeper_words.samples(four_letter_word.ask(name, port, "mntr", over, timeout))
        except keeper_words.NotAllowedError:
            return keeper_words.samples_of_srvr(four_letter_word.ask(name, port, "srvr", over, timeout))

    return Source(subject, of_page.MNTR, ask)


def _failing(why: str) -> Callable[[], List[Sample]]:
    def fail() -> List[Sample]:
        raise ValueError(why)

    return fail


def _address(properties: Mapping[str, str], secured: bool) -> Tuple[str, int, bool] | None:
    """Where a server with these *properties* listens for clients, and whether over TLS."""
    for kind, over_tls in (("clientPort", False), ("secureClientPort", True)):
        port = properties.get(kind, "")
        if port.isdigit() and (secured or not over_tls):
            name = properties.get(f"{kind}Address", "").strip("[]")
            return _LOCAL.get(name, name), int(port), over_tls
    return None


def _page(name: str, given: Mapping[str, Any], timeout: int) -> Source:
    url = str(given["url"])
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in _SCHEMES or not parts.hostname or "@" in parts.netloc:
        raise GroundworkError(
            f"exporters has an address at {parts.hostname or 'no host'} that is no page; give it as "
            "http://HOST:PORT/metrics, and who logs in there as username and password."
        )
    headers: Dict[str, str] = {}
    if given.get("username"):
        login = f"{given['username']}:{given.get('password') or ''}".encode()
        headers["Authorization"] = "Basic " + base64.b64encode(login).decode()

    def ask() -> List[Sample]:
        return exposition.parse(_text(url, headers, given.get("ca"), timeout))

    return Source(given.get("name") or name, url, ask)


def _text(url: str, headers: Mapping[str, str], authorities: str | None, timeout: int) -> str:
    """The text of a page, whole within *timeout* seconds; no proxy of the environment is asked."""
    deadline = time.monotonic() + timeout
    context = ssl.create_default_context(cafile=authorities)
    handlers = (urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context), _Nowhere())
    opener = urllib.request.build_opener(*handlers)
    request = urllib.request.Request(url, headers=dict(headers))  # noqa: S310 http and https alone come here
    parts: List[bytes] = []
    with opener.open(request, timeout=timeout) as answer:
        while True:
            part = answer.read1(65536)
            if not part:
                page = b"".join(parts)
                said = answer.headers.get("Content-Length", "")
                if said.isdecimal() and len(page) < int(said):  # which read1 takes for its end
                    raise ValueError(f"its page ended in the middle, after {len(page)} of {said} bytes")
                return page.decode("utf-8", "replace")
            parts.append(part)
            if time.monotonic() > deadline:
                raise ValueError(f"its page did not end within {timeout} seconds")
            if sum(map(len, parts)) > _MOST_BYTES:
                raise ValueError(f"its page is longer than {_MOST_BYTES} bytes")
