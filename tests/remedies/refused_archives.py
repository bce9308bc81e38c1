# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: archives, signatures and folders to unpack into that are refused on the cluster keeper, and what is given
then: a good archive of Kafka, into a folder of its own.
"""

from __future__ import annotations

from typing import Any, Mapping

from tests.remedies.calls import Call
from tests.remedies.making import ARCHIVE, archives

_SHELF = "{{ tls }}/../shelf"
_GOOD: Mapping[str, Any] = {
    "src": f"{{{{ lab_cache }}}}/{ARCHIVE}",
    "checksum": f"{{{{ lab_cache }}}}/{ARCHIVE}.sha512",
    "directory": "/opt/tried",
}
_AWAY = "rm --recursive --force /opt/tried"


def _from(folder: str) -> Mapping[str, Any]:
    """An archive of the shelf, with its checksum."""
    return {**_GOOD, "src": f"{_SHELF}/{folder}/{ARCHIVE}", "checksum": f"{_SHELF}/{folder}/{ARCHIVE}.sha512"}


def _signed(signature: str, keys: str = "KEYS-maker") -> Mapping[str, Any]:
    return {**_GOOD, "signature": f"{_SHELF}/{signature}", "keys": f"{_SHELF}/{keys}"}


_CONTENT = (
    Call(
        "The archive cannot be unpacked (…); it must be",
        "kafka_archive",
        _from("torn"),
        "it must be a tar.gz as Apache Kafka publishes it",
        _GOOD,
        made=archives,
        plans=False,
        back=_AWAY,
    ),
    Call(
        "The archive has … libs/kafka_SCALA-VERSION.jar in its folder",
        "kafka_archive",
        _from("bare"),
        f"give a binary archive of Apache Kafka, such as {ARCHIVE}",
        _GOOD,
        made=archives,
        plans=False,
        back=_AWAY,
    ),
    Call(
        "The archive must have exactly one folder at",
        "kafka_archive",
        _from("two"),
        f"give a binary archive of Apache Kafka, such as {ARCHIVE}",
        _GOOD,
        made=archives,
        plans=False,
        back=_AWAY,
    ),
    Call(
        "… has the checksum … where … is wanted;",
        "kafka_archive",
        {**_GOOD, "checksum": f"sha512:{'0' * 128}"},
        "it is damaged or another file, so download it again or correct the checksum",
        _GOOD,
        made=archives,
        plans=False,
        back=_AWAY,
    ),
    Call(
        "… could not be fetched… (…); check ……,",
        "kafka_archive",
        {
            **_GOOD,
            "src": f"http://127.0.0.1:9/{ARCHIVE}",
            "checksum": f"sha512:{'0' * 128}",
            "prefix": "kafka_archive_",
        },
        "check kafka_archive_src, and the host's way to it, for which kafka_archive_proxy may give a proxy",
        _GOOD,
        made=archives,
    ),
    Call(
        "… is Kafka … and the name of … does",
        "kafka_archive",
        {
            **_GOOD,
            "src": f"{_SHELF}/renamed/kafka.tgz",
            "checksum": f"{_SHELF}/renamed/kafka.tgz.sha512",
            "link": "/opt/kafka",
            "switch": "same_version",
        },
        f"name it as Apache does, such as {ARCHIVE}, so that this is known before it is unpacked",
        {**_GOOD, "link": "/opt/kafka", "switch": "same_version"},
        made=archives,
    ),
)
_SIGNATURES = (
    Call(
        "… was signed with the key …, which is not in",
        "kafka_archive",
        _signed("maker.asc", "KEYS-stranger"),
        "take the newest KEYS of Apache Kafka (https://downloads.apache.org/kafka/KEYS), or do not use the archive",
        _signed("maker.asc", "KEYS"),
        made=archives,
    ),
    Call(
        "… is not what … has signed; do not use",
        "kafka_archive",
        _signed("other.asc"),
        "do not use it, and download both again",
        _signed("maker.asc"),
        made=archives,
    ),
    Call(
        "The signature … of … could not be checked",
        "kafka_archive",
        {**_signed("maker.asc"), "signature": f"{{{{ lab_cache }}}}/{ARCHIVE}.sha512"},
        "give the archive's .asc file",
        _signed("maker.asc"),
        made=archives,
    ),
    Call(
        "… has no public key that can be read;",
        "kafka_archive",
        _signed("maker.asc", "KEYS-torn"),
        "give Kafka's KEYS file",
        _signed("maker.asc", "KEYS"),
        made=archives,
    ),
    Call(
        "… was signed with a key that its owner has",
        "kafka_archive",
        _signed("robbed.asc", "KEYS"),
        "do not use it, and take an archive that is signed with another key",
        _signed("maker.asc", "KEYS"),
        made=archives,
    ),
)
_FOLDERS = (
    Call(
        "…, so what is in … may be another program than the archive's;",
        "kafka_archive",
        {**_GOOD, "directory": "/opt/changed"},
        "move that folder away and run again, which unpacks it anew, and find out who changed it",
        cause="mkdir /opt/changed; cp --archive $(readlink /opt/kafka) /opt/changed/; "
        "chown --recursive daemon /opt/changed/kafka_*",
        steps="mv /opt/changed/kafka_* /root/",
        back="rm --recursive --force /opt/changed /root/kafka_*",
    ),
    Call(
        "… is no symbolic link; move it away, or",
        "kafka_archive",
        {**_GOOD, "link": "/srv/occupied"},
        "move it away, or choose another link",
        cause="mkdir /srv/occupied",
        steps="mv /srv/occupied /root/",
        back="rmdir /root/occupied",
    ),
    Call(
        "…, so others than root could change the programs",
        "kafka_archive",
        {**_GOOD, "directory": "/srv/of-others/opt"},
        "or put the owner and mode of that one right",
        cause="mkdir /srv/of-others; chmod 777 /srv/of-others; chown daemon /srv/of-others",
        steps="chmod 755 /srv/of-others; chown root:root /srv/of-others",
        back="rmdir /srv/of-others",
    ),
    Call(
        "…, so others than root could have the link …",
        "kafka_archive",
        {**_GOOD, "link": "/srv/links/kafka"},
        "choose a link in a folder that belongs to root all the way",
        {**_GOOD, "link": "/opt/kafka-tried"},
        cause="mkdir /srv/links; chmod 777 /srv/links",
        back="rmdir /srv/links",
    ),
    Call(
        "… cannot be written (…); run with become, or",
        "kafka_archive",
        {**_GOOD, "directory": "/srv/read-only"},
        "choose another directory",
        _GOOD,
        plans=False,
        cause="mkdir /srv/read-only; mount -t tmpfs -o ro tmpfs /srv/read-only",
        back=f"umount /srv/read-only; rmdir /srv/read-only; {_AWAY}",
    ),
    Call(
        "The archive cannot be unpacked below … (…); check",
        "kafka_archive",
        {**_GOOD, "directory": "/srv/small"},
        "check the room and the permissions there",
        plans=False,
        cause="mkdir /srv/small; mount -t tmpfs -o size=20m,mode=755 tmpfs /srv/small",
        steps="df /srv/small; mount -o remount,size=300m /srv/small",
        back="umount /srv/small; rmdir /srv/small",
    ),
)
CALLS = (*_CONTENT, *_SIGNATURES, *_FOLDERS)
