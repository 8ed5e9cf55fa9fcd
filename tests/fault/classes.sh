#!/bin/sh
# classes.sh FOLDER [EVERY [SUFFIX]]: as all.sh, but of each class of calls, those from one place, the
# first, the last, and between them one more for each time that their number is four times as large;
# and between two that come to different ends the one in the middle, until it is known where that
# changes. With EVERY, of one class in EVERY.
set -u
here=$(dirname "$0")
folder=$(cd "$1" && pwd -P)
every=${2:-1}
suffix=${3:-}
: >"$folder/happened"
: >"$folder/outcomes"
: >"$folder/findings"
tried=0
while :; do
  awk -F '[\t]' -v every="$every" -v suffix="$suffix" '
    FILENAME == ARGV[1] { came_to[$1] = $2; next }
    { split($0, call, " ") }
    suffix == ":kill" && call[1] !~ /^(write|fsync|rename)$/ { next }
    { class = call[1] ":" call[2] ":" call[4]; member[class, ++count[class]] = call[1] ":" call[2] ":" call[3] suffix }
    count[class] == 1 { order[++classes] = class }
    function try(fault) { if (!(fault in came_to)) print fault }
    END {
      for (i = 1; i <= classes; i += every) {
        class = order[i]
        steps = int(log(count[class]) / log(4) + 0.5)
        if (!steps && count[class] > 1) steps = 1
        for (n = 0; n <= steps; n++)
          try(member[class, steps ? 1 + int(n * (count[class] - 1) / steps) : 1])
        before = 1
        for (n = 2; n <= count[class]; n++) {
          if (!(member[class, n] in came_to)) continue
          if (n > before + 1 && came_to[member[class, n]] != came_to[member[class, before]])
            try(member[class, int((before + n) / 2)])
          before = n
        }
      }
    }' "$folder/outcomes" "$folder/calls" >"$folder/faults"
  [ -s "$folder/faults" ] || break
  tried=$((tried + $(wc -l <"$folder/faults")))
  xargs -n 1 -P "${JOBS:-2}" "$here/one.sh" "$folder" <"$folder/faults" >>"$folder/findings"
done
cat "$folder/findings"
echo "$(wc -l <"$folder/happened") faults happened, of $tried in $(cut -d ' ' -f 1,2,4 "$folder/calls" | sort -u | wc -l) classes of $(wc -l <"$folder/calls") calls; $(wc -l <"$folder/findings") findings"
[ ! -s "$folder/findings" ]
