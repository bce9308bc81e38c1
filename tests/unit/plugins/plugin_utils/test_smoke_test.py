# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.plugin_utils import smoke_test

GIVEN = {
    "python": "/opt/python",
    "bootstrap_servers": "k1:9092,k2:9092",
    "records": 1000,
    "partitions": "8",
    "reports": "/srv/reports",
    "client_config": "",
    "jars": "",
    "options": [],
}
ALWAYS = [
    *("/opt/python", "-m", "spark_validation", "smoke", "--bootstrap-servers", "k1:9092,k2:9092", "--records", "1000"),
    *("--partitions", "8", "--json", "/srv/reports/smoke.json", "--html", "/srv/reports/smoke.html"),
]


@pytest.mark.parametrize(
    ("given", "more"),
    [
        pytest.param({}, [], id="without security"),
        pytest.param({"client_config": "/dev/stdin"}, ["--client-config", "/dev/stdin"], id="a login"),
        pytest.param({"jars": "/a.jar,/b.jar"}, ["--jars", "/a.jar,/b.jar"], id="jars"),
        pytest.param(
            {"client_config": "/c", "jars": "/j", "options": ["--records", 5]},
            ["--client-config", "/c", "--jars", "/j", "--records", "5"],
            id="options come last, and win",
        ),
    ],
)
def test_the_command(given, more) -> None:
    assert smoke_test.command(smoke_test.Given(**{**GIVEN, **given})) == [*ALWAYS, *more]


UNHEARD = "/opt/python could not be run; set smoke_test_python to a Python that has pyspark."


@pytest.mark.parametrize(
    ("ran", "sentence"),
    [
        pytest.param(
            {"stdout_lines": ["Passed: order", "Failed: 3 lost", "Failed: twice"], "stderr_lines": ["WARN"]},
            "Failed: 3 lost",
            id="a verdict",
        ),
        pytest.param(
            {"stdout_lines": ["not Failed: x"], "stderr_lines": ["WARN", "no broker"]}, "no broker", id="none"
        ),
        pytest.param({"stdout_lines": [], "stderr_lines": []}, UNHEARD, id="silence"),
        pytest.param({"rc": 2, "msg": "No such file"}, UNHEARD, id="no program"),
    ],
)
def test_why_it_failed(ran, sentence: str) -> None:
    assert smoke_test.sentence(ran, "/opt/python") == sentence
