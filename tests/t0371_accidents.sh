# Accidents of a run that no method is to blame for: its workers are killed, or it, or it gets a signal while
# it does something else than jobs. No method fails by them, results stay, and nothing is left. (Signals while
# jobs run: t0333. Calls of the system that fail: t0339.)
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
title: Accidents
methods: [rk4, vprk_lobatto_2, wrong_hang]
models: ["pendulum:oscillation"]
precision: double
studies: # the one that hangs is not the first
  - {study: order, methods: ["[!w]*"], sizes: [16, 24, 32, 48, 64, 96]}
  - {study: order, methods: wrong_hang, sizes: [16, 24]}
YAML
plugin=$scratch/wrong_hang.so
ln -s "$(cd "$BUILD" && pwd)/tests/plugins/wrong_hang.so" "$plugin"
finished() { cat "$scratch/$1/results.jsonl" 2>/dev/null | grep -c '"status":"done"'; }
alive() { grep -ls "$plugin" /proc/[0-9]*/cmdline; }
# Of these, what no SIGKILL is pending for: a process that has one is gone as soon as it has a processor.
left() {
  for process in $(alive); do
    grep -qs '^S[ih][gd]Pnd:.*[13579bdf]..$' "${process%cmdline}status" || echo "$process"
  done
}
workers() { tr ' ' '\n' <"/proc/$run/task/$run/children" 2>/dev/null; }
begin() { # begin FOLDER ARGUMENTS...: in the background; $run is its number
  folder=$1
  shift
  "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" -o "$scratch/$folder" "$@" \
    >"$scratch/$folder.out" 2>"$scratch/$folder.errors" </dev/null &
  run=$!
}
until_there() { # until_there COMMAND...: until it succeeds, or the run ends
  until "$@" || ! kill -0 $run 2>/dev/null; do
    sleep 0.05
  done
}
two_finished() { [ "$(finished "$folder")" -ge 2 ]; }
hangs() { two_finished && [ "$(alive | wc -l)" -ge 3 ]; } # the run, a worker and its job
ended() { # ended STATUS NAME
  wait $run
  is $? "$1" "$2" || diag "$(cat "$scratch/$folder.errors")"
  is "$(left)" "" "  and nothing is left"
}

# ---- A worker ----
begin once --timeout 2
until_there hangs
first=$(workers)
# shellcheck disable=SC2046 # words
kill -9 $(workers)
until_there sh -c "! grep -qs '$first' /proc/$run/task/$run/children"
ended 1 "a worker is killed once: the run ends as if it had not been"
matches "$(grep '"key":"order/wrong_hang' "$scratch/once/results.jsonl")" '"reason":"timed out' \
  "  and the job in its hands has had another one"

begin always --timeout 1000
until_there hangs
while kill -0 $run 2>/dev/null; do
  for worker in $(workers); do
    kill -9 "$worker" 2>/dev/null
  done
  sleep 0.2
done
ended 3 "workers are killed one after the other: status 3"
matches "$(grep '^gimbal' "$scratch/always.errors")" \
  "^gimbal: the worker of order/wrong_hang/.* ended repeatedly: the worker was ended by signal 9 .*; continue with --resume$" \
  "  and one line of the message names the signal"
is "$(wc -c <"$scratch/always.out") $(grep -c '"key":"order/wrong_hang' "$scratch/always/results.jsonl")" "0 0" \
  "  and the job has no result, and nothing is judged"
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" -m rk4 -m 'vprk*' --resume -o "$scratch/always"
is "$status" 0 "  it goes on" || diag "$errors"
matches "$errors" "2 of 2 jobs are done already" "  with the number kept"

# ---- The run ----
mkdir "$scratch/temporary"
ls /dev/shm >"$scratch/shared" 2>/dev/null
TMPDIR=$scratch/temporary begin killed --timeout 1000 -j 2
until_there hangs
kill -9 $run
wait $run 2>/dev/null
tries=0
while [ -n "$(alive)" ] && [ $tries -lt 100 ]; do
  tries=$((tries + 1))
  sleep 0.05
done
is "$(alive)" "" "a run is killed: no process of it is left"
is "$(ls -A "$scratch/temporary")" "" "  nor a file"
is "$(ls /dev/shm 2>/dev/null | diff - "$scratch/shared" | grep '^<' | grep -v vader_segment)" "" "  nor shared memory"

(trap '' CHLD; exec "$GIMBAL" verify "$scratch/suite.yaml" -m rk4 --plugin "$plugin" -o "$scratch/deaf") \
  >/dev/null 2>"$scratch/deaf.errors"
