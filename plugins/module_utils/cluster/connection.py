# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A connection to a cluster's admin API, from the host that asks it.

The rest works on the client that :func:`connected` yields, which is kafka-python's KafkaAdminClient, made patient.
"""

from __future__ import annotations

import logging
import platform
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, Callable, Dict, Iterator, List, Mapping, Sequence, Tuple

from ..core import endpoint, host_port, reachable
from ..core.errors import GroundworkError
from ..core.values import integer
from . import client_format
from .patient import Patient, hear_last_words

#: What every module that talks to a cluster takes; documented by the fragment ``admin``.
ARGUMENTS: Dict[str, Any] = {
    "bootstrap_servers": {"type": "list", "elements": "str", "required": True},
    "client_config": {"type": "dict", "default": {}, "no_log": True},
    "timeout": {"type": "int", "default": 15},
}
#: What kafka-python is installed with.
REQUIREMENT = "kafka-python>=3.0.12,<4"

CONNECT_SECONDS = 3
_LONGEST = 3600
_EXPIRED = "certificate has expired"
_AUTHENTICATION = "SaslAuthenticationFailedError"


class NobodyListensError(GroundworkError):
    """No broker accepts connections, so there may be none yet."""


class NoAnswerError(GroundworkError):
    """Brokers accept connections, and none of them answers."""


@contextmanager
def connected(bootstrap_servers: Sequence[str], client_config: Mapping[str, Any], timeout: int) -> Iterator[Any]:
    """A patient KafkaAdminClient; closed at the end, and its errors are GroundworkErrors.

    *client_config* has keys of Kafka's client format, *timeout* is in seconds, for the connection and each request.
    """
    seconds = integer("timeout", timeout, 1, _LONGEST)
    servers = list(dict.fromkeys(address(server) for server in bootstrap_servers))
    options = client_options(client_config)
    kafka = library()
    hear_last_words()
    with _overheard() as heard:
        try:
            given = {
                "bootstrap_servers": _reachable(servers),
                "request_timeout_ms": seconds * 1000,
                "bootstrap_timeout_ms": seconds * 1000,
                "reconnect_backoff_max_ms": 1000,
                **options,
            }
            client = within(2 * seconds, lambda: kafka.KafkaAdminClient(**given))
        except kafka.errors.KafkaError as error:
            raise _unreachable(servers, options, seconds, heard, error) from error
        try:
            with failures_as_sentences():
                yield Patient(client, seconds)
        finally:
            client.close()


def client_options(client_config: Mapping[str, Any]) -> Dict[str, Any]:
    """kafka-python's options for *client_config*. Raises GroundworkError, which tells no secret, for what cannot be."""
    try:
        return client_format.options(
            {key: str(value).strip() for key, value in client_config.items() if value is not None}
        )
    except ValueError as error:
        raise GroundworkError(f"client_config: {error}.") from error


def within(seconds: float, make: Callable[[], Any]) -> Any:
    """What *make* makes of kafka-python, which connects; KafkaTimeoutError where that takes longer.

    It has timeouts of its own, and waits without end for a broker that hangs at a TLS handshake.
    """
    made: List[Any] = []
    failed: List[BaseException] = []

    def attempt() -> None:
        try:
            made.append(make())
        except BaseException as error:  # raised again by who waits
            failed.append(error)

    waiting = threading.Thread(target=attempt, daemon=True)
    waiting.start()
    waiting.join(seconds)
    if failed:
        raise failed[0]
    if not made:
        raise library().errors.KafkaTimeoutError(f"no TLS handshake or no login was answered in {seconds} seconds")
    return made[0]


@contextmanager
def failures_as_sentences() -> Iterator[None]:
    """Errors of kafka-python's client become GroundworkErrors."""
    try:
        yield
    except library().errors.KafkaError as error:
        raise failure(error) from error


@contextmanager
def controller_asked() -> Iterator[None]:
    """What is asked of the controller here fails with a sentence where no broker is it."""
    try:
        yield
    except RuntimeError as error:
        raise GroundworkError(f"No broker is the controller ({error}); run it again in a moment.") from error


@contextmanager
def answered_or_not() -> Iterator[None]:
    """What is asked here may go without an answer, for what is seen afterwards tells whether it was done.

    Only for requests that may be repeated, or that are made once.
    """
    errors = library().errors
    with suppress(errors.RequestTimedOutError, errors.KafkaConnectionError):
        yield


def address(text: str) -> Tuple[str, int]:
    """Host and port of ``host:port``; an IPv6 address stands in brackets."""
    found = host_port.split(str(text).strip())  # a list may have been a text with blanks behind its commas
    if found is None:
        raise GroundworkError(
            f"bootstrap_servers has {text!r}; give each broker as host:port, such as kafka1:9092 or "
            f"[2001:db8::1]:9092, the port from 1 to {host_port.LARGEST_PORT}."
        )
    return found


