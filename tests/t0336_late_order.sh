# An order that is lost late in a run, after the duration of the series, is refuted, with the time and
# the figure that show it; and never is that of a right method, on chaotic models and on one whose
# solution is not smooth either. The verdict says how far runs went.
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
title: Late times
studies:
  - study: order
YAML
plugin=$BUILD/tests/plugins/late.so
verdicts=$scratch/out/verdicts.jsonl
order() { grep "\"method\":\"$1\",\"model\":\"$2\"" "$verdicts" | grep '"quantity":"q"'; }

run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" --only-plugins -o "$scratch/out" \
  -M pendulum:oscillation -M henon_heiles -M double_pendulum
is "$status" 1 "methods that lose their order do not pass" || diag "$errors"

for model in pendulum henon_heiles; do
  for method in late_euler late_switched late_drifting; do
    matches "$(order $method $model)" \
      '"verdict":"refuted","reason":"order lost near t = [0-9.]+: runs with h = .* \(order (0\.[89]|1\.[01])[0-9]*\)\. Up to t = [0-9.]+ the order is (1\.9|[23]\.)[0-9]*"' \
      "$method on $model is refuted, by how runs are apart and when"
  done
done
matches "$(order late_euler pendulum)" '"time":([6-9]|1[0-9])[,.}]' \
  "the record holds the time, which is after the switch at t = 5"
for model in pendulum henon_heiles double_pendulum; do
  is "$(order late_right $model | grep -vc '"verdict":"confirmed"')" 0 \
    "the method of order 3 as it should be is confirmed on $model"
done
matches "$(order late_right pendulum)" 'order kept up to t = [0-9]+"' \
  "the verdict states the time up to which the order was kept"

# Methods that solve other equations after a while: their runs agree with one another as well as before.
for model in pendulum henon_heiles; do
  matches "$(order late_astray_3 $model)" \
    '"verdict":"refuted","reason":"converges to another solution near t = ([6-9]|1[0-9])(\.[0-9]+)?: runs with h = [0-9.]+ and [0-9.]+ differ there by [0-9.e-]+, but by 0\.[0-9]+ from a run of' \
    "one that converges to something else on $model is refuted, by a known method"
done
matches "$(order late_astray_1 henon_heiles)" 'order kept up to t = 10 .runs to t = 50."' \
  "the errors of a method of order 1 are too large for that, and its verdict says no more"

# A study in quadruple precision has no horizon; the verdict names that. The rolling disk's velocity passes through a point where its equations have a root of
# zero: whatever the method, the order is lost there.
run "$GIMBAL" verify "$scratch/suite.yaml" -m rk4 -m projected_rk4 -o "$scratch/out" \
  -M appell_hamel -M chaotic -M double_pendulum -M henon_heiles -M rotating_plate_ball
is "$(grep -c '"verdict":"refuted"' "$verdicts")" 0 \
  "right methods on chaotic models and on one that is not smooth are not refuted" ||
  diag "$(grep '"verdict":"refuted"' "$verdicts")"
matches "$(order projected_rk4 appell_hamel)" 'order kept up to t = [0-9]+, later not measurable' \
  "where all methods lose their order, the verdict tells it of the runs only"
matches "$(order rk4 rotating_plate_ball)" 'order kept up to t = [0-9]+' \
  "models with expensive steps are tested over a horizon too"
matches "$(grep '"key":"order/projected_rk4/appell_hamel' "$scratch/out/results.jsonl")" \
  '"late":\{"duration":1(\.0)?,"steps":[0-9]+,"control":\[' "the record holds the runs"

# Models on which a step is too large later on, or the solution not smooth: chaos, relaxation, a pole, a
# comet, a kink, and a rate that becomes stiff. No method that keeps its order is refuted there, by
# roundings that an unstable step magnifies neither.
run "$GIMBAL" verify "$scratch/suite.yaml" --precision double --plugin "$plugin" \
  --plugin "$BUILD/tests/plugins/late_models.so" -o "$scratch/out" -M 'late_*' \
  -m late_right -m late_euler -m late_astray_1 -m late_switched -m rk4 -m gauss_2 -m implicit_midpoint
for method in late_right rk4 gauss_2 implicit_midpoint; do
  is "$(grep -c "\"method\":\"$method\",\"model\":\"late_.*\"verdict\":\"\(refuted\|failed\)\"" "$verdicts")" 0 \
    "$method is not refuted on models that are hard later on" ||
    diag "$(grep "\"method\":\"$method\".*\"verdict\":\"refuted\"" "$verdicts")"
done
is "$(grep -c 'they are not one method' "$verdicts")" 0 \
  "an unstable step, where rounding grows with the error, is not taken for two methods" ||
  diag "$(grep 'they are not one method' "$verdicts")"
matches "$(order late_euler late_pole)" '"verdict":"refuted","reason":"order lost near t = ' \
  "one that loses its order is, before the pole"

# A structure that is lost late.
printf 'title: Late\nstudies:\n  - study: structure\n' >"$scratch/structure.yaml"
run "$GIMBAL" verify "$scratch/structure.yaml" --plugin "$plugin" -o "$scratch/structure" \
  -m late_structure -m symplectic_euler -M pendulum -M henon_heiles
for model in pendulum henon_heiles; do
  matches "$(grep "late_structure.*$model" "$scratch/structure/verdicts.jsonl")" \
    '"verdict":"refuted","reason":"defect [0-9.e-]+ ± [0-9.e-]+ at h = [0-9.]+, t = (8|16)[".]' \
    "a method that is symplectic until t = 5 on $model is refuted, by a later state"
done
is "$(grep -c 'symplectic_euler.*"symplectic".*"verdict":"confirmed"' "$scratch/structure/verdicts.jsonl")" 2 \
  "a method that stays symplectic on $model is confirmed"

run "$GIMBAL" verify "$scratch/suite.yaml" -m rk4 -M pendulum --precision quad -o "$scratch/quad"
matches "$(grep '"quantity":"q"' "$scratch/quad/verdicts.jsonl")" 'long times not tested' \
  "a verdict says where long times not tested"

# On a model with a corner two runs that differ by less than h^6 prove nothing: late times are not tested.
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$BUILD/tests/plugins/corner.so" -m gauss_3 -m rk4 \
  -M corner -o "$scratch/out"
is "$status" 0 "a model that is not smooth refutes no right method" || diag "$output$errors"
matches "$(order gauss_3 corner)" '"verdict":"confirmed".*long times not tested"' "on a model that is not smooth, the verdict has: long times not tested"

done_testing
