# Plugins that misbehave when they are loaded, when they go, or in what a step leaves behind: one
# line that names them and what they did, status 2, and nothing on standard output.
. tests/tap.sh

# A program that lies elsewhere has no plugins of its own to load in addition to the one that is tried.
mkdir "$scratch/bin"
cp "$GIMBAL" "$scratch/bin/gimbal"

# build NAME FLAGS...
build() {
  name=$1
  shift
  ${CC:-cc} -std=gnu11 -Iinclude -shared -fPIC "$@" tests/hostile/at_load.c -o "$scratch/$name.so" ||
    { echo "Bail out! $name cannot be built"; exit 1; }
}

# bad NAME PATTERN FLAGS...: refused by every command that loads it
bad() {
  name=$1
  pattern=$2
  shift 2
  build "$name" "$@"
  run timeout 60 "$scratch/bin/gimbal" list methods --plugin "$scratch/$name.so"
  is "$status $(printf '%s\n' "$errors" | wc -l) $output" "2 1 " "$name: status 2 and one line"
  matches "$errors" "^gimbal: .*/$name\.so: loading it $pattern" "  which says: $pattern"
}

build good
run "$GIMBAL" list methods --plugin "$scratch/good.so"
is "$status $errors" "0 " "without a deed it is a plugin"

bad exits 'ends the program, with exit status 0' '-DDEED=exit(0)'
bad exits_at_once 'ends the program, with exit status 0' '-DDEED=_exit(0)'
bad exits_with_one 'ends the program, with exit status 7' '-DDEED=exit(7)'
bad crashes 'ends the program by signal 11' '-DDEED=raise(SIGSEGV)'
bad aborts 'ends the program by signal 6' '-DDEED=abort()'
bad raises 'ends the program by signal 15' '-DDEED=raise(SIGTERM)'
bad interrupts 'ends the program by signal 2' '-DDEED=raise(SIGINT)'
bad kills_its_group 'ends the program by signal 9' '-DDEED=kill(0,SIGKILL)'
bad prints 'prints to standard output \("not ok 1 - ha  "\)' '-DDEED=printf("not ok 1 - ha\n ")'
bad writes 'prints to standard output' '-DDEED=(void)!write(1,"1..0\n",5)'
bad moves 'changes the working folder' '-DDEED=(void)!chdir("/")'
bad comes_twice 'starts a second process' '-DDEED=(void)!fork()'
bad leaves_a_child 'starts a second process' '-DDEED=if(!fork())for(;;)pause()'
bad rounds 'changes the rounding mode' '-DDEED=fesetround(FE_UPWARD)'
bad hangs 'does not come back within 10 s' '-DDEED=for(;;)pause()'
bad stops 'does not come back within 10 s' '-DDEED=raise(SIGSTOP)'
if grep -q '^processor' /proc/cpuinfo && [ "$(uname -m)" = x86_64 ]; then
  bad flushes 'changes how subnormal numbers are treated' '-DDEED=_mm_setcsr(_mm_getcsr()|0x8040)'
  bad traps 'changes the precision or the traps' '-DDEED=_mm_setcsr(_mm_getcsr()&~0x200u)'
else
  for i in 1 2 3 4; do ok 0 "control words of this machine # SKIP not x86-64"; done
fi

# The other commands
cat >"$scratch/s.yaml" <<'YAML'
methods: [rk4, hostile]
models: "pendulum:oscillation"
precision: double
studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96, 128]}]
YAML
for words in "describe hostile" "check $scratch/exits.so" "run -m rk4 -M pendulum -h 1/10 -T 1" \
  "verify $scratch/s.yaml -o $scratch/out" "verify $scratch/s.yaml -o $scratch/out -j 2"; do
    # shellcheck disable=SC2086
  case $words in
  check*) run "$GIMBAL" $words ;;
  *) run "$GIMBAL" $words --plugin "$scratch/exits.so" ;;
  esac
  is "$status $output" "2 " "${words%% *}: status 2, nothing on standard output" || diag "$errors"
  matches "$errors" 'exits\.so: loading it ends the program' "  and the plugin is named"
done
mkdir "$scratch/together"
cp "$scratch/prints.so" "$scratch/together"
run env GIMBAL_PLUGIN_PATH="$scratch/together" "$GIMBAL" new method fresh
is "$status $output" "2 " "new refuses it as the other commands do"
matches "$errors" 'prints\.so' "  by its name"

# What it wants to do at the end is not done; who ends the program in between has not succeeded.
if nm "$GIMBAL" 2>/dev/null | grep -q __asan_init; then
  ok 0 "a destructor does not change the status # SKIP the sanitiser has things of its own to do at the end"
