# A sample of the drawn trial (make blind-random): no verdict is false on methods, models and tables whose
# truth is known; and false verdicts are found, since those on inverted truths are.
. tests/tap.sh

if ! command -v python3 >/dev/null || without_quad; then
  ok 0 "drawn methods, models and tables # SKIP without Python, or without quadruple precision"
  done_testing
fi
drawn() { PYTHONDONTWRITEBYTECODE=1 python3 tests/drawn/trial.py "$@"; }

# With this seed there are right and wrong models under moving constraints, whose closed form was refused.
run drawn 55 --output "$scratch/all" --methods 8 --models 5 --tables 15
[ "$status" = 0 ]
ok $? "no false verdict on 8 methods, 5 models and 15 tables" ||
  diag "$errors
$(printf '%s\n' "$output" | grep '^false')"
matches "$output" '^[|] verdicts on methods [|] [0-9]+ [|] [0-9]+ confirmed' "right claims are confirmed"
matches "$output" '^[|] models .* refused' "wrong models are refused"
is "$(grep -c . "$scratch/all/55/truths.jsonl")" 28 "the truths are written down"

# The truth of one table, and of one model, turned round.
run drawn 1 --output "$scratch/lie" --methods 0 --models 0 --tables 5 --lie judge/
is "$status" 1 "where truths are inverted, verdicts are false"
matches "$output" '^false: judge/table_[0-9]+: .*confirmed' "a false verdict is named"
matches "$output" '^    .*gimbal judge .*table_[0-9]+.txt --order' "a false verdict has the command that repeats it"

done_testing
