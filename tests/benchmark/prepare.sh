# Make a host what a Kafka host is before it is tuned, and keep what reset.sh brings back. Wants $disk and $keys.
# shellcheck shell=sh disable=SC2154 # the driver puts these in front
set -eu
mkdir -p /var/lib/benchmark /etc/systemd/system /etc/security/limits.d /etc/sysctl.d /etc/tmpfiles.d
id kafka >/dev/null 2>&1 || useradd --system kafka
cat >/etc/systemd/system/kafka.service <<'UNIT'
[Service]
User=kafka
ExecStart=/bin/sleep infinity
UNIT
systemctl daemon-reload
systemctl start kafka
# A disk that was mounted before: to format it is not what is compared.
blkid -s UUID -o value "$disk" || {
  mkfs.xfs -q -L groundwork "$disk"
  blkid -s UUID -o value "$disk"
}
tar -C / -cf /var/lib/benchmark/etc.tar etc/sysctl.d etc/tmpfiles.d etc/security etc/systemd/system etc/fstab
# shellcheck disable=SC2086 # one word a key
sysctl -e $keys | grep -v ' = 0$' >/var/lib/benchmark/kernel.conf # 0 stands where the twin in bytes is in force
sed 's/.*\[\(.*\)\].*/\1/' /sys/kernel/mm/transparent_hugepage/enabled >/var/lib/benchmark/huge_pages
