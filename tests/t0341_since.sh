# verify --since: what nothing has changed for is taken over and said to be; a changed plugin, model,
# program, option or suite, damage, and another library take nothing over that they touch.
. tests/tap.sh

mkdir "$scratch/plugins"
cat >"$scratch/small.yaml" <<'YAML'
methods: [heun, midpoint]
models: ["pendulum:oscillation", "swing"]
precision: double
studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96, 128]}]
YAML
# The README's method, under two names, and a model from the skeletons.
for name in heun midpoint; do
  (cd "$scratch/plugins" && "$GIMBAL" new method $name >/dev/null 2>&1)
done
(cd "$scratch/plugins" && "$GIMBAL" new model swing >/dev/null 2>&1)
build() { # NAMES
  for name; do
    CFLAGS=-I$PWD/include "$GIMBAL" build "$scratch/plugins/$name.c" --double-only >"$scratch/built" 2>&1 || diag "$(cat "$scratch/built")"
  done
}
build heun midpoint swing
plugins="--plugin $scratch/plugins/heun.so --plugin $scratch/plugins/midpoint.so --plugin $scratch/plugins/swing.so"
verify() { # FOLDER WORDS
  folder=$1
  shift
  # shellcheck disable=SC2086
  run "$GIMBAL" verify "$scratch/small.yaml" $plugins -o "$scratch/$folder" "$@"
}
taken() { grep -c '"taken":' "$scratch/$1/results.jsonl"; }
whole() { # FOLDER NAME: but for where they come from, the results are those of a whole run
  sed 's/"taken":"[^"]*",//; s/,"check":"[0-9a-f]*"}$//' "$scratch/$1/results.jsonl" | sort >"$scratch/one"
  sed 's/,"check":"[0-9a-f]*"}$//' "$scratch/$2/results.jsonl" | sort | cmp -s - "$scratch/one" &&
    cmp -s "$scratch/$1/verdicts.jsonl" "$scratch/$2/verdicts.jsonl"
  ok $? "$3"
}

verify base
jobs=$(wc -l <"$scratch/base/timings.jsonl")
test "$status" -ne 2 && test "$jobs" -ge 4
ok $? "there is an earlier run, of $jobs jobs" || diag "$errors"
verdict=$status

