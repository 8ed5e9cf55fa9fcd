# Each refutation has a second route: the suite names the program of tests/independent that finds it
# without gimbal, the program finds what it says, and none is left that nothing refers to.
. tests/tap.sh
suites=$(sed -n 's/^  - \([a-z_]*\)$/\1/p' ci/suites/published_claims.yaml; echo sundials)
[ "$(echo "$suites" | wc -l)" -gt 9 ]
ok $? "the suites of published claims are read"

# refuted FILE: of each claim with `expect: refuted` its line and the programs that its `why` names.
refuted() {
  awk '
    function flush() { if (there && refuted) print line ":" programs; there = refuted = 0; programs = "" }
    /^[a-z_]+:/ { flush(); claims = /^claims:/ }
    claims && /^  - / { flush(); there = 1; line = FNR }
    claims && /^ +expect: refuted/ { refuted = 1 }
    { rest = $0
      while (match(rest, /tests\/independent\/[a-z_]+\.py/)) {
        programs = programs " " substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
      } }
    END { flush() }' "$1"
}
for suite in $suites; do
  refuted "ci/suites/$suite.yaml" | sed "s|^|$suite.yaml:|"
done >"$scratch/refuted"
[ "$(wc -l <"$scratch/refuted")" -gt 12 ]
ok $? "there are refutations"
is "$(grep -v '\.py' "$scratch/refuted")" "" "each names its second route"
printf 'claims:\n  - methods: a\n    expect: refuted\n    why: it is not so\n' >"$scratch/bare.yaml"
is "$(refuted "$scratch/bare.yaml")" "2:" "one that names none would be found"
grep -o 'tests/independent/[a-z_]*\.py' "$scratch/refuted" | sort -u >"$scratch/named"
{ grep -oh 'tests/independent/[a-z_]*\.py' ci/suites/*.yaml; grep -o 'independent/[a-z_]*\.py' tests/claims.yaml | sed 's|^|tests/|'; } |
  sort -u >"$scratch/all"
ls tests/independent/*.py | grep -v small.py | diff - "$scratch/all" >"$scratch/differ"
is "$(cat "$scratch/differ")" "" "and there is no other program, but for those in other reasons of the suites and in the list of claims"

if command -v python3 >/dev/null; then
  while IFS= read -r program; do
    run env PYTHONDONTWRITEBYTECODE=1 python3 "$program"
    [ "$status" -ne 77 ] || { ok 0 "$program # $output"; continue; } # of a library that is not here
    is "$status" 0 "$program finds what it says" || diag "$output $errors"
  done <"$scratch/all"
  # A figure that is off is seen.
  { sed '/^end()/d' tests/independent/leapfrog.py; echo 'from small import found'
    echo 'found("a figure", 1.0, 1.1, 1e-3)'; echo 'end()'; } >"$scratch/wrong.py"
  run env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/independent python3 "$scratch/wrong.py"
  is "$status" 1 "and a figure that is off would be seen"
  matches "$output" 'a figure .*WRONG' "  and told"
else
  diag "no python3: the programs are not run"
fi
done_testing
