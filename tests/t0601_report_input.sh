# gimbal report with something wrong: one clear line and exit status 2, and nothing is lost.
. tests/tap.sh

refused() { # NAME PATTERN ARGUMENTS...
  refused_name=$1
  refused_pattern=$2
  shift 2
  run "$GIMBAL" report "$@"
  is "$status" 2 "$refused_name: exit status 2"
  matches "$errors" "$refused_pattern" "$refused_name: says what is wrong"
  is "$(printf '%s\n' "$errors" | wc -l)" 1 "$refused_name: in one line"
}

out=$scratch/out
mkdir "$out" "$scratch/empty"
awk -v directory="$out" -f tests/t06_synthetic.awk
refused "no folder" "an argument is missing. Usage: gimbal report DIR"
refused "two folders" "unexpected argument" "$out" "$out"
refused "a folder that is not there" "nowhere is not an output folder: No such file" "$scratch/nowhere"
refused "a file" "not a folder" "$out/results.jsonl"
refused "an empty folder" "not the output folder.*verdicts.jsonl" "$scratch/empty"
refused "an unknown format" 'format "gif".*svg, png and pdf' "$out" --format gif
refused "an unknown option" "unknown option --frmat" "$out" --frmat=png
refused "no format" 'option --format needs a value' "$out" --format ''
refused "a list of formats that ends in a comma" 'format "" of plots' "$out" --format png,
refused "a format without value" "needs a value" "$out" --format

cp -r "$out" "$scratch/broken"
sed -i '3s/.*/{"key":/' "$scratch/broken/results.jsonl"
refused "a broken line" "results.jsonl, line 3: not a JSON object" "$scratch/broken"
echo '[1' >"$out/manifest.json"
refused "a broken manifest" "manifest.json, line .*not a JSON object" "$out"

# The half line that a killed run leaves is no error.
mkdir "$scratch/killed"
awk -v directory="$scratch/killed" -f tests/t06_synthetic.awk
printf '{"key":"order/half' >>"$scratch/killed/results.jsonl"
run "$GIMBAL" report "$scratch/killed"
is "$status" 0 "a half last line is passed over" || diag "$errors"

# No claims at all, and no manifest.
mkdir "$scratch/bare"
: >"$scratch/bare/results.jsonl"
: >"$scratch/bare/verdicts.jsonl"
run "$GIMBAL" report "$scratch/bare"
is "$status:$errors" "0:report: $scratch/bare/index.html" "a folder without results is rendered"
matches "$(cat "$scratch/bare/verify.tap")" '^1\.\.0 # SKIP' "the TAP of a folder without results is a plan of no points"
matches "$(cat "$scratch/bare/index.html")" 'no manifest.json' "the page names the missing file"

# A plain file stands where a folder must be made.
: >"$scratch/bare/plots.file"
rm -r "$scratch/bare/plots"
mv "$scratch/bare/plots.file" "$scratch/bare/plots"
rm -r "$scratch/bare/tables"
: >"$scratch/bare/tables"
refused "a folder that cannot be written" "cannot write .*bare/tables" "$scratch/bare"

refused "methods for no table" "-m and -M choose for the table .comparison. .--table comparison." "$scratch/killed" -m rk4

run "$GIMBAL" report --help
is "$status" 0 "--help"
matches "$output" "Usage: gimbal report DIR" "help is on standard output"
done_testing
