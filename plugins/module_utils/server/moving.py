# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What every move of a server's data does: files are copied, held against those they were copied from, and kept.

The folders belong to the service's user, who may put anything there at any time. So whatever is made in them is made as
that user, with no more rights than its own; root only reads there. Nothing that a server may have read is ever deleted.
"""

from __future__ import annotations

import os
import posixpath
from typing import List, Sequence

from ..core.errors import GroundworkError
from ..host import accounts, contents, paths
from ..host.machine import Host

_AT_ONCE = 200  # files that one command gets


def as_user(host: Host, account: accounts.Service, *words: str) -> None:
    """Run the command of *words* as the service's user and in its group; GroundworkError with what it said."""
    done = host.run(["runuser", "-u", account.user, "-g", account.group, "--", *words])
    if done.rc != 0:
        said = (done.stderr.strip() or f"exit code {done.rc}").splitlines()[-1]
        raise GroundworkError(f"{words[0]} failed as user {account.user} ({said}); mend that, and run again.")


def make(host: Host, account: accounts.Service, folder: str) -> None:
    """Make *folder* the service's, its parents root's, with the same modes under any umask."""
    known = accounts.look_up(host, [account.user], [account.group])
    if account.user not in known.users or account.group not in known.groups:
        raise GroundworkError(
            f"This host has no user {account.user} or no group {account.group}; run the playbook "
            "groundwork.kafka.site first, with the folders as they were."
        )
    host.folder(folder, 0o750, (known.users[account.user], known.groups[account.group]))


def copy(host: Host, account: accounts.Service, source: str, target: str, names: Sequence[str]) -> None:
    """Copy the files *names* of the folder *source* into the new folder *target*, a stage, whole and on the disk.

    What an earlier run has left there was never read by a server, and is not kept.
    """
    discard(host, account, target)
    as_user(host, account, "mkdir", "-m", "0750", "--", target)
    for some in _portions(names):
        files = [posixpath.join(source, name) for name in some]
        as_user(host, account, "cp", "--no-dereference", "--preserve=mode,timestamps", "-t", target, "--", *files)
    settle(host, target, names)
    check_same(host, source, target, names)


def discard(host: Host, account: accounts.Service, folder: str) -> None:
    """Remove the stage *folder*, where it is there."""
    if host.exists(folder):
        as_user(host, account, "rm", "-r", "-f", "--one-file-system", "--", folder)


def shift(host: Host, account: accounts.Service, source: str, target: str, names: Sequence[str]) -> None:
    """Rename the files *names* of the folder *source* into *target*, on the same file system, which is made if missing.

    Raises GroundworkError where one of them is there already, with both where they were.
    """
    as_user(host, account, "mkdir", "-p", "-m", "0750", "--", target)
    for some in _portions(names):
        files = [posixpath.join(source, name) for name in some]
        as_user(host, account, "mv", "--no-clobber", "-t", target, "--", *files)
    left = sorted(set(names) & set(host.names(source)))
    if left:
        raise GroundworkError(
            f"{source}/{left[0]} was to go to {target}, which has another file of that name; look at both, move one "
            "away, and run again."
        )
    for folder in (target, source, posixpath.dirname(target)):
        _settle_folder(host, folder)


def rename(host: Host, account: accounts.Service, source: str, target: str) -> None:
    """Give the file or folder *source* the name *target* on the same file system, at once and where nothing is."""
    as_user(host, account, "mv", "--no-clobber", "--no-target-directory", "--", source, target)
    if host.exists(source):
        raise GroundworkError(
            f"{source} was to become {target}, which is there already; look at both, move one away, and run again."
        )
    for folder in (posixpath.dirname(source), posixpath.dirname(target)):
        _settle_folder(host, folder)


def settle(host: Host, folder: str, names: Sequence[str]) -> None:
    """Have the files *names* in *folder* outlive a loss of power; whoever reads them next does so from the disk."""
    for name in names:
        with host.opened(posixpath.join(folder, name)) as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    while folder != "/":
        _settle_folder(host, folder)
        folder = posixpath.dirname(folder)


def _settle_folder(host: Host, folder: str) -> None:
    with paths.spot(folder, host.root) as at, at.directory() as handle:
        os.fsync(handle)


def check_same(host: Host, source: str, target: str, names: Sequence[str]) -> None:
    """Raise GroundworkError unless *target* holds the files *names* alone, byte by byte those of *source*."""
    found = set(host.names(target))
    strange = sorted(found ^ set(names))
    other = strange or [name for name in names if not contents.same(host, *(f"{at}/{name}" for at in (source, target)))]
    if other:
        raise GroundworkError(
            f"{target}/{other[0]} is not what {source}/{other[0]} is, though it was just copied from there; look into "
            "the kernel's log (dmesg), see that nothing else uses the two, and run again."
        )


def _portions(names: Sequence[str]) -> List[Sequence[str]]:
    return [names[at : at + _AT_ONCE] for at in range(0, len(names), _AT_ONCE)]
