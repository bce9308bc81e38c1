# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that deletes what an interrupted run left."""

from __future__ import annotations

import argparse

from ..cluster.connection import ClientConfig, Connection
from ..core.exit_codes import PASSED
from ..core.progress import say
from .options import add_servers, own_topic
from .requirements import require_packages

NAME, HELP = "clean", "delete a topic that an interrupted run left"


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_servers(command)
    command.add_argument("--topic", type=own_topic, required=True, metavar="NAME")


def run(options: argparse.Namespace, client: ClientConfig) -> int:
    """Delete the topic."""
    require_packages("kafka")
    from ..cluster.admin import Cluster  # noqa: PLC0415 kafka-python was not known to be here before

    with Cluster(Connection(options.bootstrap_servers, client)) as cluster:
        cluster.delete(options.topic)
    say(f"deleted topic {options.topic}")
    return PASSED
