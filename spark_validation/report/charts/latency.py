# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Latencies by percentile, and the scale on which they stand."""

from __future__ import annotations

import math
from typing import Any, Callable, Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, NullLocator

from ...core.words import duration
from .drawing import BLUE, HALF, Chart, figure, formatter, house_style, plain, svg


def percentiles(probe: Mapping[str, Any], name: str = "latency") -> Chart:
    """Latency by percentile, both on logarithmic scales, as HdrHistogram's own plots have them.

    ``probe`` has ``acknowledged``, ``percentiles`` such as {"p99": seconds, "max": seconds} and, where it was kept,
    ``histogram`` as [percentile, seconds] pairs.
    """
    named = [(key, 100.0 if key == "max" else float(key[1:]), value) for key, value in probe["percentiles"].items()]
    points = sorted((point[0], point[1]) for point in probe.get("histogram") or [mark[1:] for mark in named])
    title = "Latency by percentile"
    described = ", ".join(f"{key} {duration(value)}" for key, _percent, value in named) or "no sample"
    samples = max(2, probe["acknowledged"])
    with house_style():
        drawn = figure(HALF, 300)
        axes = drawn.subplots()
        plain(axes)
        axes.set_xscale("log")
        axes.grid(visible=True, axis="both")
        seconds = log_seconds(axes, [value for _percent, value in points])
        axes.plot(
            [_depth(percent, samples) for percent, _value in points], [seconds(value) for _percent, value in points],
            color=BLUE, linewidth=2.2,
        )  # fmt: skip
        for key, percent, value in named:
            axes.plot([_depth(percent, samples)], [seconds(value)], "o", color=BLUE, markersize=6, clip_on=False)
            # The line only rises: above on the left and below on the right it never runs through a label.
            place = (7.0, -13.0, "left") if percent in (named[0][1], 100.0) else (-5.0, 7.0, "right")
            axes.annotate(
                f"{key} {duration(value)}", (_depth(percent, samples), seconds(value)), xytext=place[:2],
                textcoords="offset points", ha=place[2], fontsize=10.5,
            )  # fmt: skip
        axes.set_xlim(1, 14 * samples)
        ticks = [2.0, *(10.0**power for power in range(1, math.ceil(math.log10(14 * samples))))]
        axes.xaxis.set_major_locator(FixedLocator(ticks))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(formatter(lambda depth: f"{100 - 100 / depth:.10g}"))
        axes.set_xlabel("percentile")
        table: list[tuple[object, ...]] = [(f"{percent:.10g}", duration(value)) for percent, value in points]
        return Chart(title, described, ("Percentile", "Latency"), table, svg(drawn, name, title, described))


def _depth(percent: float, samples: int) -> float:
    """Where ``percent`` stands: 90 at 10, 99 at 100; the greatest of ``samples`` at their number."""
    return min(float(samples), 100 / (100 - percent)) if percent < 100 else float(samples)


def log_seconds(axes: Axes, values: Sequence[float | None]) -> Callable[[float], float]:
    """Give ``axes`` a logarithmic scale over ``values`` in seconds, and return how a value is put on it."""
    known = [value for value in values if value] or [1e-3]
    low, high = math.floor(math.log10(min(known))), math.ceil(math.log10(max(known)))
    high = max(high, low + 1)
    axes.set_yscale("log")
    axes.set_ylim(10.0**low / 2, 10.0**high * 1.3)
    axes.yaxis.set_major_locator(FixedLocator([10.0**power for power in range(low, high + 1)]))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(formatter(duration))
    return lambda value: max(10.0**low, value)  # nothing is below the scale's foot
