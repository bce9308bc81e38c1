# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write the reports, each in one step, so that nobody reads half of one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Mapping

from ..core.errors import CouldNotRunError


def write(
    told: Mapping[str, Any],
    json_file: Path | None,
    html_file: Path | None,
    tables: Mapping[str, Any] | None = None,
    texts: Mapping[Path, str] | None = None,
) -> list[Path]:
    """Write the document ``told`` in the forms that are asked for and return the absolute paths.

    ``tables`` are those of the command on the page, as :func:`spark_validation.report.page.page` takes them; ``texts``
    are files that only this command writes, which are the first.

    Raises :class:`CouldNotRunError` for one that cannot be written; those that were written before it stay, and it
    names them.
    """
    reports = {**(texts or {})}
    if json_file:
        reports[json_file] = json.dumps(told, indent=2, ensure_ascii=False) + "\n"
    if html_file:
        from .page import page  # noqa: PLC0415 what it needs is needed for the page alone

        reports[html_file] = page(told, tables)
    written: list[Path] = []
    for path, text in reports.items():
        try:
            written.append(replace(path, text))
        except CouldNotRunError as error:
            raise CouldNotRunError("; ".join([str(error), *(f"{done} was written" for done in written)])) from error
    return written


def replace(path: Path, text: str) -> Path:
    """Put ``text`` into ``path`` in one step and return where that is; :class:`CouldNotRunError` if it can't be."""
    target = path.resolve()  # a link stays one
    scratch = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        scratch.write_text(text, encoding="utf-8")
        os.replace(scratch, target)
    except OSError as error:
        scratch.unlink(missing_ok=True)
        raise CouldNotRunError(f"report {path} could not be written: {error.strerror or error}") from error
    return target
