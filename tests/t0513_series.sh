# The step sizes of an order study: no more steps than the budget, and none finer where the finest fail.
. tests/tap.sh

sizes() { # sizes FOLDER: the numbers of steps of the series in double precision
  grep -o '"series":.*' "$scratch/$1/results.jsonl" | sed 's/"precision":"quad".*//' |
    grep -o '"series":{"steps":[[0-9,]*' | grep -o '[0-9]*' | sort -nu
}
total() { sizes "$1" | awk '{ sum += $1 } END { print sum + 0 }'; }
suite() { # suite FOLDER BUDGET
  cat >"$scratch/$1.yaml" <<YAML
models: "kepler@cartesian:e03"
methods: symplectic_euler
studies:
  - {study: order, sizes: [4, 8, 12, 16, 20, 24]$2}
YAML
  run "$GIMBAL" verify "$scratch/$1.yaml" --precision double -o "$scratch/$1"
}
suite free ""
all=$(total free)
ok $((all <= 84)) "without a budget the study adds to six coarse sizes ($all steps)" || diag "$errors"
suite bound ", budget: 84"
is "$(total bound)" 84 "with one of their sum it does not" || diag "$errors"
suite some ", budget: 200"
some=$(total some)
ok $((some <= 84 || some > 200)) "with a larger budget the series goes as far as that ($some)" || diag "$errors"

run "$GIMBAL" verify --plugin "$BUILD/tests/plugins/coarse_only.so" -m coarse_only \
  -M "henon_heiles" -o "$scratch/coarse"
is "$status" 1 "a method that fails with small steps does not pass"
finest=$(sizes coarse | tail -1)
ok $((finest > 1000)) "a failing method is not tried with ever smaller steps (the finest has $finest)"
matches "$(cat "$scratch/coarse/verdicts.jsonl")" '"verdict":"failed"' "the claim of the failing method has the verdict failed"

# A method that wrongly declares itself symmetric may still have the claimed order: the order must not be
# refuted, and the wrong declaration is reported.
cat >"$scratch/odd.yaml" <<'YAML'
models: [henon_heiles, driven_pendulum, kepler, double_pendulum, pendulum]
methods: falsely_symmetric
studies:
  - {study: order, name: coarse, sizes: [8, 16, 24, 32, 40, 48, 56, 64], budget: 1000}
  - study: order
    name: long
    sizes: [16, 24, 32, 40, 48, 56, 64, 72, 88, 104, 136, 168, 216, 280, 360, 464, 600, 768]
    budget: 4000
YAML
run "$GIMBAL" verify "$scratch/odd.yaml" --plugin "$BUILD/tests/plugins/falsely_symmetric.so" \
  --precision double -o "$scratch/odd"
is "$(grep -c '"verdict":"refuted"' "$scratch/odd/verdicts.jsonl")" 0 "odd powers above the order refute nothing" ||
  diag "$(grep '"verdict":"refuted"' "$scratch/odd/verdicts.jsonl")"
matches "$(cat "$scratch/odd/verdicts.jsonl")" 'the method is declared symmetric.*"flags":\["not_symmetric"' "  and are reported as not symmetric"
done_testing