# ---- Nothing changed ----
verify same --since "$scratch/base"
is "$status $(taken same) $(wc -l <"$scratch/same/timings.jsonl")" "$verdict $jobs 0" "all results are reused, and none computed"
whole same base "the results and verdicts are those of a whole run"
matches "$errors" "$jobs of $jobs results are reused from" "standard error has the number of reused results"
matches "$errors" "^$jobs results reused from .*base \(" "the summary has the number of reused results"
matches "$output" "^# $jobs results reused from" "TAP has the number of reused results, in a comment"
matches "$(tr -d '\n ' <"$scratch/same/manifest.json")" "\"since\":\{\"folder\":\"$scratch/base\",\"commit\":\"[^\"]+\",\"taken\":$jobs\}" "the manifest has the folder and the commit of --since"
run "$GIMBAL" report "$scratch/same" --summary "$scratch/same.md"
grep -q "^$jobs results were not computed again" "$scratch/same.md"
ok $? "the review comment has the number of reused results"
grep -q 'since.taken' "$scratch/same/index.html"
ok $? "the page has the number of reused results"
run "$GIMBAL" report "$scratch/same"
is "$status" 0 "the folder is whole"
commit=$(sed -n 's/.*"taken":"\([^"]*\)".*/\1/p' "$scratch/same/results.jsonl" | sort -u)
matches "$(cat "$scratch/base/manifest.json")" "\"commit\": \"$commit\"" "each result has the commit that computed it"
verify again --since "$scratch/same" -j 2
is "$status $(taken again)" "$verdict $jobs" "reused results are reused again, on two ranks"
is "$(sed -n 's/.*"taken":"\([^"]*\)".*/\1/p' "$scratch/again/results.jsonl" | sort -u)" "$commit" "a result that is reused twice keeps its first commit"

# ---- Something changed ----
some=$(grep -c '"key":"[a-z]*/heun/' "$scratch/base/timings.jsonl")
printf '\nstatic const char changed[] __attribute__((used)) = "changed";\n' >>"$scratch/plugins/heun.c"
build heun
verify method --since "$scratch/base"
is "$(taken method) $(wc -l <"$scratch/method/timings.jsonl")" "$((jobs - some)) $some" "a changed method is run again, and no other ($some of $jobs)"
! grep '"taken":' "$scratch/method/results.jsonl" | grep -q '"key":"[a-z]*/heun/'
ok $? "no result of a changed plugin is reused"
some=$(grep -c '"key":"[a-z]*/[a-z]*/swing' "$scratch/method/results.jsonl")
printf '\nstatic const char changed[] __attribute__((used)) = "changed";\n' >>"$scratch/plugins/swing.c"
build swing
verify model --since "$scratch/method"
is "$(taken model) $(wc -l <"$scratch/model/timings.jsonl")" "$((jobs - some)) $some" "a changed model is run again with all methods ($some of $jobs)"
verify whole
whole model whole "the results are those of a whole run"

# another NAME WORDS: nothing is taken over
another() {
  name=$1
  shift
  verify other --since "$scratch/whole" "$@"
  is "$(taken other)" 0 "$name takes nothing over" || diag "$errors"
  rm -rf "$scratch/other"
}
another "another seed" --seed 3
another "another precision" --precision auto
another "an option of PETSc" -- -step_snes_rtol 1e-9
sed 's/sizes: .16/sizes: [20/' "$scratch/small.yaml" >"$scratch/changed.yaml" && mv "$scratch/changed.yaml" "$scratch/small.yaml"
another "a changed suite"
sed 's/sizes: .20/sizes: [16/' "$scratch/small.yaml" >"$scratch/changed.yaml" && mv "$scratch/changed.yaml" "$scratch/small.yaml"

# Another program: the same one with a byte more at its end, next to everything it needs.
mkdir "$scratch/tree"
ln -s "$PWD"/* "$scratch/tree"
rm "$scratch/tree/build"
mkdir "$scratch/tree/build"
ln -s "$(cd "$BUILD" && pwd)"/* "$scratch/tree/build"
rm "$scratch/tree/build/gimbal"
cp "$GIMBAL" "$scratch/tree/build/gimbal"
printf x >>"$scratch/tree/build/gimbal"
first=$GIMBAL
GIMBAL=$scratch/tree/build/gimbal
another "a changed program"
GIMBAL=$first

# Another mathematical library, as another processor has it: one function differs in its last bit.
if ! grep -q fsanitize "$BUILD/flags" 2>/dev/null; then
  cat >"$scratch/tanh.c" <<'C'
double nextafter(double, double), sinh(double), cosh(double), tanh(double);
double tanh(double x) { return nextafter(sinh(x) / cosh(x), 2); }
C
  ${CC:-cc} -shared -fPIC -o "$scratch/tanh.so" "$scratch/tanh.c" -lm
  export LD_PRELOAD="$scratch/tanh.so"
  another "a changed mathematical library"
  unset LD_PRELOAD
  for library in "" "" "$scratch/tanh.so"; do
    LD_PRELOAD=$library GIMBAL_CACHE=$scratch/cache "$GIMBAL" run -m rk4 -M kepler:e03 -h 1/8 -T 1 >/dev/null
    find "$scratch/cache" -type f | wc -l
  done >"$scratch/entries"
  is "$(xargs <"$scratch/entries")" "1 1 2" "with a changed mathematical library, references are computed again"
  matches "$errors" "no result is reused from .*: the mathematical library was .*, and is " "  and the message names the library"
fi

# Another PETSc, compiler or machine, as the manifest says; another version of a wrapped library.
edit() { # PYTHON
  rm -rf "$scratch/edited"
  cp -r "$scratch/whole" "$scratch/edited"
  python3 - "$scratch/edited/manifest.json" "$1" <<'PY'
import json, sys
name, code = sys.argv[1:]
m = json.load(open(name)); m.pop("check", None); exec(code); json.dump(m, open(name, "w"))
PY
  verify other --since "$scratch/edited"
  count=$(taken other)
  rm -rf "$scratch/other"
}
if command -v python3 >/dev/null; then
  edit 'pass'
  is "$count" "$jobs" "an edit that changes nothing takes all over"
  for what in petsc compiler; do
    edit "m['versions']['$what'] = '1'"
    is "$count" 0 "with another $what no result is reused"
    matches "$errors" "no result is reused from .*: .* was 1 there, and is " "  and the message names it"
  done
  edit "m['host']['machine'] = 'pdp11'"
  is "$count" 0 "from another kind of machine no result is reused"
else
  ok 0 "manifests # SKIP there is no python3"
fi

# ---- Damage ----
cp -r "$scratch/whole" "$scratch/damaged"
sed '1s/"steps":16/"steps":17/; 2s/,"check":"[0-9a-f]*"}/}/' "$scratch/whole/results.jsonl" >"$scratch/damaged/results.jsonl"
printf '{"key":"order/torn' >>"$scratch/damaged/results.jsonl"
verify other --since "$scratch/damaged"
matches "$errors" 'results.jsonl: [12] lines? without a valid checksum not reused' "damaged lines are not reused, and counted"
whole other whole "damaged results are computed again"
sed 's/"status":"done"/"status":"failed"/; s/,"check":"[0-9a-f]*"}$/}/' "$scratch/whole/results.jsonl" >"$scratch/damaged/results.jsonl"
verify failed --since "$scratch/damaged"
is "$(taken failed)" 0 "failures are tried again"

# ---- Use ----
cp -r "$scratch/whole" "$scratch/keep"
for words in "$scratch/nothing" "$scratch" "$scratch/keep"; do
  verify keep --since "$words"
  is "$status $(printf '%s\n' "$errors" | wc -l)" "2 1" "wrong use, one line:${errors##*:}"
done
cmp -s "$scratch/keep/results.jsonl" "$scratch/whole/results.jsonl"
ok $? "--since leaves the earlier folder unchanged"

done_testing
