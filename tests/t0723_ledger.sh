# Published claims can be addressed: gimbal describe SUITE#ID, make ledger, and make artifact.
. tests/tap.sh
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  ok 0 "the ledger # SKIP there is no Python 3.9"
  done_testing
fi
export PYTHONDONTWRITEBYTECODE=1
ledger() { run python3 ci/ledger/ledger.py "$@"; }

# ---- gimbal describe ----
run "$GIMBAL" describe 'ball#structure-symplectic-2'
for row in 'source +K. R. Ball 2013' 'place +Theorem 5.4' 'text +the one-form' 'basis +read' \
  'study +structure' 'quantity +symplectic' 'value +yes' 'methods +hamel_midpoint' 'models +free_particle_1d@frame' \
  'expect +refuted' 'certificate .*ball.structure-symplectic-2.json' 'second_routes +tests/independent/hamel_line.py$' \
  "replay +gimbal verify 'ball#structure-symplectic-2'"; do
  matches "$output" "^  $row" "a claim is described: $row"
done
run "$GIMBAL" describe rk4-symplectic
matches "$output" 'name +short#rk4-symplectic' "the ID is enough where one suite has it"
run "$GIMBAL" describe structure-symplectic-2
matches "$status $errors" '^2 .*[0-9]+ claims have this id; name one, as [a-z_]*#structure-symplectic-2' "  and not where several have it"
run "$GIMBAL" describe rk4-symplektic
matches "$status $errors" "^2 .*the nearest claim is 'rk4-symplectic'" "a wrong id is refused, with the nearest"
run "$GIMBAL" describe 'ball#structure-symplectik-2' --json
matches "$status $errors" "^2 .*the nearest is 'structure-symplectic-2'" "  within a suite, too"