is $? 0 "a run that began with SIGCHLD ignored passes" || diag "$(cat "$scratch/deaf.errors")"

# ---- Streams and files that go ----
closed() { # NAME WHAT: a run without standard output, or without any
  is $? 3 "$1: status 3"
  is "$(grep -ls -d skip -e 'TAP version' -e '^verify:' -e '^report:' "$scratch/$2"/*)" "$scratch/$2/verify.tap" \
    "  and nothing that is printed gets into a file"
}
"$GIMBAL" verify "$scratch/suite.yaml" -m rk4 --plugin "$plugin" -o "$scratch/mute" >&- 2>"$scratch/errors"
closed "standard output is closed" mute
matches "$(cat "$scratch/errors")" "^gimbal: standard output could not be written$" "  and the message names standard output"
"$GIMBAL" verify "$scratch/suite.yaml" -m rk4 --plugin "$plugin" -o "$scratch/deaf" <&- >&- 2>&-
closed "all streams are closed" deaf
{
  "$GIMBAL" verify "$scratch/suite.yaml" -m rk4 --plugin "$plugin" -o "$scratch/pipe" 2>"$scratch/errors"
  echo $? >"$scratch/status"
} | true
is "$(cat "$scratch/status")" 3 "standard output without a reader: status 3"
is "$(find "$scratch/pipe" -name .lock)" "" "  and the lock goes"
grep -q "^gimbal: standard output could not be written$" "$scratch/errors"
ok $? "  and the message names standard output" || diag "$(cat "$scratch/errors")"
for blocks in 1 2 3 4 5 6 7 8; do
  (
    ulimit -f $blocks
    exec "$GIMBAL" verify "$scratch/suite.yaml" -m rk4 --plugin "$plugin" -o "$scratch/short"
  ) >/dev/null 2>"$scratch/errors"
  echo "$? $(grep -o 'cannot be written: File too large' "$scratch/errors" | sed -n 1p)"
done | sort -u >"$scratch/found"
if "$GIMBAL" version | grep -q 'MPI  *MPICH'; then # which does not begin then (t0303)
  is "$(cut -c1 "$scratch/found" | sort -u)" 3 "a file may be no longer: status 3"
else
  is "$(cat "$scratch/found")" "3 cannot be written: File too large" "a file may be no longer: status 3, and this reason"
fi
begin gone --timeout 2
until_there two_finished
rm -r "$scratch/gone"
ended 3 "the folder is removed during the run: status 3"
is "$(grep -c '^gimbal' "$scratch/gone.errors") $(grep -c 'gone/results.jsonl was removed' "$scratch/gone.errors")" "1 1" \
  "  and one line of the message names the file"
begin headless --timeout 2
until_there two_finished
rm "$scratch/headless/manifest.json"
ended 3 "the manifest is removed during the run: status 3"
matches "$(cat "$scratch/headless.errors")" "^gimbal: .*headless/manifest.json was removed during the run; --resume writes it again$" \
  "  and the message names the file"
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" -m rk4 -m 'vprk*' --resume -o "$scratch/headless"
is "$status $(ls "$scratch/headless/manifest.json")" "0 $scratch/headless/manifest.json" "  and it goes on" || diag "$errors"

# ---- Signals before the first job and after the last ----
printf '#!/bin/sh\ntouch "%s/begun"\nexec sleep 20\n' "$scratch" >"$scratch/slow"
mkdir "$scratch/bin"
cp "$scratch/slow" "$scratch/bin/gnuplot"
chmod +x "$scratch/slow" "$scratch/bin/gnuplot"
for signal in "TERM 143" "INT 130" "HUP 129"; do
  rm -f "$scratch/begun"
  begin before --external "$scratch/slow"
  until_there test -e "$scratch/begun"
  kill -"${signal% *}" $run
  ended "${signal#* }" "${signal% *} while plugins are inspected: status ${signal#* }"
  is "$(cat "$scratch/before.errors")" "gimbal: interrupted before the first job" "  and the message names the interruption"
  rm -f "$scratch/begun"
  PATH=$scratch/bin:$PATH begin after -m rk4
  until_there test -e "$scratch/begun"
  kill -"${signal% *}" $run
  ended "${signal#* }" "${signal% *} while the report is made: status ${signal#* }"
  is "$(tail -n 1 "$scratch/after.errors")" \
    "gimbal: interrupted; 1 result kept in $scratch/after; go on with --resume" "  and the message says what is kept"
done
run "$GIMBAL" verify "$scratch/suite.yaml" -m rk4 --plugin "$plugin" -o "$scratch/after" --resume
is "$status" 0 "the interrupted run is resumed" || diag "$errors"

done_testing
