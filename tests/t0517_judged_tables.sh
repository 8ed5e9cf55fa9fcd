# gimbal judge on tables as they are published (tests/tables/judged.txt): of each the truth is known, and
# with it the verdict: right claims of a few rows are never refuted, nor wrong ones confirmed; and what
# cannot be read is refused for the reason that there is.
. tests/tap.sh

awk -v folder="$scratch" '
  /^=== / { n++; name = substr($0, 5); file = sprintf("%s/table-%03d", folder, n)
    print name > (file ".name"); next }
  !n { next }
  /^--- truth: / { next }
  /^--- options: / { print substr($0, 14) > (file ".options"); next }
  /^--- status: / { print $3 > (file ".status"); next }
  /^--- says: / || /^--- says:$/ { print substr($0, 11) > (file ".says"); next }
  { print > (file ".txt") }' tests/tables/judged.txt

count=0
for table in "$scratch"/table-*.txt; do
  base=${table%.txt}
  count=$((count + 1))
  eval "set -- $(cat "$base.options")"
  run "$GIMBAL" judge "$table" "$@"
  is "$status" "$(cat "$base.status")" "$(cat "$base.name"): $*" || diag "$output$errors"
  says=$(cat "$base.says")
  case $says in
  !*) is "$(printf '%s\n' "$output" | grep -cE -- "${says#!}")" 0 "  without \"${says#!}\"" || diag "$output" ;;
  *) matches "$output$errors" "$says" "  as it should" ;;
  esac
done
ok "$([ "$count" -ge 30 ]; echo $?)" "there are $count tables"

done_testing
