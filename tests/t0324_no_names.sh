# The default suite leaves out no method by its name: a copy of one under another name, built outside,
# is judged like the original, on the models on which it is known to be unstable too, and passes.
. tests/tap.sh

is "$(sed -n '/^exclude:/,/^studies:/p' ci/suites/default.yaml | grep -c 'methods')" 0 \
  "no exclusion of the default suite names a method"

for method in lobatto_nonholonomic dla; do
  sed -e "s/\"$method/\"stranger_$method/" -e 's/"craciun_opris/"stranger_craciun_opris/' \
    "methods/$method.c" >"$scratch/stranger_$method.c"
  run "$GIMBAL" build "$scratch/stranger_$method.c"
  is "$status" 0 "a copy of $method is built" || diag "$errors"
done
run "$GIMBAL" verify --plugin "$scratch/stranger_lobatto_nonholonomic.so" \
  --plugin "$scratch/stranger_dla.so" -m 'stranger_lobatto_nonholonomic_[23]' -m stranger_dla_1 \
  -M chaplygin_sleigh -M knife_edge -o "$scratch/out"
is "$status" 0 "renamed methods pass" || diag "$output"
verdicts=$scratch/out/verdicts.jsonl
is "$(grep -c '"verdict":"\(failed\|refuted\|undecided\)"' "$verdicts")" 0 "  in every claim"
of() { grep "\"key\":\"long/stranger_$1/$2:" "$verdicts" | grep "\"study\":\"$3\""; }
matches "$(of lobatto_nonholonomic_3 chaplygin_sleigh energy)" '"claimed":"drift".*"verdict":"confirmed"' \
  "the unstable method claims a drift and shows it"
matches "$(of lobatto_nonholonomic_3 chaplygin_sleigh constraint)" \
  '"verdict":"skipped","reason":"the run with h = 0.1 stopped at t = .*The method is unstable here, in line with its claim' \
  "  and a constraint is not judged from a run that stopped for that"
matches "$(of dla_1 knife_edge constraint)" '"verdict":"skipped".*The method is unstable here' \
  "  nor is another method's"

# Without that claim, a run that stops is a failure where the suite names its step; another that the host
# has chosen is taken smaller.
sed -e '/"drift"/d' "$scratch/stranger_lobatto_nonholonomic.c" \
  -e 's/"stranger_/"silent_/' >"$scratch/silent.c"
run "$GIMBAL" build "$scratch/silent.c"
silent() { # silent WORDS: the status of a long study with these words in its suite
  printf 'title: Long\nstudies:\n  - {study: long, steps: 4000%s}\n' "$1" >"$scratch/long.yaml"
  "$GIMBAL" verify "$scratch/long.yaml" --no-tap --plugin "$scratch/silent.so" \
    -m silent_lobatto_nonholonomic_3 -M chaplygin_sleigh -o "$scratch/silent" >"$scratch/said" 2>&1
  status=$?
}
silent ', h: 1/10'
is "$status" 1 "a method that does not say that it is unstable fails with the step of a suite"
silent ''
is "$status" 0 "a method is judged with smaller steps where the host chose the step" || diag "$(cat "$scratch/said")"
matches "$(grep '"study":"constraint"' "$scratch/silent/verdicts.jsonl")" \
  '"verdict":"confirmed".*\. At a larger step: the run with h = 0\.1 stopped' "  which the verdict says"
done_testing
