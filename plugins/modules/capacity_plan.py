#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: capacity_plan
short_description: Work out what a load asks of a Kafka cluster, and what runs out first
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Works out partitions, segments, memory map areas, descriptors, disk space, page cache, heap, network and threads of
    a cluster's brokers. Each number has its formula with the numbers put in, and the source of that.
  - Tells for each month of the next 60 how much is taken of what there is, and so what runs out first, and when.
  - Numbers of a broker are those of the fullest one. Map areas, descriptors and disk space have head room for another
    broker that is lost and whose replicas are made again.
  - It changes nothing, looks at nothing but its options, and works in Ansible's own process, so no host is asked.
options:
  load:
    description:
      - The cluster, whose brokers are alike, and what it is to carry.
      - Sizes and rates are bytes, or a number with a unit of 1000 or of 1024, such as V(100 MB) or V(1 GiB).
    type: dict
    required: true
    suboptions:
      brokers:
        description: How many brokers there are; always needed.
        type: int
      racks:
        description: How many racks they are in. With no fewer replicas than racks, each rack holds its share of them.
        type: int
        default: 1
      disks:
        description: Data disks of a broker.
        type: int
        default: 1
      disk_bytes:
        description: What one of them holds. Left out, nobody is told when it is full.
        type: raw
      memory_bytes:
        description: Memory of a broker's host.
        type: raw
      network_bytes_per_second:
        description: What a broker's network takes in each direction.
        type: raw
      max_map_count:
        description: The C(vm.max_map_count) that hosts have; left out, that which the plan gives them.
        type: int
      nofile:
        description: The limit of descriptors that brokers have; left out, that which the plan gives them.
        type: int
      heap_bytes:
        description: Heap of a broker; left out, the documented 6 GiB.
        type: raw
      connections:
        description: Connections of clients and of other brokers to one broker.
        type: int
        default: 0
      rebuild_hours:
        description: In how many hours a broker that comes back empty is to have its data again.
        type: raw
        default: 24
      fetcher_bytes_per_second:
        description: What one thread of C(num.replica.fetchers) copies, as measured; left out, there are the documented
          4 of them.
        type: raw
      largest_partition_bytes:
        description: What one partition keeps at most; left out, the documented 25 GB.
        type: raw
      growth_percent:
        description: What a month adds to all rates, in percent of the month before.
        type: raw
        default: 0
      partition_growth_percent:
        description: What a month adds to the number of partitions, in percent of the month before.
        type: raw
        default: 0
      topics:
        description: The classes of topics, each of which has a retention and rates of its own; at least one.
        type: list
        elements: dict
        suboptions:
          name:
            description: What to call the class; always needed.
            type: str
          topics:
            description: How many topics it has, which share its rates evenly.
            type: int
            default: 1
          write_bytes_per_second:
            description: What producers write, compressed as they send it. Of this,
              O(load.topics[].records_per_second) and O(load.topics[].record_bytes) two are needed.
            type: raw
          records_per_second:
            description: How many records they write.
            type: int
          record_bytes:
            description: Size of a record.
            type: raw
          read_bytes_per_second:
            description: What all consumers read; left out, as much as is written.
            type: raw
          producer_bytes_per_second:
            description: What one producer brings into one partition, as measured.
            type: raw
          consumer_bytes_per_second:
            description: What one consumer reads from one partition, as measured.
            type: raw
          partitions:
            description: Partitions of each topic; left out, as many as throughput and size ask for.
            type: int
          replication_factor:
            description: Replicas of each partition; left out, 3, or the number of brokers where there are fewer.
            type: int
          retention_hours:
            description: How long records are kept. This or O(load.topics[].retention_bytes) is needed; of both, what
              deletes first counts.
            type: raw
          retention_bytes:
            description: How much each partition keeps, which is also what the keys of a compacted topic hold.
            type: raw
          segment_bytes:
            description: Size at which a segment is closed; left out, Kafka's 1 GiB.
            type: raw
          roll_hours:
            description: After how many hours a segment is closed; left out, Kafka's 168.
            type: raw
  start:
    description: The month from which on is counted, such as V(2026-01); left out, the present one.
    type: str
  variable:
    description: What O(load) is called in what is refused, where it is a variable of an inventory.
    type: str
    default: load
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Plan six brokers in three racks
  groundwork.kafka.capacity_plan:
    load:
      brokers: 6
      racks: 3
      disks: 4
      disk_bytes: 4 TB
      memory_bytes: 64 GiB
      network_bytes_per_second: 1.25 GB
      connections: 5000
      growth_percent: 4
      topics:
        - name: events
          write_bytes_per_second: 10 MB
          record_bytes: 1000
          read_bytes_per_second: 30 MB
          producer_bytes_per_second: 20 MB
          consumer_bytes_per_second: 5 MB
          retention_hours: 72
        - name: audit
          write_bytes_per_second: 200 kB
          record_bytes: 400
          retention_hours: 8760
          roll_hours: 24
  register: plan
  run_once: true

- name: Show what runs out first
  ansible.builtin.debug:
    msg: "{{ plan.plan.sentence }}"
  run_once: true
