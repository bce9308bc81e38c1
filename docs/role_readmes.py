# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write each role's README.md from its meta/argument_specs.yml and meta/changes.yml, and docs/changes.md from these.

`python docs/role_readmes.py` from the checkout.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import yaml

DOCS = Path(__file__).resolve().parent
ROLES = DOCS.parent / "roles"
TEMPLATE = re.compile(r"\{[{%]")
RUN = "run"  # the kind of inputs of which no server hears
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


def changes(role: str) -> dict[str, Any]:
    """What a role's meta/changes.yml says: changes by input, and what the role preflight's says of all the rest."""
    found: dict[str, Any] = yaml.safe_load((ROLES / role / "meta" / "changes.yml").read_text())
    return found


def rows(
    options: dict[str, Any], real: dict[str, Any], kinds: dict[str, Any], prefix: str = "", above: str = ""
) -> list[str]:
    """Table rows of the options, each followed by those of its suboptions.

    *real* are the role's own defaults. *kinds* has what a change of an input is; a suboption without one has *above*.
    """
    found = []
    for name, option in options.items():
        change = kinds.get(prefix + name, {}).get("kind", above)
        kind = option.get("type", "str") + (f" of {option['elements']}" if "elements" in option else "")
        text = " ".join(sentences(option["description"])).replace("|", "\\|")
        given = default(option, real.get(prefix + name)).replace("|", "\\|")
        found.append(f"| `{prefix}{name}` | {kind} | {given} | {change} | {text} |")
        found.extend(rows(option.get("options", {}), real, kinds, f"{prefix}{name}.", change))
    return found


def effects(kinds: dict[str, Any]) -> list[str]:
    """The lines on what a change of each input does; inputs of which the same is said stand together."""
    told: dict[str, list[str]] = {}
    for name, one in kinds.items():
        if one["kind"] != RUN:
            told.setdefault(f"{one['kind']} | {effect(one)}", []).append(f"`{name}`")
    if not told:
        return []
    table = [f"| {', '.join(names)} | {what} |" for what, names in told.items()]
    return ["## What a change does", "", "| variable | a change is | what happens |", "|---|---|---|", *table, ""]


def effect(one: dict[str, Any]) -> str:
    """What a change does, and where more is said of it."""
    playbook = f" The playbook is `groundwork.kafka.{one['playbook']}`." if "playbook" in one else ""
    guide = f" See [{one['guide']}](../../{one['guide']})." if "guide" in one else ""
    return " ".join(one["does"].split()).replace("|", "\\|") + playbook + guide


def page() -> str:
    """The text of docs/changes.md."""
    known = changes("preflight")
    kinds = [f"| *{kind}* | {text} |" for kind, text in known["kinds"].items()]
    facts = [f"| {one['fact']} | {one['kind']} | {effect(one)} |" for one in known["inventory"].values()]
    lines = [
        "# What a change does on a cluster that holds data",
        "",
        "Every input of a role has one kind, which the table of its README names, and so has every fact of the "
        "inventory. A restart is always that of one server at a time, behind the gates of `rolling_restart`.",
        "",
        "The kinds were worked out from the code, and tests hold that what is refused is refused before the first "
        "write. Not each change was tried on a running cluster.",
        "",
        "| a change is | what that means |",
        "|---|---|",
        *kinds,
        "",
        "What happens to an input in particular stands in the README of its role, below its table; for the inventory:",
        "",
        "| fact | a change is | what happens |",
        "|---|---|---|",
        *facts,
        "",
        "This file is written from `roles/preflight/meta/changes.yml` by `make docs`.",
        "",
    ]
    return "\n".join(lines)


def entry(spec: dict[str, Any], real: dict[str, Any], kinds: dict[str, Any]) -> list[str]:
    """The lines for one of a role's entries."""
    lines = [*sentences(spec["short_description"] + "."), ""]
    for paragraph in sentences(spec["description"]):
        lines += [paragraph, ""]
    if spec.get("options"):
        lines += [
            "| variable | type | default | [a change is](../../docs/changes.md) | what it is for |",
            "|---|---|---|---|---|",
            *rows(spec["options"], real, kinds),
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
    real, kinds = defaults(role), changes(role)["changes"]
    lines = [f"# groundwork.kafka.{role}", "", *entry(specs.pop("main"), real, kinds)]
    lines[4:4] = [WITHOUT_HANDLERS, ""]
    lines += effects(kinds)
    for name, spec in specs.items():
        lines += [f"## With `tasks_from: {name}`", "", *entry(spec, real, kinds)]
    lines += ["This file is written from `meta/argument_specs.yml` and `meta/changes.yml` by `make docs`.", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    for folder in sorted(ROLES.iterdir()):
        (folder / "README.md").write_text(readme(folder.name))
    (DOCS / "changes.md").write_text(page())
