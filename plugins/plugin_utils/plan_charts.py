# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The charts of a plan: what fills first, and when; and how much is taken today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ansible_collections.groundwork.kafka.plugins.plugin_utils.page import Chart, amount, drawing, element

_WIDTH, _LABELS, _SAID = 900, 230, 230  # of a chart, of what stands left of its rows, and right of them
_PLOT = _WIDTH - _LABELS - _SAID
_ROW, _BAR, _TOP = 30, 16, 40
#: How much may be taken before an audit tells that little is left.
_AMPLE, _ALL = 70, 100
_LONGEST = 32  # letters of a label
_MOST = 150  # percent that a bar shows
#: Hatches beside colours, so that nobody needs to tell these apart: one way and the other, in squares of _GAP.
_GAP = 8
_LEVELS = (
    ("ample", "var(--blue, #0072b2)", f"up to {_AMPLE}%", None),
    ("scarce", "var(--orange, #e69f00)", f"more than {_AMPLE}%", f"M0 {_GAP}L{_GAP} 0"),
    ("short", "var(--vermillion, #d55e00)", "more than there is", f"M0 0L{_GAP} {_GAP}"),
)
Resource = Mapping[str, Any]


def fills_first(plan: Mapping[str, Any]) -> Chart:
    """A row for each resource over the months, what is full first on top; each of its colours is a level."""
    rows = sorted(plan["resources"], key=_urgency)
    months: Sequence[str] = plan["months"]
    title = "What fills first, and when"
    height = _TOP + _ROW * len(rows) + 34
    step = _PLOT / len(months)
    parts = [*_hatches("when"), *_legend("when")]
    for place, one in enumerate(rows):
        top = _TOP + place * _ROW
        parts.append(_label(one["title"], top))
        for level, first, count in _levels(one["percent"]):
            parts.append(_bar("when", level, _LABELS + first * step, top, count * step))
        parts.append(element("text", _when(one, months), x=_LABELS + _PLOT + 12, y=top + 13))
    bottom = _TOP + _ROW * len(rows)
    for month in range(0, len(months), 12):
        at = round(_LABELS + month * step, 2)
        parts.append(element("path", d=f"M{at} {_TOP - 6}V{bottom}", stroke="currentColor", stroke_opacity="0.3"))
        parts.append(element("text", months[month], x=at, y=bottom + 20, text_anchor="middle"))
    described = "; ".join(f"{one['title']}: {_when(one, months)}" for one in rows)
    columns = ["Resource", "Full after months", "In", *(f"% in {months[at]}" for at in range(0, len(months), 12))]
    table = [
        [
            one["title"],
            one["full_after_months"],
            one["full_in"],
            *(one["percent"][at] for at in range(0, len(months), 12)),
        ]
        for one in rows
    ]
    return Chart(title, columns, table, drawing("when", title, described, (_WIDTH, height), parts))


def taken_today(plan: Mapping[str, Any]) -> Chart:
    """A bar for each resource, of what is there; what is short goes beyond the line."""
    rows = sorted(plan["resources"], key=lambda one: -one["percent"][0])
    title = f"How much is taken in {plan['months'][0]}"
    greatest = max(_ALL, min(_MOST, max((one["percent"][0] for one in rows), default=0)))
    height, parts = _TOP + _ROW * len(rows) + 30, [*_hatches("now"), *_legend("now")]
    for place, one in enumerate(rows):
        top, percent = _TOP + place * _ROW, one["percent"][0]
        width = min(percent, _MOST) / greatest * _PLOT
        parts.append(_label(one["title"], top))
        parts.append(_bar("now", _level(percent), _LABELS, top, max(1.5, width)))
        parts.append(element("text", _said(one), x=_LABELS + _PLOT + 12, y=top + 13))
    bottom, at = _TOP + _ROW * len(rows), round(_LABELS + _PLOT * _ALL / greatest, 2)
    parts.append(
        element("path", d=f"M{at} {_TOP - 6}V{bottom}", stroke="currentColor", stroke_dasharray="4 3", fill="none")
    )
    parts.append(element("text", "all there is", x=at, y=bottom + 18, text_anchor="middle"))
    described = "; ".join(f"{one['title']}: {_said(one)}" for one in rows)
    table = [
        [one["title"], amount(one["needed"], one["unit"]), amount(one["capacity"], one["unit"]), one["percent"][0]]
        for one in rows
    ]
    columns = ("Resource", "Needed", "There", "Percent")
    return Chart(title, columns, table, drawing("now", title, described, (_WIDTH, height), parts))


def _urgency(one: Resource) -> tuple[float, float]:
    after = one["full_after_months"]
    return (float("inf") if after is None else after, -max(one["percent"]))


def _when(one: Resource, months: Sequence[str]) -> str:
    if one["full_in"] is None:
        return f"{one['percent'][-1]:g}% in {months[-1]}"
    return f"full in {one['full_in']}" if one["full_after_months"] else "short today"


def _said(one: Resource) -> str:
    needed, there = (amount(one[name], one["unit"]) for name in ("needed", "capacity"))
    return f"{one['percent'][0]:g}%: {needed} of {there}"


def _level(percent: float) -> int:
    return (percent > _AMPLE) + (percent > _ALL)


def _levels(percents: Sequence[float]) -> Iterator[tuple[int, int, int]]:
    """The level, the first month and the number of months, of one stretch after the other."""
    first = 0
    for level, stretch in groupby(map(_level, percents)):
        count = len(list(stretch))
        yield level, first, count
        first += count


def _label(text: str, top: int) -> str:
    shown = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return element("text", shown, x=_LABELS - 12, y=top + 13, text_anchor="end")


def _bar(name: str, level: int, left: float, top: float, width: float) -> str:
    place: dict[str, Any] = {"x": round(left, 2), "y": top, "width": round(width, 2), "height": _BAR}
    kind, colour, _meaning, hatch = _LEVELS[level]
    plain = element("rect", fill=colour, **place)
    return plain if hatch is None else plain + element("rect", fill=f"url(#{name}-{kind})", **place)


def _hatches(name: str) -> Iterator[str]:
    size = f'width="{_GAP}" height="{_GAP}" patternUnits="userSpaceOnUse"'
    for kind, _colour, _meaning, hatch in _LEVELS:
        if hatch is not None:
            line = f'<path d="{hatch}" stroke="var(--card, #fff)" stroke-width="1.4"/>'
            yield f'<pattern id="{name}-{kind}" {size}>{line}</pattern>'


def _legend(name: str) -> Iterator[str]:
    for place, (_kind, _colour, meaning, _hatch) in enumerate(_LEVELS):
        left = _LABELS + place * 145
        yield _bar(name, place, left, 6, 22)
        yield element("text", meaning, x=left + 30, y=19)
