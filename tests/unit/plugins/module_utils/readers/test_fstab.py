# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import fstab

ENTRY = fstab.Entry("UUID=1", "/data", "xfs", "noatime,nofail")
OURS = "UUID=1 /data xfs noatime,nofail 0 0"
OTHERS = "# keep me\n\n/dev/sda1\t/  ext4 errors=remount-ro 0 1 # root\nbroken\n"


@pytest.mark.parametrize(
    ("text", "lines", "expected"),
    [
        pytest.param("", [], f"{OURS}\n", id="empty"),
        pytest.param(OTHERS, [], f"{OTHERS}{OURS}\n", id="others are kept byte for byte"),
        pytest.param("# no end", [], f"# no end\n{OURS}\n", id="a last line without an end"),
        pytest.param(f"a\n{OURS}\nb\n", [2], f"a\n{OURS}\nb\n", id="already there"),
        pytest.param(
            "UUID=1\t/data/ \t xfs noatime,nofail\n",
            [1],
            "UUID=1\t/data/ \t xfs noatime,nofail\n",
            id="other white space",
        ),
        pytest.param("a\nUUID=1 /data xfs defaults 0 0\nb", [2], f"a\n{OURS}\nb", id="other options"),
        pytest.param(
            f"/dev/sdb /data/ xfs defaults\nb\n{OURS}\n",
            [1, 3],
            "UUID=1 /data/ xfs noatime,nofail\nb\n",
            id="two lines become one",
        ),
        pytest.param(
            "/dev/sdb\t/data/  xfs\tdefaults\t1 2 # ours\n",
            [1],
            "UUID=1\t/data/  xfs\tnoatime,nofail\t1 2 # ours\n",
            id="white space, numbers and a remark stay",
        ),
        pytest.param("UUID=1 /data xfs", [1], "UUID=1 /data xfs noatime,nofail", id="options are added"),
        pytest.param("a\r\n\r\n# b\r\n", [], f"a\r\n\r\n# b\r\n{OURS}\n", id="lines that end with CR stay"),
        pytest.param(f"{OURS}\r\nb\r\n", [1], f"{OURS}\r\nb\r\n", id="CR behind the last number says nothing"),
        pytest.param(
            "UUID=1 /data xfs noatime,nofail\r\nb\r\n",
            [1],
            "UUID=1 /data xfs noatime,nofail\nb\r\n",
            id="CR that would be an option goes",
        ),
    ],
)
def test_put(text: str, lines, expected: str) -> None:
    assert fstab.put(text, ENTRY, lines) == expected


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        (r"UUID=1 /data\0401/ xfs noatime 0 0", fstab.Entry("UUID=1", "/data 1", "xfs", "noatime", "0", 1)),
        ("/dev/sdb //data// ext4 defaults 0 2", fstab.Entry("/dev/sdb", "/data", "ext4", "defaults", "2", 1)),
        ("LABEL=a\tnone\tswap", fstab.Entry("LABEL=a", "none", "swap", "defaults", "0", 1)),
        ("  /dev/sdb /data xfs rw", fstab.Entry("/dev/sdb", "/data", "xfs", "rw", "0", 1)),
        (r"a /gr\303\266\303\237e xfs rw", fstab.Entry("a", "/größe", "xfs", "rw", "0", 1)),
        ("a /no\u00a0break xfs rw", fstab.Entry("a", "/no\u00a0break", "xfs", "rw", "0", 1)),
        ("a /b xfs rw 0 2\r", fstab.Entry("a", "/b", "xfs", "rw", "2", 1)),
        (r"\043 /b xfs rw", fstab.Entry("#", "/b", "xfs", "rw", "0", 1)),
    ],
)
def test_entries(line: str, entry: fstab.Entry) -> None:
    assert fstab.entries(line + "\n") == [entry]


def test_no_options_need_no_field() -> None:
    plain = fstab.Entry("UUID=1", "/data", "xfs", "defaults")
    assert fstab.put("UUID=1 /data xfs\n", plain, [1]) == "UUID=1 /data xfs\n"


@pytest.mark.parametrize(
    ("line", "fields", "why"),
    [
        ("broken", ["broken"], "it has fewer than three fields"),
        (r"UUID=1 /data\0401", ["UUID=1", "/data 1"], "it has fewer than three fields"),
        ("\x0b", ["\x0b"], "it has fewer than three fields"),
        ("a /b xfs rw 2\r 0", ["a", "/b", "xfs", "rw", "2\r", "0"], "its fifth and sixth fields are not numbers"),
        ("a /b xfs rw x 0", ["a", "/b", "xfs", "rw", "x", "0"], "its fifth and sixth fields are not numbers"),
        ("a /b xfs rw 0 1st", ["a", "/b", "xfs", "rw", "0", "1st"], "its fifth and sixth fields are not numbers"),
    ],
)
def test_lines_that_nobody_can_mount(line: str, fields, why: str) -> None:
    """What libmount calls a parse error, as findmnt --tab-file says of these lines."""
    text = f"# a comment\n{line}\n"
    assert fstab.broken(text) == [fstab.Broken(2, fields, why)]
    assert fstab.entries(text) == []


def test_comments_empty_lines_and_entries_are_not_broken() -> None:
    assert fstab.broken("\n  # x\n\r\n\ta b c\na b c d 0 -1 e f\na b c d 0 0\r\n") == []


@pytest.mark.parametrize("line", ["", "# /dev/sdb /data xfs", "  # x y z", "broken", "two fields"])
def test_what_is_no_entry_is_left_out(line: str) -> None:
    assert fstab.entries(line) == []


def test_lines_are_counted_from_one() -> None:
    assert [entry.line for entry in fstab.entries(OTHERS + OURS)] == [3, 5]


@pytest.mark.parametrize(
    "mount_point", ["/data 1", "/tab\there", "/back\\slash", "/#hash", "/plain", "/wide\u3000space", "/größe"]
)
def test_what_is_written_is_read_back(mount_point: str) -> None:
    text = fstab.put("", fstab.Entry("UUID=1", mount_point, "xfs", "noatime"), [])
    assert [entry.mount_point for entry in fstab.entries(text)] == [mount_point]
    assert len(text.split(" ")) == 6


def test_a_space_is_written_as_mount_expects() -> None:
    assert str(fstab.Entry("UUID=1", "/data 1", "xfs", "noatime")) == r"UUID=1 /data\0401 xfs noatime 0 0"


@pytest.mark.parametrize(
    ("path", "normal"), [("/data/", "/data"), ("//a//b/", "/a/b"), ("/", "/"), ("none", "none"), ("/a/./b", "/a/b")]
)
def test_normal_mount_points(path: str, normal: str) -> None:
    assert fstab.normal(path) == normal


def test_mounts() -> None:
    text = (
        r"345 77 7:0 / /data\0401 rw,noatime shared:5 master:1 - xfs /dev/loop0 rw,largeio,inode64"
        "\nnonsense\n22 1 0:5 / /proc rw - proc proc rw\n"
    )
    assert fstab.mounts(text) == [
        fstab.Mount("7:0", "/data 1", "xfs", ["rw", "noatime", "largeio", "inode64"]),
        fstab.Mount("0:5", "/proc", "proc", ["rw"]),
    ]
