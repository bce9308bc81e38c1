# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a broker's memory is for: its heap, what the JVM takes beside it, and the page cache.

Kafka reads and writes through the page cache, which should hold 30 seconds of writes; what the heap takes is not there
for it. Source: Apache Kafka documentation, Operations, Memory: ``https://kafka.apache.org/documentation/#hwandos``.
"""

from __future__ import annotations

DEFAULT_HEAP = 6 << 30  # the documented heap of a broker; a larger one takes page cache and gains nothing
PAGE_CACHE_SECONDS = 30
#: What a JVM takes beside its heap: up to 240 MiB of compiled code, 96 MiB and more of classes, stacks, socket buffers.
BESIDE_HEAP = 512 << 20
