# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Two topics held against each other: does the copy hold what the source holds, in its order?

One pass takes fingerprints of both, by source offset where the copy's offsets differ from the source's by a constant;
only what differs is compared record by record.

It imports core, records, cluster, spark and reading: nothing is written.
"""
