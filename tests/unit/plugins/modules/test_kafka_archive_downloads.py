# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is fetched by a host: asked for before, from mirrors, through proxies."""

from __future__ import annotations

import hashlib
import io
import os
import tarfile

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.modules import kafka_archive
from ansible_collections.groundwork.kafka.tests.unit.plugins.modules.mirror import served

NAME = "kafka_2.13-3.9.2.tgz"
SUMS = f"{NAME}.sha512"
LOGIN, WRITTEN = "ann:se@cret", "ann:se%40cret"


def archive():
    """A small archive."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        info = tarfile.TarInfo("kafka_2.13-3.9.2/libs/kafka_2.13-3.9.2.jar")
        info.size = 3
        tar.addfile(info, io.BytesIO(b"abc"))
    return packed.getvalue()


ARCHIVE = archive()
DIGEST = hashlib.sha512(ARCHIVE).hexdigest()
FILES = {f"/{NAME}": ARCHIVE, f"/{SUMS}": f"{DIGEST}  {NAME}\n".encode()}


@pytest.fixture(autouse=True)
def _no_proxy_of_the_machine(monkeypatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def params(tmp_path, url, checksum=None, proxy=None):
    return {
        "src": f"{url}/{NAME}",
        "checksum": checksum or f"{url}/{SUMS}",
        "directory": str(tmp_path / "opt"),
        "link": str(tmp_path / "opt/kafka"),
        "archive_on_host": None,
        "unit": None,
        "switch": "always",
        "proxy": proxy,
        "prefix": "kafka_archive_",
    }


@pytest.mark.parametrize("without_head", [False, True])
def test_check_mode_asks_for_what_is_not_unpacked_yet(tmp_path, without_head: bool) -> None:
    with served(FILES, without_head=without_head) as (place, requests):
        arguments = params(tmp_path, f"http://{place}")
        assert kafka_archive.run(dict(arguments), True)["changed"]
        asked = [f"GET /{SUMS}", f"HEAD /{NAME}"] + ([f"GET /{NAME}"] if without_head else [])
        assert requests == asked
        assert kafka_archive.run(dict(arguments), False)["changed"]
        del requests[:]
        assert not kafka_archive.run(dict(arguments), True)["changed"]
        assert requests == []


@pytest.mark.parametrize(
    ("files", "option"),
    [({f"/{SUMS}": FILES[f"/{SUMS}"]}, "src"), ({f"/{NAME}": ARCHIVE}, "checksum")],
)
def test_check_mode_refuses_what_cannot_be_fetched(tmp_path, files, option: str) -> None:
    with served(files) as (place, _requests), pytest.raises(GroundworkError) as refused:
        kafka_archive.run(params(tmp_path, f"http://{place}"), True)
    name = {"src": NAME, "checksum": SUMS}[option]
    assert str(refused.value) == (
        f"http://{place}/{name} could not be fetched (HTTP Error 404: Not Found); check kafka_archive_{option}, and "
        "the host's way to it, for which kafka_archive_proxy may give a proxy."
    )
    assert not (tmp_path / "opt").exists()


@pytest.mark.parametrize("check_mode", [True, False])
def test_where_neither_can_be_fetched_the_archive_is_told_of(tmp_path, check_mode: bool) -> None:
    with served({}) as (place, _requests), pytest.raises(
        GroundworkError, match="; check kafka_archive_src, and the host"
    ):
        kafka_archive.run(params(tmp_path, f"http://{place}"), check_mode)


@pytest.mark.parametrize("by_environment", [False, True])
def test_each_download_goes_through_the_proxy(tmp_path, monkeypatch, by_environment: bool) -> None:
    with served(FILES, LOGIN) as (place, requests):
        proxy = f"http://{WRITTEN}@{place}"
        if by_environment:
            monkeypatch.setenv("http_proxy", proxy)
        else:
            monkeypatch.setenv("no_proxy", "*")  # what is given for these downloads is for these downloads
        before = dict(os.environ)
        arguments = params(tmp_path, "http://mirror.invalid", proxy=None if by_environment else proxy)
        assert kafka_archive.run(dict(arguments), True)["changed"]
        assert kafka_archive.run(dict(arguments), False)["changed"]
        assert dict(os.environ) == before
    url = "http://mirror.invalid"
    asked, fetched = [f"GET {url}/{SUMS}", f"HEAD {url}/{NAME}"], [f"GET {url}/{SUMS}", f"GET {url}/{NAME}"]
    assert requests == asked + fetched


@pytest.mark.parametrize(
    ("url", "written", "why"),
    [
        ("http://mirror.invalid", "ann:wr%40ng", "HTTP Error 407: Proxy Authentication Required"),
        ("https://mirror.invalid", WRITTEN, "<urlopen error Tunnel connection failed: 502 Bad Gateway>"),
    ],
)
def test_a_proxy_that_refuses_is_named_without_its_password(tmp_path, url: str, written: str, why: str) -> None:
    with served(FILES, LOGIN) as (place, requests), pytest.raises(GroundworkError) as refused:
        kafka_archive.run(params(tmp_path, url, f"sha512:{DIGEST}", f"http://{written}@{place}"), True)
    assert str(refused.value) == (
        f"{url}/{NAME} could not be fetched through the proxy {place} ({why}); check kafka_archive_src, and the host's "
        "way to it."
    )
    assert requests[0] == (f"HEAD {url}/{NAME}" if url.startswith("http:") else "CONNECT mirror.invalid:443")


@pytest.mark.parametrize(
    "proxy", ["proxy:3128", "https://ann:se@cret@proxy:3128", "socks5://ann:se@cret@proxy", "http://ann:se cret@proxy"]
)
def test_what_is_no_proxy_is_refused_and_not_shown(tmp_path, proxy: str) -> None:
    with pytest.raises(GroundworkError, match="kafka_archive_proxy is no address of") as refused:
        kafka_archive.run(params(tmp_path, "http://mirror.invalid", proxy=proxy), True)
    assert "cret" not in str(refused.value)


@pytest.mark.parametrize("check_mode", [True, False])
def test_the_same_archive_from_another_mirror_is_not_unpacked_again(tmp_path, check_mode: bool) -> None:
    with served(FILES) as (place, _requests):
        assert kafka_archive.run(params(tmp_path, f"http://{place}"), False)["changed"]
    with served(FILES) as (place, requests):
        assert not kafka_archive.run(params(tmp_path, f"http://{place}"), check_mode)["changed"]
        assert requests == [f"GET /{SUMS}"]
