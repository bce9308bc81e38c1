# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which parts of a run the tags on its command line ask for, by ansible_run_tags and ansible_skip_tags."""

from __future__ import annotations

from collections.abc import Collection

_EVERY = frozenset({"all", "tagged"})


def runs(tag: str, run: Collection[str], skip: Collection[str]) -> bool:
    """Whether tasks with the *tag* are run."""
    return tag not in skip and bool({*_EVERY, tag} & set(run))


def left_out(tag: str, beside: str, run: Collection[str], skip: Collection[str]) -> bool:
    """Whether somebody asks for what has the tag *beside* and does without *tag*, which is done with it otherwise.

    Who runs it by tags of a playbook of their own has asked for neither, and gets both.
    """
    return tag in skip or (beside in run and not runs(tag, run, skip))
