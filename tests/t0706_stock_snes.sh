# What ./configure --stock-snes builds: our own SNES type is in one file, which alone needs PETSc's
# private header; without it stock types pass the same checks, and the program says so.
. tests/tap.sh

is "$(grep -rl 'petsc/private' harness reports)" harness/solver/kept_newton.c \
  "PETSc's private headers are included by one file"

run "$BUILD/tests/stock/step_solver"
is "$status" 0 "the solver of a step passes its tests with stock SNES types" || diag "$output"

run "$BUILD/tests/stock/gimbal" --version
matches "$output" 'newtonls: built with stock SNES types only' "--version says so"
GIMBAL_PLUGIN_PATH=$BUILD/methods:$BUILD/models
export GIMBAL_PLUGIN_PATH
run "$BUILD/tests/stock/gimbal" verify ci/suites/short.yaml -o "$scratch/out"
is "$status" 0 "the short suite passes" || diag "$errors"
matches "$(cat "$scratch/out/manifest.json")" '"solver": "newtonls: built with stock' \
  "and its manifest says by what"
done_testing
