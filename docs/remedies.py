# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write docs/remedies.md: what people are told to do, and which test has done it, word by word.

`python docs/remedies.py` from the checkout. What is told is read from the code, who has tried it from the marker
`remedy` of the tests, and why somebody has not from docs/remedies.yml.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
PAGE, DATA = DOCS / "remedies.md", DOCS / "remedies.yml"
GAP = "…"  # what differs from one telling to the next
_ERRORS = {"GroundworkError", "NobodyListensError", "CouldNotRunError", "UsageError", "ValueError"}
#: How a finding is built, and which argument is its identity and which its remedy, by name and by place.
_BUILDERS: dict[str, tuple[tuple[str, int | None], tuple[str, int | None]]] = {
    "finding": (("identity", 0), ("remedy", None)),
    "from_row": (("identity", 1), ("remedy", 3)),
    "Condition": (("fault", 5), ("remedy", 7)),
    "Verdict": (("identity", 0), ("remedy", 3)),
    "Rule": (("identity", 0), ("remedy", 6)),
}
#: What builds the part of a finding that a rule has found, which is no refusal.
_FOUND = "Trap"
#: Tables of findings, whose remedy is the last word of each: what their keys become an id by.
_TABLES = {
    ("plugins/module_utils/core/findings.py", "_TELLING"): "setting_",
    ("plugins/module_utils/disks/state.py", "_TELLING"): "disk_",
    ("plugins/module_utils/audit/disks.py", "_FAULTS"): "",
}
#: Tables of remedies that end a sentence, which is put together elsewhere.
_ENDS = {("plugins/module_utils/core/errors.py", "_REMEDIES"): f"{GAP} could not be {GAP} ({GAP}); {{}}."}
_PASSED_OVER = {"DOCUMENTATION", "EXAMPLES", "RETURN", *(name for _file, name in (*_TABLES, *_ENDS))}
_REFUSALS = "tests/remedies/test_refusals.py"
#: Tables of what is tried, by what builds a row, whose first word is the name; and the test that takes all of them.
_TRIED = {
    "tests/remedies/cases.py": ("Case", "tests/remedies/test_findings.py", "test_the_remedy_of_a_finding"),
    "tests/admin/client_traps.py": (
        "ClientTrap",
        "tests/admin/test_traps_of_clients.py",
        "test_the_remedy_of_a_client",
    ),
    **{
        file: ("Case", file, f"test_the_remedy_of_a_{what}")
        for what in ("certificate", "layout")
        for file in [f"tests/repository/test_{what}_remedies.py"]
    },
    **{
        f"tests/remedies/refused_{what}.py": ("Refusal", _REFUSALS, "test_the_remedy_of_a_refusal")
        for what in ("inputs", "kraft", "listeners", "exporters", "procedures")
    },
    "tests/remedies/refused_probes.py": (
        "Probe",
        "tests/remedies/test_probe_inputs.py",
        "test_it_probes_with_what_the_refusal_says",
    ),
    "tests/admin/refused_outages.py": (
        "Outage",
        "tests/admin/test_refused_outages.py",
        "test_the_remedy_of_an_outage",
    ),
    **{
        f"tests/admin/refused_{what}s.py": (row, f"tests/admin/test_refused_{what}s.py", f"test_the_remedy_of_a_{what}")
        for what, row in (("request", "Request"), ("right", "Right"))
    },
    **{
        f"tests/remedies/refused_{what}.py": ("Call", _REFUSALS, "test_the_remedy_of_a_module")
        for what in ("arguments", "archives", "clients", "folders", "moves", "numbers", "phases", "states")
    },
}
_LEAST = 6  # words of a beginning
_REMEDY = re.compile(r"; |(?<=[a-z…)])\. (?=[A-Z…])")


@dataclass(frozen=True)
class Advice:
    """What people are told: a finding by its id, a refusal by its whole sentence, and what they are to do."""

    name: str
    remedy: str
    file: str


@dataclass(frozen=True)
class Trial:
    """A test that says by its marker that it carries the remedy of *name*, an id or a beginning, out."""

    name: str
    file: str
    test: str


