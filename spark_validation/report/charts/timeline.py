# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A run over time: records, the probe's worst latency, and below them what happened, on one scale of seconds."""

from __future__ import annotations

import math
from typing import Any, Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ...core.verdict import figure as number
from ...core.words import duration, of
from .drawing import (
    BLUE,
    FULL,
    INK,
    ORANGE,
    SKY,
    VERMILLION,
    WRONG,
    Chart,
    figure,
    formatter,
    house_style,
    label,
    plain,
    svg,
)
from .latency import log_seconds

_MOST_EVENTS = 8
_ROW = 24


def over_time(
    moments: Sequence[Mapping[str, Any]],
    moment_seconds: float,
    stalls: Sequence[Mapping[str, Any]],
    events: Sequence[Mapping[str, Any]],
    name: str = "time",
) -> Chart:
    """Each moment has second, records and worst_latency (seconds or null); stalls partition, began and seconds.

    ``events`` have second, name and seconds; the first ``_MOST_EVENTS`` are drawn, all are in the table.
    """
    ends = [moments[-1]["second"] + moment_seconds if moments else 0]
    ends += [stall["began"] + stall["seconds"] for stall in stalls]
    ends += [event["second"] + event["seconds"] for event in events]
    bands = merged([(stall["began"], stall["began"] + stall["seconds"]) for stall in stalls])
    answers = any(moment["worst_latency"] is not None for moment in moments)
    heights = [150] * bool(moments) + [130] * answers
    happened = (1 if bands else 0) + min(len(events), _MOST_EVENTS)
    heights += [_ROW * happened + 10] * bool(happened)
    title = "Records and latency by the second" if moments else "Events by the second"
    described = _described(moments, moment_seconds, stalls, events, max(ends))
    with house_style():
        drawn = figure(FULL, sum(heights) + 50)
        panels = list(
            drawn.subplots(max(1, len(heights)), sharex=True, squeeze=False, height_ratios=heights or [1])[:, 0]
        )
        for axes in panels:
            plain(axes)
            _shade(axes, bands, events[:_MOST_EVENTS])
        panels[-1].set_xlim(0, max(1.0, *ends))
        panels[-1].xaxis.set_major_locator(MaxNLocator(nbins=12))
        panels[-1].xaxis.set_major_formatter(formatter(number))
        panels[-1].set_xlabel("seconds")
        rest = iter(panels)
        if moments:
            _records(next(rest), moments, moment_seconds)
        if answers:
            _latency(next(rest), moments, moment_seconds)
        if happened:
            _happened(next(rest), bands, events[:_MOST_EVENTS], max(1.0, *ends))
        return Chart(title, described, *_table(moments, stalls, events), svg(drawn, name, title, described), wide=True)


