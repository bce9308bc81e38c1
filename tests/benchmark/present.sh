# Print the largest number of open files that a session can be given, then those of $keys that can be set here: a
# container has some for reading only, and others not at all.
# shellcheck shell=sh disable=SC2154 # the driver puts them in front
awk '/^Max open files/ { print $5 }' /proc/self/limits | sed "s/unlimited/$(cat /proc/sys/fs/nr_open)/"
for key in $keys; do
  if [ -w "/proc/sys/$(echo "$key" | tr . /)" ]; then echo "$key"; fi
done
