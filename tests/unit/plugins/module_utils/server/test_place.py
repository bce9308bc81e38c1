# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.server import place


def test_a_secret_is_no_content_of_its_file() -> None:
    files = [{"name": "settings", "path": "/s", "secret": False}, {"name": "key", "path": "/k", "secret": True}]
    texts = {"settings": "a=b", "key": "PEM", "unit": "[Unit]", "other": "not asked for"}
    assert place.with_texts([*files, place.unit("kafka")], texts) == {
        "files": [
            {"path": "/s", "content": "a=b"},
            {"path": "/k"},
            {
                "path": "/etc/systemd/system/kafka.service",
                "group": "root",
                "mode": "0644",
                "content": "[Unit]",
            },
        ],
        "secrets": {"/k": "PEM"},
    }
