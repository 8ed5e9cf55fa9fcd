# Methods that are programs which do what they should not (tests/external/hostile.py): each costs its own
# job, and is recorded as what it did.
. tests/external/hostile.sh

# ---- What it does in a step ----
deeds="die crash hang spin rubbish flood lines unasked nan bare_nan huge short words key empty asks
  asks_64 key_64 broken_1000 broken_1001 fails_1000 fails_1001 asks_wrongly gives_up broken shut deaf complain fork"
set --
for deed in $deeds; do set -- "$@" --external "python3 $client $deed"; done
run "$GIMBAL" verify tests/external/hostile.yaml "$@" --timeout 8 -o "$scratch/out"
is "$status" 1 "the run of hostile programs and a right method ends" || diag "$errors"
is "$(alive)" "" "hostile programs leave no process"
is "$(printf '%s\n' "$output" | grep -Ec '^(not )?ok ')" \
  "$(printf '%s\n' "$output" | sed -n 's/^1\.\.//p')" "standard output is TAP, with all its points"
record() { grep "^{\"key\":\"order/$1/" "$scratch/out/results.jsonl"; }
reason() { # reason DEED PATTERN NAME
  matches "$(record "hostile_$1")" \
    "\"status\":\"failed\",\"reason\":\"python3 $client $1: the program $2" "$3"
}
reason die "ended with exit status 3, and its last line was: the disk is full\"" "one that ends"
reason crash "was ended by signal 11 \(" "one that crashes"
reason rubbish 'wrote a line that is not a JSON object: .*Traceback' "one that says no JSON"
reason flood "says more than [0-9]* bytes without an end of a line" "one that never ends its line"
reason lines "(speaks when it was not asked|answers)" "one that does not end to answer"
reason unasked "speaks when it was not asked" "one that answers twice"
reason bare_nan "wrote a line that is not a JSON object" "a NaN without quotes is no JSON"
reason huge "wrote a line that is not a JSON object" "a number beyond double precision is not JSON"
reason short 'answers .*step.* with dq: 1 entries instead of 2' "too few numbers"
reason words 'answers .*step.* with dq: entry 1 is no number' "words instead of them"
reason key 'answers .*step.* with .*dQ.*, which was not requested' "an answer with another key"
reason empty 'answers .*step.* without the requested value' "an answer without the value"
reason asks 'requests .*foce.*, which is unknown; did it mean .*force' "an unknown request"
reason asks_wrongly 'asks for .*field.* with y: 3 entries instead of 2' "a question with wrong numbers"
reason broken 'cannot go on: ValueError: ' "one that says that it cannot go on"
reason asks_64 'asks for a word of 64 bytes; at most 63 \(LIMIT_WORD\)' "a long word"
reason key_64 'answers .*step.* with a word of 64 bytes; at most 63 \(LIMIT_WORD\)' "a long key"
thousand=$(printf '%1000s' '' | tr ' ' b)
reason broken_1000 "cannot go on: $thousand\"" "a long reason is whole"
reason broken_1001 'cannot go on, and its reason has 1001 bytes; at most 1000 \(LIMIT_REASON\)' \
  "a longer one is refused"
matches "$(record hostile_fails_1000)" "\"$(printf '%1000s' '' | tr ' ' f)\"" "that of a step is whole"
matches "$(record hostile_fails_1001)" '"its reason has 1001 bytes; at most 1000 \(LIMIT_REASON\)"' \
  "a reason of a failed step that is too long is refused"
reason shut "closed its standard output" "one that closes its output"
matches "$(record hostile_hang)" '"status":"failed","reason":"timed out after 8 s' "one that hangs times out"
matches "$(record hostile_deaf)" '"status":"failed","reason":"timed out after 8 s' \
  "a program that reads nothing and does not end times out"
matches "$(record hostile_spin)" '"reason":"(timed out|.*signal 24)' "a program that computes for ever times out"
for deed in complain fork; do
  is "$(grep "^{\"key\":\"order/hostile_$deed/" "$scratch/out/verdicts.jsonl" |
    grep -c '"verdict":"confirmed"')" 1 "$deed: it does no harm and is judged"
done
matches "$(record hostile_nan)" '"status":"done".*a number that is not finite' \
  "a step that is not finite is a step that failed"
matches "$(record hostile_gives_up)" '"status":"done".*the root is complex' \
  "a step that the method cannot make is a failed step"
matches "$errors" "further messages of plugins and of other programs are left out" "standard error is passed on up to a limit"

run "$GIMBAL" verify tests/external/hostile.yaml -m rk4 --external "python3 $client nan" -o "$scratch/alone"
is "$status" 0 "the right method alone" || diag "$errors"
is "$(record rk4)" "$(grep '^{"key":"order/rk4/' "$scratch/alone/results.jsonl")" \
  "has the same measurements, byte for byte"

# ---- In the program itself ----
run "$GIMBAL" run -m hostile_die -M harmonic_oscillator -h 0.1 -T 1 --external "python3 $client die"
is "$status" 2 "a run by itself is ended by it"
matches "$errors" "die: the program ended with exit status 3" "  with the reason"
run "$GIMBAL" run -m hostile_gives_up -M harmonic_oscillator -h 0.1 -T 1 --external \
  "python3 $client gives_up"
is "$status" 1 "or by a step that cannot be made"
is "$(alive)" "" "failed programs leave no process"
done_testing
