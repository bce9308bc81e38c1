# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Producers and consumers by themselves: batches, timeouts, and versions that a cluster still speaks with."""

from __future__ import annotations

from typing import Dict, Iterator, Tuple

from ..core.version import Release, numbers
from . import settings, shown
from .model import JAVA, LIBRDKAFKA, PRODUCER, Client, Reviewed
from .rule import CLIENT, NotKnownError, Rule, Trap

#: By library: the keys of the wait for a batch and of its size, and their defaults. Java's wait became 5 ms in 4.0.
_LINGER: Dict[str, Tuple[str, str]] = {JAVA: ("linger.ms", "0"), LIBRDKAFKA: ("linger.ms", "5")}
_JAVA_5: Release = (4, 0)
_SMALL_BATCH = 16384
_HIGH_RATE = 10_000  # records in a second
_OLDEST: Release = (2, 1)


def _batching_small(_found: Reviewed, client: Client) -> Iterator[Trap]:
    """Without a wait a batch has what came while the one before was on its way."""
    if client.kind != PRODUCER or client.library not in _LINGER:
        return
    key, default = _LINGER[client.library]
    if client.library == JAVA and key not in client.config and numbers(client.version) >= _JAVA_5:
        return
    if client.library == JAVA and key not in client.config and not numbers(client.version):
        raise NotKnownError("version of the client")
    linger = settings.decimal(settings.of_client(client.config, key, default), key)
    batch = settings.whole(settings.of_client(client.config, "batch.size", str(_SMALL_BATCH)), "batch.size")
    if linger == 0 and batch <= _SMALL_BATCH and (client.records or 0) >= _HIGH_RATE:
        yield Trap(
            f"{key}=0, batch.size={batch} at {shown.many(client.records or 0)} records in a second",
            f"{key} of 5 to 100, batch.size of 65536 or more",
        )


def _linger_over_timeout(_found: Reviewed, client: Client) -> Iterator[Trap]:
    if client.kind != PRODUCER:
        return
    linger = settings.decimal(settings.of_client(client.config, "linger.ms", "0"), "linger.ms")
    if client.library == LIBRDKAFKA:
        name = "message.timeout.ms" if "message.timeout.ms" in client.config else "delivery.timeout.ms"
        delivery = settings.whole(settings.of_client(client.config, name, "300000"), name)
        if 0 < delivery < linger:
            yield Trap(
                f"linger.ms {linger:g} > {name} {delivery}",
                f"linger.ms below {delivery}",
                words={"key": "linger.ms", "or_raise": f", or raise {name} above it"},
            )
        return
    request = settings.whole(settings.of_client(client.config, "request.timeout.ms", "30000"), "request.timeout.ms")
    delivery = settings.whole(settings.of_client(client.config, "delivery.timeout.ms", "120000"), "delivery.timeout.ms")
    # One that nobody has given Java's producer raises itself (KafkaProducer.configureDeliveryTimeout).
    if "delivery.timeout.ms" in client.config and delivery < linger + request:
        yield Trap(
            f"delivery.timeout.ms {delivery} < linger.ms {linger:g} + request.timeout.ms {request} = "
            f"{linger + request:g}",
            f"delivery.timeout.ms of {linger + request:g} or more",
            severity="high",
            words={
                "key": "linger.ms" if request <= delivery else "request.timeout.ms",
                "or_raise": ", or raise delivery.timeout.ms to linger.ms + request.timeout.ms or more",
            },
        )
    elif linger > request:
        yield Trap(
            f"linger.ms {linger:g} > request.timeout.ms {request}",
            f"linger.ms of at most {request}",
            words={"key": "linger.ms", "or_raise": ""},
        )


def _too_old(found: Reviewed, client: Client) -> Iterator[Trap]:
    since_4 = [broker for broker in found.brokers if broker.version and settings.is_since_4(broker)]
    if not any(broker.version for broker in found.brokers):
        raise NotKnownError("version of Kafka")
    if client.library != JAVA or not since_4:
        return
    release = numbers(client.version)
    if not release:
        raise NotKnownError("version of the client")
    if release < _OLDEST:
        yield Trap(f"client {client.version}, broker {since_4[0].version}", "2.1 or later")


RULES = (
    Rule(
        "batching_small",
        "low",
        CLIENT,
        _batching_small,
        why="records go one or few at a time: more requests, worse compression, less throughput and, under load, more "
        "latency",
        source="Apache Kafka documentation, Producer Configs: linger.ms",
        remedy="let batches wait and grow: linger.ms=20, batch.size=131072, and measure",
        needs=("clients",),
    ),
    Rule(
        "linger_over_timeout",
        "medium",
        CLIENT,
        _linger_over_timeout,
        why="a batch may time out before it is sent; Java's producer refuses to start with such a delivery.timeout.ms",
        source="Apache Kafka documentation, Producer Configs: delivery.timeout.ms",
        remedy="lower {key}{or_raise}",
        needs=("clients",),
    ),
    Rule(
        "client_too_old",
        "high",
        CLIENT,
        _too_old,
        why="Kafka 4.0 took the protocols of clients before 2.1 out: they are refused",
        source="Apache Kafka documentation, Upgrading to 4.0; KIP-896",
        remedy="upgrade the client to 2.1 or later, before the brokers",
        needs=("brokers",),
    ),
)
