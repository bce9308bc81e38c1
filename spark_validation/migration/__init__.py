# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A topic copied into another one, each record once and in its order, changed on the way where somebody asks for it.

Each record of the copy names the record that it was made of, so the copy itself says how far it is: a run that was
killed is gone on with by what stands there, and nothing else is remembered anywhere. What writes is fenced by
transactions, one writer for each partition of the source: a writer that outlives its run can no longer commit.

It imports core, records, cluster, spark, reading and compare.
"""
