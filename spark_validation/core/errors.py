# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The two ways in which a command ends without a verdict, and what others' errors say."""

from __future__ import annotations


class CouldNotRunError(Exception):
    """What is wrong, where, and what to do, in one sentence: the command ends with exit code 3."""


class UsageError(Exception):
    """An argument that cannot be meant, in one sentence: the command ends with exit code 2."""


def unanswered(error: Exception) -> bool:
    """Whether ``error``, of Spark, comes from a Kafka client that gave up on brokers which did not answer in time."""
    return "org.apache.kafka.common.errors.TimeoutException" in str(error)


def last_cause(error: Exception) -> str:
    """The line that tells why: the last cause of a Java stack, or the first line of the message, or the kind.

    Before the stack of Java's error py4j puts a line that tells no more than what Python called.
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    causes = [line.split(":", 1)[1].strip() for line in lines if line.startswith(("Caused by:", ": "))]
    return (causes or lines or [""])[-1 if causes else 0] or type(error).__name__
