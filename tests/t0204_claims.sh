# The list of what the five papers claim (tests/claims.yaml) against the suites: each row that it names
# is there, each row of a paper's suite is in it, each test exists, and untested rows have a reason.
. tests/tap.sh
list=tests/claims.yaml

# entries FILE: a line "WHAT<tab>VALUE" for each row, test and reason, with the paper before it; an entry
# that has none of them, no place or no claim is listed as "bare".
entries() {
  awk '
    function flush() {
      if (there && (!given || !place || !claim)) print paper "\tbare\t" line
      there = given = place = claim = rows = 0
    }
    /^#/ { next }
    /^[a-z_]+:$/ { flush(); paper = substr($0, 1, length($0) - 1); next }
    /^  - / { flush(); there = 1; line = FNR; sub(/^  - /, "    ") }
    /^    place: ./ { place = 1 }
    /^    claim: ./ { claim = 1 }
    /^    rows:$/ { rows = 1; next }
    /^    not_tested: ./ { given = 1; rows = 0 }
    /^    tests: \[.*\]$/ { given = 1; rows = 0; sub(/^    tests: \[/, ""); sub(/\]$/, "")
      n = split($0, test, /, */); for (i = 1; i <= n; i++) print paper "\ttest\t" test[i] }
    rows && /^      - / { given = 1; sub(/^      - /, ""); print paper "\trow\t" $0 }
    END { flush() }' "$1"
}
# rows SUITE.yaml: the claims of a suite as the list names them.
rows() {
  awk '
    function flush(key) {
      if (there) print suite "/" member["study"] " " member["quantity"] ", " member["place"]
      there = 0; for (key in member) delete member[key]
    }
    FNR == 1 { n = split(FILENAME, part, "/"); suite = part[n]; sub(/\.yaml$/, "", suite) }
    /^[a-z_]+:/ { flush(); claims = /^claims:/ }
    claims && /^  - / { flush(); there = 1 }
    claims && /^ +(- )?[a-z]+:/ {
      sub(/^ +(- )?/, ""); key = $0; sub(/:.*/, "", key); sub(/^[a-z]+: */, "")
      gsub(/^"|"$/, ""); member[key] = $0
    }
    END { flush() }' "$1" | sort -u
}

entries "$list" >"$scratch/entries"
papers=$(cut -f1 "$scratch/entries" | sort -u)
is "$(echo $papers)" "ball craciun_opris gao_shi_zenkov martin_de_diego_sato zenkov_leok_bloch" \
  "the list has the five papers"
is "$(grep bare "$scratch/entries")" "" "each entry has a place, a claim, and a test or a reason for none"
for paper in $papers; do rows "ci/suites/$paper.yaml"; done | sort >"$scratch/rows"
[ "$(wc -l <"$scratch/rows")" -gt 90 ]
ok $? "the suites' rows are found"
awk -F '\t' '$2 == "row" { print $3 }' "$scratch/entries" | sort -u >"$scratch/listed"
is "$(comm -23 "$scratch/listed" "$scratch/rows")" "" "each row that is listed is in its suite"
is "$(comm -13 "$scratch/listed" "$scratch/rows")" "" "each row of the five suites is listed"
awk -F '\t' '$2 == "test" { print $3 }' "$scratch/entries" | sort -u | while IFS= read -r test; do
  ls "tests/$test" "tests/$test.sh" "tests/$test.c" 2>/dev/null | grep -q . || echo "$test"
done >"$scratch/missing"
is "$(cat "$scratch/missing")" "" "each test that is named exists"

# Wrong lists are seen.
cat >"$scratch/wrong.yaml" <<'YAML'
ball:
  - place: section 1
    claim: nothing tests it
  - place: section 2
    claim: its row is not there
    rows:
      - ball/order q, nowhere
YAML
is "$(entries "$scratch/wrong.yaml" | tr '\t' ' ')" "ball bare 2
ball row ball/order q, nowhere" "an entry that nothing tests would be found, and a row that is not there"

# Every suite of published claims says what its claims are known from, and so does each claim that has
# a source of its own.
for suite in $(sed -n 's/^  - \([a-z_]*\)$/\1/p' ci/suites/published_claims.yaml); do
  file=ci/suites/$suite.yaml
  grep -q '^claims:' "$file" || continue
  grep -q '^basis: ' "$file" || echo "$file"
  awk '/^    source: / { if (open) print FILENAME ":" open; open = FNR } /^    basis: / { open = 0 }
    /^  - / { if (open) print FILENAME ":" open; open = 0 } END { if (open) print FILENAME ":" open }' "$file"
done >"$scratch/unsaid"
is "$(cat "$scratch/unsaid")" "" "each claim has its basis"

# What a row is known from is in the tables and on the page of its source; a method made from hearsay
# decides nothing, whatever is measured of it.
cat >"$scratch/small.yaml" <<'YAML'
plugin_claims: false
source: A. Author 2001, A book
basis: textbook
methods: [rk4]
models: ["pendulum:oscillation"]
precision: double
studies:
  - {study: order, sizes: [16, 24, 32, 48, 64, 96, 128]}
claims:
  - {methods: rk4, study: order, quantity: q, value: 4, text: of the book}
  - {methods: rk4, study: order, quantity: v, value: 4, text: of a page, source: B. Buthor 2002, basis: read}
  - {methods: rk4, study: order, quantity: q, value: 5, text: of hearsay, subject: reconstruction, source: C. Cuthor 2003, basis: cited, expect: undecided, why: it was not read}
YAML
run "$GIMBAL" verify "$scratch/small.yaml" -o "$scratch/out"
is "$status" 0 "a claim on a reconstruction lets the suite pass" || diag "$errors"
matches "$(grep 'of hearsay' "$scratch/out/verdicts.jsonl")" \
  '"verdict":"undecided","reason":"this is a reconstruction, .* is refuted: ' "undecided, with what was found"
is "$(grep -o '"basis":"[a-z]*"' "$scratch/out/verdicts.jsonl" | sort -u | tr '\n' ' ')" \
  '"basis":"cited" "basis":"read" "basis":"textbook" ' "verdicts say what they are known from"
is "$(grep -c '^## .* (1 \(textbook\|read\|as cited\))$' "$scratch/out/tables/published_claims.md")" 3 \
  "the table gives the basis of each source"
for source in A._Author_2001 B._Buthor_2002 C._Cuthor_2003; do
  ls "$scratch/out/pages" | grep -q "^source-.*${source#?.}"
  ok $? "$source has a page" || diag "$(ls "$scratch/out/pages")"
done
sed -i 's/basis: cited/basis: heard/' "$scratch/small.yaml"
run "$GIMBAL" verify "$scratch/small.yaml" -o "$scratch/out"
matches "$status $errors" "^2 .*small\.yaml:.*'basis'" "an unknown basis is an error"
done_testing
