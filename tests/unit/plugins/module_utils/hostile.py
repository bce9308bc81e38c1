# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a service's user may put where root looks for a file or a folder; beside it, two folders up, is ``root``."""

from __future__ import annotations

import os
import socket
import stat
import struct
from pathlib import Path

import pytest

#: What nobody but root may read: it would be shown as the identity of whatever is read.
SECRET = "geheim"
TEXT = f"{SECRET}\n" + "".join(
    f"{key}={SECRET}\n" for key in ("broker.id", "node.id", "cluster.id", "log.dirs", "dataDir")
)


def lay_out(root):
    """Below *root* files of root's alone, and the folder ``data/theirs``, which others can change."""
    for name in ("root/inside/geheim-0", "root/inside/version-2", "data/theirs"):
        (root / name).mkdir(parents=True)
    for name in ("secret", "inside/.groundwork-at-1", "inside/meta.properties", "inside/myid", "inside/log.geheim"):
        (root / "root" / name).write_text(TEXT)
        (root / "root" / name).chmod(0o600)
    (root / "root/inside/version-2/snapshot.geheim").write_text(TEXT)
    (root / "data/theirs").chmod(0o777)


def outside(root):
    """What lies outside of the folder that others can change: text, owner, mode, and when it was changed."""
    found = {}
    for folder, _folders, names in os.walk(os.path.join(root, "root")):
        for path in (folder, *(os.path.join(folder, name) for name in names)):
            status = os.lstat(path)
            text = Path(path).read_text() if stat.S_ISREG(status.st_mode) else ""
            found[path] = (text, status.st_uid, status.st_gid, status.st_mode, status.st_mtime_ns, status.st_ctime_ns)
    return found


def a_pipe(path):
    os.mkfifo(path)


def a_socket(path):
    folder = os.open(os.path.dirname(path), os.O_RDONLY)  # the address of a socket is short
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(f"/proc/self/fd/{folder}/{os.path.basename(path)}")
    os.close(folder)


def a_device(path):
    os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 5))  # /dev/zero, which never ends


def a_link(path):
    os.symlink("../../root/secret", path)


def a_link_to_a_folder(path):
    os.symlink("../../root/inside", path)


def a_link_to_nothing(path):
    os.symlink("../../root/none", path)


def a_link_to_itself(path):
    os.symlink(os.path.basename(path), path)


def a_hard_link(path):
    os.link(os.path.join(os.path.dirname(path), "../../root/secret"), path)


def give_by_acl(path, user):
    """Give the number *user* all rights to *path* by an access control list (setfacl -m u:USER:rwx), not the others."""
    rights = [(0x01, 7, -1), (0x02, 7, user), (0x04, 5, -1), (0x10, 7, -1), (0x20, 5, -1)]
    packed = b"".join(struct.pack("<HHi", *one) for one in rights)
    try:
        os.setxattr(path, "system.posix_acl_access", struct.pack("<I", 2) + packed)
    except OSError as error:
        pytest.skip(f"no access control lists here: {error}")


def a_folder(path):
    os.mkdir(path)


ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a device")
LINKS = (a_link, a_link_to_a_folder, a_link_to_nothing, a_link_to_itself)
NO_FILES = (*LINKS, a_pipe, a_socket, a_hard_link, a_folder, pytest.param(a_device, marks=ROOT))
NO_FOLDERS = (*LINKS, a_pipe, a_socket, a_hard_link, pytest.param(a_device, marks=ROOT))