def merged(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The times covered by ``spans``, without overlaps."""
    joined: list[tuple[float, float]] = []
    for began, ended in sorted(spans):
        if joined and began <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], ended))
        else:
            joined.append((began, ended))
    return joined


def _shade(axes: Axes, bands: Sequence[tuple[float, float]], events: Sequence[Mapping[str, Any]]) -> None:
    for began, ended in bands:
        axes.axvspan(began, ended, facecolor="none", edgecolor=VERMILLION, hatch="///", linewidth=0, alpha=0.45)
    for event in events:
        axes.axvline(event["second"], color=INK, linestyle=(0, (2, 3)), linewidth=1)


def _records(axes: Axes, moments: Sequence[Mapping[str, Any]], width: float) -> None:
    rates = [moment["records"] / width for moment in moments]
    axes.stairs(rates, _edges(moments, width), fill=True, facecolor=BLUE, edgecolor="none")
    axes.set_ylim(0, 1.1 * (max(rates) or 1))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True))
    axes.yaxis.set_major_formatter(formatter(number))
    axes.set_title("records acknowledged a second", loc="left", fontsize=12)


def _latency(axes: Axes, moments: Sequence[Mapping[str, Any]], width: float) -> None:
    worst = [moment["worst_latency"] for moment in moments]
    seconds = log_seconds(axes, worst)
    heights = [math.nan if value is None else seconds(value) for value in worst]
    axes.stairs(heights, _edges(moments, width), baseline=None, color=BLUE, linewidth=1.8)
    silent = [moment["second"] + width / 2 for moment in moments if moment["worst_latency"] is None]
    if silent:
        top = axes.get_ylim()[1]
        axes.plot(silent, [top] * len(silent), "x", color=VERMILLION, markersize=6, clip_on=False)
    said = "the probe's worst latency" + (" (crosses: no answer)" if silent else "")
    axes.set_title(said, loc="left", fontsize=12)


def _edges(moments: Sequence[Mapping[str, Any]], width: float) -> list[float]:
    return [*(moment["second"] for moment in moments), moments[-1]["second"] + width]


def _happened(
    axes: Axes, bands: Sequence[tuple[float, float]], events: Sequence[Mapping[str, Any]], end: float
) -> None:
    axes.grid(visible=False)
    axes.yaxis.set_visible(False)
    axes.spines["left"].set_visible(False)
    rows = [(event["second"], event["seconds"], event["name"]) for event in events]
    for row, (began, seconds, name) in enumerate(rows):
        if seconds:
            axes.barh(row, seconds, left=began, height=0.5, color=SKY, edgecolor=INK, linewidth=0.8)
        else:
            axes.plot([began], [row], "D", color=ORANGE, markeredgecolor=INK, markersize=7, clip_on=False)
        lasted = f", {duration(seconds)}" if seconds else ""
        _beside(axes, row, (began, began + seconds), label(name) + lasted, end)
    if bands:
        for began, ended in bands:
            axes.barh(len(rows), ended - began, left=began, height=0.5, **WRONG)
        _beside(axes, len(rows), (bands[0][0], bands[-1][1]), "stalled", end)
    axes.set_ylim(len(rows) + bool(bands) - 0.4, -0.6)


def _beside(axes: Axes, row: int, span: tuple[float, float], text: str, end: float) -> None:
    """Write ``text`` on the side of ``span`` that has more room."""
    right = end - span[1] >= span[0]
    place, align = (span[1] + 0.008 * end, "left") if right else (span[0] - 0.008 * end, "right")
    axes.text(place, row, text, ha=align, va="center", fontsize=11)


def _described(
    moments: Sequence[Mapping[str, Any]],
    width: float,
    stalls: Sequence[Mapping[str, Any]],
    events: Sequence[Mapping[str, Any]],
    end: float,
) -> str:
    parts = [f"{number(end)} seconds"]
    if moments:
        parts.append(f"at most {number(max(moment['records'] for moment in moments) / width)} records a second")
    longest = max((stall["seconds"] for stall in stalls), default=0.0)
    parts.append(of(len(stalls), "stall", "stalls") + (f", the longest of {duration(longest)}" if stalls else ""))
    parts += [f"{event['name']} at second {number(event['second'])}" for event in events[:_MOST_EVENTS]]
    return "; ".join(parts)


def _table(
    moments: Sequence[Mapping[str, Any]], stalls: Sequence[Mapping[str, Any]], events: Sequence[Mapping[str, Any]]
) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    rows: list[tuple[float, tuple[object, ...]]] = []
    for moment in moments:
        worst = moment["worst_latency"]
        answer = "no answer" if worst is None else duration(worst)
        rows.append((moment["second"], (number(moment["second"]), moment["records"], answer, "")))
    for stall in stalls:
        said = f"partition {stall['partition']} acknowledged nothing for {duration(stall['seconds'])}"
        rows.append((stall["began"], (number(stall["began"]), None, "", said)))
    for event in events:
        said = event["name"] + (f", {duration(event['seconds'])}" if event["seconds"] else "")
        rows.append((event["second"], (number(event["second"]), None, "", said)))
    columns = ("Second", "Records", "Worst latency of the probe", "What happened")
    return columns, [row for _second, row in sorted(rows, key=lambda row: row[0])]
