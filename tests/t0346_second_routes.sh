# Each refutation has a second route: the suite names the program of tests/independent that finds it
# without gimbal, the program finds what it says, and none is left that nothing refers to.
. tests/tap.sh
suites="$(sed -n 's/^  - \([a-z_]*\)$/\1/p' ci/suites/published_claims.yaml)"
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
      while (match(rest, /tests\/independent\/[a-z_]+\.(py|cpp|c)/)) {
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
is "$(grep -v '\.py\|\.c' "$scratch/refuted")" "" "each names its second route"
printf 'claims:\n  - methods: a\n    expect: refuted\n    why: it is not so\n' >"$scratch/bare.yaml"
is "$(refuted "$scratch/bare.yaml")" "2:" "one that names none would be found"
grep -oE 'tests/independent/[a-z_]*\.(py|cpp|c)' "$scratch/refuted" | sort -u >"$scratch/named"
{ grep -ohE 'tests/independent/[a-z_]*\.(py|cpp|c)' ci/suites/*.yaml; grep -o 'independent/[a-z_]*\.py' tests/claims.yaml | sed 's|^|tests/|'; } |
  sort -u >"$scratch/all"
ls tests/independent/*.py | grep -v small.py | sort | diff - "$scratch/all" >"$scratch/differ"
is "$(cat "$scratch/differ")" "" "each program of the folder is named by a reason of a suite or in the list of claims"

grep '\.py$' "$scratch/all" >"$scratch/python"
if command -v python3 >/dev/null; then
  while IFS= read -r program; do
    run env PYTHONDONTWRITEBYTECODE=1 python3 "$program"
    is "$status" 0 "$program finds what it says" || diag "$output $errors"
  done <"$scratch/python"
  # A figure that is off is seen.
  { sed '/^end()/d' tests/independent/leapfrog.py; echo 'from small import found'
    echo 'found("a figure", 1.0, 1.1, 1e-3)'; echo 'end()'; } >"$scratch/wrong.py"
  run env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/independent python3 "$scratch/wrong.py"
  is "$status" 1 "a wrong figure is found"
  matches "$output" 'a figure .*WRONG' "  and reported"
else
  diag "no python3: the programs are not run"
fi

# ---- The cards of libraries ----
# causes CARD: of each cause its name, severity, program, what to do instead (or 0), and whether a claim judges that.
causes() {
  awk '
    function flush() { if (name) print name, severity, program, instead, (" " remedies " ") ~ (" " name " ") ? "judged" : "unjudged"; name = "" }
    /^ +remedy: /  { sub(/ *remedy: /, ""); remedies = remedies " " $0 }
    /^  - \{.*remedy: / { rest = $0; sub(/.*remedy: /, "", rest); sub(/\}.*/, "", rest); remedies = remedies " " rest }
    /^causes:/ { listed = 1 }
    listed && /^  - cause: / { flush(); name = $3; severity = program = "none"; instead = 0 }
    listed && /^    severity: / { severity = $2 }
    listed && /^    reproducer: / { program = $2 }
    listed && /^    instead: / { instead = 1 }
    END { flush() }' "$1"
}
for card in ci/libraries/*.yaml; do causes "$card"; done >"$scratch/causes"
[ "$(wc -l <"$scratch/causes")" -gt 15 ]
ok $? "the cards have causes"
is "$(awk '$3 == "none" || ($2 != "better-than-documented" && ($4 == 0 || $5 != "judged")) { print $1 }' "$scratch/causes")" "" \
  "each has a program, says what to do instead, and claims judge that"
sed '/remedy: petsc_alpha_start/d; /reproducer: .*petsc_bdf_start/d' ci/libraries/petsc.yaml >"$scratch/poor.yaml"
is "$(causes "$scratch/poor.yaml" | awk '$3 == "none" || $5 != "judged" { print $1 }' | tr '\n' ' ')" \
  "petsc_alpha_start petsc_bdf_start " "  and one without would be found"
sed -n 's/.*remedy: \([a-z0-9_ ]*\).*/\1/p' ci/libraries/*.yaml | tr ' ' '\n' | sort -u | grep . >"$scratch/remedied"
is "$(awk '{ print $1 }' "$scratch/causes" | sort | comm -13 - "$scratch/remedied")" "" "each remedy is that of a cause"
is "$(awk '/^  - / { if (refuted && !cause) print FILENAME ":" line; refuted = cause = 0; line = FNR }
  /expect: refuted/ { refuted = 1 } /cause: / { cause = 1 }' ci/libraries/*.yaml)" "" "each refutation of a library has its cause"
{ awk '{ print $3 }' "$scratch/causes" && sed -n 's/^  reproducers: \[\(.*\)\]/\1/p' ci/trials/*.yaml | tr -d ' ' | tr ',' '\n'; } | sort >"$scratch/named"
is "$(ls tests/independent/*.c tests/independent/*.cpp | diff - "$scratch/named")" "" "there is no other program in C"
# A program has at most twenty lines, and what it prints in a comment at its end.
long() { for file in "$@"; do awk '/^\/\* Prints with/ { n = FNR - 1 } END { if (!n || n > 20) print FILENAME }' "$file"; done; }
# shellcheck disable=SC2046 # names of files
is "$(long $(cat "$scratch/named"))" "" "each has twenty lines, and documents its output"
setting() { sed -n "s/^$1 = //p" config.mk; }
export OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self OMPI_MCA_orte_create_session_dirs=0
while IFS= read -r program; do
  library=$(basename "$program" | sed 's/_.*//')
  compiler="$(setting CC) -std=gnu11" flags=$(sed -n '1s/.*Link: \([^*]*\).*/\1/p' "$program")
  case $program in *.cpp) compiler="c++ -std=gnu++17" ;; esac
  [ "$library" != petsc ] || flags="$(setting PETSC_CFLAGS) $(setting PETSC_LIBS)"
  # A code on trial alone has no adapter: its version is that of its package.
  if ls "$BUILD/methods/libraries/${library}_"*.so >/dev/null 2>&1; then
    here=$("$GIMBAL" list methods | grep -o ' [0-9][0-9.]*$' | tr '\n' ' ')
  else
    package=$(sed -n 's/^.*Needs: [^ ]* *//p' "ci/trials/$library".c* | head -1)
    here=$(dpkg-query -W -f '${Version}\n' "$package" 2>/dev/null | sed 's/^[0-9]*://; s/[-+].*//' | head -1)
  fi
  if [ -z "$here" ]; then
    ok 0 "$program # SKIP there is no $library here"
    continue
  fi
  version=$(sed -n 's/^.* Prints with [A-Za-z.]* \(.*\):$/\1/p' "$program")
  case " $here " in
  *" $version "*) ;;
  *) ok 0 "$program # SKIP its figures are those of $library $version"; continue ;;
  esac
  run sh -c "$compiler -w -O0 -o '$scratch/program' $program $flags -lm"
  is "$status" 0 "$program is built" || diag "$errors"
  run "$scratch/program"
  is "$output" "$(sed '1,/^\/\* Prints with/d; /^\*\/$/d' "$program")" "  and it prints what its comment documents"
done <"$scratch/named"
done_testing
