# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Mount options of XFS and EXT4: the defaults for Kafka's data, what a kernel has, and what it shows of them.

A kernel does not show every option, and some take effect only when the file system is mounted anew. What it does not
show cannot be compared, and must not look like drift for ever. Tried on loop devices with Linux 6.1 and 6.18, and read
off Linux's fs/xfs/xfs_super.c, fs/ext4/super.c and Documentation/admin-guide/{xfs,ext4}.rst.
"""

from __future__ import annotations

import re
from typing import Dict, List, NamedTuple, Sequence, Set, Tuple

from ..core.errors import GroundworkError
from ..core.sizes import parse_size
from ..core.version import numbers

# nobh, which the documentation names for EXT4 as well, is an option that no current kernel does anything for; how long
# a commit may wait (commit=SECONDS) is a person's decision about what a power loss may take.
DEFAULTS = {"xfs": ["noatime", "largeio"], "ext4": ["noatime", "data=writeback", "delalloc"]}
NOFAIL = "nofail"

# Options that a kernel refuses from this version on: mounting fails, at the latest at the next boot.
_REMOVED: Dict[str, Dict[str, Tuple[int, int]]] = {
    "xfs": {"nobarrier": (4, 19), "barrier": (4, 19), "delaylog": (4, 0), "nodelaylog": (4, 0)},
    "ext4": {},
}
# Options that a kernel takes without a word, or with one in its log, and does nothing for.
_IGNORED: Dict[str, Dict[str, Tuple[int, int]]] = {
    "xfs": dict.fromkeys(("attr2", "noattr2", "ikeep", "noikeep"), (6, 18)),
    "ext4": dict.fromkeys(("nobh", "bh", "orlov", "oldalloc", "mblk_io_submit", "nomblk_io_submit"), (0, 0)),
}

# Flags that are shown whenever they are in force, so that their opposite is when they are not shown.
_FLAGS_OF_ALL = {"nodiratime", "nosuid", "nodev", "noexec", "sync", "dirsync", "lazytime"}
_FLAGS = {
    "xfs": {"largeio", "swalloc", "wsync", "noalign", "nouuid", "filestreams", "discard", "grpid"},
    "ext4": {"nodelalloc", "nobarrier", "discard", "noauto_da_alloc", "journal_async_commit", "nodioread_nolock"},
}
# What is in force when nothing else is shown.
_DEFAULTS: Dict[str, List[str]] = {
    "xfs": ["rw", "inode64"],
    "ext4": [
        *("rw", "data=ordered", "commit=5", "errors=continue", "stripe=0"),
        *("inode_readahead_blks=32", "min_batch_time=0", "max_batch_time=15000"),
    ],
}
# Shown with a value whenever somebody gave one.
_VALUES = {"xfs": {"allocsize", "logbufs", "logbsize", "sunit", "swidth"}, "ext4": {"init_itable"}}

# What a remount leaves as it is, with exit code 0 (XFS) or by refusing the whole remount (EXT4).
_FIXED = {
    "xfs": {"largeio", "swalloc", "wsync", "align", "uuid", "filestreams", "discard", "grpid"} | _VALUES["xfs"],
    "ext4": {"data", "delalloc", "journal_async_commit"},
}
_REFUSED_BY_REMOUNT: Dict[str, Set[str]] = {"xfs": set(), "ext4": _FIXED["ext4"]}

# Options that take each other's place, though their names do not tell.
_FAMILIES = {
    **dict.fromkeys(("rw", "ro"), "rw"),
    **dict.fromkeys(("atime", "noatime", "relatime", "norelatime", "strictatime", "nostrictatime"), "atime"),
    **dict.fromkeys(("sync", "async"), "sync"),
    **dict.fromkeys(("inode32", "inode64"), "inode"),
}
_OTHER_NAMES = {
    "atime": "relatime",
    "async": "nosync",
    "dioread_lock": "nodioread_nolock",
    "commit=0": "commit=5",
    "barrier=0": "nobarrier",
    "barrier=1": "barrier",
    "bsdgroups": "grpid",
    "sysvgroups": "nogrpid",
}
# Never the kernel's business: mount(8), systemd and the fstab read them.
_USERSPACE = re.compile(r"(defaults|auto|noauto|nofail|_netdev|users?|nouser|owner|group|comment=.*|x-.*|X-.*)\Z")


class Comparison(NamedTuple):
    """Wanted options that are not in force: *remount* would change them, *fixed* wait for the next mount.

    *unseen* are options of which the kernel shows nothing, so that nobody can tell, and *ignored* those for which it
    does nothing.
    """

    remount: List[str]
    fixed: List[str]
    unseen: List[str]
    ignored: List[str]


def choose(fstype: str, given: List[str] | None, release: str) -> List[str]:
    """The options to mount with: *given*, or the defaults for *fstype*; always with nofail at the end.

    Raises GroundworkError for a given option that this kernel no longer has, or that is no option.
    """
    options = DEFAULTS[fstype] if given is None else given
    for option in options:
        if is_removed(fstype, option, release):
            since = ".".join(str(part) for part in _REMOVED[fstype][option])
            raise GroundworkError(
                f"The mount option {option} was removed from {fstype.upper()} in Linux {since} and this host runs "
                f"{release}; leave it out, or mounting would fail at the next boot."
            )
        if not re.match(r"[^\s,]+\Z", option):
            raise GroundworkError(f"{option!r} is not a mount option; give one option in each item of the list.")
    return [*(option for option in options if option != NOFAIL), NOFAIL]


def is_removed(fstype: str, option: str, release: str) -> bool:
    """Whether a kernel *release* refuses *option*, which an older one had."""
    since = _REMOVED[fstype].get(option)
    return since is not None and numbers(release) >= since


def merged(fstype: str, wanted: Sequence[str], found: Sequence[str], release: str) -> List[str]:
    """The options for fstab: *wanted*, and of those *found* there all that somebody added and nothing contradicts.

    They are *found* itself where that says it already, in whatever order.
    """
    kept = added(fstype, wanted, found, release)
    return list(found) if sorted(found) == sorted([*wanted, *kept]) else [*wanted, *kept]


def added(fstype: str, wanted: Sequence[str], found: Sequence[str], release: str) -> List[str]:
    """The options of fstab, *found*, that contradict none of *wanted* and that the kernel still has."""
    taken = {_family(option) for option in wanted}
    return [
        option
        for option in dict.fromkeys(found)
        if option and option != "defaults" and _family(option) not in taken and not is_removed(fstype, option, release)
    ]


def for_kernel(options: Sequence[str]) -> List[str]:
    """The *options* that are not for mount(8), systemd or the reader of fstab alone."""
    return [option for option in options if not _USERSPACE.match(option)]


def compare(fstype: str, wanted: Sequence[str], effective: Sequence[str], release: str) -> Comparison:
    """*wanted* against the options that a kernel *release* shows of a mounted file system, *effective*."""
    result = Comparison([], [], [], [])
    for option in for_kernel(wanted):
        standing = _standing(fstype, option, effective, "strictatime")
        if numbers(release) >= _IGNORED[fstype].get(option, (999, 0)):
            result.ignored.append(option)
        elif standing is None:
            result.unseen.append(option)
        elif standing != option:
            (result.fixed if _family(option) in _FIXED[fstype] else result.remount).append(option)
    return result


def in_force(fstype: str, asked: Sequence[str], effective: Sequence[str]) -> List[str]:
    """What the kernel shows, *effective*, in terms of *asked*: each option itself, or what is there in its place."""
    return _terms(fstype, asked, effective, "strictatime", effective)


def after_mounting(fstype: str, asked: Sequence[str], given: Sequence[str], effective: Sequence[str]) -> List[str]:
    """What :func:`in_force` will say once the file system has been mounted with the options *given*.

    *effective* is what the kernel shows now, from which it is known of what it tells.
    """
    return _terms(fstype, asked, for_kernel(given), "relatime", effective)


def remountable(fstype: str, wanted: Sequence[str], effective: Sequence[str] = ()) -> List[str]:
    """The options to remount with, which is also how the kernel is asked whether it knows them.

    A remount sets all the flags of the mount, so that those in force, *effective*, of which *wanted* says nothing are
    given again.
    """
    options = [option for option in for_kernel(wanted) if _family(option) not in _REFUSED_BY_REMOUNT[fstype]]
    said = {_family(option) for option in options}
    return options + [option for option in effective if option in _FLAGS_OF_ALL and _family(option) not in said]


def after_remount(fstype: str, changed: Sequence[str], effective: Sequence[str]) -> List[str]:
    """What :func:`in_force` will say of *changed* once a remount with them has changed what it can of *effective*."""
    given = [option for option in changed if _family(option) not in _FIXED[fstype]]
    return _terms(fstype, changed, [*effective, *given], "strictatime", effective)


def restoring(fstype: str, changed: Sequence[str], effective: Sequence[str]) -> List[str]:
    """The options that take a remount with *changed* back to what was in force before, *effective*."""
    result = remountable(fstype, in_force(fstype, changed, effective), effective)
    for option in changed:
        plain, family = _plain(option), _family(option)
        if plain in _FLAGS[fstype] and family not in _FIXED[fstype] and family not in map(_family, result):
            result.append(_opposite(plain))
    return result


def _terms(fstype: str, asked: Sequence[str], options: Sequence[str], atime: str, shown: Sequence[str]) -> List[str]:
    told = [option for option in for_kernel(asked) if _standing(fstype, option, shown, atime) is not None]
    standing = [_standing(fstype, option, options, atime) for option in told]
    return list(dict.fromkeys(option for option in standing if option))


def _standing(fstype: str, option: str, options: Sequence[str], atime: str) -> str | None:
    """What stands in *options* for *option*: itself, its rival, "" for nothing; None when nobody can tell.

    *atime* is what is in force when none of that family is given.
    """
    family, flags = _family(option), _FLAGS_OF_ALL | _FLAGS[fstype]
    same = [other for other in options if _family(other) == family]
    if not same:
        same = [other for other in [*_DEFAULTS[fstype], atime] if _family(other) == family]
    if same:
        rival = _plain(same[-1])
        return option if _equal(option, rival) else "" if _opposite(rival) in flags else rival
    plain = _plain(option)
    if plain in flags or family in _VALUES[fstype]:
        return ""
    return option if _opposite(plain) in flags else None


def _plain(option: str) -> str:
    return _OTHER_NAMES.get(option, option)


def _family(option: str) -> str:
    name = _plain(option).partition("=")[0]
    return _FAMILIES.get(option) or _FAMILIES.get(name) or (name[2:] if name.startswith("no") else name)


def _opposite(name: str) -> str:
    return name[2:] if name.startswith("no") else "no" + name


def _equal(option: str, shown: str) -> bool:
    """Whether two options are the same, also when one says allocsize=64m and the other allocsize=65536k."""
    option, shown = _plain(option), _plain(shown)
    (name, _sep, value), (shown_name, _sep, shown_value) = option.partition("="), shown.partition("=")
    if option == shown or name != shown_name:
        return option == shown
    try:
        return parse_size(value, name) == parse_size(shown_value, name)
    except GroundworkError:
        return False
