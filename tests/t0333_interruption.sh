# What comes in between: signals, a second run in the folder, a journal that is emptied meanwhile, a
# standard output that cannot be written, a narrower selection. Never status 0 or 1 with something
# missing, and never a result lost. (Kills: t0313.)
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
title: Interrupted
methods: [rk4, vprk_lobatto_2, wrong_hang]
models: ["pendulum:oscillation"]
precision: double
studies: # the one that hangs is not the first, so that something is finished and the run is not
  - {study: order, methods: ["[!w]*"], sizes: [16, 24, 32, 48, 64, 96]}
  - {study: order, methods: wrong_hang, sizes: [16, 24]}
YAML
plugin=$scratch/wrong_hang.so
ln -s "$(cd "$BUILD" && pwd)/tests/plugins/wrong_hang.so" "$plugin"
finished() { cat "$scratch/$1"/results*.jsonl 2>/dev/null | grep -c '"status":"done"'; }
alive() { grep -ls "$plugin" /proc/[0-9]*/cmdline; }
begin() { # begin FOLDER ARGUMENTS...: in the background until a job is done or it ends; $run is its number
  folder=$1
  shift
  $launcher "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" --timeout 1000 \
    -o "$scratch/$folder" "$@" >"$scratch/$folder.out" 2>"$scratch/$folder.errors" </dev/null &
  run=$!
  while [ "$(finished "$folder")" -lt 1 ] && kill -0 $run 2>/dev/null; do
    sleep 0.05
  done
}
parent() { sed -n 's/^PPid:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null; }
workers() { # of the run of begin
  for process in $(alive | sed 's/[^0-9]//g'); do
    [ "$(parent "$process")" = $run ] && echo "$process"
  done
}
release() { # the job that hangs is killed, and the run of begin ends
  while kill -0 $run 2>/dev/null; do
    for process in $(alive | sed 's/[^0-9]//g'); do
      case " $(echo $(workers)) " in
      *" $(parent "$process") "*) kill -9 "$process" 2>/dev/null ;;
      esac
    done
    sleep 0.3
  done
  wait $run
}
both() { # until both right methods are finished
  while [ "$(finished "$folder")" -lt 2 ] && kill -0 $run 2>/dev/null; do
    sleep 0.05
  done
}

interrupted() { # interrupted SIGNAL STATUS ARGUMENTS...
  signal=$1
  expected=$2
  shift 2
  rm -rf "$scratch/cut"
  begin cut "$@"
  kill -"$signal" $run
  wait $run
  is $? "$expected" "$signal${1:+ with $*}: status $expected" || diag "$(cat "$scratch/cut.errors")"
  matches "$(tail -n 1 "$scratch/cut.errors")" \
    "^gimbal: interrupted; $(finished cut) results? kept in $scratch/cut; go on with --resume$" \
    "  and the message says what is kept"
  matches "$(finished cut) $(cat "$scratch/cut.out")" "^[12] $" \
    "  they are there, and there is no TAP"
  is "$(alive)" "" "  and nothing is left"
}
launcher=
interrupted INT 130
interrupted TERM 143
interrupted HUP 129
interrupted INT 130 -j 2
interrupted TERM 143 -j 2
interrupted HUP 129 -j 2

run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" --timeout 1 -o "$scratch/cut" \
  -m 'rk4' -m 'vprk*' --resume
is "$status" 0 "the interrupted run is resumed" || diag "$errors"
matches "$errors" "^verify: [12] of 2 jobs are done already|^0 of 0 jobs" "  with the number kept"

# ---- One run at a time ----
begin held
before=$(finished held) # one, or also the other
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" --timeout 1 -o "$scratch/held"
is "$status $output" "2 " "a second run in the folder is refused"
is "$errors" "gimbal: another run (process $run) writes to output folder $scratch/held: wait for it, or give another -o" \
  "  with the number of the first"
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" --timeout 1 -o "$scratch/held" -j 2 --resume
is "$status $(printf '%s\n' "$errors" | wc -l)" "2 1" "  on ranks too"
[ "$(finished held)" -ge "$before" ]
ok $? "  and nothing is lost"

# ---- What a journal loses meanwhile ----
: >"$scratch/held/results.jsonl"
release
is $? 3 "a journal that was emptied: status 3" || diag "$(cat "$scratch/held.errors")"
matches "$(cat "$scratch/held.errors")" "planned results are missing from $scratch/held/results.jsonl" \
  "  and the message names the journal"
