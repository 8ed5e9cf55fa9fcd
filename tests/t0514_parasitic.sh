# Methods with several steps have errors that turn with the number of steps, and are no sum of powers of
# h: their order is seen in each class of step numbers, or, where the roots are no roots of unity, above
# what turns; and so is a lower one.
. tests/tap.sh

run "$GIMBAL" verify --plugin "$BUILD/tests/plugins/parasitic.so" --only-plugins \
  -M kepler@cartesian -M perturbed_pendulum -M henon_heiles -o "$scratch/out"
is "$status" 1 "those of a lower order do not pass" || diag "$errors"
claim() { # claim METHOD MODEL
  grep "\"method\":\"$1\",\"model\":\"$2\".*\"study\":\"order\"" "$scratch/out/verdicts.jsonl"
}
for model in kepler perturbed_pendulum henon_heiles; do
  # Of the pendulum there are too few errors above the floor to tell classes apart.
  right=confirmed
  [ $model != perturbed_pendulum ] || right=undecided
  is "$(claim parasitic $model | grep -vc '"verdict":"'$right'"')" 0 "the right one is $right on $model" ||
    diag "$(claim parasitic $model)"
  for wrong in drifting low; do
    is "$(claim parasitic_$wrong $model | grep -c '"verdict":"confirmed"')" 0 "the $wrong one has not" ||
      diag "$(claim parasitic_$wrong $model)"
  done
done
ok "$([ "$(claim parasitic '.*' | grep -c 'modulo 16.*"parasitic"')" -gt 0 ]; echo $?)" \
  "  and the reason gives the number of residue classes"
matches "$(claim parasitic_diverging perturbed_pendulum)" \
  '"verdict":"refuted",.*the finest errors do not fall .* and are larger than the solution .*: the method diverges' \
  "a method with a double root is refuted, since it diverges"

run "$GIMBAL" verify --plugin "$BUILD/tests/plugins/symmetric_multistep_8.so" --only-plugins \
  -M driven_pendulum -M henon_heiles -M kepler@cartesian -o "$scratch/out"
is "$status" 1 "wrong methods of order 8 do not pass" || diag "$errors"
for model in driven_pendulum henon_heiles kepler; do
  is "$(claim multistep_8 $model | grep -c '"verdict":"confirmed".*parasitic roots.*"parasitic"')" 2 \
    "the right one has order 8 on $model" || diag "$(claim multistep_8 $model)"
  for wrong in off started_low; do
    is "$(claim multistep_8_$wrong $model | grep -c '"verdict":"refuted"')" 2 "$wrong is refuted" ||
      diag "$(claim multistep_8_$wrong $model)"
  done
done
done_testing
