# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A page in headless Chromium: its document after drawing, what lies where, its pixels, and its print."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib.image
import pytest

_PROGRAMS = ("chromium-headless-shell", "pdftotext")
# Tells, once all is laid out, where each chart is and how large that is which it draws, and how wide the page became.
_LOOK = """<script>
const box = (it) => { const {x, y, width, height} = it; return {x, y, width, height} };
const charts = [...document.querySelectorAll("svg[role=img]")].map((svg) => ({
  name: svg.getAttribute("aria-labelledby").split("-")[0], ...box(svg.getBoundingClientRect()), ink: box(svg.getBBox())
}));
const cut = [...document.querySelectorAll(".verdict, .tile, td, dd, h1, h2, h3")]
  .filter((it) => it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 0).map((it) => it.textContent);
document.body.dataset.seen = JSON.stringify({charts, cut, width: document.documentElement.scrollWidth});
</script>"""


@dataclass(frozen=True)
class Opened:
    """What the browser made of a page: its text, its charts by name, what is cut, its width, its pixels, its print."""

    text: str
    charts: dict[str, dict[str, Any]]
    cut: list[str]
    width: int
    pixels: Any
    printed: str

    def within(self, name: str) -> Any:
        """The pixels, (row, column, red-green-blue), where the chart ``name`` stands."""
        x, y, width, height = (round(self.charts[name][key]) for key in ("x", "y", "width", "height"))
        return self.pixels[y : y + height, x : x + width, :3]


def open_page(text: str, folder: Path, width: int, *, dark: bool = False) -> Opened:
    """Open ``text`` as a page in a window of ``width`` pixels; light unless ``dark``."""
    for program in _PROGRAMS:
        if not shutil.which(program):
            pytest.fail(f"{program} is not installed: run make setup-test (it needs root)", pytrace=False)
    (folder / "page.html").write_text(text.replace("</body>", _LOOK + "</body>"), encoding="utf-8")
    scheme = ["--blink-settings=preferredColorScheme=0"] if dark else []
    options = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}/profile"]
    output = ["--dump-dom", "--screenshot=page.png", "--print-to-pdf=page.pdf", "--no-pdf-header-footer"]
    shell = [_PROGRAMS[0], *options, *scheme, f"--window-size={width},6000", *output, (folder / "page.html").as_uri()]
    dom = _said(shell, folder)
    seen = re.search(r'data-seen="([^"]*)"', dom)
    assert seen, dom[:2000]
    told = json.loads(html.unescape(seen.group(1)))
    return Opened(
        text=dom,
        charts={chart["name"]: chart for chart in told["charts"]},
        cut=told["cut"],
        width=told["width"],
        pixels=matplotlib.image.imread(folder / "page.png"),
        printed=_said([_PROGRAMS[1], "page.pdf", "-"], folder),
    )


def _said(program: list[str], folder: Path) -> str:
    ended = subprocess.run(program, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    return ended.stdout
