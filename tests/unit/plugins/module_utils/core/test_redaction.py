# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import redaction
from ansible_collections.groundwork.kafka.plugins.module_utils.core.redaction import ANOTHER, SECRET

HEAD = "# Managed by groundwork.kafka.kafka.\n"
PEM = "-----BEGIN PRIVATE KEY-----\nMIGHgeheim\n-----END PRIVATE KEY-----\n"


@pytest.mark.parametrize(
    "line",
    [
        "ssl.key.password=geheim\n",
        "SSL.Keystore.Password = geheim\n",
        "ssl.keystore.key=geheim\n",
        "listener.name.client.plain.sasl.jaas.config=PlainLoginModule required user_a='geheim';\n",
        "sasl.jaas.config=ScramLoginModule required \\\n  username=a \\\n  geheim;\n",
        "ssl.keystore.key=-----BEGIN PRIVATE KEY----- \\\nMIGHgeheim \\\n-----END PRIVATE KEY-----\n",
        "# the old passphrase is geheim\n",
        "#ssl.truststore.password=geheim\n",
        "config.providers.vault.param.token=geheim\n",
        "confluent.license=geheim\n",
        "s3.access.key=geheim\n",
        "basic.auth.user.info=user:geheim\n",
        "ExecStart=/usr/bin/java -Dzookeeper.ssl.keyStore.password=geheim kafka.Kafka\n",
        'Environment="KAFKA_OPTS=-Djavax.net.ssl.keyStorePassword=geheim"\n',
        "//server/share /mnt cifs username=a,password=geheim 0 0\n",
        "//server/share /mnt cifs username=a,pass=geheim 0 0\n",
        "pass : geheim\n",
        "proxy=https://user:geheim@proxy.example.com\n",
        "proxy=https://user:geh/geheim@proxy.example.com\n",
        "net.ipv4.tcp_fastopen_key = geheim\n",
        PEM,
        "trailing.password=geheim",
        "sasl.jaas.config=a \\\n geheim \\\n",
    ],
)
def test_a_secret_of_either_side_is_not_shown_and_its_other_lines_are(line):
    for before, after in ((line, ""), ("", line), (line, line), (line, line.replace("geheim", "geheimer"))):
        old, new = redaction.shown(f"broker.id=1\n{before}", f"broker.id=2\n{after}")
        assert "geheim" not in old + new
        assert (old.partition("\n")[0], new.partition("\n")[0]) == ("broker.id=1", "broker.id=2")
        assert (old.split("\n")[1:] == new.split("\n")[1:]) is (before == after), "a change is told"


def test_the_name_of_a_secret_is_shown():
    assert redaction.shown("a.password = x\n", "a.password = y\n") == (
        f"a.password = {SECRET}\n",
        f"a.password = {ANOTHER}\n",
    )


def test_what_is_no_secret_is_shown_as_it_is():
    text = f"{HEAD}\n[Service]\nlog.dirs=/data/1\nssl.keystore.location=/etc/kafka/keystore.pem\nKeyringMode=private\n"
    text += "listeners=CLIENT://a:9092,BROKER://:9093\ncontroller.quorum.voters=1@a:9093,2@b:9093\n"
    assert redaction.shown(text, text + "/dev/vdb /data xfs noatime 0 0") == (
        text,
        text + "/dev/vdb /data xfs noatime 0 0",
    )


@pytest.mark.parametrize("text", ["no://one:here", "://a:b @c", "a://:@", "a://b:@c", "mail@here ://a:b"])
def test_an_address_without_a_user_and_a_password_is_no_secret(text):
    assert redaction.line(text) == text


def test_a_text_of_addresses_alone_is_read_once(no_waiting):  # noqa: ARG001
    """A service's user may put one in the place of a file of the service's."""
    assert redaction.line("://a:" * 500_000) == "://a:" * 500_000


def test_of_what_is_replaced_only_names_are_shown_that_the_new_text_has_not():
    old = "# by hand\nbroker.id=1\nlog.dirs = /a\nmy.plugin=geheim\ngeheim\n\n"
    new = f"{HEAD}broker.id=1\nlog.dirs=/b\n"
    assert redaction.shown(old, new, replaced=True) == (
        "(a value that is not shown)\nbroker.id=1\nlog.dirs = /a\nmy.plugin=(a value that is not shown)\n"
        "(a value that is not shown)\n\n",
        new,
    )


def test_what_a_plugin_calls_its_password_is_not_shown_below_our_own_heading_either():
    """Somebody may have written it there by hand, or have had it in an inventory of another time."""
    ours = f"{HEAD}broker.id=1\nmy.plugin.pin=1234\nlog.dirs=/a\n"
    new = f"{HEAD}broker.id=1\n"
    assert redaction.shown(ours, new, replaced=True, known=lambda name: name == "log.dirs") == (
        f"{HEAD}broker.id=1\nmy.plugin.pin=(a value that is not shown)\nlog.dirs=/a\n",
        new,
    )


@pytest.mark.parametrize(
    ("removed", "shown"),
    [
        ("ExecStart=/opt/java -Xmx1g -Dpin=1234 kafka.Kafka", "ExecStart={0} -Xmx1g -Dpin={0} kafka.Kafka"),
        ("ExecStart=/usr/bin/java --pin=1234 -pin 1234", "ExecStart=/usr/bin/java --pin={0} {0} {0}"),
        ('Environment="KAFKA_OPTS=-Dpin=1234" PIN=1234', 'Environment="KAFKA_OPTS={0} PIN={0}'),
        ("ExecStartPre=/bin/login 1234", "ExecStartPre={0} {0}"),
        ("ExecStart=/usr/bin/java \\\n  -Dpin=1234", "ExecStart=/usr/bin/java -Dpin={0}"),
    ],
)
@pytest.mark.parametrize("head", ["# by hand\n", HEAD])
def test_of_a_command_line_only_what_the_new_one_has(removed, shown, head):
    new = f"{HEAD}ExecStartPre=/bin/true\nExecStart=/usr/bin/java -Xmx2g -Da=b kafka.Kafka\nEnvironment=A=b\n"
    old, same = redaction.shown(f"{head}{removed}\n", new, replaced=True)
    assert (old.partition("\n")[2], same) == (shown.format("(a value that is not shown)") + "\n", new)


def test_what_is_changed_beside_the_lines_of_others_is_shown():
    before, after = "LABEL=a /a xfs defaults\n/dev/b /b xfs noatime\n", "LABEL=a /a xfs defaults\n"
    assert redaction.shown(before, after) == (before, after)
