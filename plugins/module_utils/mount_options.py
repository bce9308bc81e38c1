# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Mount options of XFS and EXT4: the defaults for Kafka's data, what a kernel has, and what it shows of them.

A kernel does not show every option in mountinfo, and some take effect only when the file system is mounted anew. What
it does not show cannot be compared, and must not look like drift for ever. Read off Linux's fs/xfs/xfs_super.c,
fs/ext4/super.c and Documentation/admin-guide/{xfs,ext4}.rst.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Dict, List, Set, Tuple

from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.sizes import parse_size

DEFAULTS = {
    "xfs": ["noatime", "largeio", "nofail"],
    "ext4": ["noatime", "data=writeback", "delalloc", "nofail"],
}

# Options that a kernel refuses from this version on: mounting fails, at the latest at the next boot.
_REMOVED: Dict[str, Dict[str, Tuple[int, int]]] = {
    "xfs": {
        "nobarrier": (4, 19),
        "barrier": (4, 19),
        "delaylog": (4, 0),
        "nodelaylog": (4, 0),
        "ikeep": (6, 18),
        "noikeep": (6, 18),
        "attr2": (6, 18),
        "noattr2": (6, 18),
    },
    "ext4": {},
}

# What mountinfo shows whenever it is in force, flags and names of values alike.
_SHOWN_BY_ALL = {
    "ro",
    "rw",
    "noatime",
    "relatime",
    "nodiratime",
    "nosuid",
    "nodev",
    "noexec",
    "sync",
    "dirsync",
    "lazytime",
}
_SHOWN = {
    "xfs": {"inode32", "inode64", "largeio", "swalloc", "wsync", "noalign", "nouuid", "filestreams", "discard"}
    | {"allocsize", "logbufs", "logbsize", "sunit", "swidth"},
    "ext4": {"nodelalloc", "nobarrier", "discard", "noauto_da_alloc"}
    | {"data", "commit", "errors", "stripe", "min_batch_time", "max_batch_time", "inode_readahead_blks"},
}
# Of those, what a remount does not change.
_FIXED = {"xfs": _SHOWN["xfs"] - {"inode32", "inode64"}, "ext4": {"data", "stripe"}}
# Of those, what a remount refuses as a whole, where the others are checked and then left as they were.
_REFUSED_BY_REMOUNT: Dict[str, Set[str]] = {"xfs": set(), "ext4": {"data"}}
# Shown only when it is something else.
_UNSHOWN_DEFAULTS = {"data=ordered", "commit=5", "errors=continue", "stripe=0"} | {
    "inode_readahead_blks=32",
    "min_batch_time=0",
    "max_batch_time=15000",
}
# Never the kernel's business: mount(8), systemd and the fstab read them.
_USERSPACE = re.compile(r"(defaults|auto|noauto|nofail|_netdev|users?|nouser|owner|group|comment=.*|x-.*|X-.*)\Z")


@dataclass(frozen=True)
class Comparison:
    """Wanted options that are not in force: *remount* would change them, *fixed* wait for the next mount.

    *unseen* are options for the kernel of which it shows nothing, so that nobody can tell.
    """

    remount: List[str]
    fixed: List[str]
    unseen: List[str]


def kernel_version(release: str) -> Tuple[int, int]:
    """(6, 1) of "6.1.0-13-amd64"."""
    numbers = [int(number) for number in re.findall(r"\d+", release)[:2]]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (0, 0)


def choose(fstype: str, given: List[str] | None, release: str) -> List[str]:
    """The options to mount with: *given*, or the defaults for *fstype* as far as the kernel *release* has them.

    Raises GroundworkError for a given option that this kernel no longer has, or that is no option.
    """
    removed = {option for option, since in _REMOVED[fstype].items() if kernel_version(release) >= since}
    if given is None:
        return [option for option in DEFAULTS[fstype] if option not in removed]
    for option in given:
        if option in removed:
            since = ".".join(str(part) for part in _REMOVED[fstype][option])
            raise GroundworkError(
                f"The mount option {option} was removed from {fstype.upper()} in Linux {since} and this host runs "
                f"{release}; leave it out, or mounting would fail at the next boot."
            )
        if not re.match(r"[^\s,]+\Z", option):
            raise GroundworkError(f"{option!r} is not a mount option; give one option in each item of the list.")
    return list(given)


def compare(fstype: str, wanted: List[str], effective: List[str]) -> Comparison:
    """*wanted* against the options that mountinfo shows of a mounted file system, *effective*."""
    result = Comparison([], [], [])
    for option in wanted:
        name = option.partition("=")[0]
        if _USERSPACE.match(option) or any(_equal(option, other) for other in effective):
            continue
        if (name in _SHOWN_BY_ALL | _SHOWN[fstype] and not _hidden_default(option, effective)) or _opposed(
            name, effective
        ):
            (result.fixed if {name, _opposite(name)} & _FIXED[fstype] else result.remount).append(option)
        else:
            result.unseen.append(option)
    return result


def remountable(fstype: str, wanted: List[str]) -> List[str]:
    """The options of *wanted* to remount with, which is also how the kernel is asked whether it knows them."""
    refused = _REFUSED_BY_REMOUNT[fstype]
    return [option for option in wanted if option.partition("=")[0] not in refused and not _USERSPACE.match(option)]


def _hidden_default(option: str, effective: List[str]) -> bool:
    name = option.partition("=")[0] + "="
    return option in _UNSHOWN_DEFAULTS and not any(shown.startswith(name) for shown in effective)


def _opposed(name: str, effective: List[str]) -> bool:
    return _opposite(name) in effective


def _opposite(name: str) -> str:
    return name[2:] if name.startswith("no") else "no" + name


def _equal(option: str, shown: str) -> bool:
    """Whether two options are the same, also when one says allocsize=64m and the other allocsize=65536k."""
    (name, _sep, value), (shown_name, _sep, shown_value) = option.partition("="), shown.partition("=")
    if option == shown or name != shown_name:
        return option == shown
    try:
        return parse_size(value, name) == parse_size(shown_value, name)
    except GroundworkError:
        return False
