# Holonomic constraints that depend on time: right methods pass on them, with the reaction of the closed
# form and the motion of coordinates without a constraint; what is not declared is refused by name.
. tests/tap.sh

plugin=$BUILD/tests/plugins/moving_constraints.so

run "$GIMBAL" check --plugin "$plugin" turning_wire moving_pendulum
is "$status" 0 "right models pass" || diag "$output"
twin matches "$output" "^ok .* turning_wire:A plane: the closed form is the motion that integration finds" \
  "the closed form has the multiplier too"
matches "$output" "^ok .* moving_pendulum:A plane: its motion is that of realisation angle" \
  "the pendulum is that of the angle"
run "$GIMBAL" check --plugin "$plugin" flying_pivot
is "$status" 0 "a pivot that moves at constant speed passes" || diag "$output"
run "$GIMBAL" check --plugin "$plugin" bead_left
matches "$output" "^not ok .*the initial data violate the constraints by " "a start that does not go with the wire is found"
run "$GIMBAL" check --plugin "$plugin" still_wire
matches "$output" "^not ok .*rheonomic: g depends on t" "a rheonomic constraint that does not move is found"

# refused MODEL PATTERN: by check in a line of its own, and by verify, with the name.
refused() {
  run "$GIMBAL" check --plugin "$plugin" "$1"
  matches "$output" "^not ok .*model $1.*: $2" "check refuses $1: $2"
  run "$GIMBAL" run --plugin "$plugin" -m rk4 -M "$1" -h 1/10 -T 1
  [ "$status" != 0 ]
  ok $? "run refuses $1: $2"
  matches "$errors" "model $1.*: $2" "run refuses $1 in the words of check"
}
refused silent_wire "the holonomic constraint g depends on time, and its traits do not have the word rheonomic"
refused turning_frame "psi depends on time, which is not supported"

run "$GIMBAL" run --plugin "$plugin" -m at_rest -M turning_wire -h 1/10 -T 1
[ "$status" != 0 ]
ok $? "a method whose condition does not have the word is not run there"

cat >"$scratch/moving.yaml" <<'YAML'
title: Moving constraints
studies: # on the wire, of the methods with a step of its own kind each
  - {study: order, models: turning_wire, methods: [rattle, lobatto_holonomic_3, projected_rk4, at_rest]}
  - {study: order, models: moving_pendulum}
  - {study: long, models: moving_pendulum, steps: 500}
YAML
run "$GIMBAL" verify "$scratch/moving.yaml" --no-tap --plugin "$plugin" -M turning_wire -M moving_pendulum \
  -m rattle -m shake -m lobatto_holonomic_3 -m projected_rk4 -m rk4 -m at_rest -j 2 -o "$scratch/moving"
is "$status" 0 "right methods pass" || diag "$errors"
verdicts=$scratch/moving/verdicts.jsonl
for pair in rattle/turning_wire lobatto_holonomic_3/turning_wire projected_rk4/turning_wire rattle/moving_pendulum \
  shake/moving_pendulum lobatto_holonomic_3/moving_pendulum projected_rk4/moving_pendulum rk4/moving_pendulum; do
  is "$(grep "\"key\":\"order/$pair:A" "$verdicts" | grep '"quantity":"q"' |
    sed -n 's/.*"verdict":"\([a-z]*\)".*/\1/p' | sort -u)" confirmed "${pair%/*} has its order on ${pair#*/}"
done
matches "$(grep '"key":"long/rattle/moving_pendulum' "$verdicts" | grep '"quantity":"nodes"')" \
  '"verdict":"confirmed"' "rattle keeps g, and Dg.v + dg/dt"
done_testing
