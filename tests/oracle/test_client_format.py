# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Properties and logins, as the collection and the validation read them, against Java and Kafka themselves."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path
from typing import Any, Iterator

import hypothesis
import pyspark
import pytest
from hypothesis import strategies as st
from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway
from py4j.protocol import Py4JJavaError

from spark_validation.cluster import jaas, properties

PROPERTIES = [
    "",
    "# a=b\n ! c=d\n\n",
    "a=b",
    "a = b c ",
    "a: b",
    "a b=c",
    "a",
    "=b",
    "a=1\r\na=2\r",
    "a=1\r\n\r\nb=2",
    "a=b\\\n   c\\\n\td",
    "a=b\\\r\n  c",
    "a=b\\\\\nc=d",
    "a=b\\\n#c",
    "\\\n#c\na=b",
    "a=b\\",
    "a=b\\\n\nc=d",
    "a\\ b\\=c=d",
    "a\\:b:c",
    "a=\\u00e4\\t\\n\\q",
    "a\u2028b=c",
    "a=b\u2028c",
    "a=b\x0bc",
    "a\x0b=c",
    "a=b\x1cc\x85d",
    "a\u00a0b c",
    "\fa\f=\fb",
    "a==b",
    "a = = b",
    "#a\\\nb=c",
]
#: Escapes with and without what Java wants of them, where they count and where they do not.
ESCAPED = [
    "a=\\u00e4",
    "a=\\u00E4x",
    "a=\\u12",
    "a=\\u12xyz",
    "a=\\u",
    "a=\\\\u12",
    "a=\\\\\\u12",
    "a\\u00=b",
    "a\\u00e4=b",
    "a=\\u00\\\ne4",
    "a=\\u00\\\n  e",
    "# \\u12",
    "a=b\n! \\u12\nc=d",
]
SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule"
LOGINS = [
    f'{SCRAM} required username="alice" password="secret";',
    f'{SCRAM} required username="alice" password="secret"',
    f"{SCRAM} required username='al ice' password='b c';",
    f"{SCRAM} required username=alice password=secret;",
    f"{SCRAM} required username=alice password=it-is_$1.2;",
    f"{SCRAM} required username=alice password=123;",
    f"{SCRAM} required username=alice password=1abc;",
    f"{SCRAM} required username=alice password=-abc;",
    f"{SCRAM} required username=alice password=a!b;",
    f"{SCRAM} required username=alice password=a/b;",
    f"{SCRAM} required username=alice password=\u00e4\u20ac;",
    f"{SCRAM} required username=alice password=\x85;",
    f'{SCRAM} required username="alice" password="a\\"b\\\\c\\td\\101\\1018\\47x";',
    f'{SCRAM} required username="alice" password="a\nb";',
    f'{SCRAM} required username="alice" password="a\\\nb";',
    f'{SCRAM} required username="alice" password="open',
    f'{SCRAM} required username="alice" password="x" ; ',
    f'{SCRAM} required username="alice" password="x"; more',
    f'{SCRAM} required username="alice" password="x"; {SCRAM} required username="b" password="y";',
    f'{SCRAM} required\n  username = "alice"\n  password = "p;w"\n;',
    f'{SCRAM} required username="alice" /* no */ password="x";',
    f'{SCRAM} required username="alice" // no\n password="x";',
    f'{SCRAM} required username="alice" / no\n password="x";',
    f'{SCRAM} REQUIRED username="alice" password="x";',
    f'{SCRAM} needed username="alice" password="x";',
    f'{SCRAM} username="alice" password="x";',
    f'{SCRAM} required username="alice" username="bob" password="";',
    f'"{SCRAM}" "required" "username"="alice" password="x";',
    f"{SCRAM} required;",
    f"{SCRAM}",
    "",
    "required",
    f"{SCRAM} required 12=x username=a password=b;",
    f"{SCRAM} required username='it''s' password=x;",
    f'{SCRAM} required username=#alice password="x";',
]
ODD = st.text(st.sampled_from("ab=: \t\f\x0b\n\r\\#!\u2028\u00e4\x1c"), max_size=24)
PART = st.sampled_from(
    [*"ab1.-_$=;/*\"'\\ \n\r\t!", "\u00e4", "\x85", "required", "username=", "password=", '"x y"', "'z'", "//", "\\101"]
)
ODD_LOGIN = st.lists(PART, max_size=14).map("".join).map(f"{SCRAM} required ".__add__)


