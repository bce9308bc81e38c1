# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""No secret shows, in a run that writes keys and sets passwords, anywhere; and the search would find one."""

import os
import subprocess
import sys
from pathlib import Path

import secrets_search
from lab_brokers import TLS, trusting
from secured_host import ADDRESS, BROKER, CLIENT, NAME, ZOOKEEPER, connected

PASSWORDS = ["planted-orders-password", "planted-nobody-password", "planted-second-password"]
CLIENT_PROPERTIES = "/root/client.properties"
OURS = Path(os.environ["MOLECULE_PROJECT_DIRECTORY"])


def key_lines():
    """The lines of the private keys that are long enough to be told from anything else."""
    texts = [
        path.read_text().partition("-----END PRIVATE KEY")[0] for path in [TLS / f"{NAME}.key", TLS / "operator.pem"]
    ]
    return [line for text in texts for line in text.splitlines() if len(line) == 64]


def presented(address, context):
    """The certificate, in DER, that the server at *address* presents."""
    with connected(address, context) as connection:
        return connection.getpeercert(binary_form=True)


def renew():
    """Make new certificates and keys; the secrets of before and after."""
    before = key_lines()
    subprocess.run(
        [sys.executable, OURS / "lab" / "certificates", "--renew", TLS, f"{NAME}={ADDRESS}"], check=True, timeout=60
    )
    return [*PASSWORDS, *before, *key_lines()]


def test_a_run_with_renewed_certificates_and_a_new_password_shows_no_secret(host, pid, play):
    markers, context = renew(), trusting()
    assert len(set(markers)) == 3 + 8
    broker, server, old = pid("kafka"), pid("zookeeper"), presented(CLIENT, context)
    with secrets_search.Processes(markers) as processes:
        given = {"orders_password": "planted-second-password", "kafka_admin_client_properties": CLIENT_PROPERTIES}
        done = play("groundwork.kafka.site", given, "-vvv", "--diff")
    said = done.stdout + done.stderr
    assert done.returncode == 0, secrets_search.in_text(markers, said) or said[-3000:]
    assert secrets_search.in_text(markers, said) == []
    assert "another secret that is not shown" in said, "the run wrote keys"
    assert (processes.found, processes.looks > 20) == (set(), True)
    assert secrets_search.in_readable_files(host, markers) == []
    asked_for = [CLIENT_PROPERTIES]
    assert secrets_search.in_passing_files(host, markers) == asked_for, "what was sent to the host that asks is gone"
    assert secrets_search.in_journal(host, markers) == []
    assert pid("kafka") == broker, "a broker with ZooKeeper takes certificates without a restart"
    assert pid("zookeeper") != server, "ZooKeeper does not"
    context.load_cert_chain(TLS / "operator.pem")
    new = [presented(address, context) for address in (CLIENT, BROKER, ZOOKEEPER)]
    assert (len(set(new)), old in new) == (1, False)


def test_the_new_password_is_the_one(admin):
    assert admin("orders", "planted-second-password").list_topics() == ["orders-1"]


def test_kafkas_own_commands_connect_with_the_file_that_was_asked_for(host):
    written = host.file(CLIENT_PROPERTIES)
    assert (written.user, oct(written.mode)) == ("root", "0o600")
    script, options = written.content_string.splitlines()[1].removeprefix("# ").split(" ", 1)
    assert script == "kafka-topics.sh"
    assert options.startswith("--bootstrap-server [fd00:89:83::11]:9091 --command-config ")
    command = f"java -cp '/opt/kafka/libs/*' org.apache.kafka.tools.TopicCommand {options}"  # what the script starts
    assert "orders-1" in host.check_output(command).splitlines()


def test_a_file_of_somebody_else_is_not_written_over(host, play):
    theirs = "/root/theirs.properties"
    host.check_output("echo theirs=1 > %s", theirs)
    given = {"orders_password": "planted-second-password", "kafka_admin_client_properties": theirs}
    done = play("groundwork.kafka.site", given, "--tags=users")
    assert done.returncode == 2
    assert f"{theirs} on {NAME} was not written by groundwork.kafka" in " ".join((done.stdout + done.stderr).split())
    assert host.file(theirs).content_string == "theirs=1\n"


def test_security_is_not_switched_off_under_a_running_cluster(play, pid):
    broker = pid("kafka")
    done = play("groundwork.kafka.site", {"kafka_security_enabled": False})
    assert done.returncode == 2
    assert "runs with security on this host" in " ".join((done.stdout + done.stderr).split())
    assert pid("kafka") == broker


def test_the_search_finds_a_planted_secret(host):
    marker = "planted-for-the-search"
    host.run("echo a %s in a file > /var/tmp/planted; chmod 644 /var/tmp/planted", marker)
    host.run("logger a %s in the journal; journalctl --sync", marker)
    try:
        with secrets_search.Processes([marker]) as processes:
            subprocess.run(["sleep", "1"], env={"PLANTED": marker}, check=True, timeout=10)
            subprocess.run([sys.executable, "-c", "import time; time.sleep(1)", marker], check=True, timeout=10)
        assert secrets_search.in_text([marker, "other"], f"a {marker} in a text") == [marker]
        assert processes.found == {("environ", marker), ("cmdline", marker)}
        assert secrets_search.in_readable_files(host, [marker]) == ["/var/tmp/planted"]
        assert secrets_search.in_journal(host, [marker]) == [marker]
        host.run("chmod 640 /var/tmp/planted")
        assert secrets_search.in_readable_files(host, [marker]) == []
        assert secrets_search.in_passing_files(host, [marker]) == ["/var/tmp/planted"]
    finally:
        host.run("rm -f /var/tmp/planted")
