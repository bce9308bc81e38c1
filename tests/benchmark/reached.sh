# Let the owner of the public key $key in by ssh.
# shellcheck shell=sh disable=SC2154
set -eu
mkdir -p /root/.ssh
echo "$key" >/root/.ssh/authorized_keys
systemctl start ssh
