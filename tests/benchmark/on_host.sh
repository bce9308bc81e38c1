# Run $program (a Python file in base64) five times on the utilities in $archive (a zip file in base64), and print what
# it prints, each time after the milliseconds that a start of Python takes.
# shellcheck shell=sh disable=SC2154 # the driver puts these in front
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "$archive" | base64 -d >"$folder/utilities.zip"
echo "$program" | base64 -d >"$folder/program.py"
for _ in 1 2 3 4 5; do
  before=$(date +%s%N)
  python3 -c pass
  after=$(date +%s%N)
  took=$(PYTHONPATH=$folder/utilities.zip python3 "$folder/program.py")
  echo "$(((after - before) / 1000000)) $took"
done
