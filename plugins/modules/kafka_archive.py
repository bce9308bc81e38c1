#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: kafka_archive
short_description: Install Kafka from an archive, against a checksum
version_added: "0.1.0"
description:
  - Unpacks an archive of Apache Kafka's official layout (C(kafka_2.13-3.9.2/libs/...)) below a directory, after its
    checksum was verified, and switches a symbolic link to it in one step.
  - A stamp file in the unpacked folder holds the checksum, so that a later run with the same checksum transfers and
    hashes nothing.
  - A stamp is believed in a folder that root alone can change, the whole way to it and the jars in it included. One
    that the archive or the link names and that others could have changed is refused; other copies are passed over.
  - In check mode what is not unpacked yet is asked for where it is, and not fetched.
  - One run at a time works on a host; a second one fails and says who does. What a run that was killed has left is
    removed by the next one.
  - Members that would be written outside the folder, links that lead out of it, and devices are refused.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  src:
    description:
      - The archive. An C(http://), C(https://) or C(file://) URL is fetched by the host.
      - Anything else is a path on the control node, searched as P(ansible.builtin.copy#module) does; the file is
        transferred only when the host does not have that archive yet.
    type: str
    required: true
  checksum:
    description:
      - The SHA-512 or SHA-256 checksum of the archive as C(sha512:HEX), C(sha256:HEX) or bare hexadecimal
        digits; or the path (on the control node) or URL (fetched by the host) of a checksum file.
      - A checksum file may have the format of C(sha512sum), or that of Apache's own C(.sha512) files.
    type: str
    required: true
  proxy:
    description:
      - The HTTP proxy that the host fetches URLs through, C(http://HOST:PORT) or C(http://USER:PASSWORD@HOST:PORT), for
        all of them. Without it the environment of the task tells, C(http_proxy), C(https_proxy) and C(no_proxy).
    type: str
    version_added: "0.4.0"
  prefix:
    description:
      - What the names of the variables begin with that hold O(src), O(checksum), O(directory) and O(proxy), for the
        sentences, such as V(kafka_archive_).
    type: str
    default: ""
    version_added: "0.4.0"
  signature:
    description:
      - A file on the control node with the archive's detached signature (C(.asc)). C(gpgv) checks it there, in check
        mode as well, before the archive is brought to a host that does not have it yet; O(src) is then a path as well.
    type: str
    version_added: "0.4.0"
  keys:
    description:
      - A file on the control node with the public keys that are trusted for O(signature), such as Kafka's C(KEYS). They
        are trusted also when they have expired.
    type: str
    version_added: "0.4.0"
  directory:
    description:
      - Where the archive's folder goes, an absolute path.
    type: path
    default: /opt
  link:
    description:
      - A symbolic link to switch to the unpacked folder, such as V(/opt/kafka). It is refused in a folder that others
        than root could change, the whole way to it included.
    type: path
  switch:
    description:
      - Whether the link is switched. V(same_version) fails, with nothing changed, when it is at another version of
        Kafka; V(never) only unpacks.
    type: str
    choices: [always, same_version, never]
    default: always
    version_added: "0.3.0"
  unit:
    description:
      - The systemd unit that runs what O(link) is at. Where there is no O(link) yet, as when it is to have another
        path, the version is that of the link that the unit names.
    type: path
    version_added: "0.4.0"
  archive_on_host:
    description:
      - Where the action plugin put the archive on the host. It is for the action plugin alone; do not give it.
    type: path
extends_documentation_fragment:
  - groundwork.kafka.attributes.changes
attributes:
  action:
    description: An action plugin brings an archive of the controller to the host.
    support: full
"""

EXAMPLES = r"""
- name: Install Kafka from an archive beside the playbook
  groundwork.kafka.kafka_archive:
    src: kafka_2.13-3.9.2.tgz
    checksum: kafka_2.13-3.9.2.tgz.sha512
    link: /opt/kafka

- name: Install Kafka from an archive beside the playbook that one of Kafka's release managers has signed
  groundwork.kafka.kafka_archive:
    src: kafka_2.13-3.9.2.tgz
    checksum: kafka_2.13-3.9.2.tgz.sha512
    signature: kafka_2.13-3.9.2.tgz.asc
    keys: KEYS
    link: /opt/kafka

- name: Install Kafka from a mirror
  groundwork.kafka.kafka_archive:
    src: https://mirror.example.com/kafka/3.9.2/kafka_2.13-3.9.2.tgz
    checksum: https://mirror.example.com/kafka/3.9.2/kafka_2.13-3.9.2.tgz.sha512
    link: /opt/kafka
"""

RETURN = r"""
home:
  description: The unpacked folder without symbolic links; empty in check mode when the archive's name does not tell it.
  returned: success
  type: str
  sample: /opt/kafka_2.13-3.9.2
link:
  description: The symbolic link to it, empty when none was asked for.
  returned: success
  type: str
  sample: /opt/kafka
linked_version:
  description: The version that the link was at before; empty when it was at none.
  returned: success
  type: str
  sample: 3.9.1
  version_added: "0.3.0"
signed_by:
  description: The fingerprint of the key that signed the archive.
  returned: when O(signature) was checked
  type: str
  sample: 0123456789ABCDEF0123456789ABCDEF01234567
  version_added: "0.4.0"
version:
  description: Kafka's version; empty in check mode when the archive's name does not tell it.
  returned: success
  type: str
  sample: 3.9.2
"""

import os
from contextlib import contextmanager
from typing import IO, Any, Dict, Iterator
from urllib.error import HTTPError, URLError

from ansible.module_utils.basic import AnsibleModule
from ansible.module_utils.urls import open_url

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import archive, archive_digests, checksum, proxy

_TIMEOUT = 30  # seconds without an answer
_CHECKSUM_FILE = 1 << 20  # bytes, and more than any has
_EMPTY = {
    "src": "the path or the URL of a Kafka archive",
    "checksum": "sha512:HEX, or the path or URL of the archive's checksum file",
}


@contextmanager
def opened(params: Dict[str, Any], option: str, method: str = "GET") -> Iterator[IO[bytes]]:
    """What is at the URL that *option* of *params* gives; GroundworkError where it cannot be had."""
    url, way, prefix = params[option], params["proxy"] or "", params["prefix"]
    through = f" through the proxy {proxy.place(way, f'{prefix}proxy')}" if way else ""
    try:
        with proxy.used(way), open_url(url, method=method, timeout=_TIMEOUT, http_agent="groundwork-kafka") as answer:
            yield answer
    except (URLError, OSError, ValueError) as error:
        shown = archive.without_credentials(url)
        reason = proxy.hidden(archive.without_credentials(str(error).replace(url, shown)), way)
        raise GroundworkError(
            f"{shown} could not be fetched{through} ({reason}); check {prefix}{option}, and the host's way to it"
            f"{'' if way else f', for which {prefix}proxy may give a proxy'}."
        ) from error


def fetch_archive(params: Dict[str, Any], path: str) -> None:
    """Fetch the archive into the file *path*."""
    with opened(params, "src") as answer, open(path, "wb") as file:
        for block in iter(lambda: answer.read(1 << 20), b""):
            file.write(block)


def ask_for_archive(params: Dict[str, Any]) -> None:
    """Raise GroundworkError unless the host can have the archive, of which nothing is fetched."""
    try:
        with opened(params, "src", "HEAD"):
            return
    except GroundworkError as error:
        if not isinstance(error.__cause__, HTTPError):
            raise
    with opened(params, "src"):  # there are servers, and signed URLs, that know of no HEAD
        return


def read_checksum(params: Dict[str, Any]) -> str:
    """The checksum in the file that is at the URL given for it."""
    try:
        with opened(params, "checksum") as answer:
            text = answer.read(_CHECKSUM_FILE).decode("utf-8", "replace")
    except GroundworkError:
        if "://" in params["src"]:
            ask_for_archive(params)  # where neither can be fetched, the archive is what to tell of
        raise
    return str(checksum.parse_file(text, archive.file_name(params["src"])))


def install(params: Dict[str, Any], wanted: str, source: str) -> archive.Installed:
    """Fetch or take the archive, verify it by the checksum *wanted*, read from *source*, and unpack it into place."""
    src, directory = params["src"], params["directory"]
    with archive.workspace(directory) as folder:
        path = params["archive_on_host"] or os.path.join(folder, "archive")
        if not params["archive_on_host"]:
            fetch_archive(params, path)
        remedy = archive_digests.remedy(src, wanted, f"{params['prefix']}checksum")
        checksum.verify(path, checksum.parse_literal(wanted), archive.without_credentials(src), remedy)
        return archive.install(path, folder, directory, wanted, source)


def refuse_other(params: Dict[str, Any], linked: str, version: str) -> None:
    """Raise GroundworkError when the link is at version *linked*, the archive is *version*, and that may not be.

    Where nobody can tell the version of the archive before it is unpacked, which is a write, that is refused as well.
    """
    if params["switch"] == "same_version" and linked and linked != version:
        link = params["link"] if archive.linked_version(params["link"]) else archive.link_of(params["unit"])
        if not version:
            raise GroundworkError(
                f"{link} is Kafka {linked} and the name of {archive.file_name(params['src'])} does not tell which "
                f"version it is; name it as Apache does, such as kafka_2.13-{linked}.tgz, so that this is known before "
                "it is unpacked."
            )
        raise GroundworkError(
            f"{link} is Kafka {linked} and {archive.file_name(params['src'])} is {version}; run the playbook "
            f"groundwork.kafka.upgrade, which takes one server at a time, or give the archive of {linked}."
        )


def _named(params: Dict[str, Any], option: str) -> str:
    """What people know the *option* by: the variable that holds it, where one does; a link's is its server's."""
    prefix: str = params["prefix"]
    return (prefix.partition("archive_")[0] if option == "link" else prefix) + option


def run(params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result; ``needs_archive`` tells the action plugin to transfer the archive and call again."""
    for option in ("src", "checksum"):
        if not params[option].strip():
            raise GroundworkError(f"The input {_named(params, option)} is empty; give {_EMPTY[option]}.")
    src, wanted = params["src"], params["checksum"]
    directory = archive.place(params["directory"], _named(params, "directory"))
    link = archive.place(params["link"], _named(params, "link")) if params["link"] else ""
    source = "" if checksum.is_literal(wanted) else archive.without_credentials(wanted)
    if not source:
        wanted = str(checksum.parse_literal(wanted))
    elif "://" not in wanted:
        raise GroundworkError(
            f"The checksum {wanted} is a path, which only the control node can read; give a checksum."
        )
    if link:
        archive.refuse_link(link, archive.expected(src, directory)[0])
    before = os.readlink(link) if link and os.path.islink(link) else ""
    archive.refuse_shared(directory, link)
    if not check_mode:
        archive.tidy(directory)
    named = archive.expected(src, directory)[0]
    first = [named, os.path.realpath(link) if before else ""]
    found = archive.find_installed(directory, source or wanted, first)
    if not found and source:  # the same archive may have come from elsewhere
        wanted = read_checksum(params)
        found = archive.find_installed(directory, wanted, first)
    home, version = (found.home, found.version) if found else archive.expected(src, directory)
    if not found and home:
        archive.refuse_existing(home)
    linked = archive.linked_version(link) or archive.linked_version(archive.link_of(params["unit"] or ""))
    refuse_other(params, linked, version)
    if not found and check_mode and "://" in src:
        ask_for_archive(params)
    wants_link = bool(link) and params["switch"] != "never"
    changed = not found or (wants_link and before != home)
    needs_archive = not found and "://" not in src and not params["archive_on_host"]
    if changed and not check_mode and not needs_archive:
        if not found:
            installed = install(params, wanted, source)
            home, version = installed.home, installed.version
            refuse_other(params, linked, version)
        if wants_link:
            archive.switch_link(link, home)
    return {
        "changed": changed,
        "home": home,
        "link": link,
        "linked_version": linked,
        "version": version,
        "needs_archive": needs_archive,
        "diff": {
            "before": {"installed": bool(found), "link": before},
            "after": {"installed": True, "link": home if wants_link else before},
        },
    }


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "src": {"type": "str", "required": True},
            "checksum": {"type": "str", "required": True},
            "signature": {"type": "str"},
            "keys": {"type": "str", "no_log": False},  # public ones
            "directory": {"type": "path", "default": "/opt"},
            "link": {"type": "path"},
            "switch": {"type": "str", "choices": ["always", "same_version", "never"], "default": "always"},
            "unit": {"type": "path"},
            "archive_on_host": {"type": "path"},
            "proxy": {"type": "str", "no_log": True},
            "prefix": {"type": "str", "default": ""},
        },
        supports_check_mode=True,
    )

    lock.end_alone(module, Host(), "kafka_archive", lambda _host, params, check_mode: run(params, check_mode))


if __name__ == "__main__":
    main()
