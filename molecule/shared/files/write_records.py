# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write acknowledged records to a new topic of the cluster's defaults: write_records.py ADDRESS TOPIC NUMBER."""

import sys

from kafka import KafkaAdminClient, KafkaProducer
from lab_brokers import reached

address, topic, number = sys.argv[1:]
brokers = reached([address])
admin = KafkaAdminClient(**brokers)
admin.create_topics({topic: {"num_partitions": -1, "replication_factor": -1}})
admin.close()
producer = KafkaProducer(**brokers, acks="all")
for acknowledged in [producer.send(topic, b"record") for _record in range(int(number))]:
    acknowledged.get(timeout=60)
producer.close()
