# Runs may begin at another time than 0, and last no longer than the case says; members of descriptors that
# are reserved for later versions are refused by name.
. tests/tap.sh

plugin=$BUILD/tests/plugins/begin.so
run "$GIMBAL" check "$plugin"
is "$status" 1 "a closed form with a wrong clock fails"
is "$(printf '%s\n' "$output" | grep -c '^not ok.*begins')" 0 "the right one passes from either time" || diag "$output"
matches "$output" '^not ok.*late_clock:three' "the wrong one fails from t = 3"
is "$(printf '%s\n' "$output" | grep -c '^not ok.*late_clock:zero')" 0 "not from t = 0, where both clocks agree"

run "$GIMBAL" run --plugin "$plugin" -m rk4 -M begins:three -h 1/10 -T 1 -o "$scratch/run.csv"
is "$(sed -n 2p "$scratch/run.csv" | cut -d, -f1)" 3 "a run's table begins at t = 3" || diag "$output"

printf 'models: begins\nmethods: rk4\nstudies: [{study: order}, {study: long, steps: 10000}]\n' >"$scratch/both.yaml"
run "$GIMBAL" verify "$scratch/both.yaml" --plugin "$plugin" -o "$scratch/both"
is "$status" 0 "orders are those claimed, whenever the runs begin" || diag "$errors"
is "$(grep '"study":"order"' "$scratch/both/verdicts.jsonl" | grep -c '"verdict":"confirmed"')" 4 \
  "two on each case"
is "$(grep '"case":"three"' "$scratch/both/verdicts.jsonl" | grep -c 'kept up to t = \(4[1-9]\|[5-9][0-9]\|1[0-9][0-9]\)')" 0 \
  "no run lasts longer than the case allows"

run "$GIMBAL" list --plugin "$BUILD/tests/plugins/reserved.so"
is "$status" 2 "a reserved member is refused"
matches "$errors" 'degree is reserved for a later version of gimbal\.h; leave it out' "by its name"

# reserve NAME MEMBER VALUE: builds it with this member.
reserve() {
  ${CC:-cc} -Iinclude -DMEMBER="$2" -DVALUE="$3" -shared -fPIC tests/plugins/reserved.c -o "$scratch/$1.so"
}
for member in domain degree mass time_entry forces parts; do
  case $member in
  forces | parts) value='{"x", 1, 8}' ;;
  *) value='"1"' ;;
  esac
  reserve $member $member "$value"
  run "$GIMBAL" list --plugin "$scratch/$member.so"
  is "$status" 2 "$member is refused"
  matches "$errors" "model \"reserved\", .*: $member is reserved for a later version of gimbal\.h; leave it out" "  by its name"
done
reserve size size_of_q '"1"'
run "$GIMBAL" list --plugin "$scratch/size.so"
is "$status" 0 "a member that is not reserved is taken" || diag "$errors"

done_testing
