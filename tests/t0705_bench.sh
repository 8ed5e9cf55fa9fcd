# What gimbal bench prints. No time is judged.
. tests/tap.sh

quick="--repetitions 1 --block 0.0002"

run "$GIMBAL" bench --help
is "$status" 0 "--help succeeds"
matches "$output" '^Usage: gimbal bench ' "bench --help shows the usage"

# shellcheck disable=SC2086 # words
run "$GIMBAL" bench --json $quick --only 'stages:4'
is "$status $errors" "0 " "steps of two methods on one model"
is "$(printf '%s\n' "$output" | wc -l)" 1 "one line for each figure"
# shellcheck disable=SC2086
run "$GIMBAL" bench --json $quick --only 'implicit:*'
is "$(printf '%s\n' "$output" | wc -l)" 2 "of all figures whose name matches"
matches "$output" '^\{"name":"implicit:kepler","ratio":[0-9.]+,"low":[0-9.]+,"high":[0-9.]+,"unit":"[^"]+","note":"implicit_midpoint on kepler: [0-9.e-]+ us a step; rk4 on kepler: [0-9.e-]+ us"\}' \
  "an object with name, ratio, low, high, unit and note"

# shellcheck disable=SC2086
run "$GIMBAL" bench $quick --only 'lattice:1e3'
is "$status" 0 "a figure by its name"
matches "$output" '^  lattice:1e3 +[0-9.]+ +[0-9.]+ +[0-9.]+ +time per step and site' "as a table"
# shellcheck disable=SC2086
run "$GIMBAL" bench --json $quick --only 'chain:20'
matches "$output" '^\{"name":"chain:20","ratio":.*"note":"rattle on spherical_pendulum_chain:swinging:N=20: [0-9.]+ us a step' \
  "what a step of a chain costs, for each rod"

# shellcheck disable=SC2086
run "$GIMBAL" bench --json $quick --only 'external:*'
if command -v python3 perl >/dev/null; then
  is "$status" 0 "the cost of a step in another language" || diag "$errors"
  matches "$output" '^\{"name":"external:python","ratio":.*method\.py on kepler: [0-9.e+-]+ us a step; rk4' \
    "  with its time"
fi

run "$GIMBAL" bench --only 'nothing*'
is "$status" 2 "no such figure is a usage error"
matches "$errors" "no figure has a name like 'nothing\*'" "  and the message has the pattern"
run "$GIMBAL" bench --repetitions many
is "$status" 2 "a word in place of a number is a usage error"
run "$GIMBAL" bench --block 1e9
is "$status" 2 "a number out of range is a usage error"
matches "$errors" 'above 0\.0001 and below 60' "the message gives the range of --block"
run "$GIMBAL" bench --repetitions 1.5
matches "$errors" 'a whole number from 1 to 1000' "a fraction of a repetition is refused"
run "$GIMBAL" bench extra
is "$status" 2 "an unexpected word is a usage error"

done_testing
