# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write acknowledged records to a new topic of the cluster's defaults: write_records.py HOST:PORT TOPIC NUMBER."""

import sys

from kafka import KafkaAdminClient, KafkaProducer

server, topic, number = sys.argv[1:]
admin = KafkaAdminClient(bootstrap_servers=server)
admin.create_topics({topic: {"num_partitions": -1, "replication_factor": -1}})
admin.close()
producer = KafkaProducer(bootstrap_servers=server, acks="all")
for acknowledged in [producer.send(topic, b"record") for _record in range(int(number))]:
    acknowledged.get(timeout=60)
producer.close()