is "$(grep -Ec '^(not )?ok ' "$scratch/held.out")" \
  "$(sed -n 's/^1\.\.//p' "$scratch/held.out")" "  all planned points are in the TAP"
matches "$(cat "$scratch/held.out")" '^not ok .*rk4 pendulum:oscillation order q' "  the lost one failed" ||
  diag "$(cat "$scratch/held.out")"
test ! -e "$scratch/held/.lock"
ok $? "  and the lock is gone"

# ---- What it gains meanwhile: whole results of other runs ----
sed -e 's/pendulum:oscillation/kepler:e03/' "$scratch/suite.yaml" >"$scratch/other.yaml"
"$GIMBAL" verify "$scratch/other.yaml" --plugin "$plugin" -m rk4 -o "$scratch/other" >"$scratch/other.out" 2>&1
begin gains
both
cat "$scratch/other/results.jsonl" >>"$scratch/gains/results.jsonl"
release
is "$? $(cat "$scratch/gains.out")" "3 " "a result that was not planned: status 3, and no TAP" ||
  diag "$(cat "$scratch/gains.errors")"
matches "$(cat "$scratch/gains.errors")" \
  "^gimbal: .*has [0-9]+ results where [0-9]+ were planned: order/rk4/kepler:e03.* is not in the plan" "  and reports it"
test ! -e "$scratch/gains/verdicts.jsonl"
ok $? "  and nothing is judged"
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" -m 'rk4' -m 'vprk*' -o "$scratch/gains" --resume
is "$status $(printf '%s\n' "$output" | grep -c kepler)" "0 0" "  it goes on without it" || diag "$errors"

sed -e 's/48, 64, 96/48, 64/' "$scratch/suite.yaml" >"$scratch/other.yaml"
"$GIMBAL" verify "$scratch/other.yaml" --plugin "$plugin" -m 'rk4' -m 'vprk*' -o "$scratch/changed" \
  >"$scratch/other.out" 2>&1
begin swapped
both
cat "$scratch/changed/results.jsonl" >>"$scratch/swapped/results.jsonl"
release
is $? 3 "results of another job under the keys of planned ones: status 3" ||
  diag "$(cat "$scratch/swapped.errors")"
matches "$(cat "$scratch/swapped.errors")" "gimbal: [0-9]+ of [0-9]+ planned results are missing" "  they do not count"
matches "$(cat "$scratch/swapped.out")" '^not ok .*rk4 pendulum:oscillation order q' "  nor confirm anything"

# ---- A narrower selection ----
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" -m rk4 -m 'vprk*' -o "$scratch/wide"
cp -r "$scratch/wide" "$scratch/narrow"
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" -m rk4 -o "$scratch/narrow" --resume
is "$status" 0 "a narrower selection" || diag "$errors"
matches "$errors" "1 finished result of jobs that this run does not have: kept" "  keeps the others"
is "$(finished narrow)" 2 "  in the journal"
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" -m rk4 -o "$scratch/alone"
is "$(sed 's/"check":.*//' "$scratch/narrow/verdicts.jsonl" | sed "s,$scratch/[a-z]*,,g")" \
  "$(sed 's/"check":.*//' "$scratch/alone/verdicts.jsonl" | sed "s,$scratch/[a-z]*,,g")" \
  "  and judges its own"
run "$GIMBAL" report "$scratch/narrow"
is "$status" 0 "  so does report" || diag "$errors"
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" -m rk4 -m 'vprk*' -o "$scratch/narrow" --resume
matches "$errors" "^verify: 2 of 2 jobs are done already" "  and the wide one finds them again"
cmp -s "$scratch/wide/verdicts.jsonl" "$scratch/narrow/verdicts.jsonl" &&
  cmp -s "$scratch/wide/manifest.json" "$scratch/narrow/manifest.json"
ok $? "  with the same verdicts"

# ---- Standard output ----
for ranks in 1 2; do
  "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" -m rk4 -o "$scratch/full" -j $ranks >/dev/full \
    2>"$scratch/full.errors"
  is $? 3 "a standard output that is full, -j $ranks: status 3"
  grep -q '^gimbal: standard output could not be written' "$scratch/full.errors"
  ok $? "  and the message names standard output" || diag "$(cat "$scratch/full.errors")"
done

done_testing
