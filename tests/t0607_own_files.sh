# A report replaces and removes what a report has made, and nothing else in its folder; and nothing outside
# of it by way of links.
. tests/tap.sh

verify() { # METHOD WORDS...
  method=$1
  shift
  run "$GIMBAL" verify ci/suites/short.yaml -m "$method" -M pendulum:oscillation -o "$scratch/out" "$@"
}
verify rk4
test "$status" -ne 2 && test -e "$scratch/out/pages/method-rk4.html"
ok $? "there is a report" || diag "$errors"
for file in plots/model-mine.svg plots/method-mine.png plots/figure-mine.svg pages/method-mine.html \
  tables/convergence-mine.tex tables/mine.csv mine.txt; do
  echo "mine, not <svg>gimbal's</svg>" >"$scratch/out/$file"
done
theirs() { (cd "$scratch/out" && find . -name '*mine*' -exec cksum {} + | sort -k 3); }
theirs >"$scratch/mine"
run "$GIMBAL" report "$scratch/out" --format png
is "$status" 0 "a folder with a user's files is rendered again" || diag "$errors"
theirs | cmp -s - "$scratch/mine"
ok $? "files of others stay as they are" || diag "$(theirs | diff "$scratch/mine" -)"
verify vprk_lobatto_2
theirs | cmp -s - "$scratch/mine"
ok $? "a user's files stay when the results change" || diag "$(theirs | diff "$scratch/mine" -)"
is "$(find "$scratch/out" -name '*rk4*')" "" "the files of an earlier report are removed"
test -e "$scratch/out/pages/method-vprk_lobatto_2.html"
ok $? "the page of the new method is written"

# A list that is not ours leads nowhere else.
mkdir "$scratch/other"
echo precious >"$scratch/other/file"
printf '%s\n' "plots/../../other/file" "../other/file" "$scratch/other/file" plots/../.made "" . >>"$scratch/out/.made"
run "$GIMBAL" report "$scratch/out"
is "$status $(cat "$scratch/other/file")" "0 precious" "a list that names files elsewhere removes none"

# A page of somebody else is not replaced.
mkdir "$scratch/site"
echo precious >"$scratch/site/index.html"
run "$GIMBAL" verify ci/suites/short.yaml -m rk4 -M pendulum:oscillation -o "$scratch/site"
is "$status $(cd "$scratch/site" && cat -- *)" "2 precious" "verify writes nothing to a folder with a foreign index.html"
matches "$errors" "site/index.html: it is not a report of gimbal .* choose another folder" "  and the message names it"

# Links.
if command -v gnuplot >/dev/null; then
  ln -sf "$scratch/other/file" "$scratch/out/plots/method-order-vprk_lobatto_2.svg"
  run "$GIMBAL" report "$scratch/out"
  is "$status $(cat "$scratch/other/file")" "0 precious" "a plot takes the place of a link"
  matches "$(head -c 100 "$scratch/out/plots/method-order-vprk_lobatto_2.svg")" "<svg" "the plot that replaces a link is drawn"
fi
for folder in plots tables pages; do
  rm -rf "${scratch:?}/other" "$scratch/out/$folder"
  mkdir "$scratch/other"
  echo precious >"$scratch/other/overview.svg"
  ln -s "$scratch/other" "$scratch/out/$folder"
  run "$GIMBAL" report "$scratch/out"
  is "$status $errors" "2 gimbal: cannot write $scratch/out/$folder: it is a symbolic link, which may lead out of $scratch/out" \
    "a folder $folder that is a link is refused"
  cp "$scratch/out/results.jsonl" "$scratch/before"
  verify rk4
  is "$status $(cmp "$scratch/before" "$scratch/out/results.jsonl")" "2 " "verify refuses a link, before anything is computed"
  is "$(ls "$scratch/other") $(cat "$scratch/other/overview.svg")" "overview.svg precious" "the folder behind a link is not changed"
  rm "$scratch/out/$folder"
done
ln -s "$scratch/out" "$scratch/link"
run "$GIMBAL" report "$scratch/link"
is "$status" 0 "the output folder itself may be one" || diag "$errors"
done_testing
