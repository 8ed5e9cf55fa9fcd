# Methods that are programs (methods/external/): they are judged as the same methods in C are.
. tests/tap.sh

if ! command -v python3 >/dev/null || ! perl -MJSON::PP -e 1 2>/dev/null; then
  ok 0 "programs # SKIP there is no python3, or no JSON::PP"
  done_testing
  exit
fi

# ---- The examples, as `gimbal new` writes them ----
here=$PWD
cd "$scratch" || exit 2
run "$GIMBAL" new method python_rk4 --language python
is "$status $errors" "0 " "an example in Python"
matches "$output" '^  .* verify --external "python3 python_rk4\.py" -m python_rk4 -M pendulum$' "with the command that judges it"
run "$GIMBAL" new method perl_midpoint --language perl
is "$status $errors" "0 " "new writes a program in Perl"
run "$GIMBAL" new method python_rk4 --language python
matches "$errors" "python_rk4\.py already exists" "nothing is overwritten"
run "$GIMBAL" new method other --language cobol
matches "$errors" "'cobol' is not one of: c python perl" "an unknown language"
run "$GIMBAL" new model other --language perl
matches "$errors" "perl is for methods" "no model in Perl"
[ ! -e other.pl ]
ok $? "  and nothing is written"
cd "$here" || exit 2
python="python3 $scratch/python_rk4.py"
perl="perl $scratch/perl_midpoint.pl"
implicit="python3 methods/external/implicit_midpoint.py"

run "$GIMBAL" describe python_rk4 --json --external "$python"
matches "$output" "\"file\": \"$python\"" "describe knows it, with its command"
run "$GIMBAL" list methods --external "$perl"
matches "$output" '^ +perl_midpoint +ode +q 2 +v 2 +the implicit midpoint rule, in Perl' "list has the method in Perl"
run "$GIMBAL" check --external "$python"
is "$status" 0 "check finds it pure" || diag "$output"
matches "$output" '^# method python_rk4 \(python3 ' "  and looks at it"
is "$(printf '%s\n' "$output" | grep -c '^# m')" 1 "  and at nothing else"

# ---- The same numbers, and the same verdicts ----
numbers() { # numbers METHOD WORDS...: all that is computed
  method=$1
  shift
  "$GIMBAL" run -m "$method" -M kepler -h 0.05 -T 4 --json "$@" |
    grep -v '"method"\|"seconds"\|"precision"'
}
is "$(numbers python_rk4 --external "$python")" "$(numbers rk4)" "in Python the same bits as in C"
is "$(numbers perl_midpoint --external "$perl")" "$(numbers implicit_midpoint)" \
  "in Perl too, and the same Newton iterations"
is "$(numbers python_implicit_midpoint --external "$implicit")" "$(numbers implicit_midpoint)" \
  "in Python the same bits as in C, where the host solves"
sed 's/h \* 0\.5 \* k/h * 0.4999 * k/; s/^from method/import sys; sys.path.insert(0, "methods\/external")\n&/' \
  methods/external/implicit_midpoint.py >"$scratch/wrong_midpoint.py"
[ "$(numbers python_implicit_midpoint --external "python3 $scratch/wrong_midpoint.py")" != \
  "$(numbers implicit_midpoint)" ]
ok $? "  where another stage would be seen"

run "$GIMBAL" verify tests/external/equal.yaml -m rk4 -m implicit_midpoint -m python_rk4 \
  -m perl_midpoint -m python_implicit_midpoint --external "$python" --external "$perl" \
  --external "$implicit" -o "$scratch/equal"
is "$status" 0 "the methods in other languages and in C are judged in one run" || diag "$errors"
verdicts() { # verdicts METHOD: what is said of its judged claims
  grep "\"method\":\"$1\"" "$scratch/equal/verdicts.jsonl" | grep -v '"verdict":"skipped"' |
    sed 's/.*"model":"\([^"]*\)".*"case":"\([^"]*\)".*"study":"\([^"]*\)".*"quantity":"\([^"]*\)".*"verdict":"\([^"]*\)".*/\1 \2 \3 \4 \5/' |
    sort
}
verdicts python_rk4 >"$scratch/one"
verdicts rk4 >"$scratch/other"
is "$(grep -c confirmed "$scratch/one")" 4 "Runge and Kutta's method in Python has verdicts"
is "$(comm -23 "$scratch/one" "$scratch/other")" "" "  which are those of the one in C"
verdicts implicit_midpoint >"$scratch/other"
verdicts perl_midpoint >"$scratch/one"
is "$(grep -c confirmed "$scratch/one")" 4 "the midpoint rule in Perl has four confirmed claims"
is "$(comm -23 "$scratch/one" "$scratch/other")" "" "  which are those of the one in C"
verdicts python_implicit_midpoint >"$scratch/one"
is "$(grep -c confirmed "$scratch/one")" 5 "the midpoint rule in Python has five confirmed claims"
is "$(comm -23 "$scratch/one" "$scratch/other")" "" "  which are the same"
matches "$(cat "$scratch/equal/manifest.json")" "\"file\": *\"$perl\"" "the record has the command"

# A wrong coefficient is found in any language.
sed 's|^B = .*|B = [1 / 6, 1 / 3, 1 / 3 + 1e-3, 1 / 6 - 1e-3]|' "$scratch/python_rk4.py" >"$scratch/wrong.py"
run "$GIMBAL" verify tests/external/equal.yaml -m python_rk4 --external "python3 $scratch/wrong.py" \
  -o "$scratch/wrong"
is "$status" 1 "a wrong weight in Python"
matches "$output" '^not ok .* python_rk4 pendulum:oscillation order q' "  costs the order"

# ---- Resuming, ranks, and what a reader can do again ----
again() { # again FOLDER WORDS...
  folder=$1
  shift
  run "$GIMBAL" verify tests/external/equal.yaml -m python_rk4 --external "$python" \
    -o "$scratch/$folder" "$@"
}
again two -j 2
is "$status" 0 "on two ranks" || diag "$errors"
results() { grep '"method":"python_rk4"' "$scratch/$1/results.jsonl" | sort; }
is "$(results two)" "$(results equal)" "  the same results, byte for byte"
again two --resume
matches "$errors" "^verify: 3 of 3 jobs are done already" "nothing is computed twice"
echo '# changed' >>"$scratch/python_rk4.py"
again two --resume
is "$(printf '%s\n' "$errors" | grep -c 'done already')" 0 "a file that changed is another method"
command=$(sed -n 's/.*"command":"\([^"]*order[^"]*\|[^"]*-m python_rk4[^"]*\)".*/\1/p' \
  "$scratch/two/verdicts.jsonl" | sed -n 1p)
matches "$command" "--external 'python3 $scratch/python_rk4.py'" "a command has the program"
run sh -c "$(printf '%s' "$command" | sed "s|^gimbal|\"$GIMBAL\"|; s|-o reproduced|-o $scratch/done|")"
is "$status" 0 "  and works" || diag "$command" "$errors"
run "$GIMBAL" explain order/python_rk4/pendulum:oscillation/q "$scratch/wrong"
matches "$(printf '%s' "$output" | tr -s ' \n' ' ')" \
  "gimbal run -m python_rk4 .*--external 'python3 $scratch/wrong\.py'" \
  "explain shows a run of it"

# ---- Without a suite and a method it is the program that is on trial ----
run "$GIMBAL" verify -M free_particle_1d --external "$python" -o "$scratch/alone"
is "$(sed -n 's/.*"method":"\([^"]*\)".*/\1/p' "$scratch/alone/verdicts.jsonl" | sort -u)" python_rk4 \
  "the method of --external alone is judged"

done_testing
