# All hostile methods (tests/hostile/README.md) with right ones on two ranks: the others' verdicts and
# measurements are the bytes that they are without them, the TAP is whole, and nothing is left running.
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
methods: [rk4, implicit_midpoint]
models: ["pendulum:oscillation"]
precision: double
studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96]}]
YAML
run env BUILD="$BUILD" TIMEOUT=4 tests/hostile/all.sh "$scratch/suite.yaml"
is "$status" 0 "no other method is affected" || diag "$output"
matches "$output" '^7[0-9] hostile jobs with [0-9]+ others; status 0 without, 1 with$' "seventy of them" || diag "$output"

# What each kind comes to; those that do no harm are judged.
says() { matches "$output" "^hostile_$1: $2" "$1: $2"; }
for method in child deaf_child three_daemons shell_left thread_left print_tap close_standard move; do
  says $method "done"
done
for method in segfault no_stack call_nothing; do says $method "failed signal 11"; done
for method in end_at_once end_at_exit end_quickly other_program child_answers thread_ends; do
  says $method "failed the worker ended without an answer"
done
# MPICH ends with a status of its own.
says abort_of_mpi "failed the worker ended"
for method in hang stop_own_group sleeping_program; do says $method "failed timed out"; done
# What is deaf to the system's first limit of processor time has run out of it as well.
says deaf_spin "failed timed out after 4 s of processor time"
# Whoever reads it may have gone before the rest is written.
says forge_head "failed (the worker's answer is damaged|signal 13)"
says round_up "failed the method changed the rounding mode"
for method in abort segfault terminate; do
  says ${method}_parent "failed the worker was ended by signal"
done
# Under nohup SIGHUP ends no process; MPICH catches SIGUSR1.
for method in hang_up user; do
  says ${method}_parent "(failed the worker was ended by signal|done)"
done

# What all.sh looks at, it sees: here the others' lines have a word more that is not the same.
sed 's/^others() {.*/&\n  echo "$1"/' tests/hostile/all.sh >"$scratch/all.sh"
run env BUILD="$BUILD" TIMEOUT=4 sh "$scratch/all.sh" "$scratch/suite.yaml" hostile_segfault
is "$status" 1 "a difference is reported"
matches "$output" "results.jsonl: others differ" "  with its file"

done_testing
