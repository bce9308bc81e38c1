# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: arguments of modules that are refused on the cluster keeper, or what lies there in their way, and what is
done then. For what no input of a role leads to, and for people who use the modules by themselves."""

from __future__ import annotations

from tests.remedies.calls import Call
from tests.remedies.clusters import CLUSTERS

_ADDRESS = CLUSTERS["keeper"].addresses["z1"]


_KAFKA = {"service": "kafka", "user": "kafka"}
#: A folder that belongs to others than root, as those of data do.
_SHARED = "mkdir --parents /var/lib/shared; chown daemon /var/lib/shared; "
_OF_FILES = (
    Call(
        "… is no absolute path; give one without",
        "server_files",
        {**_KAFKA, "folders": [{"path": "/etc/kafka/../more"}]},
        "give one without .. and doubled slashes",
        {**_KAFKA, "folders": [{"path": "/etc/more"}]},
    ),
    Call(
        "… is named twice; name each folder and",
        "server_files",
        {**_KAFKA, "folders": [{"path": "/etc/more"}, {"path": "/etc/more"}]},
        "name each folder and file once",
        {**_KAFKA, "folders": [{"path": "/etc/more"}]},
    ),
    Call(
        "secrets has …, which is none of the",
        "server_files",
        {**_KAFKA, "secrets": {"/etc/more-secret": "planted"}},
        "secrets has /etc/more-secret, which is none of the files; add it there",
        {**_KAFKA, "secrets": {"/etc/more-secret": "planted"}, "files": [{"path": "/etc/more-secret"}]},
    ),
    Call(
        "… would be empty; give its content.",
        "server_files",
        {**_KAFKA, "files": [{"path": "/etc/more-file"}]},
        "give its content",
        {**_KAFKA, "files": [{"path": "/etc/more-file", "content": "a\n"}]},
    ),
    Call(
        "… is a secret, and its mode …",
        "server_files",
        {**_KAFKA, "secrets": {"/etc/more-secret": "planted"}, "files": [{"path": "/etc/more-secret", "mode": "0644"}]},
        "give 0640",
        {**_KAFKA, "secrets": {"/etc/more-secret": "planted"}, "files": [{"path": "/etc/more-secret", "mode": "0640"}]},
    ),
    Call(
        "The mode of … is …; give it",
        "server_files",
        {**_KAFKA, "files": [{"path": "/etc/more-file", "content": "a\n", "mode": "rw-r-----"}]},
        "give it as three or four octal digits, such as 0640",
        {**_KAFKA, "files": [{"path": "/etc/more-file", "content": "a\n", "mode": "0640"}]},
    ),
    Call(
        "… is to belong to the … …,",
        "server_files",
        {**_KAFKA, "folders": [{"path": "/etc/more", "owner": "somebody"}]},
        "the user somebody, which this host does not have; make it first, or correct the name",
        {**_KAFKA, "folders": [{"path": "/etc/more", "owner": "somebody"}]},
        steps="useradd somebody",
        back="userdel somebody",
    ),
    Call(
        "… is no …, and one is to be",
        "server_files",
        {**_KAFKA, "folders": [{"path": "/etc/folder"}]},
        "is no folder, and one is to be there; move it away and run again",
        {**_KAFKA, "folders": [{"path": "/etc/folder"}]},
        cause="touch /etc/folder",
        steps="mv /etc/folder /root/",
        back="rm --force /root/folder",
    ),
    Call(
        "… is one of … names (hard links)",
        "server_files",
        {**_KAFKA, "files": [{"path": "/var/lib/shared/file", "content": "a\n"}]},
        "put a copy in its place and run again",
        {**_KAFKA, "files": [{"path": "/var/lib/shared/file", "content": "a\n"}]},
        cause=_SHARED + "cd /var/lib/shared; echo b >file; ln file other",
        steps="cd /var/lib/shared; cp file copy; mv copy file",
        back="rm --recursive --force /var/lib/shared",
    ),
    Call(
        "… is a symbolic link in a folder",
        "server_files",
        {**_KAFKA, "files": [{"path": "/var/lib/shared/link", "content": "a\n"}]},
        "remove it, or give the path that it leads to, and run again",
        {**_KAFKA, "files": [{"path": "/etc/led-to", "content": "a\n"}]},
        cause=_SHARED + "ln -s /etc/led-to /var/lib/shared/link",
        back="rm --recursive --force /var/lib/shared",
    ),
)
_IDENTITY = {"log_dirs": ["/data/kafka/log"]}
#: As kafka_rack, kafka_rack_file and kafka_rack_command, which a role hands over.
_OF_RACKS = (
    Call(
        "… are given; give one of them.",
        "server_identity",
        {**_IDENTITY, "rack": "a", "rack_file": "/etc/hostname"},
        "kafka_rack and kafka_rack_file are given; give one of them",
        {**_IDENTITY, "rack_file": "/etc/hostname"},
    ),
    Call(
        "… (kafka_rack_file) is not there; write the host's",
        "server_identity",
        {**_IDENTITY, "rack_file": "/etc/rack-of-host"},
        "write the host's rack into it, on one line",
        steps="echo a >/etc/rack-of-host",
        back="rm --force /etc/rack-of-host",
    ),
    Call(
        "… gives … lines; the rack is one",
        "server_identity",
        {**_IDENTITY, "rack_file": "/etc/rack-of-two"},
        "the rack is one line of text",
        cause="printf 'a\\nb\\n' >/etc/rack-of-two",
        steps="echo a >/etc/rack-of-two",
        back="rm --force /etc/rack-of-two",
    ),
    Call(
        "… (kafka_rack_command) failed: …; it must print the",
        "server_identity",
        {**_IDENTITY, "rack_command": ["cat", "/etc/no-rack"]},
        "it must print the rack",
        {**_IDENTITY, "rack_command": ["echo", "a"]},
    ),
    Call(
        "…, so others than root could have another program run as … (kafka_rack_command),",
        "server_identity",
        {**_IDENTITY, "rack_command": ["/usr/local/bin/rack"]},
        "give it, with all folders above it, to root alone",
        cause="printf '#!/bin/sh\\necho a\\n' >/usr/local/bin/rack; chmod 777 /usr/local/bin/rack",
        steps="chown root:root /usr/local/bin/rack; chmod 755 /usr/local/bin/rack",
        back="rm --force /usr/local/bin/rack",
    ),
)
_OF_PATHS = (
    Call(
        "… leads over a link to …, which is",
        "server_identity",
        {**_IDENTITY, "rack_file": "/etc/led"},
        "leads over a link to /dev/zero, which is a device, and a file is to be there; remove the link and run again",
        cause="ln -s /dev/zero /etc/led",
        steps="rm /etc/led; echo a >/etc/led",
        back="rm --force /etc/led",
    ),
    Call(
        "… is …, and … is to be there; move",
        "server_identity",
        {**_IDENTITY, "rack_file": "/etc/rack-folder"},
        "/etc/rack-folder is a folder, and a file is to be there; move it away and run again",
        cause="mkdir /etc/rack-folder",
        steps="mv /etc/rack-folder /root/; echo a >/etc/rack-folder",
        back="rm --force --recursive /etc/rack-folder /root/rack-folder",
    ),
    Call(
        "… has more than … MiB, so it is",
        "server_files",
        {**_KAFKA, "files": [{"path": "/etc/large", "content": "a\n"}]},
        "move it away and run again",
        cause="truncate --size=200M /etc/large",
        steps="mv /etc/large /root/",
        back="rm --force /etc/large /root/large",
    ),
    Call(
        "… leads to the kernel's own files (…), where",
        "server_identity",
        {**_IDENTITY, "rack_file": "/etc/rack-link"},
        "give the path that is meant, and run again",
        {**_IDENTITY, "rack_file": "/etc/hostname"},
        cause="ln -s /proc/sys/kernel/hostname /etc/rack-link",
        back="rm /etc/rack-link",
    ),
    Call(
        "… goes back up in a folder that others",
        "server_identity",
        {**_IDENTITY, "rack_file": "/var/lib/shared-racks/inner/../rack"},
        "give it without ..",
        {**_IDENTITY, "rack_file": "/var/lib/shared-racks/rack"},
        cause="mkdir --parents /var/lib/shared-racks/inner; echo a >/var/lib/shared-racks/rack; "
        "chown daemon /var/lib/shared-racks",
        back="rm --recursive /var/lib/shared-racks",
    ),
    Call(
        "… could not be … (…); its symbolic links",
        "server_files",
        {**_KAFKA, "files": [{"path": "/etc/round", "content": "a\n"}]},
        "its symbolic links lead round in circles, so remove them and run again",
        cause="ln -s /etc/round-again /etc/round; ln -s /etc/round /etc/round-again",
        steps="rm /etc/round /etc/round-again",
        back="rm --force /etc/round /etc/round-again",
    ),
    Call(
        "… could not be … (…); no file has such",
        "server_files",
        {**_KAFKA, "files": [{"path": f"/etc/{'n' * 300}", "content": "a\n"}]},
        "no file has such a long name, so give another path",
        {**_KAFKA, "files": [{"path": "/etc/more-file", "content": "a\n"}]},
    ),
)
_PURGE = {"data_dir": "/data/zookeeper/data"}
_ESCAPED = "/root/client.properties"
_METRICS = {"content": "groundwork_tried 1\n"}
_OF_FILES_OF_OTHERS = (
    Call(
        "… has a \\u that no four hexadecimal digits follow,",
        "config_review",
        {"files": [{"path": _ESCAPED, "kind": "producer"}]},
        "correct it, or write its backslash twice",
        cause=rf"printf '%s\n' 'ssl.truststore.location=C:\users\ca.pem' >{_ESCAPED}",
        steps=rf"sed --in-place 's/\\/\\\\/g' {_ESCAPED}",
        back=f"rm --force {_ESCAPED}",
    ),
    Call(
        "… is no absolute path; give one that begins",
        "metrics_file",
        {**_METRICS, "path": "node-exporter/groundwork.prom"},
        "give one that begins with a slash",
        {**_METRICS, "path": "/srv/groundwork.prom"},
    ),
    Call(
        "… is not there, and the node exporter would read",
        "metrics_file",
        {**_METRICS, "path": "/srv/no-exporter/groundwork.prom"},
        "or name the folder of its --collector.textfile.directory",
        {**_METRICS, "path": "/srv/exporter/groundwork.prom"},
        cause="mkdir /srv/exporter",
        back="rmdir /srv/exporter",
    ),
)
_OTHERS = (
    Call(
        "nofile is missing; limits_users and services need its",
        "host_profile",
        {"limits_users": ["root"]},
        "limits_users and services need its soft and hard, or a plan",
        {"limits_users": ["root"], "nofile": {"soft": 10000, "hard": 15000}},
    ),
    Call(
        "…: a value is needed, and it is",
        "host_profile",
        {"kernel_parameters": {"net.ipv4.tcp_keepalive_time": ""}},
        "give one or leave the setting out",
        {"kernel_parameters": {}},
    ),
    Call(
        "The user … is no user name; give",
        "purge_timer",
        {**_PURGE, "user": "zoo keeper"},
        "give the account that runs ZooKeeper",
        {**_PURGE, "user": "zookeeper"},
    ),
    Call(
        "… is …; give an absolute path on",
        "purge_timer",
        {"data_dir": "/data/zookeeper\n/data"},
        "give an absolute path on one line",
        _PURGE,
    ),
    Call(
        "… purges already, and two may not; take",
        "purge_cron",
        _PURGE,
        "take it away with the module purge_timer (state: absent), or leave it to it",
        {"state": "absent"},
    ),
    Call(
        "… is Java …, and … is needed;",
        "jvm_options",
        {"java": "/usr/bin/java", "heap": "128m", "minimum_version": 99},
        "install Java 99 or newer",
        {"java": "/usr/bin/java", "heap": "128m", "minimum_version": 17},
    ),
    Call(
        "…, so others than root could have another program run as …, which",
        "jvm_options",
        {"java": "/opt/own-java/java", "heap": "128m"},
        "give that Java, with all folders above it, to root alone (chown -R root:root, chmod -R go-w)",
        {"java": "/opt/own-java/java", "heap": "128m"},
        cause="mkdir /opt/own-java; printf '#!/bin/sh\\nexec /usr/bin/java \"$@\"\\n' >/opt/own-java/java; "
        "chmod 777 /opt/own-java/java; chown -R daemon /opt/own-java",
        steps="chown -R root:root /opt/own-java; chmod -R go-w /opt/own-java",
        back="rm --recursive --force /opt/own-java",
    ),
    Call(
        "… is none of the servers …; give",
        "zookeeper_gate",
        {"phase": "before_stop", "server": _ADDRESS, "servers": [{"name": "z1", "host": _ADDRESS}]},
        "give its name as it stands there",
        {
            "phase": "before_stop",
            "server": "z1",
            "servers": [{"name": "z1", "host": _ADDRESS}],
            "accept_unavailable": True,
        },
    ),
    Call(
        "kafka_version is …; give all of the version's",
        "upgrade_path",
        {"mode": "zookeeper", "version": "3.9", "installed": {"z1": "3.9.1"}},
        "give all of the version's numbers, such as 3.9.2",
        {"mode": "zookeeper", "version": "3.9.2", "installed": {"z1": "3.9.1"}},
    ),
    Call(
        "The folders of … have …; give absolute",
        "account_renumbering",
        {"service": "kafka", "servers": [{"service": "kafka", "user": "kafka", "folders": ["data/kafka/log"]}]},
        "give absolute paths",
        {"service": "kafka", "servers": [{"service": "kafka", "user": "kafka", "folders": ["/data/kafka/log"]}]},
    ),
)
_JOURNAL = "/var/lib/groundwork-kafka/journal.json"
_TIMER = "groundwork-zookeeper-purge.timer"
_MEMORY = "{{ (lookup('ansible.builtin.pipe', 'grep MemTotal: /proc/meminfo').split()[1] | int) // 1024"
_WHOLE = {"java": "/usr/bin/java", "memory_share": 100}
_OF_JAVA = (
    Call(
        "There is no java program at …; install a",
        "jvm_options",
        {"java": "/usr/local/bin/java", "heap": "128m"},
        "install a Java runtime, or give its path",
        {"java": "/usr/bin/java", "heap": "128m"},
        plans=False,  # in check mode an earlier task would have installed it
    ),
    Call(
        "This host has too little memory for a",
        "jvm_options",
        {"java": "/usr/bin/java", "heap": "auto", "write_bytes_per_second": 10**12},
        "give it more memory, or plan fewer writes",
        {"java": "/usr/bin/java", "heap": "auto", "write_bytes_per_second": 10**6},
    ),
    Call(
        "The heap of … leaves too little of this",
        "jvm_options",
        {**_WHOLE, "heap": f"{_MEMORY} - 100 }}}}m"},
        "; give at most ",
        {**_WHOLE, "heap": f"{_MEMORY} - 600 }}}}m"},
    ),
)
_OF_STATE = (
    Call(
        "Nothing is known of Kafka …, so whether it",
        "upgrade_path",
        {"mode": "kraft", "version": "3.5.1", "installed": {"z1": "4.3.1"}},
        "so whether it can read this cluster's metadata cannot be told; go to one of ",
        {"mode": "kraft", "version": "4.3.1", "installed": {"z1": "4.3.1"}},
    ),
    Call(
        "An ensemble of … ZooKeeper servers has no quorum",
        "zookeeper_gate",
        {"phase": "start", "wait": 1, "servers": [{"name": name, "host": _ADDRESS} for name in ("z1", "z2")]},
        "Add servers, or accept it with rolling_restart_accept_unavailable",
        {
            "phase": "start",
            "wait": 1,
            "servers": [{"name": name, "host": _ADDRESS} for name in ("z1", "z2")],
            "accept_unavailable": True,
        },
    ),
    Call(
        "…: … is no time to wait; give … or",
        "zookeeper_gate",
        {"phase": "after_start", "server": "z1", "wait": -1, "servers": [{"name": "z1", "host": _ADDRESS}]},
        "wait: -1 is no time to wait; give 0 or more, in seconds",
        {"phase": "after_start", "server": "z1", "wait": 60, "servers": [{"name": "z1", "host": _ADDRESS}]},
    ),
    Call(
        "… cannot be understood (…), so what was there",
        "host_profile",
        {"kernel_parameters": {"net.ipv4.tcp_fin_timeout": 33}},
        "bring it back from a backup, or move it away and go on without it",
        batch=1,
        cause=f"cp --archive {_JOURNAL} /root/; echo broken >{_JOURNAL}",
        steps=f"mv {_JOURNAL} /root/broken-journal",
        back=f"mv /root/journal.json {_JOURNAL}; rm --force /root/broken-journal",
    ),
    Call(
        "… is masked; run systemctl unmask … and run again.",
        "purge_timer",
        {**_PURGE, "user": "zookeeper"},
        f"run systemctl unmask {_TIMER} and run again",
        batch=1,
        cause=f"systemctl disable --now {_TIMER}; mv /etc/systemd/system/{_TIMER} /root/; systemctl mask {_TIMER}",
        steps=f"systemctl unmask {_TIMER}",
        back=f"mv /root/{_TIMER} /etc/systemd/system/; systemctl daemon-reload; systemctl enable --now {_TIMER}",
    ),
)
CALLS = (*_OF_FILES, *_OF_FILES_OF_OTHERS, *_OF_PATHS, *_OF_RACKS, *_OTHERS, *_OF_JAVA, *_OF_STATE)