# ---- make ledger ----
cat >"$scratch/small.yaml" <<'YAML'
title: Two claims
source: A. Author 2001, On one & two steps, J. Tests 1, 2, arXiv 0101.00001 (https://example.org/paper), doi 10.1234/jt.1
basis: read
plugin_claims: false
models: harmonic_oscillator
studies: [{study: structure}]
claims:
  - {id: right, methods: stormer_verlet, study: structure, quantity: symplectic, value: "yes", place: p. 1, text: it is symplectic}
  - id: wrong
    methods: rk4
    study: structure
    quantity: symplectic
    value: "yes"
    place: p. 2
    text: so is <this>
    expect: refuted
    why: It is not, as tests/independent/leapfrog.py would show.
    instead: stormer_verlet (small#right)
    source: B. Other 2002, Another work
    basis: cited
YAML
run "$GIMBAL" verify "$scratch/small.yaml" -o "$scratch/run"
is "$status" 0 "a small suite is judged" || diag "$errors"
matches "$(cat "$scratch/run/verdicts.jsonl")" '"id":"small#right".*"verdict":"confirmed"' "verdicts have the claim's id"
ledger "$scratch/pages" "$GIMBAL" --results "$scratch/run" "$scratch/small.yaml"
is "$status $output" "0 2 claims of 2 sources in $scratch/pages/index.html" "the ledger of a suite is made" || diag "$errors"
is "$(find "$scratch/pages" -name '*.html' | wc -l | tr -d ' ')" 3 "a page for each source, and an index"
is "$(grep -l '@[a-z]*!*@' "$scratch"/pages/*.html)" "" "no place is left empty"
own=$(cat "$scratch"/pages/a-author-2001*.html) other=$(cat "$scratch"/pages/b-other-2002*.html)
matches "$own" 'href="https://doi.org/10.1234/jt.1".*arxiv.org/abs/0101.00001.*href="https://example.org/paper"' \
  "a source has its addresses"
matches "$own" '<b class="confirmed">confirmed</b> it is symplectic' "a claim has its verdict and sentence"
matches "$own" 'defect .* would have been detected' "  with facts and power"
matches "$own" 'methods/stormer_verlet.c [0-9a-f]{16}' "  and the hash of the method"
matches "$other" '<b class="refuted">refuted</b> so is &lt;this&gt;' "texts are no markup"
matches "$other" 'basis</th><td class="words">cited' "the basis is that of its own source"
matches "$other" 'href="tests/independent/leapfrog.py"' "a refutation has its second route"
[ -r "$scratch/pages/tests/independent/leapfrog.py" ]
ok $? "  which is there"
matches "$other" 'use instead</th><td class="words">stormer_verlet \(small#right\)' "  and the remedy"
matches "$(cat "$scratch/pages/ledger.bib")" 'doi = \{10.1234/jt.1\}' "the bibliography has the source"
matches "$(cat "$scratch/pages/ledger.bib")" 'On one \\& two steps' "  in LaTeX"
matches "$(cat "$scratch/pages/badge.svg")" '1 of 2 hold' "the badge counts"
is "$(python3 -c 'import hashlib, json, sys
claim = json.load(open(sys.argv[1]))["sources"][0]["claims"][0]
print(claim["name"], claim["verdict"], all(hashlib.sha256(open(f, "rb").read()).hexdigest() == h for f, h in claim["files"].items()))
' "$scratch/pages/ledger.json")" "small#right confirmed True" "the JSON file has it all"

ledger "$scratch/all" "$GIMBAL"
is "$status" 0 "the ledger of all published claims is made" || diag "$errors"
matches "$(grep -l 'certificates/ball' "$scratch"/all/k-r-ball*.html)" . "  with certificates"
cat >"$scratch/check.py" <<'PY'
import glob, json, os, re, sys
folder = sys.argv[1]
for path in glob.glob(folder + "/*.html"):
    for link in re.findall(r'href="([^"#]+)"', open(path, encoding="utf-8").read()):
        if "://" not in link and not os.path.exists(os.path.join(folder, link)):
            print("broken", link)
claims = {c["name"]: c for s in json.load(open(folder + "/ledger.json"))["sources"] for c in s["claims"]}
for name, claim in claims.items():
    if claim["expect"] == "refuted" and not claim["second_routes"]:
        print("no second route", name)
    if claim["expect"] == "refuted" and not claim["instead"]:
        print("nothing instead", name)
    if not claim["text"] and name.split("#")[0] not in ("petsc", "sundials"):
        print("no sentence", name)
for source in json.load(open(folder + "/ledger.json"))["sources"]:
    if all(c["study"] in ("order", "algebra", "equality", "work", "tolerance") and c["quantity"] != "a_stable"
           for c in source["claims"]):
        print("neither structure nor long times", source["source"])
entries = re.findall(r"^@\w+\{(.*?),", open(folder + "/ledger.bib", encoding="utf-8").read(), re.M)
if len(entries) != len(set(entries)):
    print("keys")
PY
is "$(python3 "$scratch/check.py" "$scratch/all")" "" \
  "each refutation has a second route and what to use instead; each source has a claim on structure or long times; no link is broken"

sed '/id: wrong/,$d; s/study: structure, quantity: symplectic, value: "yes"/study: order, quantity: q, value: 2/' "$scratch/small.yaml" >"$scratch/order.yaml"
ledger "$scratch/order" "$GIMBAL" "$scratch/order.yaml"
matches "$(python3 "$scratch/check.py" "$scratch/order")" '^neither structure nor long times A. Author 2001' "one with orders alone would be found"

# What is wrong is refused.
mkdir "$scratch/elsewhere"
sed '/^source/d' "$scratch/small.yaml" >"$scratch/without.yaml"
ledger "$scratch/x" "$GIMBAL" "$scratch/without.yaml"
matches "$status $errors" '^1 ledger: without#right: the claim has no source' "a claim without a source is refused"
sed 's/id: wrong/id: right/' "$scratch/small.yaml" >"$scratch/twice.yaml"
ledger "$scratch/x" "$GIMBAL" "$scratch/twice.yaml"
matches "$status $errors" "^1 .*'right' is the id of the claim of line 8, too" "  an id that is there twice"
ledger "$scratch/x" "$GIMBAL" "$scratch/small.yaml" "$scratch/small.yaml"
matches "$status $errors" "^1 ledger: small#right: two claims have this name" "  two suites of one name"
sed 's/small#right/small#wrong/' "$scratch/small.yaml" >"$scratch/elsewhere/small.yaml"
ledger "$scratch/x" "$GIMBAL" "$scratch/elsewhere/small.yaml"
matches "$status $errors" "^1 ledger: small#wrong: .instead. names small#wrong, which is no claim that holds" "  a refuted claim in place of a refuted one"
sed 's|independent/leapfrog|independent/no_such|' "$scratch/small.yaml" >"$scratch/missing.yaml"
ledger "$scratch/x" "$GIMBAL" "$scratch/missing.yaml"
matches "$status $errors" "^1 ledger: tests/independent/no_such.py is not there" "  a program that is not there"
ledger "$scratch/x" "$GIMBAL" --results "$scratch" "$scratch/small.yaml"
matches "$status $errors" "^1 ledger: .* is not an output folder" "  a folder without results"
ledger "$scratch/x" "$GIMBAL" --results "$scratch/run" modin_verdier
matches "$status $errors" "^1 ledger: .* has no verdict on any of the claims" "  results of another suite"

# ---- make artifact ----
artifact() { run python3 ci/ledger/artifact.py "$@"; }
artifact "$scratch/artifact" "$GIMBAL" "$scratch/small.yaml" --results "$scratch/run"
is "$status" 0 "an artifact is made" || diag "$errors"
mkdir "$scratch/bin" && ln -s "$GIMBAL" "$scratch/bin/gimbal"
replay() { run env PATH="$scratch/bin:$PATH" sh "$scratch/artifact/replay.sh"; }
replay
is "$status" 0 "  its one command runs it again, and finds the expected verdicts" || diag "$output $errors"
matches "$(cat "$scratch/artifact/expected.tsv")" 'rk4.*symplectic.*refuted.refuted' "  it lists those"
matches "$(cat "$scratch/artifact/README.md")" 'It took [0-9.e-]+ seconds of processor time \(2 jobs\)' "  and the time"
echo '// changed' >>"$scratch/artifact/sources/methods/rk4.c"
replay
matches "$status $output" "^1 sources/methods/rk4.c: FAILED" "  a changed source is noticed"
artifact "$scratch/artifact" "$GIMBAL" "$scratch/small.yaml" --results "$scratch/run"
matches "$status $errors" "^1 artifact: .* is there already" "a folder that is there is refused"
artifact "$scratch/y" "$GIMBAL" short --results "$scratch/run"
matches "$status $errors" "^1 artifact: .* has results of the suite .*small.yaml" "  and results of another suite"
sed 's/stormer_verlet/rk4/' "$scratch/small.yaml" >"$scratch/artifact/suite.yaml"
sed '/sha256sum/d' "$scratch/artifact/replay.sh" >"$scratch/artifact/again.sh"
run env PATH="$scratch/bin:$PATH" sh "$scratch/artifact/again.sh"
is "$status" 1 "  and verdicts that are worse than expected"
done_testing
