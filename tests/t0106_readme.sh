# The method in the README: built outside the tree by a bare compiler, it is listed, judged and
# plotted; the same in methods/ of a copy of the sources.
. tests/tap.sh

sed -n '/^```c$/,/^```$/{/^```/!p;}' README.md >"$scratch/heun.c"
lines=$(wc -l <"$scratch/heun.c")
[ "$lines" -ge 20 ] && [ "$lines" -le 40 ]
ok $? "the example has about thirty lines ($lines)"

run cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Iinclude -shared -fPIC "$scratch/heun.c" \
  -o "$scratch/heun.so"
is "$status" 0 "the README's method compiles with one header and without a warning"
run "$GIMBAL" list methods --plugin "$scratch/heun.so"
matches "$output" '^ *heun ' "the README's method is listed"
run "$GIMBAL" verify --plugin "$scratch/heun.so" -m heun -M kepler -M driven_pendulum \
  -o "$scratch/out"
is "$status" 0 "the README's claims are confirmed"
matches "$output" '^ok .* order q' "the order of the README's method is confirmed"
[ -s "$scratch/out/plots/method-order-heun.svg" ]
ok $? "there is a plot of it"
# What was built by a bare compiler has no quadruple twin.
matches "$errors" '^pass  heun .*\(in double precision only\)$' "the verdict names double precision"
grep -q 'Built in double precision only' "$scratch/out/pages/method-heun.html"
ok $? "  in the report too"
run "$GIMBAL" verify --plugin "$scratch/heun.so" -m heun -M kepler --precision quad -o "$scratch/out"
is "$status" 2 "quadruple precision is not quietly double"
twin matches "$errors" 'heun was built in double precision only; .gimbal build. makes both' "  and the reason and the remedy are given"

# The method in Python is what `gimbal new` writes.
(cd "$scratch" && "$GIMBAL" new method my_rk4 --language python >/dev/null)
sed -n '/^```python$/,/^```$/{/^```/!p;}' docs/methods.md >"$scratch/shown"
sed -n '/^# An explicit Runge-Kutta/,/return {"dq": dq}/p' "$scratch/my_rk4.py" >"$scratch/written"
[ -s "$scratch/shown" ] && cmp -s "$scratch/shown" "$scratch/written"
ok $? "the method in Python is the one that gimbal new writes" || diag "$(diff "$scratch/shown" "$scratch/written")"

# The summary that it shows is what the suite prints, but for the width of columns and the time.
sed -n '/^\$ make verify-short/,/^```/{/^[pF]/p;}' README.md | tr -s ' ' >"$scratch/shown"
run "$GIMBAL" verify short -o "$scratch/out"
twin is "$(printf '%s\n' "$errors" | grep '^pass' | tr -s ' ')" "$(cat "$scratch/shown")" \
  "the summary that it shows is what verify prints"
evidence=$(sed -n 's/^refuted as expected: .* symplectic: //p' README.md)
grep '"expect":"refuted"' "$scratch/out/verdicts.jsonl" | grep -qF "\"reason\":\"$evidence\""
ok $? "the README's refutation is that of the run" || diag "$(grep '"expect":"refuted"' "$scratch/out/verdicts.jsonl")"
done_testing
