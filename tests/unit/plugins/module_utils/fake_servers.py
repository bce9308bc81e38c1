# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Made-up processes in the /proc of a made-up host, as a kernel shows them."""

from __future__ import annotations

import ipaddress
import os
import struct

BOOTED = 4_102_444_800  # 2100-01-01T00:00:00Z: nothing that a test writes now is newer, unless it says so
JAVA = "/usr/lib/jvm/java-17/bin/java"
KAFKA = [JAVA, "-Xms6g", "-Xmx6g", "-XX:+UseG1GC", "-cp", "/opt/kafka/libs/*", "kafka.Kafka", "/etc/kafka.properties"]
PEER = "org.apache.zookeeper.server.quorum.QuorumPeerMain"
ZOOKEEPER = [JAVA, "-Xms1g", "-Xmx1g", "-cp", "/opt/zookeeper/libs/*", PEER, "/etc/zoo.cfg"]
OWN, OTHER = "pid:[4026531836]", "pid:[4026532700]"


def boot(host):
    """A host with what every reading needs, and no process but the reader's own."""
    host.put("/proc/stat", f"cpu 1 2 3\nbtime {BOOTED}\n")
    host.put("/proc/1/cmdline", "/sbin/init\0")
    host.put("/proc/2/cmdline", "")
    host.put("/etc/passwd", "root:x:0:0:root:/root:/bin/bash\nkafka:x:1000:1000::/:/sbin/nologin\n")
    host.put("/proc/sys/vm/max_map_count", "65536\n")
    link(host, "/proc/self/ns/pid", OWN)


def link(host, path, target):
    """A symbolic link, in the place of what was there."""
    real = host.real(path)
    os.makedirs(os.path.dirname(real), exist_ok=True)
    if os.path.lexists(real):
        os.unlink(real)
    os.symlink(target, real)


def run(
    host,
    pid,
    argv,
    *,
    started=100,
    uid=1000,
    cgroup="0::/system.slice/kafka.service\n",
    areas=300,
    descriptors=100,
    segments=0,
    limits=("262144", "1024288"),
    namespace=OWN,
    root="/",
    exe=JAVA,
):
    """Process *pid* with the command line *argv*, *started* in seconds after the boot."""
    folder = f"/proc/{pid}"
    ticks = os.sysconf("SC_CLK_TCK") * started
    host.put(f"{folder}/cmdline", "".join(word + "\0" for word in argv))
    host.put(f"{folder}/stat", f"{pid} (a (java) b) S " + "0 " * 18 + f"{ticks} 0 0\n")
    host.put(f"{folder}/status", f"Name:\tjava\nUid:\t{uid}\t{uid}\t{uid}\t{uid}\n")
    host.put(f"{folder}/cgroup", cgroup)
    host.put(f"{folder}/maps", "7f00-7f01 r--p 00000000 08:01 1 /index\n" * areas)
    host.put(
        f"{folder}/limits", f"Limit  Soft  Hard  Units\nMax open files            {limits[0]}  {limits[1]}  files\n"
    )
    os.makedirs(host.real(f"{folder}/fd"))
    for number in range(descriptors):
        host.put(f"{folder}/fd/{number}", "")
    for number in range(segments):
        link(host, f"{folder}/fd/{descriptors + number}", f"/data/kafka/topic-0/{number:020}.log")
    link(host, f"{folder}/ns/pid", namespace)
    link(host, f"{folder}/root", host.real(root))
    link(host, f"{folder}/cwd", "/home/kafka")
    link(host, f"{folder}/exe", exe)


def listen(host, pid, port, address="127.0.0.1"):
    """Have process *pid* accept connections at *port* of *address*, beside where it does already."""
    packed = ipaddress.ip_address(address).packed
    words = "".join(f"{word:08X}" for word in struct.unpack(f"={len(packed) // 4}I", packed))
    table = f"/proc/{pid}/net/tcp" + ("6" if len(packed) > 4 else "")
    inode = 4000 + len(os.listdir(host.real(f"/proc/{pid}/fd")))
    link(host, f"/proc/{pid}/fd/{inode}", f"socket:[{inode}]")
    row = f"   0: {words}:{port:04X} 0:0 0A 0:0 0:0 0 1000 0 {inode} 1\n"
    before = host.read(table) or "  sl  local_address rem_address   st\n"
    os.makedirs(os.path.dirname(host.real(table)), exist_ok=True)
    with open(host.real(table), "w") as file:
        file.write(before + row)
