# PETSc's own SNES types solve the equations of steps as well, by an option.
. tests/tap.sh

run "$GIMBAL" verify ci/suites/short.yaml -o "$scratch/out" -- -step_snes_type newtonls
is "$status" 0 "the short suite passes under newtonls" || diag "$errors"
matches "$(cat "$scratch/out/manifest.json")" 'step_snes_type' "the manifest names the option newtonls"
done_testing
