# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""SHA-512 digests of Kafka's official archives, so that what serves an archive does not vouch for it as well.

They count for whatever has the name of such an archive, since a mirror, or a colleague, may serve anything by it.

Each was taken from two or more places that do not take it from one another (Strimzi's ``kafka-versions.yaml`` and
others' build files, which check their own downloads against it). A version for which no two were found is not here: its
checksum file is read from where the archive is, unless a checksum or a signature is given.
"""

from __future__ import annotations

from .archive import file_name

_DIGESTS = {
    "kafka_2.13-3.9.1.tgz": (
        "1ea204ba73411737a275429ca976d440f007ff0957b90b19be41dc5a4bae5261"
        "7267769be9f0b5791714d0b3c4c760605bd426faea39edd90763585523fa2cfe"
    ),
    "kafka_2.13-3.9.2.tgz": (
        "01186a5086b5ae753811ee71808a797baec1303d4e0d4b1c0acf42c489654a7b"
        "8988136f8469d0b66f0be439f8e3e9b816171ea0b0d7a36462b07aa2d3ef0023"
    ),
    "kafka_2.13-4.1.2.tgz": (
        "78ac6e488b1071122f9608dfdb363f6fe50e1dbbc492347002c0398dfbf77e0d"
        "8caa5bf794c5937379721004dfe92025937d238b0faf4eb715529417fd43b491"
    ),
    "kafka_2.13-4.2.1.tgz": (
        "f643e31266268e920aa98ead9a061026c98dac2886932ad468565ba59bcb7fb4"
        "f98a4c4f62727367e1bd87515f3b016e6f6ccccad8b12bdef8b091b0fb577170"
    ),
    "kafka_2.13-4.3.1.tgz": (
        "c7d7b2318cb51aa0c61d3246a51c349210073c5c9b754947ef965a439f2f939e"
        "8600f204e134a75ac31faf3829c9370960ef7c6a9886c8a1dbf0339a21f4c54c"
    ),
}


def checksum_of(src: str, signature: str = "") -> str:
    """What the archive *src*, a path or a URL, must match where nobody says.

    That is the digest of Apache's archive of that name, where that is known, and otherwise the checksum file beside it;
    so it is where a *signature* vouches for the archive.
    """
    digest = "" if signature else _DIGESTS.get(file_name(src), "")
    return f"sha512:{digest}" if digest else f"{src}.sha512"


def remedy(src: str, checksum: str, option: str) -> str:
    """What to do where the archive *src* does not match *checksum*, which the input *option* gives."""
    if checksum == f"sha512:{_DIGESTS.get(file_name(src))}":
        return (
            f"that is the one of Apache's own archive of this name, so download that again; where this one is yours, "
            f"give its checksum in {option}"
        )
    return "it is damaged or another file, so download it again or correct the checksum"
