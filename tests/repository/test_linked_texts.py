# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What both the collection and the validation need is one text: the collection's file is a link to the validation's."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
UTILITIES, VALIDATION, CORE = "plugins/module_utils/", "spark_validation/cluster/", "spark_validation/core/"
PAGES, REPORT = "plugins/plugin_utils/pages/", "spark_validation/report/"
LINKS = {
    UTILITIES + "broker/properties.py": VALIDATION + "properties.py",
    UTILITIES + "cluster/client_format.py": VALIDATION + "client_format.py",
    UTILITIES + "cluster/jaas.py": VALIDATION + "jaas.py",
    UTILITIES + "cluster/patient.py": VALIDATION + "patient.py",
    UTILITIES + "core/gauges.py": CORE + "gauges.py",
    UTILITIES + "core/host_port.py": VALIDATION + "host_port.py",
    UTILITIES + "core/moments.py": CORE + "moments.py",
    UTILITIES + "core/printable.py": CORE + "printable.py",
    UTILITIES + "core/reachable.py": VALIDATION + "reachable.py",
    PAGES + "page.css": REPORT + "page.css",
    PAGES + "parts.html.j2": REPORT + "parts.html.j2",
}
LINK, FILE = "120000", "100644"


@pytest.fixture(scope="module")
def modes() -> dict[str, str]:
    """What git has each file as: a checkout without links holds a link as a text with its target's path."""
    shown = subprocess.run(["git", "ls-files", "-s"], cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout
    return {path: words.split()[0] for words, path in (line.split("\t") for line in shown.splitlines())}


def test_what_git_has_as_links_is_what_both_sides_share(modes: dict[str, str]) -> None:
    assert {path for path, mode in modes.items() if mode == LINK} == set(LINKS)


@pytest.mark.parametrize("link", LINKS)
def test_a_link_leads_to_the_text_that_both_sides_share(link: str, modes: dict[str, str]) -> None:
    assert modes[LINKS[link]] == FILE
    assert (CHECKOUT / link).resolve() == CHECKOUT / LINKS[link]
    assert (CHECKOUT / link).read_bytes() == (CHECKOUT / LINKS[link]).read_bytes()
