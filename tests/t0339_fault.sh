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

# What one.sh looks at, it sees: the same against another expectation.
cp -r "$folder/expected" "$folder/right"
for file in results verdicts.jsonl tap files; do
  sed '$s/.$/!/' "$folder/right/$file" >"$folder/expected/$file"
  run tests/fault/one.sh "$folder" write:run:2
  is "$status" 1 "another $file is a finding"
  cp "$folder/right/$file" "$folder/expected/$file"
done

done_testing
