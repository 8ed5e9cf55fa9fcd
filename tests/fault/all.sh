#!/bin/sh
# all.sh FOLDER [EVERY [SUFFIX]]: one.sh for each call that prepare.sh has counted, or one in EVERY of
# each kind; with the suffix :kill the process ends at each write, fsync and rename. JOBS at a time.
set -u
folder=$(cd "$1" && pwd -P)
every=${2:-1}
suffix=${3:-}
awk -v every="$every" -v suffix="$suffix" '
  suffix == ":kill" && $1 !~ /^(write|fsync|rename)$/ { next }
  $3 && $3 < every { print $1 ":" $2 ":" 1 + int($3 / 2) suffix; next }
  { for (n = 1 + (NR * 7) % every; n <= $3; n += every) print $1 ":" $2 ":" n suffix }
' "$folder/counts" >"$folder/faults"
: >"$folder/happened"
: >"$folder/outcomes"
xargs -n 1 -P "${JOBS:-2}" "$(dirname "$0")/one.sh" "$folder" <"$folder/faults" >"$folder/findings"
cat "$folder/findings"
echo "$(wc -l <"$folder/happened") faults happened, of $(wc -l <"$folder/faults"); $(wc -l <"$folder/findings") findings"
[ ! -s "$folder/findings" ]
