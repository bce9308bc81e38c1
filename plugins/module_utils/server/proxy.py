# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""An HTTP proxy as it is given: checked, put where Python's own clients look for one, and told without its password."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from typing import Iterator, List
from urllib.parse import unquote

from ..core.errors import GroundworkError

_PROXY = re.compile(
    r"http://(?:(?P<user>[^\s/]*)@)?(?P<place>\[[0-9A-Fa-f:.]+\](?::[0-9]+)?|[^\s/@:]+(?::[0-9]+)?)/?\Z"
)
_NAMES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


def place(proxy: str, option: str) -> str:
    """The ``HOST:PORT`` of *proxy*, the value of *option*; GroundworkError where it is no address of an HTTP proxy."""
    match = _PROXY.match(proxy)
    if not match:
        raise GroundworkError(
            f"{option} is no address of an HTTP proxy; give http://HOST:PORT, or http://USER:PASSWORD@HOST:PORT with "
            "what is special in the two written as in a URL, such as %40 for @."
        )
    return match.group("place")


def has_password(proxy: str) -> bool:
    """Whether *proxy* has one."""
    match = _PROXY.match(proxy)
    return bool(match and ":" in (match.group("user") or ""))


def hidden(text: str, proxy: str) -> str:
    """*text* without the user and the password of *proxy*."""
    match = _PROXY.match(proxy)
    user = (match.group("user") or "") if match else proxy
    password = user.partition(":")[2]
    for secret in (user, unquote(user), password, unquote(password)):
        if secret:
            text = text.replace(secret, "********")
    return text


@contextmanager
def used(proxy: str) -> Iterator[None]:
    """Have what is fetched meanwhile go through *proxy*, whatever the environment says; as that says without one."""
    names: List[str] = [spelled for name in _NAMES for spelled in (name, name.upper())] if proxy else []
    before = {name: os.environ.pop(name) for name in names if name in os.environ}
    if proxy:
        os.environ.update(http_proxy=proxy, https_proxy=proxy)
    try:
        yield
    finally:
        for name in names:
            os.environ.pop(name, None)
        os.environ.update(before)
