# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write each role's README.md from its meta/argument_specs.yml: `python docs/role_readmes.py` from the checkout."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import yaml

ROLES = Path(__file__).resolve().parent.parent / "roles"
TEMPLATE = re.compile(r"\{[{%]")
WITHOUT_HANDLERS = (
    "There are no handlers: services are restarted one at a time over all hosts, each behind its gates, which a "
    "handler of one host knows nothing of."
)


def plain(text: str) -> str:
    """Ansible's markup C(...), V(...) and O(...) as Markdown code, on one line."""
    return re.sub(r"\b[CVO]\(([^)]*)\)", r"`\1`", " ".join(text.split()))


def sentences(description: str | list[str]) -> list[str]:
    """A description's paragraphs, whether it is one text or a list of them."""
    return [plain(text) for text in ([description] if isinstance(description, str) else description)]


def default(option: dict[str, Any], real: Any) -> str:
    """The default as a person writes it in an inventory, as Markdown code; dictionaries are told in their own rows.

    A template, which the *real* default may be where none is documented, is told in the description.
    """
    if option.get("required"):
        return "required"
    if TEMPLATE.search(str(option.get("default", real))):
        return "worked out"
    if "default" not in option or (isinstance(option["default"], dict) and option["default"]):
        return ""
    value = option["default"]
    return "`{}`".format(" ".join(value.split()) if isinstance(value, str) else json.dumps(value))


def rows(options: dict[str, Any], real: dict[str, Any], prefix: str = "") -> list[str]:
    """Table rows of the options, each followed by those of its suboptions; *real* are the role's own defaults."""
    found = []
    for name, option in options.items():
        kind = option.get("type", "str") + (f" of {option['elements']}" if "elements" in option else "")
        text = " ".join(sentences(option["description"])).replace("|", "\\|")
        given = default(option, real.get(prefix + name)).replace("|", "\\|")
        found.append(f"| `{prefix}{name}` | {kind} | {given} | {text} |")
        found.extend(rows(option.get("options", {}), real, f"{prefix}{name}."))
    return found


def entry(spec: dict[str, Any], real: dict[str, Any]) -> list[str]:
    """The lines for one of a role's entries."""
    lines = [*sentences(spec["short_description"] + "."), ""]
    for paragraph in sentences(spec["description"]):
        lines += [paragraph, ""]
    if spec.get("options"):
        lines += [
            "| variable | type | default | what it is for |",
            "|---|---|---|---|",
            *rows(spec["options"], real),
            "",
        ]
    return lines


def defaults(role: str) -> dict[str, Any]:
    """The defaults that a role has."""
    file = ROLES / role / "defaults" / "main.yml"
    return (yaml.safe_load(file.read_text()) if file.exists() else None) or {}


def readme(role: str) -> str:
    """The text of a role's README.md: its main entry first, then those that tasks_from names."""
    specs = yaml.safe_load((ROLES / role / "meta" / "argument_specs.yml").read_text())["argument_specs"]
    real = defaults(role)
    lines = [f"# groundwork.kafka.{role}", "", *entry(specs.pop("main"), real)]
    lines[4:4] = [WITHOUT_HANDLERS, ""]
    for name, spec in specs.items():
        lines += [f"## With `tasks_from: {name}`", "", *entry(spec, real)]
    lines += ["This file is written from `meta/argument_specs.yml` by `make docs`.", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    for folder in sorted(ROLES.iterdir()):
        (folder / "README.md").write_text(readme(folder.name))
