# Print what is in force and what the files give, by the system's own programs: one line for each thing.
# Wants $keys, $users and $mount_point. The service is started anew, so that its process shows its limits.
# shellcheck shell=sh disable=SC2154 # the driver puts these in front
set -eu
for key in $keys; do
  echo "live $key" "$(sysctl -n "$key" | tr '\t' ' ')"
  file=$(/lib/systemd/systemd-sysctl --cat-config | awk -F= -v key="$key" '
    { gsub(/^[ -]+|[ \t]+$/, "", $1); gsub("/", ".", $1); gsub(/^[ \t]+|[ \t]+$/, "", $2) }
    $1 == key { value = $2 }
    END { print value }')
  echo "file $key $file"
done
for user in $users; do
  echo "session of $user" "$(runuser -s /bin/sh -c 'ulimit -Sn; ulimit -Hn' "$user" | tr '\n' ' ')"
done
echo "huge pages" "$(cat /sys/kernel/mm/transparent_hugepage/enabled)"
systemctl restart kafka
echo "process" "$(grep '^Max open files' "/proc/$(systemctl show -P MainPID kafka)/limits" | tr -s ' ')"
echo "mount" "$(findmnt --noheadings --output FSTYPE,OPTIONS "$mount_point")"
echo "fstab" "$(awk -v point="$mount_point" '$2 == point { print $1, $3, $4, $5 + 0, $6 + 0 }' /etc/fstab)"
