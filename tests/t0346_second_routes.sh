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
sort -u "$scratch/all" "$scratch/named" >"$scratch/everyone"
is "$(find tests/independent -maxdepth 1 -type f ! -name README.md ! -name small.py | sort | diff - "$scratch/everyone")" "" \
  "each program of the folder is one of these, and each of these is there"
# A finding of the table of trials has a program, and the card of its code knows it.
rows='^| .* | \(wrong-result\|loses-order\|loses-digits\|no-result\|documentation-only\) | '
sed -n '/^## Further codes/,/^What was tried/p' docs/libraries.md | grep "$rows" >"$scratch/rows"
[ "$(wc -l <"$scratch/rows")" -gt 10 ]
ok $? "the table of trials has findings"
is "$(grep -v '(\.\./tests/independent/[a-z0-9_]*\.[a-zA-Z]*) |$' "$scratch/rows")" "" "each names its program"
is "$(sed '1s/ \[[^|]*|$/ |/' "$scratch/rows" | grep -vc '(\.\./tests/independent/[a-z0-9_]*\.[a-zA-Z]*) |$')" 1 "  and a row without one would be found"
is "$(grep -o 'tests/independent/[a-z0-9_]*\.[a-zA-Z]*' docs/libraries.md | sort -u | comm -23 - "$scratch/named")" "" \
  "  which is one of the card"
is "$(grep -l 'expect: \(refuted\|failed\)' ci/trials/*.yaml | while IFS= read -r card; do grep -q '^  reproducers: \[t' "$card" || echo "$card"; done)" "" \
  "each card with a refutation has programs"
# The page of each cause, and of each card with a program, is in the list of pages, with the hash of its file.
pages() { grep -v '^#' ci/libraries/pages.tsv | cut -f "$1"; }
{ awk '{ print $1 }' "$scratch/causes" && grep -l '^  reproducers: ' ci/trials/*.yaml | sed 's|.*/||; s|\.yaml||' |
  grep -v '^bullet$\|^dart$'; } | sort >"$scratch/quoting" # these two are measured: no sentence is quoted
pages 5 | tr ' ' '\n' | sort -u >"$scratch/listed"
is "$(comm -23 "$scratch/quoting" "$scratch/listed")" "" "each cause and each card with a program has the page that it quotes"
# changed HASH PACKAGE VERSION FILE: whether a file of an installed package is another one.
changed() {
  [ -r "$4" ] && [ "$(dpkg-query -W -f '${Version}' "$2" 2>/dev/null)" = "$3" ] || return 1
  [ "$(sha256sum <"$4" | cut -d ' ' -f 1)" != "$1" ]
}
is "$(grep -v '^#' ci/libraries/pages.tsv | while IFS="$(printf '\t')" read -r hash package version file _; do
  ! changed "$hash" "$package" "$version" "$file" || echo "$file"; done)" "" "  and its file, where the package is here, is that one"
version=$(dpkg-query -W -f '${Version}' dpkg 2>/dev/null)
[ -z "$version" ] || changed 0 dpkg "$version" /usr/bin/dpkg
ok $? "  a file that changed would be found"
# A program has at most twenty lines, and what it prints in a comment at its end.
printed='^\(\/\*\|#\|\/\/\) Prints with'
long() { for file in "$@"; do lines=$(sed "/$printed/q" "$file" | wc -l); grep -q "$printed" "$file" && [ "$lines" -le 21 ] || echo "$file"; done; }
# shellcheck disable=SC2046 # names of files
is "$(long $(cat "$scratch/named"))" "" "each has twenty lines, and documents its output"
{ yes '# a line' | head -n 21; echo '# Prints with X 1:'; } >"$scratch/long.R"
is "$(long "$scratch/long.R" tests/independent/small.py)" "$scratch/long.R
tests/independent/small.py" "  and a longer one, or one without, would be found"
# shellcheck disable=SC2046 # names of files
is "$(grep -l '/home\|/tmp/\|/work\|/root' $(cat "$scratch/named"))" "" "none has a path of a machine"
setting() { sed -n "s/^$1 = //p" config.mk; }
export OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self OMPI_MCA_orte_create_session_dirs=0
while IFS= read -r program; do
  library=$(basename "$(grep -l "$program" ci/libraries/*.yaml ci/trials/*.yaml | head -1)" .yaml)
  flags=$(sed -n '1s/.*Link: \(.*\)/\1/p' "$program" | sed 's| *\*/$||')
  [ "$library" != petsc ] || flags="$(setting PETSC_CFLAGS) $(setting PETSC_LIBS)"
  # A code on trial alone has no adapter: its version is that of its package.
  if ls "$BUILD/methods/libraries/${library}_"*.so >/dev/null 2>&1; then
    here=$("$GIMBAL" list methods | grep -o ' [0-9][0-9.]*$' | tr '\n' ' ')
  else
    package=$(sed -n 's/^.*Needs: [^ ]* *//p' "ci/trials/$library".[!y]* | head -1 | sed 's/ .*//')
    here=$(dpkg-query -W -f '${Version}\n' "$package" 2>/dev/null | sed 's/^[0-9]*://; s/[-+].*//' | head -1)
  fi
  if [ -z "$here" ]; then
    ok 0 "$program # SKIP there is no $library here"
    continue
  fi
  version=$(sed -n "s/$printed .* \([^ ]*\):\$/\2/p" "$program")
  case " $here " in
  *" $version "*) ;;
  *) ok 0 "$program # SKIP its figures are those of $library $version"; continue ;;
  esac
  case $program in
  *.c) command="$(setting CC) -std=gnu11 -w -O0 -o '$scratch/program' $program $flags -lm && '$scratch/program'" ;;
  *.cpp) command="c++ -std=gnu++17 -w -O0 -o '$scratch/program' $program $flags && '$scratch/program'" ;;
  *.R) command="Rscript --vanilla $program" ;;
  *.m) command="octave-cli --no-init-file --quiet $program" ;;
  *.py) command="${PYTHON:-python3} $program" ;;
  *.java) command="java $flags $program" ;;
  *.sce) command="scilab-cli -nb -quit -f $program" ;;
  *.sh) command="sh $program" ;;
  *) command="echo no language of $program" ;;
  esac
  run sh -c "$command"
  is "$(printf '%s\n' "$output" | grep .)" "$(sed "1,/$printed/d; /^\*\/$/d; s|^# ||; s|^// ||" "$program")" "$program prints what its comment documents" || diag "$errors"
done <"$scratch/named"
done_testing
