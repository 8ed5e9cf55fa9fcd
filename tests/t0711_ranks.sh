# ci/ranks.py against schedules that can be worked out by hand.
. tests/tap.sh

command -v python3 >/dev/null || skip_all "no python3"
ranks=ci/ranks.py

# wall RANKS 'SECONDS' [COST=VALUE,...]: the simulated wall time
wall() {
  PYTHONPATH=ci PYTHONDONTWRITEBYTECODE=1 python3 -c "from ranks import simulate; print('%g' % simulate($1, [$2]${3:+, $3}))"
}
is "$(wall 1 5,4,3,3,3)" 18 "one rank does one after the other"
is "$(wall 2 5,4,3,3,3)" 10 "two ranks: 5+3 and 4+3+3"
is "$(wall 2 3,3,3,4,5)" 11 "in the other order: 3+3+5 and 3+4"
is "$(wall 8 3,3,3,4,5)" 5 "more ranks than jobs: the longest one"
is "$(wall 2 1,1,1,1 latency=0.5)" 3 "rank 0, which need not send, does three jobs of 1 s"
# Rank 0 and 100 others. These ask for their second jobs all at once, at 1 s, and are served one a second from
# 2 s on, while rank 0 takes one a second from 1 s on: 99 of them get one, and ask once more. So the counter
# serves 199 times.
is "$(wall 101 '*[1]*301' fetch=1)" 200 "a counter that takes a second is busy all the time"
is "$(wall 101 '*[1]*301' record=1)" 6 "a record that takes a second keeps its own rank only"
is "$(wall 101 '*[1]*301' record=1,turn=0.5)" 7.5 "the request for the next job keeps its own rank only"
is "$(wall 2 '*[0.25]*25' look=1)" 5 "rank 0 looks once a second: the other does one job of 0.25 s each second"

# 100 jobs of 1 s and one of 4 s, of which each takes 0.5 s more.
awk 'BEGIN {
  for (i = 0; i < 101; i++) {
    cpu = i ? 1 : 4
    printf "{\"key\":\"k%d\",\"seconds\":%g,\"cpu\":%g,\"rank\":0,\"ended\":%g,\"format\":2}\n", \
      i, cpu + 0.5, cpu, i + cpu + 0.5
  }
}' >"$scratch/timings.jsonl"
run "$ranks" "$scratch/timings.jsonl" --ranks 64 --costs 0,0,0,0,0
is "$status" 0 "a file of timings"
matches "$output" '^101 jobs of 154.5 s, the longest 4.5 s' "154.5 s of work"
matches "$output" '    64     0.5365  0.5365' "on 64 ranks that the longest job keeps for 4.5 s, which no order does faster"
run "$ranks" "$scratch/timings.jsonl" --ranks 64 --costs 0,0,0,1e6,0
matches "$output" '    64     0.43' "a second for a record is seen"
run "$ranks" "$scratch/timings.jsonl" --copies 640 --costs 5,25,1000,0,0
matches "$output" '^64640 jobs' "each job 640 times"
matches "$output" '    64     0.99.*1.0000' "is enough to keep all busy"
run "$ranks" "$scratch/timings.jsonl" --costs 1,2,3,4
is "$status" 2 "four costs are a usage error"
matches "$errors" 'five numbers' "  and the message gives the number"
run "$ranks" "$scratch/timings.jsonl" --costs=1,2,3,4,-5
is "$status" 2 "a number below zero is a usage error"
run "$ranks" "$scratch/nowhere"
is "$status" 2 "a missing file is a usage error"
: >"$scratch/empty"
run "$ranks" "$scratch/empty"
matches "$errors" "no job's time in it" "a file without a job's time is a usage error"

done_testing
