# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whose words are shown of a service that is restarted and does not answer: read from a real journal."""

import json

SAYING = 'trap "echo ERROR: said at the end; sleep 1; exit 0" TERM; echo ERROR: said at the start'
SCRIPT = f"{SAYING}; while sleep 0.2; do :; done"
UNIT = f"[Service]\nExecStart=/bin/sh -c '{SCRIPT}'\n[Install]\nWantedBy=multi-user.target\n"
PLAY = {
    "hosts": "all",
    "gather_facts": False,
    "tasks": [
        {
            "name": "Restart it",
            "groundwork.kafka.server_process": {
                "service": "restless",
                "state": "restarted",
                "protocol": "tcp",
                "port": 1,
                "timeout": 3,
            },
        }
    ],
}


def test_the_last_words_of_the_process_before_are_not_the_new_one_s(host, play, tmp_path):
    playbook = tmp_path / "restart.yml"
    playbook.write_text(json.dumps([PLAY]))
    host.check_output("printf %s > /etc/systemd/system/restless.service", UNIT)
    try:
        host.check_output("systemctl daemon-reload && systemctl start restless")
        done = play(str(playbook), {})
        said = " ".join((done.stdout + done.stderr).split())
        assert "restless.service runs, and did not answer within 3 seconds" in said
        assert "ERROR: said at the start" in said
        assert "ERROR: said at the end" not in said
        assert "ERROR: said at the end" in host.check_output("journalctl --unit restless --no-pager")
    finally:
        host.check_output("systemctl disable --now restless; rm /etc/systemd/system/restless.service")
        host.check_output("systemctl daemon-reload")
