# The trajectory study: pictures of a model along a run and along the exact motion, as they are stored and
# drawn.
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'END'
title: pictures
plugin_claims: false
studies:
  - {study: trajectory, methods: [stormer_verlet], models: [harmonic_oscillator, henon_heiles],
     h: 1/10, duration: 50, unclaimed: true}
  - {study: trajectory, name: sphere, methods: [hamel_sphere], models: [spherical_pendulum],
     h: 1/5, steps: 60, unclaimed: true}
END
run "$GIMBAL" verify "$scratch/suite.yaml" -o "$scratch/out"
is "$status" 0 "a study that judges nothing passes" || diag "$errors"
results=$scratch/out/results.jsonl
is "$(grep -c '"kind":"trajectory"' "$results")" 3 "each pair has a record"

# series MODEL NAME RUN: the values of a quantity in the first run or in the additional one.
series() {
  grep "\"model\":\"$1\"" "$results" | tr -d '\n' |
    awk -v name="\"$2\":{" -v nth="$3" '{
      for (k = 0; k < nth; k++) { at = index($0, name); $0 = substr($0, at + length(name)) }
      at = index($0, "\"points\":["); $0 = substr($0, at + 10); sub(/\].*/, "")
      n = split($0, x, ",")
      for (i = 1; i <= n; i++) print i, x[i]
    }'
}
is "$(series harmonic_oscillator 'phase 1: q' 1 | wc -l | tr -d ' ')" 201 \
  "a curve has its own duration, and each step of it"
matches "$(grep '"model":"harmonic_oscillator"' "$results")" '"beside":"exact"' "the exact motion is the closed form, if there is one"
matches "$(grep '"model":"henon_heiles"' "$results")" '"beside":"classical"' "the exact motion is a run of the classical method without a closed form"
# The oscillator's exact picture is a circle through its start.
is "$(series harmonic_oscillator 'phase 1: q' 2 >"$scratch/q"
  series harmonic_oscillator 'phase 2: v' 2 >"$scratch/v"
  paste "$scratch/q" "$scratch/v" | awk 'NR == 1 { r = $2 * $2 + $4 * $4 }
    { d = $2 * $2 + $4 * $4 - r; if (d > 3e-4 || d < -3e-4) bad++ } END { print (NR > 100 && !bad) }')" 1 \
  "the exact motion stays on its circle, in five digits"
# Passages of x through 0: of the exact curve in the same picture, by its own points.
passages=$(series henon_heiles 'path 1: x' 1 | awk 'NR > 1 && before < 0 && $2 >= 0 { n++ }
  { before = $2 } END { print n + 0 }')
is "$(series henon_heiles 'section 1: y' 1 | wc -l | tr -d ' ')" "$passages" \
  "a section has a point for each passage ($passages)"
is "$([ "$passages" -gt 3 ] && echo several)" several "a section has several passages"
matches "$(grep '"model":"spherical_pendulum"' "$results")" '"scale":1' "a sphere tells its radius"
for name in harmonic_oscillator-A henon_heiles-A spherical_pendulum-below; do
  if command -v gnuplot >/dev/null; then
    is "$(ls "$scratch/out/plots/model-trajectory-$name.svg" 2>/dev/null | wc -l | tr -d ' ')" 1 \
      "the picture of $name is drawn"
  else
    ok 0 "the picture of $name is drawn # SKIP there is no gnuplot"
  fi
done
# The exact motion does not depend on the method: of several methods the first has it for all.
sed 's/methods: \[stormer_verlet\]/methods: [rk4, stormer_verlet]/' "$scratch/suite.yaml" >"$scratch/two.yaml"
run "$GIMBAL" verify "$scratch/two.yaml" -o "$scratch/two"
is "$(grep '"model":"henon_heiles"' "$scratch/two/results.jsonl" | grep -c '"runs":\[{"h":0.1,')" 2 \
  "two methods have a run each" || diag "$errors"
is "$(grep '"beside":' "$scratch/two/results.jsonl" | sed 's/^{"key":"\([^"]*\)".*/\1/' | sort | tr '\n' ' ')" \
  "trajectory/hamel_sphere/spherical_pendulum:below/sphere trajectory/rk4/harmonic_oscillator:A trajectory/rk4/henon_heiles:A " \
  "each case has one exact motion"
if command -v gnuplot >/dev/null; then
  is "$(grep -c 'classical, h = ' "$scratch/two/plots/model-trajectory-henon_heiles-A.svg")" \
    "$(grep -c 'classical, h = ' "$scratch/out/plots/model-trajectory-henon_heiles-A.svg")" "the exact motion is drawn"
else
  ok 0 "the exact motion is drawn # SKIP there is no gnuplot"
fi
# Without the word nothing asks for the runs.
sed 's/, unclaimed: true//' "$scratch/suite.yaml" >"$scratch/claimed.yaml"
run "$GIMBAL" verify "$scratch/claimed.yaml" -o "$scratch/none"
is "$(cat "$scratch"/none/results.jsonl 2>/dev/null | grep -c '"kind":"trajectory"')" 0 \
  "no claim is judged from pictures"
done_testing
