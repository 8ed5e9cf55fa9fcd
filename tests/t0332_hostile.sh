# Methods that do what other jobs must not notice (tests/hostile/steps.c): each costs its own job, and
# nothing else. The same in one process and on ranks.
. tests/tap.sh

plugin=$scratch/hostile_steps.so
ln -s "$(cd "$BUILD" && pwd)/tests/hostile/steps.so" "$plugin"
verify() { # verify FOLDER ARGUMENTS...
  folder=$1
  shift
  run $launcher "$GIMBAL" verify tests/hostile/suite.yaml --plugin "$plugin" --timeout 2 \
    -o "$scratch/$folder" "$@"
}
# Workers have the plugin among their words, and so has whatever a job has forked.
alive() { grep -ls "$plugin" /proc/[0-9]*/cmdline; }
reason() { # reason METHOD PATTERN NAME
  matches "$(grep "^{\"key\":\"order/hostile_$1/" "$scratch/one/results.jsonl")" \
    "\"status\":\"failed\",\"reason\":\"$2" "$3"
}

launcher=
verify one
is "$status" 1 "the run of hostile methods and a right one ends" || diag "$errors"
is "$(alive)" "" "hostile methods leave no process"
is "$(printf '%s\n' "$output" | sed -n 1p)" "TAP version 13" "standard output is TAP"
is "$(printf '%s\n' "$output" | grep -Ec '^(not )?ok ')" \
  "$(printf '%s\n' "$output" | sed -n 's/^1\.\.//p')" "  with all its points"
for method in communicator twins child daemon_left; do
  is "$(grep "^{\"key\":\"order/hostile_$method/" "$scratch/one/verdicts.jsonl" |
    grep -c '"verdict":"confirmed"')" 2 "$method: it does no harm and is judged"
done
for method in scribble forge; do
  reason $method "the worker's answer is damaged" "$method: its answer is not taken"
done
reason shut "the worker ended with exit status" "a job that closes everything fails"
reason leave "the worker ended without an answer" "a job that exits with status 0 fails"
reason end_group "signal 9" "one that kills its group kills itself"
reason end_parent "the worker was ended by signal 9" "one that kills its parent has no result"
reason interrupt_parent "the worker was ended by signal 2" "a job that interrupts its parent has no result"
reason stop_parent "the worker stood still" "a job that stops its parent has no result"
reason stop_self "timed out" "one that stops itself times out"

run "$GIMBAL" verify tests/hostile/suite.yaml --plugin "$plugin" -m rk4 \
  -o "$scratch/alone"
is "$status" 0 "the right method alone" || diag "$errors"
verdict() { grep '^{"key":"order/rk4/' "$scratch/$1/verdicts.jsonl" | sed 's/,"command":"[^"]*"//; s/,"check":"[^"]*"//'; }
result() { grep '^{"key":"order/rk4/' "$scratch/$1/results.jsonl"; }
is "$(verdict one)" "$(verdict alone)" "has the same verdicts"
is "$(result one)" "$(result alone)" "other methods have the same measurements, byte for byte"

same() { # same FOLDER NAME
  sort "$scratch/one/results.jsonl" >"$scratch/expected"
  sort "$scratch/$1/results.jsonl" | cmp -s - "$scratch/expected"
  ok $? "$2: the same results" || diag "$errors"
  cmp -s "$scratch/one/verdicts.jsonl" "$scratch/$1/verdicts.jsonl"
  ok $? "  and verdicts"
  is "$(alive)" "" "  and nothing is left"
}
verify two -j 2
same two "-j 2"
if command -v mpiexec >/dev/null; then
  launcher="mpiexec -n 3"
  verify three
  same three "mpiexec -n 3"
else
  for n in 1 2 3; do ok 0 "mpiexec # SKIP not installed"; done
fi

# A method that needs MPI itself, as PETSc's objects do, has a world of its own.
launcher=
for n in 1 2 3 4 5; do
  verify mpi$n -m hostile_communicator -j 2
  is "$status" 0 "communicators in each step on ranks, run $n" || diag "$errors"
done

# Such worlds share no folder, which the one would remove while the other begins: what is made in a
# folder, and removed again, changes the time of its last change.
made() { # made SETTINGS...: whether a process alone makes something in the folder for such things
  rm -rf "$scratch/folder"
  mkdir "$scratch/folder"
  touch -d 2000-01-01 "$scratch/folder"
  run env TMPDIR="$scratch/folder" "$@" "$GIMBAL" list models
  [ "$(stat -c %Y "$scratch/folder")" != "$(date -d 2000-01-01 +%s)" ]
}
# Open MPI from 5 on always makes one; it gets a folder of its own, which is gone afterwards.
case $("$GIMBAL" version --json | jq -r .mpi) in
"Open MPI v"[1-4].*) ! made ;;
*) made || :; [ -z "$(ls -A "$scratch/folder")" ] ;;
esac
ok $? "a process alone makes no folder of MPI's, or none that stays"
if mpiexec --version 2>/dev/null | grep -q 'OpenRTE) 4'; then
  made OMPI_MCA_orte_create_session_dirs=1
  ok $? "  and one is found"
else
  ok 0 "  and one would be seen # SKIP this MPI makes none"
fi

done_testing
