# What gimbal bench prints. No time is judged.
. tests/tap.sh

quick="--repetitions 1 --block 0.0002"

run "$GIMBAL" bench --help
is "$status" 0 "--help succeeds"
matches "$output" '^Usage: gimbal bench ' "and shows the usage"

# shellcheck disable=SC2086 # words
run "$GIMBAL" bench --json $quick --only 'newton*'
is "$status $errors" "0 " "the step solver agrees with the Newtons by hand"
is "$(printf '%s\n' "$output" | wc -l)" 8 "one line for each figure"
matches "$output" '^\{"name":"newton:n=5","ratio":[0-9.]+,"low":[0-9.]+,"high":[0-9.]+,"unit":"[^"]+","note":"[^"]+"\}$' \
  "an object with name, ratio, low, high, unit and note"

# shellcheck disable=SC2086
run "$GIMBAL" bench $quick --only 'lattice:1e3'
is "$status" 0 "a figure by its name"
matches "$output" '^lattice:1e3 +[0-9.]+ +[0-9.]+ +[0-9.]+  time per step and site' "as a table"
# shellcheck disable=SC2086
run "$GIMBAL" bench --json $quick --only 'chain:20'
matches "$output" '^\{"name":"chain:20","ratio":.*"note":"rattle, h = 0.001, 20 rods: [0-9.]+ us a step, [0-9]+ ns a rod, [0-9.]+ residuals a step; 2: ' \
  "what a step of a chain costs, for each rod, with how often it asks for its equations"

# shellcheck disable=SC2086
run "$GIMBAL" bench --json $quick --only 'external:*'
if command -v python3 perl >/dev/null; then
  is "$status" 0 "what a step costs in another language" || diag "$errors"
  matches "$output" '^\{"name":"external:python","ratio":.*method\.py on kepler: [0-9.e-]+ ms a step, rk4' \
    "  is told in milliseconds"
fi

# shellcheck disable=SC2086
run "$GIMBAL" bench $quick --only 'newton:n=5' --suite "$scratch/nowhere.yaml"
is "$status $errors" "0 " "a suite that is not verified need not be there"
run "$GIMBAL" bench --only 'farm*' --suite "$scratch/nowhere.yaml"
is "$status" 2 "one that is has to be"

run "$GIMBAL" bench --only 'nothing*'
is "$status" 2 "no such figure is a usage error"
matches "$errors" "no figure has a name like 'nothing\*'" "which says so"
run "$GIMBAL" bench --repetitions many
is "$status" 2 "so is a number that is none"
run "$GIMBAL" bench --block 1e9
is "$status" 2 "and one out of range"
matches "$errors" 'above 0\.0001 and below 60' "which says what the range is"
run "$GIMBAL" bench --repetitions 1.5
matches "$errors" 'a whole number from 1 to 1000' "and a fraction of a repetition"
run "$GIMBAL" bench --suite nosuch
is "$status $output" "2 " "and a suite that there is not, before anything is measured"
matches "$errors" "no suite 'nosuch'" "which says so"
mkdir "$scratch/temporary"
printf 'methods: nosuch\nstudies:\n  - study: order\n' >"$scratch/nosuch.yaml"
run env TMPDIR="$scratch/temporary" "$GIMBAL" bench --suite "$scratch/nosuch.yaml" --only 'farm:*'
is "$status" 3 "a suite that cannot be run ends the farm's figure"
is "$(ls "$scratch/temporary")" "" "and leaves no folder behind"
# ---- Many ranks, simulated: 100 jobs of 1 s beside one of 4 s, of which each takes 0.5 s more ----
awk 'BEGIN {
  for (i = 0; i < 101; i++) {
    cpu = i ? 1 : 4
    printf "{\"key\":\"k%d\",\"seconds\":%g,\"cpu\":%g,\"rank\":0,\"ended\":%g,\"format\":2}\n", \
      i, cpu + 0.5, cpu, i + cpu + 0.5
  }
}' >"$scratch/timings.jsonl"
simulated() {
  run "$GIMBAL" bench --json --only 'farm_simulated:64' --timings "$scratch/timings.jsonl" "$@"
}
simulated --costs 0,0,0,0,0
is "$status $(printf '%s' "$output" | cut -d'"' -f4,7)" '0 farm_simulated:64":0.536458,' \
  "154.5 s of work on 64 ranks that the longest job keeps for 4.5 s"
matches "$output" 'the longest 4.5 s: no farm has more than 0.536' "which no farm does faster"
simulated --costs 0,0,0,1e6,0
matches "$output" '"ratio":0.43[0-9]*,.*costs given.*record 1e.06 us' "a second for a record is seen"
simulated --costs 0,0,0,0,2e6
matches "$output" '"ratio":0.3[0-9]*,.*to the next job 2e.06 us' "and so are two from job to job"
simulated
matches "$output" 'costs measured: latency 0 us, fetch [0-9.e-]* us, look 0 us, record [1-9]' \
  "costs that are not given are measured"
simulated --copies 640 --costs 5,25,1000,0,0
first=$output
matches "$output" '"ratio":0\.99[0-9]+,.*64640 jobs .* no farm has more than 1.000' "enough jobs keep all busy"
simulated --copies 640 --costs 5,25,1000,0,0
is "$output" "$first" "and it is the same each time"
simulated --costs 1,2,3,4
is "$status" 2 "four costs are a usage error"
matches "$errors" 'needs five numbers' "which says so"
simulated --costs 1,2,3,4,-5
is "$status" 2 "so is one below zero"
run "$GIMBAL" bench --only 'farm_simulated*' --timings "$scratch/nowhere"
is "$status" 2 "and a file that there is not"
matches "$errors" "no job's time in" "which says so"
run "$GIMBAL" bench --only 'farm_simulated*'
is "$status" 2 "and none at all"

run "$GIMBAL" bench extra
is "$status" 2 "and a word too many"

done_testing