"""

RETURN = r"""
plan:
  description: The plan, plain data in the schema C(docs/schemas/plan-1.json) of the collection.
  returned: success
  type: dict
  contains:
    schema:
      description: Name and version of what it contains.
      type: str
      sample: groundwork.kafka/plan/1
    sentence:
      description: What runs out first, and when.
      type: str
      sample: 'Disk space is what runs out first, after 15 months, in April 2027: 16.2 TB are needed of 16 TB.'
    first:
      description: The C(id) of that resource, or null.
      type: str
      sample: disk
    start:
      description: The month from which on is counted.
      type: str
    months:
      description: The months that are looked at.
      type: list
      elements: str
    brokers:
      description: How many brokers there are.
      type: int
    racks:
      description: How many racks they are in.
      type: int
    growth_percent:
      description: What a month adds to all rates.
      type: float
    partition_growth_percent:
      description: What a month adds to the number of partitions.
      type: float
    numbers:
      description: The numbers of the fullest broker.
      type: list
      elements: dict
      contains:
        id:
          description: Its name for programs.
          type: str
          sample: map_areas
        title:
          description: Its name for people.
          type: str
        value:
          description: The number, rounded up.
          type: int
          sample: 732500
        unit:
          description: V(bytes), V(bytes/s), V(records/s), V(hours), or empty for a count.
          type: str
        formula:
          description: How it comes about.
          type: str
          sample: 2 × 366 × 1,000 + 500 of the JVM = 732,500
        source:
          description: Where the formula, or the value, comes from.
          type: str
    topics:
      description: The numbers of each class of topics, with its C(name), as C(numbers) above.
      type: list
      elements: dict
    settings:
      description: What follows for hosts and brokers, by the names that it has there.
      type: dict
      sample:
        vm.max_map_count: 262144
        nofile: 1024288
        heap: 6g
        write_bytes_per_second: 5100000
        num.replica.fetchers: 4
        num.io.threads: 8
    os_tuning_plan:
      description: What the role os_tuning takes as C(os_tuning_plan).
      type: dict
      sample: {partitions: 357, segments: 95198, connections: 5000}
    resources:
      description: What a broker can run out of, as far as its capacity is known.
      type: list
      elements: dict
      contains:
        id:
          description: V(disk), V(memory), V(network_in), V(network_out), V(map_areas), V(descriptors), or
            C(partitions_) with the name of a class of topics.
          type: str
        title:
          description: Its name for people.
          type: str
        unit:
          description: As of a number.
          type: str
        capacity:
          description: How much there is.
          type: int
        needed:
          description: How much is needed today.
          type: int
        percent:
          description: How much is taken in each month of C(months), in percent.
          type: list
          elements: float
        full_after_months:
          description: After how many months more is needed than there is; null where that is not seen.
          type: int
        full_in:
          description: The month in which that is.
          type: str
    load:
      description: Each class of topics as what a validation of the cluster is to write and read.
      type: list
      elements: dict
      sample:
        - name: events
          topics: 1
          partitions: 104
          replication_factor: 3
          record_bytes: 1000
          records_per_second: 10000
          write_bytes_per_second: 10000000
          read_bytes_per_second: 30000000
    findings:
      description: What a person should look at, each with its id, severity, subject, what was found and the remedy.
      type: list
      elements: dict
"""

import time
from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import load, plan
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end

_INT = {"type": "int"}
_RAW = {"type": "raw"}
_TOPIC: Dict[str, Any] = {
    "name": {"type": "str"},
    "topics": {"type": "int", "default": 1},
    "write_bytes_per_second": _RAW,
    "records_per_second": _INT,
    "record_bytes": _RAW,
    "read_bytes_per_second": _RAW,
    "producer_bytes_per_second": _RAW,
    "consumer_bytes_per_second": _RAW,
    "partitions": _INT,
    "replication_factor": _INT,
    "retention_hours": _RAW,
    "retention_bytes": _RAW,
    "segment_bytes": _RAW,
    "roll_hours": _RAW,
}
_LOAD: Dict[str, Any] = {
    "brokers": _INT,
    "racks": {"type": "int", "default": 1},
    "disks": {"type": "int", "default": 1},
    "disk_bytes": _RAW,
    "memory_bytes": _RAW,
    "network_bytes_per_second": _RAW,
    "max_map_count": _INT,
    "nofile": _INT,
    "heap_bytes": _RAW,
    "connections": {"type": "int", "default": 0},
    "rebuild_hours": {"type": "raw", "default": 24},
    "fetcher_bytes_per_second": _RAW,
    "largest_partition_bytes": _RAW,
    "growth_percent": {"type": "raw", "default": 0},
    "partition_growth_percent": {"type": "raw", "default": 0},
    "topics": {"type": "list", "elements": "dict", "options": _TOPIC},
}
ARGUMENTS: Dict[str, Any] = {
    "load": {"type": "dict", "required": True, "options": _LOAD},
    "start": {"type": "str"},
    "variable": {"type": "str", "default": "load"},
}


def run(params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    start = params["start"] or time.strftime("%Y-%m", time.gmtime())
    return {"changed": False, "plan": plan.worked_out(load.read(params["load"], params["variable"]), start)}


def main() -> None:
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
