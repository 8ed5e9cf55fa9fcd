# An output folder of the first format, as gimbal 1.0.0 wrote it: every later program reports and
# compares it.
. tests/tap.sh

mkdir "$scratch/old"
cp tests/format_1/*.json* "$scratch/old"
run "$GIMBAL" report "$scratch/old"
is "$status" 0 "a folder of format 1 is reported" || diag "$errors"
for file in index.html verify.tap junit.xml; do
  [ -s "$scratch/old/$file" ]
  ok $? "with $file"
done
matches "$(cat "$scratch/old/verify.tap")" '^1\.\.18$' "with all its verdicts"
cmp -s tests/format_1/verdicts.jsonl "$scratch/old/verdicts.jsonl" &&
  cmp -s tests/format_1/results.jsonl "$scratch/old/results.jsonl"
ok $? "report leaves a folder of format 1 unchanged"
run "$GIMBAL" compare tests/format_1 "$scratch/old"
is "$status $output" "0 0 worse, 0 better, 0 other" "a folder of format 1 does not differ from itself"

done_testing