@functools.cache
def data() -> dict[str, Any]:
    """What docs/remedies.yml says."""
    found: dict[str, Any] = yaml.safe_load(DATA.read_text())
    return found


def _text(node: ast.AST, values: dict[str, str]) -> str:
    """The text that *node* makes, with a gap for what is not in it; *values* are texts by name."""
    found = GAP
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        found = node.value
    elif isinstance(node, ast.JoinedStr):
        found = "".join(_text(one, values) for one in node.values)
    elif isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Name):
        found = _text(node.value, values)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        found = _text(node.left, values) + _text(node.right, values)
    elif isinstance(node, ast.IfExp):
        found = " / ".join(dict.fromkeys((_text(node.body, values), _text(node.orelse, values))))
    elif isinstance(node, ast.Name):
        found = values.get(node.id, GAP)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        found = re.sub(r"\{[^}]*\}", GAP, _text(node.func.value, values))
    return found


def _is_text(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add) and (_is_text(node.left) or _is_text(node.right))
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "format" and _is_text(node.func.value)
    return isinstance(node, ast.JoinedStr)


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _assigned(body: ast.AST) -> dict[str, str]:
    """The texts that names get in *body*, those of one name one after the other."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(body):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            text = _text(node.value, {})
            if text.strip(GAP + " /"):
                found.setdefault(node.targets[0].id, []).append(text)
    return {name: " / ".join(dict.fromkeys(texts)) for name, texts in found.items()}


def _argument(call: ast.Call, which: tuple[str, int | None]) -> ast.AST | None:
    name, place = which
    by_name = [one.value for one in call.keywords if one.arg == name]
    if by_name:
        return by_name[0]
    return call.args[place] if place is not None and len(call.args) > place else None


def _findings(tree: ast.Module, file: str) -> Iterator[Advice]:
    top = _assigned(ast.Module(tree.body, []))
    for part in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) or _is_of_rules(node)]:
        values = {**top, **_assigned(part)}
        for call in [node for node in ast.walk(part) if isinstance(node, ast.Call)]:
            builder = _BUILDERS.get(_called(call))
            if not builder:
                continue
            identity, remedy = (_argument(call, which) for which in builder)
            if identity is None:
                continue
            text = _text(remedy, values) if remedy is not None else GAP
            text = re.sub(r"\{[a-z_]+\}", GAP, text)
            for name in _text(identity, values).split(" / "):
                for one in _expanded(name, file):
                    yield Advice(one, text, file)
    for node in tree.body:
        yield from _of_table(node, file, top)


def _is_of_rules(node: ast.AST) -> bool:
    """Whether *node* is a table of rules, whose texts are filled in when one of them is told."""
    return isinstance(node, ast.Assign) and any(ast.unparse(target) == "RULES" for target in node.targets)


def _expanded(name: str, file: str) -> list[str]:
    """The ids that an identity with a gap stands for; none where a table has them, or another builder."""
    if GAP not in name:
        return [name]
    found: list[str] = data()["families"][f"{file}: {name}"]
    return found


def _names(node: ast.stmt) -> list[ast.expr]:
    """What the statement *node* gives a value to."""
    return [node.target] if isinstance(node, ast.AnnAssign) else node.targets if isinstance(node, ast.Assign) else []


def _of_table(node: ast.stmt, file: str, values: dict[str, str]) -> Iterator[Advice]:
    for name in _names(node):
        prefix = _TABLES.get((file, ast.unparse(name)))
        if prefix is not None and isinstance(node.value, ast.Dict):
            for key, value in zip(node.value.keys, node.value.values):
                named = ast.unparse(key).rpartition(".")[2].lower()
                word = key.value if isinstance(key, ast.Constant) else named
                remedy = value.elts[-1] if isinstance(value, ast.Tuple) else value
                yield Advice(prefix + str(word), re.sub(r"\{\d\}", GAP, _text(remedy, values)), file)


def _sentences(node: ast.AST, file: str, error: bool = False) -> Iterator[Advice]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    if isinstance(targets[0], ast.Name) and targets[0].id in _PASSED_OVER:
        return
    if _is_text(node):
        text = " ".join(re.sub(r"\{\d*\}", GAP, _text(node, {})).split())
        refuses = (error or file.startswith("plugins/")) and not text.startswith(tuple(data()["no_refusals"]))
        if refuses and _REMEDY.search(text) and len(text.split()) >= _LEAST:
            yield _advice(_whole(text), file)
        return
    if isinstance(node, ast.Call):
        if _called(node) in _BUILDERS or _called(node) == _FOUND:
            return
        error = _called(node) in _ERRORS
    for child in ast.iter_child_nodes(node):
        yield from _sentences(child, file, error)


def _whole(text: str) -> str:
    """The sentence that *text*, as it stands in the code, is a part of, as docs/remedies.yml has it; or itself."""
    for part, sentence in data()["wholes"].items():
        if text.startswith(part):
            return str(sentence).format(text)
    return text


def _advice(sentence: str, file: str) -> Advice:
    """What a *sentence* tells people to do: all behind what is wrong."""
    return Advice(sentence, _REMEDY.split(sentence, maxsplit=1)[1].rstrip("."), file)


def _ends(tree: ast.Module, file: str) -> Iterator[Advice]:
    """The sentences that end as a table has it."""
    top = _assigned(ast.Module(tree.body, []))
    for node in tree.body:
        for name in _names(node):
            sentence = _ENDS.get((file, ast.unparse(name)))
            if sentence and isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Dict):
                yield from (_advice(sentence.format(_text(value, top)), file) for value in node.value.values)


def _of_tasks(path: Path) -> Iterator[Advice]:
    """The refusals in a file of tasks."""
    for text in _messages(yaml.safe_load(path.read_text())):
        sentence = re.sub(r"\{\{.*?\}\}", GAP, " ".join(text.split()))
        if _REMEDY.search(sentence):
            yield _advice(sentence, str(path.relative_to(ROOT)))


def _messages(node: Any) -> Iterator[str]:
    """What the tasks in *node* say."""
    if isinstance(node, dict):
        yield from (node[key] for key in ("msg", "fail_msg") if isinstance(node.get(key), str))
    for one in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _messages(one)


def _sources() -> list[Path]:
    files = [path for folder in ("plugins", "spark_validation") for path in (ROOT / folder).rglob("*.py")]
    return sorted(path for path in files if not path.is_symlink() and not _is_table(path))


def _is_table(path: Path) -> bool:
    """Whether *path* is a table that is told elsewhere: the keys of settings, and vital signs, by docs/health.md."""
    return path.name.endswith("key_table.py") or (
        path.parent.name == "health" and path.parents[1].name == "module_utils"
    )


def findings() -> dict[str, Advice]:
    """Each finding that the code can build, by its id; where several do, their remedies stand together."""
    found: dict[str, Advice] = {}
    for path in _sources():
        file = str(path.relative_to(ROOT))
        if not file.startswith("plugins/"):
            continue
        for one in _findings(ast.parse(path.read_text()), file):
            former = found.get(one.name)
            remedies = dict.fromkeys([*(former.remedy.split(" / ") if former else []), *one.remedy.split(" / ")])
            remedy = " / ".join(text for text in remedies if text != GAP) or GAP
            found[one.name] = Advice(one.name, remedy, former.file if former else file)
    told = data()["told"]
    return {name: Advice(name, told.get(name, found[name].remedy), found[name].file) for name in sorted(found)}


def refusals() -> list[Advice]:
    """Each refusal that gives a remedy, file by file."""
    found: dict[str, Advice] = {}
    for path in _sources():
        file = str(path.relative_to(ROOT))
        tree = ast.parse(path.read_text())
        for one in (*_sentences(tree, file), *_ends(tree, file)):
            found.setdefault(one.name, one)
    for path in sorted([*(ROOT / "roles").glob("*/tasks/*.yml"), *(ROOT / "playbooks").glob("*.yml")]):
        for one in _of_tasks(path):
            found.setdefault(one.name, one)
    return list(found.values())


def trials() -> list[Trial]:
    """What the tests say by their markers, and by their tables."""
    found = [one for table, (row, file, test) in _TRIED.items() for one in _tabled(ROOT / table, row, file, test)]
    for path in sorted([*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "molecule").rglob("test_*.py")]):
        file = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found += [Trial(name, file, node.name) for name in _marked(node)]
    return found


def _tabled(table: Path, row: str, file: str, test: str) -> Iterator[Trial]:
    """What the rows of a *table* name, each name once."""
    calls = [node for node in ast.walk(ast.parse(table.read_text())) if isinstance(node, ast.Call)]
    for name in dict.fromkeys(ast.literal_eval(call.args[0]) for call in calls if _called(call) == row and call.args):
        yield Trial(name, file, test)


def _marked(test: ast.FunctionDef) -> Iterator[str]:
    """What is in the markers `remedy` of a test, those of its parameters as well."""
    for node in [node for decorator in test.decorator_list for node in ast.walk(decorator)]:
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.remedy":
            yield from (ast.literal_eval(argument) for argument in node.args)


def named(name: str, told: list[Advice]) -> list[Advice]:
    """What a trial's *name* means: the finding of that id, or the refusals that begin so."""
    return [one for one in told if one.name == name] or [
        one for one in told if " " in name and one.name.startswith(name)
    ]


