# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where secrets would show: texts, processes' command lines and environments, open files, the journal."""

import shlex
import threading
from pathlib import Path


def in_text(markers, text):
    """Those of *markers* that *text* holds."""
    return sorted({marker for marker in markers if marker in text})


class Processes(threading.Thread):
    """Looks, as long as it is entered, at every process of this machine, which has those of its containers too."""

    def __init__(self, markers):
        super().__init__(daemon=True)
        self.markers = [marker.encode() for marker in markers]
        self.found, self.looks, self.over = set(), 0, threading.Event()

    def run(self):
        while not self.over.is_set():
            for process in Path("/proc").glob("[0-9]*"):
                self.search(process)
            self.looks += 1
            self.over.wait(0.05)

    def search(self, process):
        for name in ("cmdline", "environ"):
            try:
                content = (process / name).read_bytes()
            except OSError:
                continue  # it has ended
            self.found |= {(name, marker.decode()) for marker in self.markers if marker in content}

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_error):
        self.over.set()
        self.join()


def in_readable_files(host, markers):
    """The files of *host* that everybody can read, through folders that everybody can enter, and that hold a marker."""
    places = "/ /run /tmp /data/kafka /data/zookeeper"
    closed = r"\( -path /proc -o -path /sys -o -path /usr -o -path /opt -o -type d ! -perm -o=x \) -prune"
    search = f"find {places} -xdev {closed} -o -type f -perm -o=r -size -2048k -print0"
    patterns = " ".join(f"-e {shlex.quote(marker)}" for marker in markers)
    return host.run(f"{search} | xargs -0 -r grep -lF {patterns}").stdout.split()


def in_passing_files(host, markers):
    """The files of *host* that hold a marker where programs leave what they need for a while, whoever may read them."""
    search = "find /tmp /var/tmp /dev/shm /root -xdev -type f -print0"
    patterns = " ".join(f"-e {shlex.quote(marker)}" for marker in markers)
    return host.run(f"{search} | xargs -0 -r grep -lF {patterns}").stdout.split()


def in_journal(host, markers):
    """Those of *markers* that *host*'s journal holds."""
    return in_text(markers, host.check_output("journalctl --no-pager --quiet --output=cat"))
