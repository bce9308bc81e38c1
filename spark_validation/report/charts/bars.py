# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Counts as bars: on their side under names, or upright over partitions."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator, NullLocator

from ...core.verdict import figure as number
from ...core.words import of, shortened
from .drawing import FULL, HALF, INK, RIGHT, VERMILLION, WRONG, Chart, figure, formatter, house_style, label, plain, svg

# So many partitions have room for a number above each, and so many for a bar of its own.
_NUMBERED, _APART = 12, 60
_TIERS = ("planned", "acknowledged", "stored", "consumed")


def bars(
    name: str,
    title: str,
    rows: Sequence[tuple[str, float]],
    *,
    unit: str = "records",
    what: str = "",
    notes: Mapping[str, str] | None = None,
) -> Chart:
    """One bar for each of ``rows``, (label, value); ``what`` names what the labels are.

    ``notes`` are said behind the values of their labels, whose bars are hatched: something is wrong with them.
    """
    greatest = max([value for _label, value in rows], default=0) or 1
    wrong = notes or {}
    said = [number(value) + (f" ({wrong[text]})" if text in wrong else "") for text, value in rows]
    listed = "; ".join(f"{text}: {words} {unit}" for (text, _value), words in zip(rows, said))
    styles = [WRONG if text in wrong else RIGHT for text, _value in rows]
    with house_style():
        drawn = figure(HALF, 44 + 30 * max(1, len(rows)))
        axes = drawn.subplots()
        plain(axes)
        axes.grid(visible=False)
        for row, ((_label, value), style) in enumerate(zip(rows, styles)):
            axes.barh(row, value, height=0.62, **style)
            axes.text(value + 0.015 * greatest, row, said[row], va="center")
        axes.set_yticks(range(len(rows)), [label(shortened(text, 24)) for text, _value in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlim(0, (1.25 + 0.03 * max(map(len, wrong.values()), default=0)) * greatest)
        axes.xaxis.set_major_locator(NullLocator())
        axes.set_xlabel(unit)
        axes.spines["bottom"].set_visible(False)
        return Chart(title, listed, (what or title, unit.capitalize()), list(rows), svg(drawn, name, title, listed))


def tiers(counts: Mapping[str, int | None]) -> Chart:
    """How many records there were at each of ``_TIERS``; what a run could not know is null and left out."""
    known = [(tier, count) for tier in _TIERS for count in [counts.get(tier)] if count is not None]
    planned = counts["planned"] or 0
    notes = {tier: f"{count - planned:+,}" for tier, count in known if count != planned}
    return bars("tiers", "From the plan to the consumer", known, what="Tier", notes=notes)


def leaders(spread: Mapping[str, Any]) -> Chart:
    """Records that each broker led when they were read; a leader has broker, rack, partitions and records."""
    rows = [(f"broker {leader['broker']}{_in(leader['rack'])}", leader["records"]) for leader in spread["leaders"]]
    return bars("leaders", "Records over leaders", rows, what="Leader")


def racks(spread: Mapping[str, Any]) -> Chart:
    """The same for each rack."""
    rows = [("no rack" if row["rack"] is None else str(row["rack"]), row["records"]) for row in spread["racks"]]
    return bars("racks", "Records over racks", rows, what="Rack")


def _in(rack: str | None) -> str:
    return "" if rack is None else f" in {rack}"


def partitions(rows: Sequence[Mapping[str, int]], name: str = "partitions") -> Chart:
    """Records read in each partition against those planned; each of ``rows`` has partition, read and planned."""
    differing = [row for row in rows if row["read"] != row["planned"]]
    same = [row for row in rows if row["read"] == row["planned"]]
    title = "Records over partitions"
    described = f"{of(len(rows), 'partition', 'partitions')}; {of(len(differing), 'differs', 'differ')} from the plan"
    described += "".join(
        f"; partition {row['partition']}: {row['read']:,} of {row['planned']:,}" for row in differing[:10]
    )
    with house_style():
        drawn = figure(FULL, 250)
        axes = drawn.subplots()
        plain(axes)
        if same:
            axes.add_patch(_columns(same, "read", len(rows), label="read, as planned", **RIGHT))
        if differing:
            axes.add_patch(_columns(differing, "read", len(rows), label="read, not as planned", **WRONG))
            highest = [max(row["read"], row["planned"]) for row in differing]
            axes.plot(
                [row["partition"] for row in differing], highest, "v", color=VERMILLION, markersize=8,
                clip_on=False, label="here the two differ",
            )  # fmt: skip
        outline: dict[str, Any] = {"edgecolor": INK, "linestyle": (0, (4, 3)), "linewidth": 1.2, "label": "planned"}
        if len(rows) <= _APART:
            axes.add_patch(_columns(rows, "planned", len(rows), facecolor="none", **outline))
        else:
            edges = [row["partition"] - 0.5 for row in rows]
            axes.stairs([row["planned"] for row in rows], [*edges, edges[-1] + 1], baseline=None, **outline)
        tallest = max([max(row["read"], row["planned"]) for row in rows], default=0) or 1
        if len(rows) <= _NUMBERED:
            for row in rows:
                top = max(row["read"], row["planned"]) + (0.06 if row in differing else 0.015) * tallest
                axes.text(row["partition"], top, number(row["read"]), ha="center", va="bottom")
        numbers = [row["partition"] for row in rows] or [0]
        axes.set_xlim(min(numbers) - 0.7, max(numbers) + 0.7)
        axes.set_ylim(0, 1.18 * tallest)
        axes.xaxis.set_major_locator(MaxNLocator(nbins=16, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True))
        axes.yaxis.set_major_formatter(formatter(number))
        axes.set_xlabel("partition")
        axes.set_ylabel("records")
        drawn.legend(loc="outside upper right", ncols=4, frameon=False, fontsize=11)
        table: list[tuple[object, ...]] = [
            (row["partition"], row["planned"], row["read"], row["read"] - row["planned"]) for row in rows
        ]
        columns = ("Partition", "Planned", "Read", "Difference")
        return Chart(title, described, columns, table, svg(drawn, name, title, described), wide=True)


def _columns(rows: Sequence[Mapping[str, int]], height: str, count: int, **style: Any) -> PathPatch:
    """The bars of some of ``count`` partitions as one path: a thousand stay small."""
    half = 0.36 if count <= _APART else 0.5
    corners = [
        corner
        for row in rows
        for left, right, top in [(row["partition"] - half, row["partition"] + half, row[height])]
        for corner in ((left, 0), (left, top), (right, top), (right, 0), (left, 0))
    ]
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * len(rows)
    return PathPatch(Path(corners or [(0, 0)], codes or [Path.MOVETO]), **style)
