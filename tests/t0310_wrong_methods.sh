# Wrong methods are refuted, each with a reason that names what is wrong, and right quantities of the
# same method are not; methods that misbehave cost their own jobs and no other.
. tests/tap.sh

judge() { # judge NAME MODEL ARGUMENTS...: verify one plugin; $verdicts is the file
  name=$1
  model=$2
  shift 2
  run "$GIMBAL" verify -m "$name" -M "$model" --plugin "$BUILD/tests/plugins/$name.so" \
    -o "$scratch/$name" "$@"
  verdicts=$scratch/$name/verdicts.jsonl
}

line() { # line KEY QUANTITY: the verdict
  grep "^{\"key\":\"$1\"" "$verdicts" | grep "\"quantity\":\"$2\""
}

# found KEY QUANTITY VERDICT [ORDER]: the verdict, and the order within what the judge itself calls
# the same order, 0.15.
found() {
  matches "$(line "$1" "$2")" "\"verdict\":\"$3\"" "$1: $2 is $3"
  [ -z "$4" ] && return
  observed=$(line "$1" "$2" | sed -n 's/.*"observed":\([-+.e0-9]*\),.*/\1/p')
  echo "$observed $4" | awk '{ exit !($1 != "" && $1 - $2 < 0.15 && $2 - $1 < 0.15) }'
  ok $? "  with order $4" || diag "observed: $observed"
}

# refuted KEY QUANTITY CLAIMED ORDER: by its slope or by the term that the slope comes from.
refuted() {
  found "$1" "$2" refuted "$4"
  matches "$(line "$1" "$2")" \
    "\"claimed\":$3\\.0,.*\"reason\":\"(order $4, not |observed order |not order $3: with smaller steps )" \
    "  where $3 is claimed, and the reason names the observed order"
}

particle=nonholonomic_particle:A

judge wrong_lambda $particle
is "$status" 1 "a multiplier that begins off by one does not pass" || diag "$errors"
refuted order/wrong_lambda/$particle lambda 2 0
refuted order/wrong_lambda/$particle p 4 2
refuted order/wrong_lambda/$particle q 4 2
found long/wrong_lambda/$particle nodes confirmed
matches "$errors" "^refuted: wrong_lambda on $particle, order of " "standard error has the refutation"

judge wrong_stages $particle
is "$status" 1 "inner stages constrained at the stage momenta do not pass" || diag "$errors"
refuted order/wrong_stages/$particle q 4 2
refuted order/wrong_stages/$particle p 4 2
refuted order/wrong_stages/$particle lambda 2 0
found long/wrong_stages/$particle nodes confirmed

judge wrong_gauss $particle
is "$status" 1 "Gauss with stage constraints does not pass" || diag "$errors"
found order/wrong_gauss/$particle q confirmed 4
refuted order/wrong_gauss/$particle p 4 2
refuted order/wrong_gauss/$particle lambda 2 1
found long/wrong_gauss/$particle nodes refuted

judge uneven_steps kepler:e03
is "$status" 1 "a method whose odd steps are late does not pass" || diag "$errors"
for quantity in q p; do
  found order/uneven_steps/kepler:e03 $quantity refuted
  matches "$(line order/uneven_steps/kepler:e03 $quantity)" 'order 1, not 2: .*; this is seen after odd numbers of steps only, and even numbers of steps show the claimed order' \
    "  and the reason names the odd steps"
done

judge fractional kepler:e03
is "$status" 4 "an error of order 1.8 does not pass as one of order 2" || diag "$errors"
found order/fractional/kepler:e03 q undecided

