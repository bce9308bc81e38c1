# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command line of a ``java`` program, taken apart as its launcher does: options, main class, arguments."""

from __future__ import annotations

from typing import List, NamedTuple, Sequence

_WITH_VALUE = {
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--limit-modules",
    "--enable-native-access",
    "--add-reads",
    "--add-exports",
    "--add-opens",
    "--patch-module",
    "--source",
}
_CLASS_PATHS = {"-cp", "-classpath", "--class-path"}
_MODULES = {"-m", "--module"}


class JavaCommand(NamedTuple):
    """*options* as given, in order; *class_path* its entries; *main_class* the class or the jar that is run.

    What JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS and files (``@file``) add is not on the command line, and not here.
    """

    java: str
    options: List[str]
    class_path: List[str]
    main_class: str
    arguments: List[str]


def parse(argv: Sequence[str]) -> JavaCommand | None:
    """*argv* taken apart; None when it is not of java, or runs no class (``java -version``)."""
    if not argv or argv[0].rpartition("/")[2] != "java":
        return None
    options: List[str] = []
    class_path: List[str] = []
    at, last = 0, len(argv) - 1
    while at < last:
        at += 1
        word = argv[at]
        if word in _MODULES and at < last:
            return JavaCommand(argv[0], options, class_path, argv[at + 1].rpartition("/")[2], list(argv[at + 2 :]))
        if word == "-jar" and at < last:
            return JavaCommand(argv[0], options, class_path, argv[at + 1], list(argv[at + 2 :]))
        if not word.startswith(("-", "@")):
            return JavaCommand(argv[0], options, class_path, word, list(argv[at + 1 :]))
        options.append(word)
        name, _equals, value = word.partition("=")
        if word in _WITH_VALUE and at < last:
            at += 1
            value = argv[at]
            options[-1] = f"{word} {value}"
        if name in _CLASS_PATHS:
            class_path = [entry for entry in value.split(":") if entry]
    return None
