# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker's settings and features by version of Kafka, from its own definitions; written by docs/key_tables.py.

A line is: key, first and last of the versions that have it so, type, limits (``-`` for none), and ``deprecated`` where
Kafka calls it that. Limits are a range (``1..``, with further values after a comma), or words (``a|b``, with a leading
``~`` where their case does not matter), or ``filled`` for a text that must not be empty, or ``protocol`` for one of
PROTOCOLS.

FEATURES has the least and the greatest level of each feature that a version supports, metadata.version among them.
PROTOCOLS has what a version takes as the version of the protocol between brokers, where it can be told an older one.
"""

from __future__ import annotations

from typing import Dict, Tuple

VERSIONS = ("3.9.1", "3.9.2", "4.0.2", "4.1.1", "4.1.2", "4.2.0", "4.2.1", "4.3.1", "4.4.0")
FEATURES: Dict[str, Dict[str, Tuple[int, int]]] = {
    "3.9.1": {
        "kraft.version": (0, 1),
        "metadata.version": (1, 21),
    },
    "3.9.2": {
        "kraft.version": (0, 1),
        "metadata.version": (1, 21),
    },
    "4.0.2": {
        "eligible.leader.replicas.version": (0, 1),
        "group.version": (0, 1),
        "kraft.version": (0, 1),
        "metadata.version": (7, 25),
        "transaction.version": (0, 2),
    },
    "4.1.1": {
        "eligible.leader.replicas.version": (0, 1),
        "group.version": (0, 1),
        "kraft.version": (0, 1),
        "metadata.version": (7, 27),
        "share.version": (0, 1),
        "transaction.version": (0, 2),
    },
    "4.1.2": {
        "eligible.leader.replicas.version": (0, 1),
        "group.version": (0, 1),
        "kraft.version": (0, 1),
        "metadata.version": (7, 27),
        "share.version": (0, 1),
        "transaction.version": (0, 2),
    },
    "4.2.0": {
        "eligible.leader.replicas.version": (0, 1),
        "group.version": (0, 1),
        "kraft.version": (0, 1),
        "metadata.version": (7, 29),
        "share.version": (0, 1),
        "streams.version": (0, 1),
        "transaction.version": (0, 2),
    },
    "4.2.1": {
        "eligible.leader.replicas.version": (0, 1),
        "group.version": (0, 1),
        "kraft.version": (0, 1),
        "metadata.version": (7, 29),
        "share.version": (0, 1),
        "streams.version": (0, 1),
        "transaction.version": (0, 2),
    },
    "4.3.1": {
        "eligible.leader.replicas.version": (0, 1),
        "group.version": (0, 1),
        "kraft.version": (0, 1),
        "metadata.version": (7, 30),
        "share.version": (0, 1),
        "streams.version": (0, 1),
        "transaction.version": (0, 2),
    },
    "4.4.0": {
        "eligible.leader.replicas.version": (0, 1),
        "group.version": (0, 1),
        "kraft.version": (0, 1),
        "metadata.version": (7, 33),
        "share.version": (0, 2),
        "streams.version": (0, 1),
        "transaction.version": (0, 2),
    },
}
PROTOCOLS: Dict[str, str] = {
    "3.9.1": (
        "0.8.0 0.8.1 0.8.2 0.9.0 0.10.0 0.10.0-IV0 0.10.0-IV1 0.10.1 0.10.1-IV0 0.10.1-IV1 0.10.1-IV2 0.10.2 "
        "0.10.2-IV0 0.11.0 0.11.0-IV0 0.11.0-IV1 0.11.0-IV2 1.0 1.0-IV0 1.1 1.1-IV0 2.0 2.0-IV0 2.0-IV1 2.1 "
        "2.1-IV0 2.1-IV1 2.1-IV2 2.2 2.2-IV0 2.2-IV1 2.3 2.3-IV0 2.3-IV1 2.4 2.4-IV0 2.4-IV1 2.5 2.5-IV0 2.6 "
        "2.6-IV0 2.7 2.7-IV0 2.7-IV1 2.7-IV2 2.8 2.8-IV0 2.8-IV1 3.0 3.0-IV0 3.0-IV1 3.1 3.1-IV0 3.2 3.2-IV0 "
        "3.3 3.3-IV0 3.3-IV1 3.3-IV2 3.3-IV3 3.4 3.4-IV0 3.5 3.5-IV0 3.5-IV1 3.5-IV2 3.6 3.6-IV0 3.6-IV1 "
        "3.6-IV2 3.7 3.7-IV0 3.7-IV1 3.7-IV2 3.7-IV3 3.7-IV4 3.8 3.8-IV0 3.9 3.9-IV0 4.0-IV0 4.0-IV1 "
    ),
    "3.9.2": (
        "0.8.0 0.8.1 0.8.2 0.9.0 0.10.0 0.10.0-IV0 0.10.0-IV1 0.10.1 0.10.1-IV0 0.10.1-IV1 0.10.1-IV2 0.10.2 "
        "0.10.2-IV0 0.11.0 0.11.0-IV0 0.11.0-IV1 0.11.0-IV2 1.0 1.0-IV0 1.1 1.1-IV0 2.0 2.0-IV0 2.0-IV1 2.1 "
        "2.1-IV0 2.1-IV1 2.1-IV2 2.2 2.2-IV0 2.2-IV1 2.3 2.3-IV0 2.3-IV1 2.4 2.4-IV0 2.4-IV1 2.5 2.5-IV0 2.6 "
        "2.6-IV0 2.7 2.7-IV0 2.7-IV1 2.7-IV2 2.8 2.8-IV0 2.8-IV1 3.0 3.0-IV0 3.0-IV1 3.1 3.1-IV0 3.2 3.2-IV0 "
        "3.3 3.3-IV0 3.3-IV1 3.3-IV2 3.3-IV3 3.4 3.4-IV0 3.5 3.5-IV0 3.5-IV1 3.5-IV2 3.6 3.6-IV0 3.6-IV1 "
        "3.6-IV2 3.7 3.7-IV0 3.7-IV1 3.7-IV2 3.7-IV3 3.7-IV4 3.8 3.8-IV0 3.9 3.9-IV0 4.0-IV0 4.0-IV1 "
    ),
}
TABLE = """\
add.partitions.to.txn.retry.backoff.max.ms 4.0.2 4.4.0 int 0..
add.partitions.to.txn.retry.backoff.ms 4.0.2 4.4.0 int 1..
advertised.listeners 3.9.1 4.1.2 string -
advertised.listeners 4.2.0 4.4.0 list -
alter.config.policy.class.name 3.9.1 4.4.0 class -
alter.config.policy.kraft.compatibility.enable 3.9.2 3.9.2 boolean -
alter.log.dirs.replication.quota.window.num 3.9.1 4.4.0 int 1..
alter.log.dirs.replication.quota.window.size.seconds 3.9.1 4.4.0 int 1..
authorizer.class.name 3.9.1 4.4.0 string -
auto.create.topics.enable 3.9.1 4.4.0 boolean -
auto.include.jmx.reporter 3.9.1 3.9.2 boolean - deprecated
auto.leader.rebalance.enable 3.9.1 4.4.0 boolean -
background.threads 3.9.1 4.4.0 int 1..
broker.heartbeat.interval.ms 3.9.1 4.4.0 int -
broker.id 3.9.1 4.3.1 int -
broker.id 4.4.0 4.4.0 int - deprecated
broker.id.generation.enable 3.9.1 3.9.2 boolean -
broker.rack 3.9.1 4.4.0 string -
broker.session.timeout.ms 3.9.1 4.4.0 int -
client.quota.callback.class 3.9.1 4.4.0 class -
compression.gzip.level 3.9.1 4.4.0 int 1..9,-1
compression.lz4.level 3.9.1 4.4.0 int 1..17
compression.type 3.9.1 4.4.0 string uncompressed|zstd|lz4|snappy|gzip|producer
compression.zstd.level 3.9.1 4.4.0 int -131072..22
config.providers 4.2.0 4.4.0 list -
connection.failed.authentication.delay.ms 3.9.1 4.4.0 int 0..
connections.max.idle.ms 3.9.1 4.4.0 long -
connections.max.reauth.ms 3.9.1 4.4.0 long -
control.plane.listener.name 3.9.1 3.9.2 string -
controlled.shutdown.enable 3.9.1 4.4.0 boolean -
controlled.shutdown.max.retries 3.9.1 3.9.2 int -
controlled.shutdown.retry.backoff.ms 3.9.1 3.9.2 long -
controller.listener.names 3.9.1 4.1.2 string -
controller.listener.names 4.2.0 4.4.0 list -
controller.performance.always.log.threshold.ms 4.0.2 4.4.0 long 0..
controller.performance.sample.period.ms 4.0.2 4.4.0 long 100..
controller.quorum.append.linger.ms 3.9.1 4.0.2 int -
controller.quorum.append.linger.ms 4.1.1 4.4.0 int 0..
controller.quorum.auto.join.enable 4.2.0 4.4.0 boolean -
controller.quorum.bootstrap.servers 3.9.1 4.4.0 list filled
controller.quorum.election.backoff.max.ms 3.9.1 4.0.2 int -
controller.quorum.election.backoff.max.ms 4.1.1 4.4.0 int 0..
controller.quorum.election.timeout.ms 3.9.1 4.0.2 int -
controller.quorum.election.timeout.ms 4.1.1 4.4.0 int 0..
controller.quorum.fetch.max.bytes 4.3.1 4.4.0 int 1..
controller.quorum.fetch.snapshot.max.bytes 4.3.1 4.4.0 int 1..
controller.quorum.fetch.timeout.ms 3.9.1 4.0.2 int -
controller.quorum.fetch.timeout.ms 4.1.1 4.4.0 int 0..
controller.quorum.request.timeout.ms 3.9.1 4.0.2 int -
controller.quorum.request.timeout.ms 4.1.1 4.4.0 int 0..
controller.quorum.retry.backoff.ms 3.9.1 4.0.2 int -
controller.quorum.retry.backoff.ms 4.1.1 4.4.0 int 0..
controller.quorum.voters 3.9.1 4.4.0 list filled
controller.quota.window.num 3.9.1 4.4.0 int 1..
controller.quota.window.size.seconds 3.9.1 4.4.0 int 1..
controller.socket.timeout.ms 3.9.1 4.4.0 int -
cordoned.log.dirs 4.3.1 4.4.0 list -
create.topic.policy.class.name 3.9.1 4.4.0 class -
default.replication.factor 3.9.1 4.4.0 int -
delegation.token.expiry.check.interval.ms 3.9.1 4.4.0 long 1..
delegation.token.expiry.time.ms 3.9.1 4.4.0 long 1..
delegation.token.master.key 3.9.1 3.9.2 password - deprecated
delegation.token.max.lifetime.ms 3.9.1 4.4.0 long 1..
delegation.token.secret.key 3.9.1 4.4.0 password -
delete.records.purgatory.purge.interval.requests 3.9.1 4.4.0 int -
delete.topic.enable 3.9.1 4.4.0 boolean -
early.start.listeners 3.9.1 4.1.2 string -
early.start.listeners 4.2.0 4.4.0 list -
eligible.leader.replicas.enable 3.9.1 3.9.2 boolean -
errors.deadletterqueue.auto.create.topics.enable 4.4.0 4.4.0 boolean -
errors.deadletterqueue.topic.name.prefix 4.4.0 4.4.0 string -
fetch.max.bytes 3.9.1 4.4.0 int 1024..
fetch.purgatory.purge.interval.requests 3.9.1 4.4.0 int -
follower.fetch.last.tiered.offset.enable 4.3.1 4.4.0 boolean -
group.consumer.assignment.interval.ms 4.3.1 4.4.0 int 0..
group.consumer.assignor.offload.enable 4.4.0 4.4.0 boolean -
group.consumer.assignors 3.9.1 4.4.0 list -
group.consumer.heartbeat.interval.ms 3.9.1 4.4.0 int 1..
group.consumer.max.assignment.interval.ms 4.3.1 4.4.0 int 0..
group.consumer.max.heartbeat.interval.ms 3.9.1 4.4.0 int 1..
group.consumer.max.session.timeout.ms 3.9.1 4.4.0 int 1..
group.consumer.max.size 3.9.1 4.4.0 int 1..
group.consumer.migration.policy 3.9.1 4.4.0 string ~DISABLED|DOWNGRADE|UPGRADE|BIDIRECTIONAL
group.consumer.min.assignment.interval.ms 4.3.1 4.4.0 int 0..
group.consumer.min.heartbeat.interval.ms 3.9.1 4.4.0 int 1..
group.consumer.min.session.timeout.ms 3.9.1 4.4.0 int 1..
group.consumer.regex.refresh.interval.ms 4.1.1 4.4.0 int 10000..
group.consumer.session.timeout.ms 3.9.1 4.4.0 int 1..
group.coordinator.append.linger.ms 3.9.1 4.1.2 int 0..
group.coordinator.append.linger.ms 4.2.0 4.4.0 int -1..
group.coordinator.background.threads 4.3.1 4.4.0 int 1..
group.coordinator.cached.buffer.max.bytes 4.3.1 4.4.0 int 524288..
group.coordinator.new.enable 3.9.1 4.0.2 boolean -
group.coordinator.rebalance.protocols 3.9.1 3.9.2 list consumer|classic|share|unknown
group.coordinator.rebalance.protocols 4.0.2 4.0.2 list consumer|classic|share
group.coordinator.rebalance.protocols 4.1.1 4.2.1 list consumer|classic|share|streams
group.coordinator.rebalance.protocols 4.3.1 4.4.0 list consumer|classic|share|streams deprecated
group.coordinator.threads 3.9.1 4.4.0 int 1..
group.initial.rebalance.delay.ms 3.9.1 4.4.0 int -
group.max.session.timeout.ms 3.9.1 4.4.0 int -
group.max.size 3.9.1 4.4.0 int 1..
group.min.session.timeout.ms 3.9.1 4.4.0 int -
group.share.assignment.interval.ms 4.3.1 4.4.0 int 0..
group.share.assignor.offload.enable 4.4.0 4.4.0 boolean -
group.share.assignors 4.1.1 4.4.0 list -
group.share.delivery.count.limit 3.9.1 4.4.0 int 2..10
group.share.dlq.manager.class.name 4.4.0 4.4.0 string -
group.share.enable 3.9.1 4.2.1 boolean -
group.share.heartbeat.interval.ms 3.9.1 4.4.0 int 1..
group.share.initialize.retry.interval.ms 4.2.0 4.4.0 int 1..
group.share.max.assignment.interval.ms 4.3.1 4.4.0 int 0..
group.share.max.delivery.count.limit 4.3.1 4.4.0 int 5..25
group.share.max.groups 3.9.1 4.0.2 short 1..100
group.share.max.heartbeat.interval.ms 3.9.1 4.4.0 int 1..
group.share.max.partition.max.record.locks 4.3.1 4.4.0 int 2000..10000
group.share.max.record.lock.duration.ms 3.9.1 4.4.0 int 30000..3600000
group.share.max.session.timeout.ms 3.9.1 4.4.0 int 1..
group.share.max.share.sessions 4.1.1 4.4.0 int 1..
group.share.max.size 3.9.1 3.9.2 short 10..1000
group.share.max.size 4.0.2 4.4.0 int 1..1000
group.share.min.assignment.interval.ms 4.3.1 4.4.0 int 0..
group.share.min.delivery.count.limit 4.3.1 4.4.0 int 2..5
group.share.min.heartbeat.interval.ms 3.9.1 4.4.0 int 1..
group.share.min.partition.max.record.locks 4.3.1 4.4.0 int 100..2000
group.share.min.record.lock.duration.ms 3.9.1 4.4.0 int 1000..30000
group.share.min.session.timeout.ms 3.9.1 4.4.0 int 1..
group.share.partition.max.record.locks 3.9.1 4.4.0 int 100..10000
group.share.persister.class.name 4.0.2 4.4.0 string -
group.share.record.lock.duration.ms 3.9.1 3.9.2 int 1000..60000
group.share.record.lock.duration.ms 4.0.2 4.4.0 int 1000..3600000
group.share.session.timeout.ms 3.9.1 4.4.0 int 1..
group.streams.acceptable.recovery.lag 4.4.0 4.4.0 long 0..
group.streams.assignment.interval.ms 4.3.1 4.4.0 int 0..
group.streams.assignor.offload.enable 4.4.0 4.4.0 boolean -
group.streams.assignors 4.4.0 4.4.0 list -
group.streams.heartbeat.interval.ms 4.1.1 4.4.0 int 1..
group.streams.initial.rebalance.delay.ms 4.2.0 4.4.0 int 0..
group.streams.max.assignment.interval.ms 4.3.1 4.4.0 int 0..
group.streams.max.heartbeat.interval.ms 4.1.1 4.4.0 int 1..
group.streams.max.session.timeout.ms 4.1.1 4.4.0 int 1..
group.streams.max.size 4.1.1 4.4.0 int 1..
group.streams.max.standby.replicas 4.1.1 4.4.0 int 0..
group.streams.max.warmup.replicas 4.4.0 4.4.0 int 0..
group.streams.min.assignment.interval.ms 4.3.1 4.4.0 int 0..
group.streams.min.heartbeat.interval.ms 4.1.1 4.4.0 int 1..
group.streams.min.session.timeout.ms 4.1.1 4.4.0 int 1..
group.streams.min.task.offset.interval.ms 4.4.0 4.4.0 int 1..
group.streams.num.standby.replicas 4.1.1 4.4.0 int 0..
group.streams.num.warmup.replicas 4.4.0 4.4.0 int 0..
group.streams.rack.aware.assignment.tags 4.4.0 4.4.0 list -
group.streams.session.timeout.ms 4.1.1 4.4.0 int 1..
group.streams.task.offset.interval.ms 4.4.0 4.4.0 int 1..
group.streams.topology.description.plugin.class 4.4.0 4.4.0 class -
initial.broker.registration.timeout.ms 3.9.1 4.4.0 int -
inter.broker.listener.name 3.9.1 4.4.0 string -
inter.broker.protocol.version 3.9.1 3.9.2 string protocol
internal.metadata.delete.delay.millis 4.1.1 4.4.0 long -
internal.metadata.log.segment.bytes 4.1.1 4.4.0 int -
internal.metadata.max.batch.size.in.bytes 4.1.1 4.4.0 int -
internal.metadata.max.fetch.size.in.bytes 4.1.1 4.2.1 int -
kafka.metrics.polling.interval.secs 3.9.1 4.4.0 int 1..
kafka.metrics.reporters 3.9.1 4.4.0 list -
leader.imbalance.check.interval.seconds 3.9.1 4.4.0 long 1..
leader.imbalance.per.broker.percentage 3.9.1 3.9.2 int -
listener.security.protocol.map 3.9.1 4.4.0 string -
listeners 3.9.1 4.1.2 string -
listeners 4.2.0 4.4.0 list -
log.cleaner.backoff.ms 3.9.1 4.4.0 long 0..
log.cleaner.dedupe.buffer.size 3.9.1 4.4.0 long -
log.cleaner.delete.retention.ms 3.9.1 4.4.0 long 0..
log.cleaner.enable 3.9.1 4.0.2 boolean -
log.cleaner.enable 4.1.1 4.4.0 boolean - deprecated
log.cleaner.io.buffer.load.factor 3.9.1 4.4.0 double -
log.cleaner.io.buffer.size 3.9.1 4.4.0 int 0..
log.cleaner.io.max.bytes.per.second 3.9.1 4.4.0 double -
log.cleaner.max.compaction.lag.ms 3.9.1 4.4.0 long 1..
log.cleaner.min.cleanable.ratio 3.9.1 4.4.0 double 0..1
log.cleaner.min.compaction.lag.ms 3.9.1 4.4.0 long 0..
log.cleaner.threads 3.9.1 4.4.0 int 0..
log.cleanup.policy 3.9.1 4.4.0 list compact|delete
log.dir 3.9.1 4.1.2 string -
log.dir 4.2.0 4.4.0 list -
log.dir.failure.timeout.ms 3.9.1 4.4.0 long 1..
log.dirs 3.9.1 4.1.2 string -
log.dirs 4.2.0 4.4.0 list -
log.flush.interval.messages 3.9.1 4.4.0 long 1..
log.flush.interval.ms 3.9.1 4.4.0 long -
log.flush.offset.checkpoint.interval.ms 3.9.1 4.4.0 int 0..
log.flush.scheduler.interval.ms 3.9.1 4.4.0 long -
log.flush.start.offset.checkpoint.interval.ms 3.9.1 4.4.0 int 0..
log.index.interval.bytes 3.9.1 4.4.0 int 0..
log.index.size.max.bytes 3.9.1 4.4.0 int 4..
log.initial.task.delay.ms 3.9.1 4.4.0 long 0..
log.local.retention.bytes 3.9.1 4.4.0 long -2..
log.local.retention.ms 3.9.1 4.4.0 long -2..
log.message.downconversion.enable 3.9.1 3.9.2 boolean -
log.message.format.version 3.9.1 3.9.2 string protocol
log.message.timestamp.after.max.ms 3.9.1 4.4.0 long 0..
log.message.timestamp.before.max.ms 3.9.1 4.4.0 long 0..
log.message.timestamp.difference.max.ms 3.9.1 3.9.2 long 0.. deprecated
log.message.timestamp.type 3.9.1 4.4.0 string CreateTime|LogAppendTime
log.preallocate 3.9.1 4.4.0 boolean -
log.remote.copy.lag.bytes 4.4.0 4.4.0 long -1..
log.remote.copy.lag.ms 4.4.0 4.4.0 long -1..
log.retention.bytes 3.9.1 4.4.0 long -
log.retention.check.interval.ms 3.9.1 4.4.0 long 1..
log.retention.hours 3.9.1 4.4.0 int -
log.retention.minutes 3.9.1 4.4.0 int -
log.retention.ms 3.9.1 4.4.0 long -
log.roll.hours 3.9.1 4.4.0 int 1..
log.roll.jitter.hours 3.9.1 4.4.0 int 0..
log.roll.jitter.ms 3.9.1 4.4.0 long -
log.roll.ms 3.9.1 4.4.0 long -
log.segment.bytes 3.9.1 3.9.2 int 14..
log.segment.bytes 4.0.2 4.4.0 int 1048576..
log.segment.delete.delay.ms 3.9.1 4.4.0 long 0..
max.connection.creation.rate 3.9.1 4.4.0 int 0..
max.connections 3.9.1 4.4.0 int 0..
max.connections.per.ip 3.9.1 4.4.0 int 0..
max.connections.per.ip.overrides 3.9.1 4.4.0 string -
max.decompressed.message.bytes 4.4.0 4.4.0 int 1..2147483639
max.incremental.fetch.session.cache.slots 3.9.1 4.4.0 int 0..
max.request.partition.size.limit 3.9.1 4.4.0 int 1..
message.max.bytes 3.9.1 4.4.0 int 0..
metadata.log.dir 3.9.1 4.4.0 string -
metadata.log.max.record.bytes.between.snapshots 3.9.1 4.4.0 long 1..
metadata.log.max.snapshot.interval.ms 3.9.1 4.4.0 long 0..
metadata.log.segment.bytes 3.9.1 4.0.2 int 12..
metadata.log.segment.bytes 4.1.1 4.4.0 int 8388608..
metadata.log.segment.min.bytes 3.9.1 4.0.2 int 12..
metadata.log.segment.ms 3.9.1 4.4.0 long -
metadata.max.idle.interval.ms 3.9.1 4.4.0 int 0..
metadata.max.retention.bytes 3.9.1 4.4.0 long -
metadata.max.retention.ms 3.9.1 4.4.0 long -
metric.reporters 3.9.1 4.4.0 list -
metrics.num.samples 3.9.1 4.4.0 int 1..
metrics.recording.level 3.9.1 4.4.0 string -
metrics.sample.window.ms 3.9.1 4.4.0 long 1..
min.insync.replicas 3.9.1 4.4.0 int 1..
node.id 3.9.1 3.9.2 int -
node.id 4.0.2 4.4.0 int 0..
num.io.threads 3.9.1 4.4.0 int 1..
num.network.threads 3.9.1 4.4.0 int 1..
num.partitions 3.9.1 4.4.0 int 1..
num.recovery.threads.per.data.dir 3.9.1 4.4.0 int 1..
num.replica.alter.log.dirs.threads 3.9.1 4.4.0 int -
num.replica.fetchers 3.9.1 4.1.2 int -
num.replica.fetchers 4.2.0 4.4.0 int 1..
offset.metadata.max.bytes 3.9.1 4.4.0 int -
offsets.commit.required.acks 3.9.1 3.9.2 short - deprecated
offsets.commit.timeout.ms 3.9.1 4.4.0 int 1..
offsets.load.buffer.size 3.9.1 4.4.0 int 1..
offsets.retention.check.interval.ms 3.9.1 4.4.0 long 1..
offsets.retention.minutes 3.9.1 4.4.0 int 1..
offsets.topic.compression.codec 3.9.1 4.4.0 int -
offsets.topic.num.partitions 3.9.1 4.4.0 int 1..
offsets.topic.replication.factor 3.9.1 4.4.0 short 1..
offsets.topic.segment.bytes 3.9.1 4.4.0 int 1..
password.encoder.cipher.algorithm 3.9.1 3.9.2 string -
password.encoder.iterations 3.9.1 3.9.2 int 1024..
password.encoder.key.length 3.9.1 3.9.2 int 8..
password.encoder.keyfactory.algorithm 3.9.1 3.9.2 string -
password.encoder.old.secret 3.9.1 3.9.2 password -
password.encoder.secret 3.9.1 3.9.2 password -
principal.builder.class 3.9.1 4.4.0 class -
process.roles 3.9.1 4.4.0 list broker|controller
producer.id.expiration.check.interval.ms 3.9.1 4.4.0 int 1..
producer.id.expiration.ms 3.9.1 4.4.0 int 1..
producer.purgatory.purge.interval.requests 3.9.1 4.4.0 int -
queued.max.request.bytes 3.9.1 4.4.0 long -
queued.max.requests 3.9.1 4.4.0 int 1..
quota.window.num 3.9.1 4.4.0 int 1..
quota.window.size.seconds 3.9.1 4.4.0 int 1..
remote.fetch.max.wait.ms 3.9.1 4.4.0 int 1..
remote.list.offsets.request.timeout.ms 4.0.2 4.4.0 long 1..
remote.log.index.file.cache.total.size.bytes 3.9.1 4.4.0 long 1..
remote.log.index.file.cache.ttl.ms 4.3.1 4.4.0 long -1..
remote.log.manager.copier.thread.pool.size 3.9.1 3.9.2 int -
remote.log.manager.copier.thread.pool.size 4.0.2 4.4.0 int 1..
remote.log.manager.copy.max.bytes.per.second 3.9.1 4.4.0 long 1..
remote.log.manager.copy.quota.window.num 3.9.1 4.4.0 int 1..
remote.log.manager.copy.quota.window.size.seconds 3.9.1 4.4.0 int 1..
remote.log.manager.expiration.thread.pool.size 3.9.1 3.9.2 int -
remote.log.manager.expiration.thread.pool.size 4.0.2 4.4.0 int 1..
remote.log.manager.fetch.max.bytes.per.second 3.9.1 4.4.0 long 1..
remote.log.manager.fetch.quota.window.num 3.9.1 4.4.0 int 1..
remote.log.manager.fetch.quota.window.size.seconds 3.9.1 4.4.0 int 1..
remote.log.manager.follower.thread.pool.size 4.2.0 4.4.0 int 1..
remote.log.manager.task.interval.ms 3.9.1 4.4.0 long 1..
remote.log.manager.task.retry.backoff.max.ms 3.9.1 4.4.0 long 1..
remote.log.manager.task.retry.backoff.ms 3.9.1 4.4.0 long 1..
remote.log.manager.task.retry.jitter 3.9.1 4.4.0 double 0..0.5
remote.log.manager.thread.pool.size 3.9.1 3.9.2 int 1.. deprecated
remote.log.manager.thread.pool.size 4.0.2 4.1.2 int 1..
remote.log.manager.thread.pool.size 4.2.0 4.4.0 int 1.. deprecated
remote.log.metadata.custom.metadata.max.bytes 3.9.1 4.4.0 int 0..
remote.log.metadata.manager.class.name 3.9.1 4.4.0 string filled
remote.log.metadata.manager.class.path 3.9.1 4.4.0 string -
remote.log.metadata.manager.impl.prefix 3.9.1 4.4.0 string filled
remote.log.metadata.manager.listener.name 3.9.1 4.4.0 string filled
remote.log.reader.max.pending.tasks 3.9.1 4.4.0 int 1..
remote.log.reader.threads 3.9.1 4.4.0 int 1..
remote.log.storage.manager.class.name 3.9.1 4.4.0 string filled
remote.log.storage.manager.class.path 3.9.1 4.4.0 string -
remote.log.storage.manager.impl.prefix 3.9.1 4.4.0 string filled
remote.log.storage.system.enable 3.9.1 4.4.0 boolean -
replica.fetch.backoff.ms 3.9.1 4.4.0 int 0..
replica.fetch.max.bytes 3.9.1 4.4.0 int 0..
replica.fetch.min.bytes 3.9.1 4.4.0 int -
replica.fetch.response.max.bytes 3.9.1 4.4.0 int 0..
replica.fetch.wait.max.ms 3.9.1 4.4.0 int -
replica.high.watermark.checkpoint.interval.ms 3.9.1 4.4.0 long -
replica.lag.time.max.ms 3.9.1 4.4.0 long -
replica.selector.class 3.9.1 4.4.0 string -
replica.socket.receive.buffer.bytes 3.9.1 4.4.0 int -
replica.socket.timeout.ms 3.9.1 4.4.0 int -
replication.quota.window.num 3.9.1 4.4.0 int 1..
replication.quota.window.size.seconds 3.9.1 4.4.0 int 1..
request.timeout.ms 3.9.1 4.4.0 int -
reserved.broker.max.id 3.9.1 3.9.2 int 0..
sasl.client.callback.handler.class 3.9.1 4.4.0 class -
sasl.enabled.mechanisms 3.9.1 4.4.0 list -
sasl.jaas.config 3.9.1 4.4.0 password -
sasl.kerberos.kinit.cmd 3.9.1 4.4.0 string -
sasl.kerberos.min.time.before.relogin 3.9.1 4.4.0 long -
sasl.kerberos.principal.to.local.rules 3.9.1 4.4.0 list -
sasl.kerberos.service.name 3.9.1 4.4.0 string -
sasl.kerberos.ticket.renew.jitter 3.9.1 4.4.0 double -
sasl.kerberos.ticket.renew.window.factor 3.9.1 4.4.0 double -
sasl.login.callback.handler.class 3.9.1 4.4.0 class -
sasl.login.class 3.9.1 4.4.0 class -
sasl.login.connect.timeout.ms 3.9.1 4.4.0 int -
sasl.login.read.timeout.ms 3.9.1 4.4.0 int -
sasl.login.refresh.buffer.seconds 3.9.1 4.4.0 short -
sasl.login.refresh.min.period.seconds 3.9.1 4.4.0 short -
sasl.login.refresh.window.factor 3.9.1 4.4.0 double -
sasl.login.refresh.window.jitter 3.9.1 4.4.0 double -
sasl.login.retry.backoff.max.ms 3.9.1 4.4.0 long -
sasl.login.retry.backoff.ms 3.9.1 4.4.0 long -
sasl.mechanism.controller.protocol 3.9.1 4.4.0 string -
sasl.mechanism.inter.broker.protocol 3.9.1 4.4.0 string -
sasl.oauthbearer.allow.unverified.audience 4.4.0 4.4.0 boolean -
sasl.oauthbearer.allow.unverified.issuer 4.4.0 4.4.0 boolean -
sasl.oauthbearer.assertion.algorithm 4.1.1 4.4.0 string ~ES256|RS256
sasl.oauthbearer.assertion.claim.aud 4.1.1 4.4.0 string -
sasl.oauthbearer.assertion.claim.exp.seconds 4.1.1 4.4.0 int 0..86400
sasl.oauthbearer.assertion.claim.iss 4.1.1 4.4.0 string -
sasl.oauthbearer.assertion.claim.jti.include 4.1.1 4.4.0 boolean -
sasl.oauthbearer.assertion.claim.nbf.seconds 4.1.1 4.4.0 int 0..3600
sasl.oauthbearer.assertion.claim.sub 4.1.1 4.4.0 string -
sasl.oauthbearer.assertion.file 4.1.1 4.4.0 string -
sasl.oauthbearer.assertion.private.key.file 4.1.1 4.4.0 string -
sasl.oauthbearer.assertion.private.key.passphrase 4.1.1 4.4.0 password -
sasl.oauthbearer.assertion.template.file 4.1.1 4.4.0 string -
sasl.oauthbearer.client.credentials.client.id 4.1.1 4.4.0 string -
sasl.oauthbearer.client.credentials.client.secret 4.1.1 4.4.0 password -
sasl.oauthbearer.clock.skew.seconds 3.9.1 4.4.0 int -
sasl.oauthbearer.expected.audience 3.9.1 4.4.0 list -
sasl.oauthbearer.expected.issuer 3.9.1 4.4.0 string -
sasl.oauthbearer.jwks.endpoint.refresh.ms 3.9.1 4.4.0 long -
sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms 3.9.1 4.4.0 long -
sasl.oauthbearer.jwks.endpoint.retry.backoff.ms 3.9.1 4.4.0 long -
sasl.oauthbearer.jwks.endpoint.url 3.9.1 4.4.0 string -
sasl.oauthbearer.jwt.retriever.class 4.1.1 4.4.0 class -
sasl.oauthbearer.jwt.validator.class 4.1.1 4.4.0 class -
sasl.oauthbearer.scope 4.1.1 4.4.0 string -
sasl.oauthbearer.scope.claim.name 3.9.1 4.4.0 string -
sasl.oauthbearer.sub.claim.name 3.9.1 4.4.0 string -
sasl.oauthbearer.token.endpoint.url 3.9.1 4.4.0 string -
sasl.server.callback.handler.class 3.9.1 4.4.0 class -
sasl.server.max.receive.size 3.9.1 4.4.0 int -
security.inter.broker.protocol 3.9.1 4.4.0 string PLAINTEXT|SSL|SASL_PLAINTEXT|SASL_SSL
security.providers 3.9.1 4.4.0 string -
server.max.startup.time.ms 3.9.1 4.4.0 long 0..
share.coordinator.append.linger.ms 4.0.2 4.1.2 int 0..
share.coordinator.append.linger.ms 4.2.0 4.4.0 int -1..
share.coordinator.cached.buffer.max.bytes 4.3.1 4.4.0 int 524288..
share.coordinator.cold.partition.snapshot.interval.ms 4.1.1 4.4.0 int 1..
share.coordinator.load.buffer.size 4.0.2 4.4.0 int 1..
share.coordinator.snapshot.update.records.per.snapshot 4.0.2 4.2.1 int 0..
share.coordinator.snapshot.update.records.per.snapshot 4.3.1 4.4.0 int 0..500
share.coordinator.state.topic.compression.codec 4.0.2 4.4.0 int -
share.coordinator.state.topic.min.isr 4.0.2 4.4.0 short 1..
share.coordinator.state.topic.num.partitions 4.0.2 4.4.0 int 1..
share.coordinator.state.topic.prune.interval.ms 4.0.2 4.4.0 int 1..
share.coordinator.state.topic.replication.factor 4.0.2 4.4.0 short 1..
share.coordinator.state.topic.segment.bytes 4.0.2 4.4.0 int 1..
share.coordinator.threads 4.0.2 4.4.0 int 1..
share.coordinator.write.timeout.ms 4.0.2 4.4.0 int 1..
share.fetch.max.fetch.records 4.0.2 4.0.2 int -
share.fetch.purgatory.purge.interval.requests 4.0.2 4.4.0 int -
socket.connection.setup.timeout.max.ms 3.9.1 4.4.0 long -
socket.connection.setup.timeout.ms 3.9.1 4.4.0 long -
socket.listen.backlog.size 3.9.1 4.4.0 int 1..
socket.receive.buffer.bytes 3.9.1 4.4.0 int -
socket.request.max.bytes 3.9.1 4.4.0 int 1..
socket.send.buffer.bytes 3.9.1 4.4.0 int -
ssl.allow.dn.changes 3.9.1 4.4.0 boolean -
ssl.allow.san.changes 3.9.1 4.4.0 boolean -
ssl.cipher.suites 3.9.1 4.4.0 list -
ssl.client.auth 3.9.1 4.4.0 string required|requested|none
ssl.enabled.protocols 3.9.1 4.4.0 list -
ssl.endpoint.identification.algorithm 3.9.1 4.4.0 string -
ssl.engine.factory.class 3.9.1 4.4.0 class -
ssl.key.password 3.9.1 4.4.0 password -
ssl.keymanager.algorithm 3.9.1 4.4.0 string -
ssl.keystore.certificate.chain 3.9.1 4.4.0 password -
ssl.keystore.key 3.9.1 4.4.0 password -
ssl.keystore.location 3.9.1 4.4.0 string -
ssl.keystore.password 3.9.1 4.4.0 password -
ssl.keystore.type 3.9.1 4.4.0 string -
ssl.principal.mapping.rules 3.9.1 4.4.0 string -
ssl.protocol 3.9.1 4.4.0 string -
ssl.provider 3.9.1 4.4.0 string -
ssl.secure.random.implementation 3.9.1 4.4.0 string -
ssl.trustmanager.algorithm 3.9.1 4.4.0 string -
ssl.truststore.certificates 3.9.1 4.4.0 password -
ssl.truststore.location 3.9.1 4.4.0 string -
ssl.truststore.password 3.9.1 4.4.0 password -
ssl.truststore.type 3.9.1 4.4.0 string -
telemetry.max.bytes 3.9.1 4.4.0 int 1..
transaction.abort.timed.out.transaction.cleanup.interval.ms 3.9.1 4.4.0 int 1..
transaction.max.timeout.ms 3.9.1 4.4.0 int 1..
transaction.partition.verification.enable 3.9.1 4.4.0 boolean -
transaction.remove.expired.transaction.cleanup.interval.ms 3.9.1 4.4.0 int 1..
transaction.state.log.load.buffer.size 3.9.1 4.4.0 int 1..
transaction.state.log.min.isr 3.9.1 4.4.0 int 1..
transaction.state.log.num.partitions 3.9.1 4.4.0 int 1..
transaction.state.log.replication.factor 3.9.1 4.4.0 short 1..
transaction.state.log.segment.bytes 3.9.1 4.4.0 int 1..
transaction.two.phase.commit.enable 4.1.1 4.4.0 boolean -
transactional.id.expiration.ms 3.9.1 4.4.0 int 1..
unclean.leader.election.enable 3.9.1 4.4.0 boolean -
unclean.leader.election.interval.ms 3.9.1 4.4.0 long 1..
unstable.api.versions.enable 3.9.1 4.4.0 boolean -
unstable.feature.versions.enable 3.9.1 4.4.0 boolean -
zookeeper.clientCnxnSocket 3.9.1 3.9.2 string -
zookeeper.connect 3.9.1 3.9.2 string -
zookeeper.connection.timeout.ms 3.9.1 3.9.2 int -
zookeeper.max.in.flight.requests 3.9.1 3.9.2 int 1..
zookeeper.metadata.migration.enable 3.9.1 3.9.2 boolean -
zookeeper.metadata.migration.min.batch.size 3.9.1 3.9.2 int 1..
zookeeper.session.timeout.ms 3.9.1 3.9.2 int -
zookeeper.set.acl 3.9.1 3.9.2 boolean -
zookeeper.ssl.cipher.suites 3.9.1 3.9.2 list -
zookeeper.ssl.client.enable 3.9.1 3.9.2 boolean -
zookeeper.ssl.crl.enable 3.9.1 3.9.2 boolean -
zookeeper.ssl.enabled.protocols 3.9.1 3.9.2 list -
zookeeper.ssl.endpoint.identification.algorithm 3.9.1 3.9.2 string -
zookeeper.ssl.keystore.location 3.9.1 3.9.2 string -
zookeeper.ssl.keystore.password 3.9.1 3.9.2 password -
zookeeper.ssl.keystore.type 3.9.1 3.9.2 string -
zookeeper.ssl.ocsp.enable 3.9.1 3.9.2 boolean -
zookeeper.ssl.protocol 3.9.1 3.9.2 string -
zookeeper.ssl.truststore.location 3.9.1 3.9.2 string -
zookeeper.ssl.truststore.password 3.9.1 3.9.2 password -
zookeeper.ssl.truststore.type 3.9.1 3.9.2 string -
"""
