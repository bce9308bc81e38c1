# Sourced by the lab's scripts: where things are kept, and how they speak.
# shellcheck shell=bash

REPOSITORY=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${GROUNDWORK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/groundwork-kafka}
. "$REPOSITORY/lab/kafka/versions"
# shellcheck disable=SC2034 # the scripts that source this use it
KAFKA_VERSIONS=("$KAFKA_ZOOKEEPER" "$KAFKA_ZOOKEEPER_FORMER" "$KAFKA_KRAFT_FORMER" "$KAFKA_KRAFT")
IMAGE_NAME=localhost/groundwork-lab

say() { printf '%s\n' "$*"; }

# One sentence that says what is wrong and what to do, then the exit code for "could not run".
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 3
}

# Run a command, WHAT else could not be done, with all that it says in a file: logged FILE WHAT COMMAND...
logged() {
  local log=$1 what=$2
  shift 2
  "$@" >"$log" 2>&1 || fail "$what ($(tail -n 1 "$log")); all it said is in $log."
}

# The first 12 digits of the SHA-256 over the given files: a name that changes when what it was built from changes.
digest() { cat "$@" | sha256sum | cut -c1-12; }

venv_directory() { printf '%s/venv-%s' "$CACHE" "$(digest "$REPOSITORY/requirements.lock")"; }

# The image of a lab host, of the Debian release that is given (bookworm, trixie, or bookworm-java with what lab/java.d
# adds) or of the one that the demo shows.
image_reference() {
  local suite=${1:-bookworm} more=()
  [[ $suite != *-* ]] || more=("$REPOSITORY/lab/${suite#*-}.d"/*)
  printf '%s:%s-%s' "$IMAGE_NAME" "$suite" \
    "$(digest "$REPOSITORY"/lab/{Containerfile,image,image-packages.txt} "${more[@]}")"
}

# The folder of an unpacked Kafka of the version that is given; it has that name only once it is whole.
kafka_home() {
  local home=$CACHE/kafka_2.13-$1
  if [ ! -d "$home" ]; then
    rm -rf "$home.part" && mkdir "$home.part" && tar -C "$home.part" --strip-components 1 -xzf "$home.tgz" &&
      mv "$home.part" "$home" || return
  fi
  printf '%s' "$home"
}

# The folder of librdkafka for Python, which the tests alone use, from tests/long/requirements.lock.
librdkafka() {
  local lock=$REPOSITORY/tests/long/requirements.lock folder
  folder=$CACHE/librdkafka-$(digest "$lock")
  if [ ! -d "$folder" ]; then
    rm -rf "$folder.part"
    UV_CACHE_DIR=${UV_CACHE_DIR:-$CACHE/uv} "$(venv_directory)/bin/uv" pip install --quiet --require-hashes \
      --python "$(venv_directory)/bin/python" --target "$folder.part" --requirement "$lock" ||
      fail "uv could not install $lock; look at the lines above (is PyPI or its mirror reached?)."
    mv "$folder.part" "$folder"
  fi
  touch "$folder" # lab/tidy removes what nothing has used
  printf '%s' "$folder"
}

# What debootstrap made for that image.
image_archive() { printf '%s/image-%s-%s.tar' "$CACHE" "$1" "$(digest "$REPOSITORY"/lab/{image,image-packages.txt})"; }

# The folder of the virtual machine's disk, kernel and initrd.
machine_directory() {
  printf '%s/machine-%s' "$CACHE" \
    "$(digest "$REPOSITORY"/lab/{Containerfile,image-packages.txt,machine-image,machine.d/*})"
}
