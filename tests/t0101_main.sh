# The program's frame: words, help, errors in one line, exit status, a quiet MPI.
. tests/tap.sh

run "$GIMBAL" --help
is "$status" 0 "--help succeeds"
for command in list describe run verify explain new build check report cite compare judge algebra bench completion \
  version; do
  matches "$output" "^  $command +[a-zA-Z]" "--help has a line on $command"
done
is "$errors" "" "--help leaves standard error alone"

run "$GIMBAL" --version
is "$status" 0 "--version succeeds"
matches "$output" '^gimbal [0-9]+\.[0-9]+\.[0-9]+ \(' "--version names the version and the commit"
matches "$output" 'PETSc +3\.' "--version names PETSc"
text=$output
run "$GIMBAL" version
is "$status $errors $output" "0  $text" "version gives the same"
matches "$output" 'plugin interface +1\.[0-9]+$' "with the version of the plugin interface"
for word in precisions compiler MPI Jansson libyaml; do
  matches "$output" "^  $word +[^ ]" "version prints the version of $word"
done
run "$GIMBAL" version --json
is "$(printf '%s\n' "$output" | jq -r '.gimbal + " " + .commit')" \
  "$(printf '%s\n' "$text" | sed -n 's/^gimbal \(.*\) (\(.*\))$/\1 \2/p')" "--json says it to programs"

# A library that stands for OpenBLAS, whose threads would end at a fork.
cat >"$scratch/blas.c" <<'END'
#include <stdio.h>
void openblas_set_num_threads(int number);
void openblas_set_num_threads(int number) { fprintf(stderr, "threads: %d\n", number); }
END
if ! nm "$GIMBAL" 2>/dev/null | grep -q __asan_init && ${CC:-cc} -shared -fPIC -o "$scratch/blas.so" "$scratch/blas.c"; then
  run env LD_PRELOAD="$scratch/blas.so" "$GIMBAL" --version
  matches "$errors" 'threads: 1$' "OpenBLAS uses one thread"
else
  ok 0 "OpenBLAS uses one thread # SKIP a sanitizer comes first, or there is no compiler"
fi

run "$GIMBAL"
is "$status" 2 "no command at all is a usage error"
run "$GIMBAL" lisst
is "$status" 2 "an unknown command is a usage error"
is "$errors" "gimbal: there is no command 'lisst'; did you mean 'list'? (gimbal --help)" \
  "the message names the unknown command and the nearest one, in one line"
run "$GIMBAL" zzzzzz
is "$errors" "gimbal: there is no command 'zzzzzz' (gimbal --help)" "if there is one"

for command in list describe run verify explain new build check report cite compare judge algebra bench completion \
  version; do
  run "$GIMBAL" $command --help
  is "$status" 0 "$command --help succeeds"
  matches "$output" "gimbal $command" "$command --help shows how it is called"
  is "$errors" "" "$command --help leaves standard error alone"
done

run "$GIMBAL" verify --help
text=$output
run "$GIMBAL" help verify
is "$status $output" "0 $text" "help verify is verify --help"
run "$GIMBAL" help nothing
is "$status $errors" "2 gimbal: there is no command 'nothing' (gimbal --help)" \
  "help on no command is a usage error"

run "$GIMBAL" describe no_such_name
is "$status" 2 "an unknown name is a usage error"
is "$(printf '%s\n' "$errors" | wc -l)" 1 "in one line"
matches "$errors" '^gimbal: .*no_such_name' "the line names the unknown method"
run "$GIMBAL" --debug describe no_such_name
is "$status" 2 "an unknown method has the same status with --debug"
matches "$errors" 'PETSC ERROR.*no_such_name' "with a traceback"

# The word that is refused is named, also where the letters of a cluster are what getopt is at.
run "$GIMBAL" verify -o "$scratch/out" -step_snes_rtol 0
is "$status" 2 "an option for PETSc without -- is a usage error"
matches "$errors" '^gimbal: verify: -step_snes_rtol is an option for PETSc; .* after --$' \
  "the message gives the place of options for PETSc"
for words in "verify -o out -zoo" "run -m rk4 -zoo" "report -zoo out" "compare -zoo" "list -zoo" \
  "new -zoo" "build -zoo" "bench -zoo"; do
  # shellcheck disable=SC2086 # words
  run "$GIMBAL" $words
  is "$status $errors" "2 gimbal: ${words%% *}: unknown option -zoo (gimbal ${words%% *} --help)" \
    "$words: the unknown option is named"
done
run "$GIMBAL" verify --jbos=3
is "$status $errors" "2 gimbal: verify: unknown option --jbos=3; did you mean --jobs? (gimbal verify --help)" \
  "a slip in an option's name gets the nearest"
run "$GIMBAL" verify -m rk4 -o
matches "$errors" '^gimbal: verify: -o needs a value' "an option without its value is a usage error"

run env PETSC_OPTIONS=-help "$GIMBAL" list
is "$status" 0 "list succeeds"
is "$errors" "" "MPI and PETSc say nothing of their own"
echo "$output" | grep -q 'Petsc Release'
[ $? = 1 ]
ok $? "PETSC_OPTIONS of the environment is not obeyed"
mkdir "$scratch/home"
echo "-step_snes_max_it 0" | tee "$scratch/home/.petscrc" >"$scratch/home/petscrc"
solve() { # VARIABLE=VALUE: what an implicit method gets from the solver of its steps
  (cd "$scratch/home" && env "$@" "$GIMBAL" run -m implicit_midpoint -M pendulum:oscillation -h 1/8 -T 1 2>&1)
}
expected=$(cd / && "$GIMBAL" run -m implicit_midpoint -M pendulum:oscillation -h 1/8 -T 1 2>&1)
matches "$expected" "largest error" "an implicit method takes its steps"
for setting in "PETSC_OPTIONS=-step_snes_max_it 0" "PETSC_OPTIONS_YAML=step_snes_max_it: 0" \
  "HOME=$scratch/home"; do
  is "$(solve "$setting")" "$expected" "${setting%%=*} does not reach the solver of a step"
done
run "$GIMBAL" list -- -help
matches "$output" 'Petsc Release' "words after -- are"

"$GIMBAL" list >/dev/full 2>"$scratch/errors"
is $? 3 "a full disk is status 3"
matches "$(cat "$scratch/errors")" 'standard output could not be written' "the message names the failed write"
done_testing
