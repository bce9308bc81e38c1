# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.server import java_command


@pytest.mark.parametrize(
    ("argv", "options", "class_path", "main_class", "arguments"),
    [
        pytest.param("/usr/bin/java a.Main", [], [], "a.Main", [], id="nothing but a class"),
        pytest.param(
            "java -Xmx1g -server -cp /a/*:/b a.Main x -y",
            ["-Xmx1g", "-server", "-cp /a/*:/b"],
            ["/a/*", "/b"],
            "a.Main",
            ["x", "-y"],
            id="options, class path and arguments",
        ),
        pytest.param(
            "java --class-path=/a -classpath /b a.Main",
            ["--class-path=/a", "-classpath /b"],
            ["/b"],
            "a.Main",
            [],
            id="of two class paths the last",
        ),
        pytest.param(
            "java --add-opens java.base/java.lang=ALL-UNNAMED a.Main",
            ["--add-opens java.base/java.lang=ALL-UNNAMED"],
            [],
            "a.Main",
            [],
            id="an option with its value behind it",
        ),
        pytest.param("java @jvm.options a.Main", ["@jvm.options"], [], "a.Main", [], id="a file of options"),
        pytest.param("java -jar /opt/a.jar x", [], [], "/opt/a.jar", ["x"], id="a jar"),
        pytest.param("java -p /m -m mod/a.Main x", ["-p /m"], [], "a.Main", ["x"], id="a module"),
    ],
)
def test_parse(argv, options, class_path, main_class, arguments):
    command = java_command.parse(argv.split())
    assert (command.options, command.class_path) == (options, class_path)
    assert (command.main_class, command.arguments) == (main_class, arguments)


def test_a_command_of_options_alone_is_read_once(no_waiting):  # noqa: ARG001
    """Any user may run one."""
    assert java_command.parse(["java", *["-x"] * 1_000_000]) is None


@pytest.mark.parametrize("argv", ["", "/usr/bin/python3 kafka.Kafka", "java -version", "vim kafka.Kafka"])
def test_what_runs_no_class(argv):
    assert java_command.parse(argv.split()) is None