else
  build leaves '-DLAST_DEED=_exit(0)'
  run "$GIMBAL" verify "$scratch/s.yaml" -m nothing_of_the_kind -o "$scratch/o" --plugin "$scratch/leaves.so"
  is "$status" 2 "a destructor does not change the status"
  build at_exit '-DDEED=atexit(end_zero)'
  run "$GIMBAL" verify "$scratch/s.yaml" -m nothing_of_the_kind -o "$scratch/o" --plugin "$scratch/at_exit.so"
  is "$status" 2 "a plugin's atexit handler is not run in gimbal"
fi
build leaves_in_step '-DSTEP_DEED=exit(0)'
run "$GIMBAL" run -m hostile -M pendulum -h 1/10 -T 1 --plugin "$scratch/leaves_in_step.so"
[ "$status" != 0 ]
ok $? "a step that calls exit(0) is no success of run: status $status"
run "$GIMBAL" verify "$scratch/s.yaml" -m hostile -o "$scratch/o" --plugin "$scratch/leaves_in_step.so"
is "$status" 1 "a leak in a step ends verify with status 1"

# A step that changes how everybody computes: the method fails, with that reason, and alone.
sed 's/, hostile//' "$scratch/s.yaml" >"$scratch/alone.yaml"
run "$GIMBAL" verify "$scratch/alone.yaml" -o "$scratch/rk4"
is "$status" 0 "rk4 passes"
build rounds_in_step '-DSTEP_DEED=fesetround(FE_UPWARD)'
run "$GIMBAL" run -m hostile -M pendulum -h 1/10 -T 1 --plugin "$scratch/rounds_in_step.so"
is "$status" 1 "a step that changes the rounding mode fails"
matches "$errors$output" 'the method changed the rounding mode' "with that reason"
run "$GIMBAL" verify "$scratch/s.yaml" -o "$scratch/both" --plugin "$scratch/rounds_in_step.so"
is "$status" 1 "a changed rounding mode fails in verify"
grep -q '"method":"hostile".*"verdict":"\(refuted\|failed\)".*the method changed the rounding mode' "$scratch/both/verdicts.jsonl"
ok $? "with that reason" || diag "$(grep -o '"method":"hostile".*"reason":"[^"]*"' "$scratch/both/verdicts.jsonl")"
is "$(grep '"method":"rk4"' "$scratch/both/verdicts.jsonl" | sed 's/"command":.*//')" \
  "$(grep '"method":"rk4"' "$scratch/rk4/verdicts.jsonl" | sed 's/"command":.*//')" \
  "rk4's verdict is the same as without the hostile plugin"

# The same of whatever else of a plugin is called; the reason names what did it where it can.
change='-DCHANGE=(fesetround(FE_UPWARD))'
changes() { # changes NAME SUITE PATTERN FLAGS...
  name=changes_$1
  suite=$2
  pattern=$3
  shift 3
  build "$name" "$change" "$@"
  run "$GIMBAL" verify "$suite" -o "$scratch/$name" --plugin "$scratch/$name.so"
  is "$status" 1 "$name: not passed" || diag "$errors"
  grep -q "\"method\":\"hostile\".*\"verdict\":\"\(refuted\|failed\)\".*$pattern" "$scratch/$name/verdicts.jsonl"
  ok $? "  since $pattern" ||
    diag "$(grep -o '"method":"hostile".*"reason":"[^"]*"' "$scratch/$name/verdicts.jsonl")"
}
changes open "$scratch/s.yaml" 'the method changed the rounding mode' '-DOPEN_DEED=CHANGE'
changes start "$scratch/s.yaml" 'the method changed the rounding mode' '-DSTART_DEED=CHANGE'
changes close "$scratch/s.yaml" 'the method changed the rounding mode when its run ended' '-DCLOSE_DEED=CHANGE'
cat >"$scratch/probe.yaml" <<'YAML'
methods: hostile
models: "pendulum:oscillation"
precision: double
studies: [{study: long, h: 1/10, steps: 300}]
YAML
changes probe "$scratch/probe.yaml" 'probe nothing of the method changed the rounding mode' '-DPROBE_DEED=CHANGE'
sed 's/pendulum:oscillation/hostile_decay/' "$scratch/s.yaml" >"$scratch/decay.yaml"
changes model "$scratch/decay.yaml" 'changed the rounding mode' '-DMODEL_DEED=CHANGE'
is "$(grep -c '"verdict":"confirmed"' "$scratch/changes_model/verdicts.jsonl")" 0 \
  "  and no method is confirmed on that model"
build model_right '-DMODEL_DEED='
run "$GIMBAL" verify "$scratch/decay.yaml" -o "$scratch/right" --plugin "$scratch/model_right.so"
is "$status" 0 "without it both methods are" || diag "$errors"
run "$GIMBAL" check "$scratch/changes_model.so"
is "$status" 1 "check does not pass it either"
matches "$output" 'a function of model hostile_decay changed the rounding mode' "  with that reason"

done_testing