def failure(error: Exception) -> GroundworkError:
    """What kafka-python's *error* says, as a sentence."""
    name = type(error).__name__
    if name in ("ClusterAuthorizationFailedError", "TopicAuthorizationFailedError"):
        return GroundworkError(
            f"The cluster refuses this to its user ({name}); use the operator's certificate or give the user the right "
            "to administer the cluster."
        )
    detail = " ".join(str(error).split())
    return GroundworkError(
        f"The cluster did not do what it was asked ({detail or name}); look at the brokers' journals."
    )


def library() -> Any:
    """kafka-python; GroundworkError where it is missing or too old."""
    try:
        import kafka  # noqa: PLC0415 only who asks a cluster has it
        import kafka.admin  # noqa: PLC0415
        import kafka.errors  # noqa: PLC0415
    except ImportError as error:
        raise GroundworkError(
            f"kafka-python is missing for {sys.executable} on {platform.node()} ({error}); install it there with: "
            f"{sys.executable} -m pip install '{REQUIREMENT}'."
        ) from error
    if not hasattr(kafka.KafkaAdminClient, "describe_metadata_quorum"):
        raise GroundworkError(
            f"kafka-python {kafka.__version__} of {sys.executable} on {platform.node()} is too old; install a newer "
            f"one there with: {sys.executable} -m pip install '{REQUIREMENT}'."
        )
    return kafka


def _reachable(servers: Sequence[Tuple[str, int]]) -> List[str]:
    """Those of *servers* that accept connections: kafka-python would wait for one that is gone all its time."""
    if not servers:
        raise GroundworkError("bootstrap_servers is empty; give at least one broker as host:port.")
    with ThreadPoolExecutor(max_workers=min(len(servers), 16)) as pool:
        why = list(pool.map(lambda server: reachable.refusal(server[0], server[1], CONNECT_SECONDS), servers))
    found = [endpoint.join(*server) for server, reason in zip(servers, why) if not reason]
    if not found:
        listed = ", ".join(f"{endpoint.join(*server)}: {reason}" for server, reason in zip(servers, why))
        raise NobodyListensError(
            f"No broker accepts connections ({listed}); start the brokers, or correct kafka_admin_bootstrap_servers "
            "(of a mirror, mirror_maker_clusters)."
        )
    return found


def _unreachable(
    servers: Sequence[Tuple[str, int]], options: Mapping[str, Any], seconds: int, heard: List[Any], error: Exception
) -> GroundworkError:
    """Why there was no connection, by what kafka-python has written down meanwhile: it raises a timeout alone."""
    listed = ", ".join(endpoint.join(*server) for server in servers)
    for cause in heard:
        if type(cause).__name__ == _AUTHENTICATION:
            return GroundworkError(
                f"The brokers at {listed} refuse the user {options.get('sasl_plain_username')}: the password is wrong, "
                "or there is no such user; check sasl.jaas.config."
            )
    causes = [cause for cause in heard if type(cause).__name__ != type(error).__name__]
    detail = " ".join(str(causes[-1] if causes else error).split())
    protocol = options.get("security_protocol", "PLAINTEXT")
    if _EXPIRED in detail:
        return GroundworkError(
            f"What the brokers at {listed} present has expired, so nobody connects to them any more ({detail}); put "
            "renewed certificates on all hosts, as groundwork.kafka.site does before it ends so, run systemctl restart "
            "kafka there, on one host after the other and on controllers first, wait for each to end (one that the "
            "controllers refuse may take five minutes to stop, before systemd kills it), then the playbook again."
        )
    return NoAnswerError(
        f"The brokers at {listed} accept connections but did not answer over {protocol} within {seconds} seconds "
        f"({detail}); check that security.protocol fits the listener, and the certificates."
    )


class _Listener(logging.Handler):
    """Keeps the errors that kafka-python only writes down."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: List[Any] = []

    def emit(self, record: logging.LogRecord) -> None:
        arguments = record.args if isinstance(record.args, tuple) else ()
        self.heard += [argument for argument in arguments if isinstance(argument, Exception)]


@contextmanager
def _overheard() -> Iterator[List[Any]]:
    """The errors that kafka-python writes down meanwhile, which then go nowhere else."""
    logger, listener = logging.getLogger("kafka"), _Listener()
    propagated, logger.propagate = logger.propagate, False
    logger.addHandler(listener)
    try:
        yield listener.heard
    finally:
        logger.removeHandler(listener)
        logger.propagate = propagated
