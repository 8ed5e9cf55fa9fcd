# The table of libraries: methods that wrap a library, and they alone, with the place in its
# documentation, what confirms a refutation, and what to do instead.
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
libraries: true
methods: [wrapper_euler, rk4]
models: ["pendulum:oscillation"]
precision: double
source: A paper, 1999
studies: [{study: order}, {study: equality}]
claims:
  - methods: wrapper_euler
    study: equality
    quantity: rk4
    value: yes
    expect: refuted
    why: "it is another one, says tests/independent/wrapper_euler.c. Instead: call rk4"
  - {methods: rk4, study: order, quantity: v, value: 4, place: page 7}
YAML
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$BUILD/tests/plugins/wrapper.so" -o "$scratch/out"
is "$status" 0 "a suite with a method of a library passes" || diag "$errors"
table=$(tr -d '\\' <"$scratch/out/tables/libraries.md")
matches "$table" 'Wrapper 3\.2' "the library has its version"
matches "$table" 'wrapper_euler.*order of q: 1.*Euler 1768.*confirmed' "a claim has its integrator and its place"
matches "$table" 'wrapper_euler.*rk4.*refuted.*tests/independent/wrapper_euler\.c \| call rk4 \|' \
  "a refutation has its program and what to do instead"
is "$(echo "$table" | grep -c '^| rk4')" 0 "what wraps no library is not in it"
matches "$(cat "$scratch/out/tables/libraries.csv")" '^library,.*method' "it is in CSV"
matches "$(cat "$scratch/out/tables/libraries.tex")" 'Wrapper 3\.2' "and in LaTeX"
papers=$(tr -d '\\' <"$scratch/out/tables/published_claims.md")
matches "$papers" '^\| page 7 \| order of v: 4 \| confirmed' "the paper's claim is in the table of papers"
is "$(echo "$papers" | grep -c wrapper_euler)" 0 "the library's are not"
index=$(cat "$scratch/out/index.html")
matches "$index" '<section id="libraries">' "the index has its section"
matches "$index" 'href="#libraries"' "which is linked"
matches "$index" 'wrapper_euler.*Instead: call rk4' "with what does not hold, and what to do instead"
page=$(grep -o 'pages/source-Wrapper[^"#]*' "$scratch/out/index.html" | sed -n 1p)
[ -n "$page" ] && [ -s "$scratch/out/$page" ]
ok $? "and a page for the library"
matches "$(cat "$scratch/out/$page")" '2 claims: 1 confirmed, 1 refuted, 0 open' "with its count"

# The evidence in the table is the first clause of the reason: an aside on how it was measured is none.
aside=' (the state cannot be copied: two runs from one start agree bit for bit)'
cp -r "$scratch/out" "$scratch/aside"
sed "/wrapper_euler/{s/\"reason\":\"[^\";]*/&$aside/; s/,\"check\":\"[0-9a-f]*\"}\$/}/;}" \
  "$scratch/out/verdicts.jsonl" >"$scratch/aside/verdicts.jsonl"
run "$GIMBAL" report "$scratch/aside"
is "$status $(grep -c "$aside" "$scratch/aside/verdicts.jsonl")" "0 2" "two reasons have an aside" || diag "$errors"
is "$(grep -c 'cannot be copied' "$scratch/aside/tables/libraries.md")" 0 "  which the table leaves out"

run "$GIMBAL" describe pendulum --plugin "$BUILD/tests/plugins/wrapper.so"
matches "$output" 'Wrapper 3\.2: 1 method, wrapper_euler$' "a model's methods of a library are told in a line"
is "$(printf '%s\n' "$output" | grep -c wrapper_euler)" 1 "  and not among the others"

sed '/wrapper_euler$/,/Instead/d; s/wrapper_euler, //; s/, {study: equality}//' "$scratch/suite.yaml" >"$scratch/papers.yaml"
run "$GIMBAL" verify "$scratch/papers.yaml" -o "$scratch/papers"
is "$status" 0 "without a library" || diag "$errors"
[ ! -e "$scratch/papers/tables/libraries.md" ]
ok $? "there is no such table"
is "$(grep -c 'id="libraries"' "$scratch/papers/index.html")" 0 "nor a section"
done_testing
