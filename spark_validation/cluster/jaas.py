# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``sasl.jaas.config``, as Kafka reads it: with a ``java.io.StreamTokenizer`` of its ``JaasConfig``.

The collection and the validation share it, so it imports nothing of either.
"""

from __future__ import annotations

import re
from typing import Dict, Iterator, NamedTuple

_TOKEN = re.compile(
    r"""
      (?P<skipped> [\x00-\x20]+ | /\*(?:[^*]|\*(?!/))*(?:\*/|\Z) | /(?!\*)[^\r\n]* )
    | (?P<number>  -?(?=[0-9.])[0-9]*\.?[0-9]* )
    | (?P<word>    [A-Za-z_$\xa0-\U0010ffff][A-Za-z_$\xa0-\U0010ffff0-9.-]* )
    | (?P<quote>   ["']) (?P<quoted> (?: \\[\s\S] | (?!(?P=quote))[^\\\r\n] )*) (?P=quote)?
    | (?P<sign>    [\s\S] )
    """,
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(?:([0-3][0-7]{2}|[0-7]{1,2})|([\s\S]))")
_NAMED = {"a": "\x07", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_FLAGS = ("REQUIRED", "REQUISITE", "SUFFICIENT", "OPTIONAL")


class _Token(NamedTuple):
    """A word's text, or the *sign* that stands for itself; a number has neither."""

    text: str | None
    sign: str = ""


class Login(NamedTuple):
    """The *module* that logs in, and its *options*."""

    module: str
    options: Dict[str, str]


def parse(text: str) -> Login:
    """The one login of *text*; raises ValueError, which quotes nothing of it, for what Kafka would not take."""
    tokens = _tokens(text)
    module, flag = next(tokens, None), next(tokens, None)
    if module is None or module.text is None:
        raise ValueError("it names no login module")
    if flag is None or (flag.text or "").upper() not in _FLAGS:
        raise ValueError(f"the module is not followed by one of {', '.join(_FLAGS).lower()}")
    options: Dict[str, str] = {}
    for key in tokens:
        if key.sign == ";":
            if next(tokens, None) is not None:
                raise ValueError("something follows the semicolon")
            return Login(module.text, options)
        equals, value = next(tokens, None), next(tokens, None)
        if equals is None or equals.sign != "=" or value is None or value.text is None:
            raise ValueError("an option is not written as NAME=VALUE, with quotes around all but a plain word")
        options[key.text or ""] = value.text
    raise ValueError("it does not end with a semicolon")


def _tokens(text: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(text):
        if match["skipped"] is not None:
            continue
        if match["quote"] is not None:
            yield _Token(_ESCAPE.sub(_character, match["quoted"]))
        elif match["sign"] is not None:
            yield _Token(None, match["sign"])
        else:
            yield _Token(match["word"])


def _character(at: re.Match[str]) -> str:
    octal, letter = at.groups()
    return chr(int(octal, 8)) if octal else _NAMED.get(letter, letter)