for model in pendulum:oscillation kepler@cartesian:e03; do
  key=order/wrong_order/${model%@*}${model#"${model%:*}"}
  [ "$model" = "${model#*@}" ] && key=order/wrong_order/$model
  judge wrong_order "$model"
  is "$status" 1 "an order claimed one too high does not pass on $model" || diag "$errors"
  refuted "$key" q 5 4
  refuted "$key" v 5 4
  is "$(grep -c '"verdict":"refuted"' "$verdicts")" 2 "  and nothing else is refuted"
done

# The slope of the larger step sizes is still 4: the term of order 0 is what tells.
judge wrong_weight pendulum:oscillation
is "$status" 1 "a weight that is off by 1e-6 does not pass" || diag "$errors"
for quantity in q v; do
  matches "$(line order/wrong_weight/pendulum:oscillation $quantity)" \
    '"claimed":4\.0,.*"verdict":"refuted","reason":"not order 4: with smaller steps the error stops falling at about ' \
    "  the order of $quantity is refuted by a term of order 0"
done
is "$(grep -c '"verdict":"refuted"' "$verdicts")" 2 "  and nothing else is refuted"

# The coarse points depart from the law, and the fine ones alone have room for a term of order 1. Without
# the slip nothing departs.
judge wrong_kick pendulum:oscillation
is "$status" 1 "weights of a method of order 2 that are off by 1e-6 do not pass" || diag "$errors"
for quantity in q v; do
  matches "$(line order/wrong_kick/pendulum:oscillation $quantity)" \
    '"claimed":2\.0,.*"verdict":"refuted","reason":"order 1, not ' \
    "  the order of $quantity is refuted by a term of order 1"
done
kick() { # kick METHOD MODEL: another method of that plugin
  run "$GIMBAL" verify -m "$1" -M "$2" --plugin "$BUILD/tests/plugins/wrong_kick.so" \
    -o "$scratch/$1"
  verdicts=$scratch/$1/verdicts.jsonl
}
kick right_kick pendulum:oscillation
is "$status" 0 "with the right weights it passes" || diag "$errors"

# A claim of exactness is on small steps: where no run comes to its end, smaller ones speak.
run "$GIMBAL" verify -m heun_on_energy -M kepler@cartesian:e03 \
  --plugin "$BUILD/tests/plugins/projected_heun.so" -o "$scratch/stops"
verdicts=$scratch/stops/verdicts.jsonl
matches "$(line long/heun_on_energy/kepler:e03 energy)" \
  '"verdict":"confirmed","reason":"deviation .* steps of 0\.05.*\. At a larger step: the run with h = 0\.1 stopped at t = ' \
  "an energy is exact with half the step where a step has no solution, and the verdict says both"
kick wrong_exact pendulum:oscillation
matches "$(line long/wrong_exact/pendulum:oscillation energy)" \
  '"verdict":"refuted","reason":".* at h = 0\.05 .*\. At a larger step: the run with h = 0\.1 stopped at t = ' \
  "a quantity that is not exact with half the step is refuted"

judge modest_gauss pendulum:oscillation
is "$status" 0 "a modest claim of a right method passes" || diag "$errors"
for quantity in q v; do
  found order/modest_gauss/pendulum:oscillation $quantity confirmed 4
  matches "$(line order/modest_gauss/pendulum:oscillation $quantity)" '"flags":\[[^]]*"exceeds"' \
    "  and more than it says is seen"
done

# ---- The command of a verdict shows it again, and leaves the report alone ----
mkdir "$scratch/a b"
cp "$BUILD/tests/plugins/wrong_weight.so" "$scratch/a b"
cat >"$scratch/a b/it's.yaml" <<'YAML'
title: One study
methods: [rk4, wrong_weight]
models: "pendulum:oscillation"
studies:
  - study: order
YAML
repeats() { # repeats NAME ARGUMENTS...
  name=$1
  shift
  verdicts="$scratch/a b/out/verdicts.jsonl"
  (cd "$scratch/a b" && exec "$GIMBAL" verify "$@") >/dev/null 2>"$scratch/errors" </dev/null
  is "$?" 1 "$name: something does not pass" || diag "$(cat "$scratch/errors")"
  first=$(cat "$verdicts")
  command=$(sed -n 's/.*"command":"\([^"]*\)".*"passes":false.*/\1/p' "$verdicts" | head -n 1 |
    sed 's/\\\\/\\/g')
  (cd "$scratch/a b" && gimbal() { "$GIMBAL" "$@"; } && eval "$command") \
    >/dev/null 2>"$scratch/errors" </dev/null
  is "$?" 1 "  nor by its command" || diag "$command" "$(cat "$scratch/errors")"
  is "$(cat "$verdicts")" "$first" "  which does not write over the report"
}
repeats "a plugin's method" --plugin ./wrong_weight.so -m wrong_weight -M pendulum:oscillation
repeats "that of a suite with a blank and a quote" "../a b/it's.yaml" --plugin ./wrong_weight.so
repeats "a solver without its iterations" -m gauss_2 -M pendulum:oscillation -- -step_snes_max_it 1

# ---- A slope between two orders ----
run "$GIMBAL" verify -m 'small_*' -M harmonic_oscillator -M pendulum:oscillation -M henon_heiles -M double_pendulum \
  --plugin "$BUILD/tests/plugins/small_terms.so" -o "$scratch/small"
verdicts=$scratch/small/verdicts.jsonl
for model in harmonic_oscillator:A pendulum:oscillation henon_heiles:A; do
  for method in midpoint trapezoid splitting; do
    found order/small_$method/$model q refuted
    matches "$(line order/small_$method/$model q)" '"reason":"order 1, not 2: the error contains ' \
      "  and the term of order 1 is named"
  done
done
found order/small_nothing/henon_heiles:A q confirmed

# ---- Energy that is lost ----
cat >"$scratch/lossy.yaml" <<'YAML'
title: Methods that lose energy
models: ["pendulum:oscillation", "harmonic_oscillator:A", perturbed_pendulum_2]
studies: [{study: long, steps: 10000}]
YAML
run "$GIMBAL" verify "$scratch/lossy.yaml" -m 'lossy_*' --plugin "$BUILD/tests/plugins/lossy.so" \
  -o "$scratch/lossy"
verdicts=$scratch/lossy/verdicts.jsonl
# What is lost soon is no drift of a long run, and falls with h like what is claimed until nothing is left.
found long/lossy_bounded/perturbed_pendulum_2:A energy refuted
found long/lossy_slower/perturbed_pendulum_2:A energy refuted
matches "$(line long/lossy_slower/perturbed_pendulum_2:A energy)" \
  'drifts by .* at h = 0\.0[0-9]*' "  by a smaller step, which takes longer"
for model in pendulum:oscillation harmonic_oscillator:A; do
  found long/lossy_bounded/$model energy refuted
  matches "$(line long/lossy_bounded/$model energy)" '"reason":"oscillates by .* at h = 0.1; .*like h\^0\.' \
    "  since what decays and rests does not get smaller with h"
  found long/lossy_denied/$model energy confirmed
  found long/lossy_stopping/$model energy confirmed
  matches "$(line long/lossy_stopping/$model energy)" 'the run stopped at t = 20' \
    "  by what was seen before it stopped"
done

# ---- Methods that misbehave, together with a right one ----
cat >"$scratch/together.yaml" <<'YAML'
title: A method together with rk4
models: "pendulum:oscillation"
precision: double
studies:
  - {study: order, sizes: [24, 32, 40, 48, 64, 96, 128, 192]}
  - {study: long, steps: 20000}
YAML
together() { # together NAME ARGUMENTS...
  name=$1
  shift
  run "$GIMBAL" verify "$scratch/together.yaml" -m "$name" -m rk4 \
    --plugin "$BUILD/tests/plugins/$name.so" -o "$scratch/$name" "$@"
  verdicts=$scratch/$name/verdicts.jsonl
  is "$status" 1 "$name does not pass" || diag "$errors"
  for key in long order; do
    is "$(grep "^{\"key\":\"$key/rk4/" "$scratch/$name/results.jsonl")" \
      "$(grep "^{\"key\":\"$key/rk4/" "$scratch/alone/results.jsonl")" \
      "  the $key study of rk4 is the same with $name as alone"
  done
}
gave() { # gave STUDY QUANTITY REASON: failed, because
  matches "$(line "$1/$name/pendulum:oscillation" "$2")" \
    "\"observed\":null,.*\"verdict\":\"failed\",\"reason\":\"$3" "  $2 failed: $3"
}

run "$GIMBAL" verify "$scratch/together.yaml" -m rk4 -o "$scratch/alone"
is "$status" 0 "rk4 alone passes" || diag "$errors"
verdicts=$scratch/alone/verdicts.jsonl
found long/rk4/pendulum:oscillation energy confirmed

together wrong_crash
gave order q 'signal [0-9]+ \(' && gave order v 'signal [0-9]+ \('
gave long energy 'signal [0-9]+ \('
together wrong_hang --timeout 1
gave order q 'timed out after 1 s of processor time'
gave long energy 'timed out after 1 s of processor time'
# What is no number is no witness of a drift either, though the method denies that the energy is
# bounded.
together wrong_nan
gave order q '.*not finite'
matches "$(line "long/$name/pendulum:oscillation" energy)" \
  '"verdict":"skipped","reason":"no counterexample on this model: the run with h = 0.1 stopped at t = 0.6 .' \
  "  energy is skipped: the denial has no witness"

# A drift that round-off hides at smaller steps.
run "$GIMBAL" verify --plugin "$BUILD/tests/plugins/seven_sweeps.so" -m seven_sweeps -m gauss_2 \
  -M harmonic_oscillator -o "$scratch/sweeps"
verdicts=$scratch/sweeps/verdicts.jsonl
matches "$(grep '"key":"long/seven_sweeps.*"energy"' "$verdicts")" \
  '"verdict":"undecided","reason":"drifts by 9.03[0-9]*e-14 ' "seven sweeps: the drift is not confirmed away"
found long/gauss_2/harmonic_oscillator:A energy confirmed

# 20 megabytes in the long run; some 10 in the order study, which passes.
if nm "$GIMBAL" 2>/dev/null | grep -q __asan_init; then
  ok 0 "wrong_leak # SKIP the sanitiser's allocator knows no limit"
else
  together wrong_leak --memory 14
  gave long energy 'the run with h = 0.1 stopped at t = [0-9.]+ .out of memory'
  found order/wrong_leak/pendulum:oscillation q confirmed 4
fi

done_testing