def why_not(one: Advice) -> str:
    """Why nobody has tried it here; nothing where docs/remedies.yml does not say."""
    reasons = data()["not_tried"]
    for reason in reasons:
        if any(named(name, [one]) for name in reason.get("names", ())):
            return str(reason["why"])
    for reason in reasons:
        if " " not in one.name and any(one.file.startswith(file) for file in reason.get("findings_in", ())):
            return str(reason["why"])
    for reason in reasons:
        if " " in one.name and any(one.file.startswith(file) for file in reason.get("files", ())):
            return str(reason["why"])
    return ""


def beginning(one: Advice, others: list[Advice]) -> str:
    """The words of a sentence by which it is known among the *others*."""
    words = one.name.split(" ")
    for count in range(min(_LEAST + 4, len(words)), len(words)):
        text = " ".join(words[:count])
        if not any(other.name != one.name and other.name.startswith(text) for other in others):
            return text
    return one.name


def _row(shown: str, one: Advice, tried: list[Trial]) -> str:
    where = "; ".join(f"`{trial.file}`: `{trial.test}`" for trial in tried) or f"not tried here: {why_not(one)}"
    return f"| {shown} | {one.remedy} | {where} |".replace("\n", " ")


def page() -> str:
    """The text of docs/remedies.md."""
    of_findings, of_refusals, tried = list(findings().values()), refusals(), trials()
    by_name: dict[str, list[Trial]] = {}
    for trial in tried:
        for one in named(trial.name, of_findings + of_refusals):
            by_name.setdefault(one.name, []).append(trial)
    count = sum(one.name in by_name for one in of_findings), sum(one.name in by_name for one in of_refusals)
    lines = [
        "# Remedies, and which were tried",
        "",
        "What findings and refusals tell people to do, and the test that has done it, word by word, on something that "
        "runs (a server, a disk, a kernel, a cluster), has seen the finding or the refusal gone, and nothing lost.",
        "",
        f"{GAP} stands for what differs from one telling to the next. Tried are {count[0]} of {len(of_findings)} "
        f"findings and {count[1]} of {len(of_refusals)} refusals.",
        "",
        "## Findings",
        "",
        "| finding | remedy | tried by |",
        "|---|---|---|",
        *(_row(f"`{one.name}`", one, by_name.get(one.name, [])) for one in of_findings),
        "",
    ]
    for title, files in (
        ("Refusals of the collection", ("plugins/", "roles/", "playbooks/")),
        ("Refusals of the validation", ("spark_validation/",)),
    ):
        told = [one for one in of_refusals if one.file.startswith(files)]
        lines += [f"## {title}", "", "| sentence | remedy | tried by |", "|---|---|---|"]
        lines += [_row(beginning(one, of_refusals), one, by_name.get(one.name, [])) for one in told]
        lines.append("")
    lines += [
        "This file is written by `make docs` from the code, the marker `remedy` of the tests, and `docs/remedies.yml`, "
        "which says why one was not tried.",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page())
