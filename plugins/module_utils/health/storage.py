# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The vital signs of the disks of brokers, and of what is written to and cleaned on them."""

from __future__ import annotations

from typing import Tuple

from .vital import BROKER, CHOSEN, COUNTER, MONITORING, SHARE, Level, Vital

_P99 = "99thPercentile"
_CLEANER = "read log-cleaner.log for the partition; a corrupt segment stops its thread until it is gone"

VITALS: Tuple[Vital, ...] = (
    Vital(
        "log_flushes",
        BROKER,
        "how often segments are flushed to disk",
        "steady: when a segment is rolled, or as flush settings say",
        "many flushes mean that somebody forces them",
        "look for log.flush.interval settings, which Kafka advises against",
        MONITORING,
        bean="kafka.log:type=LogFlushStats,name=LogFlushRateAndTimeMs",
        attribute="Count",
        unit="a second",
        kind=COUNTER,
        over="sum",
    ),
    Vital(
        "log_flush_time",
        BROKER,
        "time that a flush takes, of a hundred the slowest but one",
        "as long as the disk needs: milliseconds to tens of them",
        "a disk that is slow to flush is slow for all",
        "look at the time that the disk is busy, and at the health of the drive",
        MONITORING + CHOSEN,
        bean="kafka.log:type=LogFlushStats,name=LogFlushRateAndTimeMs",
        attribute=_P99,
        unit="ms",
        warning=Level(">", 1000, 600),
    ),
    Vital(
        "offline_log_dirs",
        BROKER,
        "folders of partitions that have failed",
        "0",
        "the broker goes on without them, and their replicas are gone",
        "read the broker's journal for the folder, and replace the disk",
        MONITORING,
        bean="kafka.log:type=LogManager,name=OfflineLogDirectoryCount",
        unit="folders",
        alarm=Level(">", 0, 0),
        asked=("admin",),
    ),
    Vital(
        "log_dir_free",
        BROKER,
        "part of a folder's file system that is free",
        "above 0.2",
        "a folder that is full fails, and takes the broker with it where it is the only one",
        "lower the retention of the largest topics, or move replicas to other folders",
        "KIP-827: Expose log dirs total and usable space via Kafka API" + CHOSEN,
        exposed="node_filesystem_avail_bytes",
        whole="node_filesystem_size_bytes",
        kind=SHARE,
        unit="share",
        over="min",
        by=("mountpoint",),
        passed_over=("fstype", "tmpfs|ramfs|overlay|squashfs|devtmpfs"),
        warning=Level("<", 0.2, 600),
        alarm=Level("<", 0.1, 300),
        since="3.3",
        asked=("admin",),
    ),
    Vital(
        "cleaner_dead",
        BROKER,
        "threads of the log cleaner that have died",
        "0",
        "compacted topics grow without end, and so does __consumer_offsets: a broker then takes ever longer to start",
        _CLEANER,
        "KIP-346: Improve LogCleaner behavior on error",
        bean="kafka.log:type=LogCleaner,name=DeadThreadCount",
        unit="threads",
        alarm=Level(">", 0, 0),
    ),
    Vital(
        "uncleanable",
        BROKER,
        "partitions that the log cleaner has given up",
        "0",
        "they grow without end",
        _CLEANER,
        "KIP-346: Improve LogCleaner behavior on error",
        bean='kafka.log:type=LogCleanerManager,name=uncleanable-partitions-count,logDirectory="*"',
        unit="partitions",
        over="sum",
        warning=Level(">", 0, 900),
    ),
)
