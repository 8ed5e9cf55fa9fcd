# ci/action.sh on a small repository: a plugin whose order regresses, one that does not compile, and none.
. tests/tap.sh

action=$PWD/ci/action.sh yaml=$PWD/ci/action.yml comments=$PWD/tests/github_comments.js
repository="$scratch/somebody's plugins"
mkdir -p "$repository/plugins"
cd "$repository" || exit 2
(cd plugins && "$GIMBAL" new method own_midpoint >/dev/null 2>&1)
# Fewer claims and models, so that the test is short.
sed -i '/"energy"\|"structure"/d; s/"2", .when = "m > 0"},$/"2", .when = "m > 0"}};/' plugins/own_midpoint.c
export GIMBAL GIMBAL_ARGUMENTS="-M pendulum -M harmonic_oscillator" GITHUB_STEP_SUMMARY="$scratch/summary"
export GITHUB_OUTPUT="$scratch/output"
unset GIMBAL_PLUGINS GIMBAL_SUITE GIMBAL_BASELINE
line=$(grep -n '"order", .quantity = "q"' plugins/own_midpoint.c | cut -d : -f 1)
errors_of() { printf '%s\n' "$output" | grep '^::error'; }

run sh "$action"
is "$status" 0 "a plugin that holds what it claims passes" || diag "$output $errors"
is "$(errors_of)" "" "a plugin that passes has no marked line"
matches "$output" 'no baseline yet: gimbal compare gimbal-baseline.jsonl gimbal-report --accept' "how a baseline is made is said"
is "$(sed -n 1p gimbal-comment.md)" "<!-- gimbal -->" "the comment has a mark by which it is found again"
matches "$(cat gimbal-comment.md)" '^## gimbal: all [0-9]+ judged claims hold' "the comment reports that all claims hold"
is "$(cat "$GITHUB_STEP_SUMMARY")" "$(cat gimbal-comment.md)" "as the page of the run does"
is "$(cat "$GITHUB_OUTPUT")" "report=gimbal-report" "the report is named"
"$GIMBAL" compare gimbal-baseline.jsonl gimbal-report --accept >/dev/null 2>&1
run sh "$action"
is "$status" 0 "an unchanged plugin passes the comparison with its baseline" || diag "$output $errors"
matches "$output" '^0 worse, 0 better, 0 other$' "the comparison prints that nothing is worse"

# The order is 1 now.
cp plugins/own_midpoint.c "$scratch/good.c"
sed -i 's|half = h / 2|half = h * GIMBAL_C(0.4)|' plugins/own_midpoint.c
run sh "$action"
is "$status" 1 "a plugin whose order regresses fails" || diag "$output $errors"
is "$(errors_of | wc -l)" 2 "each claim is marked once, whatever the number of models" || diag "$output"
matches "$(errors_of | sed -n 1p)" \
  "^::error file=plugins/own_midpoint\.c,line=$line,title=gimbal%3A own_midpoint%2C order q is refuted::[a-z_]+:[A-Za-z_]+ and [0-9]+ more: order 1, not 2: the error contains " \
  "at its own line"
matches "$(errors_of | sed -n 2p)" ",line=$((line + 1)),.* order v is refuted::" "the second refuted claim is marked at the next line"
matches "$(cat gimbal-comment.md)" '^- \*\*refuted\*\* `own_midpoint`, `order of q` claimed `2`, on ' "the comment lists the refuted claims"
matches "$(cat gimbal-comment.md)" '^## gimbal compare: something got worse' "the comment lists what is worse than the baseline"

# The comment is written under the pull request once, and then over.
if command -v node >/dev/null; then
  sed -n '/^        script: |$/,/^    - /{s/^          //p;}' "$yaml" >"$scratch/script.js"
  run node -e "require('$comments')('$scratch/script.js', ['of somebody else']).then(all => console.log(all.length,
    all[0], all[1] === require('fs').readFileSync('gimbal-comment.md', 'utf8') + 'again'))"
  is "$output" "2 of somebody else true" "one comment is written, and then over" || diag "$errors"
else
  ok 0 "the comment # SKIP there is no node"
fi

# A library in double precision: the plugin does not compile in quadruple precision, and need not.
cp plugins/own_midpoint.c "$scratch/lower.c"
sed 's|^static int step|static double halved(double h) { return h / 2; }\n&|; s|half = h / 2|half = halved(h)|' "$scratch/good.c" >plugins/own_midpoint.c
run sh "$action"
is "$status" 2 "a plugin that calls a library in double precision does not compile in quadruple precision"
GIMBAL_BUILD=--double-only run sh "$action"
unset GIMBAL_BUILD
is "$status" 0 "with GIMBAL_BUILD=--double-only it is built and judged" || diag "$output $errors"
cp "$scratch/lower.c" plugins/own_midpoint.c

# With the claims lowered, only the baseline shows it; two lines have these words now.
sed -i 's/"order", .quantity = "\(.\)", .value = "2"/"order", .quantity = "\1", .value = "1"/' plugins/own_midpoint.c
run sh "$action"
is "$status" 1 "a plugin that claims less is worse than the baseline" || diag "$output $errors"
matches "$(errors_of | sed -n 1p)" '^::error file=plugins/own_midpoint\.c,line=[0-9]+,title=gimbal%3A own_midpoint is worse than the baseline::order/own_midpoint/' \
  "a missing claim is marked"
rm gimbal-baseline.jsonl
run sh "$action"
is "$status" 0 "without a baseline it passes" || diag "$output $errors"

GIMBAL_SUITE=no_such_suite run sh "$action"
is "$status $(errors_of)" "2 ::error::gimbal verify ended with status 2 and without verdicts; the log has its message" \
  "a run that does not begin fails"

# One that does not compile.
{ cat "$scratch/good.c"; echo 'int wrong = "%";'; echo 'nonsense'; } >plugins/own_midpoint.c
run sh "$action"
is "$status" 2 "a plugin that does not compile fails"
matches "$(errors_of | sed -n 1p)" "^::error file=plugins/own_midpoint\.c,line=[0-9]+,title=gimbal build::" "at the compiler's line"
matches "$(cat gimbal-comment.md)" '^## gimbal: `plugins/own_midpoint.c` does not compile' "  and the comment names the file"
[ ! -e gimbal-report ]
ok $? "an old report is gone"
rm -r plugins
run sh "$action"
is "$status $output" "2 ::error::there is no plugin in plugins/" "a repository without plugins fails"

cd "$OLDPWD" || exit 2
# A push to a branch with a pull request is one run, not two.
for file in docs/install.md ci/workflows/github.yml; do
  is "$(sed -n '/^on:/,/^permissions:/p' "$file" | sed '$d')" "on:
  push: {branches: [main, master]}
  pull_request:" "$file: pushes run on the main branch alone"
done
if command -v python3 >/dev/null && python3 -c 'import yaml' 2>/dev/null; then
  python3 -c 'import sys, yaml; assert yaml.safe_load(open(sys.argv[1]))["runs"]["using"] == "composite"' ci/action.yml
  ok $? "action.yml is YAML"
else
  ok 0 "action.yml is YAML # SKIP there is no YAML for python3"
fi
done_testing
