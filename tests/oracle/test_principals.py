# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What rules make of the subjects of certificates, held against Kafka's own SslPrincipalMapper."""

from __future__ import annotations

import os
import random
import subprocess
import tarfile
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import principals
from tests.servers.versions import KRAFT, ZOOKEEPER

VERSIONS = (ZOOKEEPER, KRAFT)
SUBJECTS = (
    "CN=k1",
    "CN=Kafka1.Example.com,OU=Lab,O=Example",
    "CN=kafka2,OU=ServiceUsers,O=Unknown,L=Unknown,ST=Unknown,C=Unknown",
    "EMAILADDRESS=a@example.com,CN=Grün,O=Groundwork lab",
    "OU=a\\,b,CN=x/y",
    "UID=7",
)
#: Those of the documentation, and what somebody may get wrong.
RULES = (
    "DEFAULT",
    "RULE:^CN=(.*?),OU=ServiceUsers.*$/$1/",
    "RULE:^CN=(.*?),OU=(.*?),O=(.*?),L=(.*?),ST=(.*?),C=(.*?)$/$1@$2/L",
    "RULE:^.*[Cc][Nn]=([a-zA-Z0-9.]*).*$/$1/L,DEFAULT",
    "RULE:^CN=(.*?)[,$].*$/$1/U",
    "RULE:^CN=(.*?)(,.*)?$/$1/,DEFAULT",
    "RULE:^OU=.*$/x/, RULE:^CN=([^,]*).*$/n-$1/L , DEFAULT",
    "RULE:CN=k1/only/",
    "RULE:^CN=(.*)$/$1$2/",
    "RULE:^CN=(k)(.*)$/$2\\/$1\\$/",
    "RULE:^UID=(\\d+)$/user$1/",
    "RULE:.*/everybody/",
    "RULE:^CN=(.*$/$1/",
    "RULE:^CN=.*$",
    "RULE:^CN=(.*?),.*$/$1/X",
    "RULE:^CN=(.*?),.*$/$1/L DEFAULT",
    "default",
    "",
)
PIECES = ("^CN=", "(.*?)", ",", ".*", "$", "O=", "[^,]*", "(a|k)", "OU=", "\\.", "(.+)", "?", "x")
REPLACEMENTS = ("$1", "$1@$2", "x", "", "$0", "$3", "a-$1-b", "\\$1", "$2@$3", "\\$3", "$12", "$01")


def cases() -> list[tuple[str, str]]:
    """Rules and a subject each."""
    chance = random.Random(24)  # noqa: S311 the same each time
    given = list(RULES)
    for _number in range(300):
        pieces = "".join(chance.choice(PIECES) for _piece in range(chance.randint(1, 6)))
        own = f"RULE:{pieces}/{chance.choice(REPLACEMENTS)}/{chance.choice(('', 'L', 'U'))}"
        given.append(own + chance.choice(("", ",DEFAULT", ", RULE:.*OU=(.*),.*/$1/")))
    return [(rules, subject) for rules in given for subject in SUBJECTS]


@pytest.fixture(scope="module", params=VERSIONS)
def answers(request, tmp_path_factory) -> list[str]:
    """What a version of Kafka says of each case."""
    folder = tmp_path_factory.mktemp("kafka")
    name = f"kafka_2.13-{request.param}"
    with tarfile.open(Path(os.environ["GROUNDWORK_CACHE"]) / f"{name}.tgz") as archive:
        archive.extractall(folder, filter="data")
    program = str(Path(__file__).with_name("Principals.java"))
    command = ["java", "-Xmx256m", "-Dstdout.encoding=UTF-8", "-cp", f"{folder / name}/libs/*", program]
    given = "".join(f"{rules}\t{subject}\n" for rules, subject in cases())
    done = subprocess.run(command, input=given.encode(), capture_output=True, check=True, env=_ENVIRONMENT)
    return done.stdout.decode().splitlines()


_ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}


def test_names_are_those_that_kafka_gives(answers) -> None:
    assert len(answers) == len(cases())
    wrong, told = [], 0
    for (rules, subject), answer in zip(cases(), answers):
        mine = principals.mapped(rules, subject)
        if mine is None:  # nothing is said where nothing is known
            continue
        told += 1
        if answer not in (f"={mine}", *(["none"] if mine == "" else [])):
            wrong.append((rules, subject, mine, answer))
    assert wrong == []
    assert told > len(cases()) / 2
