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
  - {methods: wrapper_euler, study: order, quantity: q, remedy: wrapper_order, cause: wrapper_better}
  - methods: wrapper_euler
    study: equality
    quantity: rk4
    value: yes
    text: Runge and Kutta's method
    expect: refuted
    cause: wrapper_order
  - {methods: rk4, study: order, quantity: v, value: 4, place: page 7}
causes:
  - cause: wrapper_order
    documented: "Runge and Kutta's method"
    place: page 3
    version: "3.2"
    address: https://example.org/manual
    when: steps of one size
    options: none
    found: it is Euler's
    severity: loses-order
    instead: call rk4
    state: reported
    reproducer: tests/independent/gsl_rk2_order.c
  - cause: wrapper_better
    documented: "Euler's method"
    place: page 2
    version: "3.2"
    address: https://example.org/manual
    when: steps of one size
    options: none
    found: it holds
    severity: better-than-documented
YAML
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$BUILD/tests/plugins/wrapper.so" -o "$scratch/out"
is "$status" 0 "a suite with a method of a library passes" || diag "$errors"
table=$(tr -d '\\' <"$scratch/out/tables/libraries.md")
matches "$table" 'Wrapper 3\.2' "the library has its version"
matches "$table" "Runge and Kutta's method \\| loses-order \\| it is Euler's \\| call rk4 \\| 1 of 1 claims confirmed \\| reported \\| wrapper_order \\|" \
  "a cause has what is documented, its severity, what was found, what to do instead with the verdict on that, and its state"
matches "$table" 'wrapper_order \| steps of one size \| wrapper_euler on pendulum.* \| 1 on 1 integrators \|.*\| page 3 \|$' \
  "  the condition, the system that shows it, how many share it, and the place"
is "$(echo "$table" | grep '^| [^d-]' | sed 's/^| \([^|]*\) |.*/\1/')" "1 of 2 documented properties hold
Runge and Kutta's method
Euler's method" "the table has one row per cause, the gravest first, below what holds, and none for a method without a library"
run ci/library-badges "$scratch/out"
is "$(cat "$scratch/out/tables/library-wrapper.json")" \
  '{"library": "Wrapper", "version": "3.2", "hold": 1, "documented": 2}' "a library has a summary"
matches "$(cat "$scratch/out/tables/library-wrapper.svg")" '>1 of 2 hold</text></svg>$' "  and a badge"
matches "$(cat "$scratch/out/tables/libraries.csv")" '^library,documented' "the table of libraries is in CSV"
matches "$(cat "$scratch/out/tables/libraries.tex")" 'Wrapper 3\.2' "the table of libraries is in LaTeX"
papers=$(tr -d '\\' <"$scratch/out/tables/published_claims.md")
matches "$papers" '^\| page 7 \| order of v: 4 \| confirmed' "the paper's claim is in the table of papers"
is "$(echo "$papers" | grep -c wrapper_euler)" 0 "the library's are not"
index=$(cat "$scratch/out/index.html")
matches "$index" '<section id="libraries">' "the index has its section"
matches "$index" 'href="#libraries"' "the section of libraries is linked"
matches "$index" '1 of 2 documented properties hold' "with its count"
section=$(sed -n '/<section id="libraries">/,/<\/section>/p' "$scratch/out/index.html")
matches "$section" 'loses-order</td>.*call rk4.*wrapper_order</td>.*<a href="https://example.org/manual">page 3</a>' \
  "  and the causes, each with its severity, remedy and name, and a link to the page that was read"
is "$(echo "$section" | grep -c '>—</td>.*>—</td>.*>—</td>.*>—</td>')" 0 "  and no row without a cause"
is "$(sed 's|https://example|javascript:example|' "$scratch/suite.yaml" >"$scratch/odd.yaml"
  "$GIMBAL" verify "$scratch/odd.yaml" --plugin "$BUILD/tests/plugins/wrapper.so" -o "$scratch/odd" >"$scratch/ignored" 2>&1
  grep -c 'href="javascript' "$scratch/odd/index.html")" 0 "an address that is no page is no link"
page=$(grep -o 'pages/source-Wrapper[^"#]*' "$scratch/out/index.html" | sed -n 1p)
[ -n "$page" ] && [ -s "$scratch/out/$page" ]
ok $? "the library has a page"
matches "$(cat "$scratch/out/$page")" '1 of 2 documented properties hold' "with its count"

# A report to the authors.
run "$GIMBAL" report "$scratch/out" --issue wrapper_order
is "$status" 0 "the text of a report is printed" || diag "$errors"
matches "$output" "^# Wrapper 3.2: it is Euler's" "  with the finding in its title"
matches "$output" 'version 3\.2, page 3 ' "  the place of what is documented"
matches "$output" 'gsl_odeiv2_step_apply' "  and the program"
is "$(printf '%s\n' "$output" | grep -c '/home\|/tmp\|/work\|/root')" 0 "  and no path of this machine"
run "$GIMBAL" report "$scratch/out" --issue wrapper_orders
is "$status" 2 "an unknown cause is an error"
matches "$errors" 'wrapper_orders.*tables/libraries.md' "  and the message gives their place"
sed 's/cause: wrapper_order$/cause: wrapper_ordre/; s/remedy: wrapper_order/remedy: wrapper_ordre/' "$scratch/suite.yaml" |
  sed '/^causes:/,$s/wrapper_ordre/wrapper_order/' >"$scratch/slip.yaml"
run "$GIMBAL" describe "$scratch/slip.yaml" --plugin "$BUILD/tests/plugins/wrapper.so"
is "$status" 2 "a claim with a cause that is not listed is an error"
matches "$errors" "slip.yaml:[0-9]+: key 'cause': 'wrapper_ordre' is not in 'causes'" "  with its line"

run "$GIMBAL" describe pendulum --plugin "$BUILD/tests/plugins/wrapper.so"
matches "$output" '^  Wrapper +3\.2 +wrapper_euler$' "describe MODEL has the methods of a library in one line"
is "$(printf '%s\n' "$output" | grep -c wrapper_euler)" 1 "  and not among the others"

sed '/wrapper_euler$/,/cause:/d; /remedy:/d; /^causes:/,$d; s/wrapper_euler, //; s/, {study: equality}//' "$scratch/suite.yaml" >"$scratch/papers.yaml"
run "$GIMBAL" verify "$scratch/papers.yaml" -o "$scratch/papers"
is "$status" 0 "without a library" || diag "$errors"
[ ! -e "$scratch/papers/tables/libraries.md" ]
ok $? "there is no such table"
is "$(grep -c 'id="libraries"' "$scratch/papers/index.html")" 0 "without libraries the index has no section of them"
done_testing
