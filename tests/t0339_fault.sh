# A sample of `make fault` (tests/fault/): one call of the system fails, or the process is killed there.
# No crash, no status 0 with anything missing, nothing left running, and --resume gets what an
# undisturbed run gets.
. tests/tap.sh

if [ "$(uname -s)" != Linux ] || grep -q fsanitize "$BUILD/flags" 2>/dev/null; then
  ok 0 "faults # SKIP they come by a library that is loaded first, as a sanitizer's"
  done_testing
fi
folder=$scratch/fault
run env BUILD="$BUILD" tests/fault/prepare.sh "$folder"
is "$status" 0 "an undisturbed run" || diag "$output$errors"
for suffix in "" :kill; do
  run tests/fault/all.sh "$folder" 70 $suffix
  is "$status" 0 "one call in 70${suffix:+, where the process is killed}" || diag "$output$errors"
  happened=$(wc -l <"$folder/happened")
  [ "$happened" -ge 8 ]
  ok $? "  $happened of them" || diag "$output"
done

# A job or a word of a worker that cannot be sent costs that worker: another one gets the job.
for fault in $(awk '$1 == "write" && $2 == "run" && !seen[$4]++ { print $1 ":" $2 ":" $3 }' "$folder/calls") \
  write:worker:1 write:worker:2; do
  run tests/fault/one.sh "$folder" "$fault"
  [ "$status" = 0 ] || [ "$status" = 9 ]
  ok $? "$fault: the run ends, or is continued" || diag "$output$errors"
done

# A list is whole, or there is an error: of the places that ask for memory some.
"$GIMBAL" list --json >"$scratch/whole"
: >"$scratch/wrong"
faults=0
for n in $(seq 100 37 700); do
  : >"$scratch/counts"
  env GIMBAL_FAULT="memory:run:$n" GIMBAL_FAULT_COUNTS="$scratch/counts" GIMBAL_FAULT_PROGRAM="$GIMBAL" \
    LD_PRELOAD="$folder/fault.so" "$GIMBAL" list --json >"$scratch/list" 2>"$scratch/errors" </dev/null
  code=$?
  [ "$(od -An -t u8 -j 192 -N 8 "$scratch/counts" | tr -d ' ')" = 0 ] && break
  faults=$((faults + 1))
  case $code in
  0) cmp -s "$scratch/list" "$scratch/whole" || echo "$n: status 0, and another list" ;;
  [23]) grep -q '^gimbal: ' "$scratch/errors" || echo "$n: nobody says why" ;;
  *) echo "$n: status $code" ;;
  esac >>"$scratch/wrong"
done
[ "$faults" -ge 8 ] && [ ! -s "$scratch/wrong" ]
ok $? "a list without memory for a part of it is an error ($faults places)" || diag "$(cat "$scratch/wrong")"

# What one.sh looks at, it sees: the same against another expectation.
cp -r "$folder/expected" "$folder/right"
for file in results verdicts.jsonl tap files; do
  sed '$s/.$/!/' "$folder/right/$file" >"$folder/expected/$file"
  run tests/fault/one.sh "$folder" write:run:2
  is "$status" 1 "a changed $file is a finding"
  cp "$folder/right/$file" "$folder/expected/$file"
done

done_testing