@pytest.fixture(scope="module")
def java(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A JVM with the newest Kafka's client."""
    archive = max(Path(os.environ["GROUNDWORK_CACHE"]).glob("kafka_2.13-4.*.tgz"))
    libs = tmp_path_factory.mktemp("libs")
    with tarfile.open(archive) as packed:
        for member in packed.getmembers():
            name = Path(member.name).name
            if name.startswith(("kafka-clients-", "slf4j-api-")):
                (libs / name).write_bytes(packed.extractfile(member).read())
    (jar,) = (Path(pyspark.__file__).parent / "jars").glob("py4j-*.jar")
    port = launch_gateway(jarpath=str(jar), classpath=f"{libs}/*", die_on_exit=True)
    gateway = JavaGateway(gateway_parameters=GatewayParameters(port=port, auto_convert=True))
    yield gateway.jvm
    gateway.shutdown()


def by_java(java: Any, text: str) -> dict[str, str]:
    found = java.java.util.Properties()
    found.load(java.java.io.StringReader(text))
    return {name: found.getProperty(name) for name in found.stringPropertyNames()}


def refused_by_java(java: Any, text: str) -> bool:
    """Whether it finds a malformed escape."""
    try:
        by_java(java, text)
    except Py4JJavaError as error:
        if "Malformed" not in str(error.java_exception):
            raise
        return True
    return False


def by_kafka(java: Any, text: str) -> tuple[str, dict[str, str]] | None:
    """The module and its options; None where Kafka refuses the login."""
    given = java.java.util.HashMap()
    given["sasl.jaas.config"] = java.org.apache.kafka.common.config.types.Password(text)
    try:
        (entry,) = java.org.apache.kafka.common.security.JaasContext.loadClientContext(given).configurationEntries()
    except Py4JJavaError as error:
        if "IllegalArgumentException" not in str(error.java_exception):
            raise
        return None
    return entry.getLoginModuleName(), {name or "": value for name, value in entry.getOptions().items()}


def by_us(text: str) -> tuple[str, dict[str, str]] | None:
    try:
        found = jaas.parse(text)
    except ValueError:
        return None
    return found.module, found.options


@pytest.mark.parametrize("text", PROPERTIES)
def test_properties_are_read_as_java_reads_them(java: Any, text: str) -> None:
    assert properties.parse(text) == by_java(java, text)


@pytest.mark.parametrize("text", ESCAPED)
def test_what_java_refuses_of_properties_is_known(java: Any, text: str) -> None:
    assert properties.has_malformed_escape(text) == refused_by_java(java, text)


@pytest.mark.parametrize("text", LOGINS)
def test_a_login_is_read_as_kafka_reads_it(java: Any, text: str) -> None:
    assert by_us(text) == by_kafka(java, text)


def test_whatever_stands_in_properties_is_read_as_java_reads_it(java: Any) -> None:
    @hypothesis.given(ODD)
    def same(text: str) -> None:
        assert properties.parse(text) == by_java(java, text)

    same()


def test_whatever_stands_in_a_login_is_read_as_kafka_reads_it(java: Any) -> None:
    @hypothesis.given(ODD_LOGIN)
    def same(text: str) -> None:
        assert by_us(text) == by_kafka(java, text)

    same()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("a=b\u2028c", {"a": "b"}), ("a\u00a0b c", {"a": "\u00a0b c"}), ("a=b\\", {})],
)
def test_a_wrong_reading_of_properties_is_noticed(java: Any, text: str, wrong: dict[str, str]) -> None:
    assert by_java(java, text) != wrong


def test_a_wrong_reading_of_logins_is_noticed(java: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jaas, "_NAMED", {})
    assert any(by_us(text) != by_kafka(java, text) for text in LOGINS)
