# gimbal judge: orders in tables of errors from other programs. The tables are made here, from
# expansions whose order is known.
. tests/tap.sh

# table NAME ROWS RATIO FORMAT EXPRESSION: e(h) for h = 0.2/RATIO^k, k = 0 … ROWS-1.
table() {
  awk -v rows="$2" -v ratio="$3" -v format="$4" 'BEGIN {
    print "h,error"
    for (k = 0; k < rows; k++) {
      h = 0.2 / ratio^k
      printf "%.17g," format "\n", h, '"$5"'
    }
  }' >"$scratch/$1.csv"
}
# judged NAME ORDER STATUS WORD DESCRIPTION [OPTIONS]
judged() {
  name=$1 order=$2 expected=$3 word=$4 description=$5
  shift 5
  run "$GIMBAL" judge "$scratch/$name.csv" --order "$order" "$@"
  is "$status" "$expected" "$description" || diag "$output$errors"
  matches "$output" "^$word(, understated)?: " "  and the first word is the verdict"
}

clean='2 * h^4 * (1 + 0.3 * h - 0.2 * h^2)'
table clean 12 1.25 %.17g "$clean"
judged clean 4 0 confirmed "an order that is there"
judged clean 5 1 refuted "one too many"
tr '\n' '\r' <"$scratch/clean.csv" >"$scratch/returns.csv"
judged returns 4 0 confirmed "lines that end in carriage returns, 300 of them"
for k in $(seq 300); do echo; done | tr '\n' '\r' >>"$scratch/returns.csv"
echo 'x,y' >>"$scratch/returns.csv"
run "$GIMBAL" judge "$scratch/returns.csv" --order 4
is "$status" 2 "  of which one is wrong"
matches "$errors" "returns\.csv:314: column 'h': 'x'" "  said with its number"
sed 's/$/\r/' "$scratch/clean.csv" >"$scratch/both.csv"
judged both 4 0 confirmed "or in both"
table printed 12 1.25 %.2e "$clean"
judged printed 4 0 confirmed "three printed digits are enough for a slope"
judged printed 3 0 confirmed "more than claimed is no fault"
matches "$output" '^confirmed, understated: .*higher than claimed' "  but reported as understated"
# 0.01 in a column with 0.000009765625: no number ends in a zero, so zeros are left out, and its digits are those of the others.
short() {
  printf 'h,error\n0.1,%s\n0.05,%s\n0.025,%s\n0.0125,%s\n0.00625,%s\n0.003125,%s\n' "$@" >"$scratch/short.csv"
}
short 0.01 0.0025 0.000625 0.00015625 0.0000390625 0.000009765625
judged short 2 0 confirmed "numbers in their shortest form"
short 0.1 0.05 0.025 0.0125 0.00625 0.003125
judged short 2 1 refuted "  of another order"
short 0.01 0.0030 0.000625 0.00015625 0.0000390625 0.000009765625
judged short 2 4 undecided "  or rounded: a number ends in a zero"
table halved 6 2 %.3e "3 * h^2 * (1 + 0.1 * h^2)"
judged halved 2 0 confirmed "six rows, halved"
judged halved 4 1 refuted "refuted by the slope alone"

# 2e-4 h² under 3 h⁴: between h = 0.2 and 0.005 the slope goes from 4.0 to 2.6.
table hidden 12 1.4 %.17g "-(3 * h^4 + 2e-4 * h^2)"
judged hidden 4 1 refuted "a term of lower order"
matches "$output" 'order 2, not 4' "is named"
# A millionth of the error at the finest step, with all digits: no slope shows it.
table tiny 16 1.25 %.17g "-(2 * h^4 * (1 + 0.3 * h) + 1e-9 * h^2)"
judged tiny 4 1 refuted "a term far below the slope's resolution"

# What must not be decided.
table plateau 10 2 %.3e "3 * h^4 + 1e-9 * (1 + 0.1 * sin(50 * k))"
judged plateau 4 4 undecided "a plateau without a floor"
judged plateau 4 4 undecided "and with the floor: too few rows are left" --floor 2e-9
table long_plateau 24 1.25 %.3e "3 * h^4 + 1e-9 * (1 + 0.1 * sin(50 * k))"
judged long_plateau 4 0 confirmed "enough rows above a given floor" --floor 1e-9
table onset 17 1.4 %.17g "0.3 * h^4 + 1e-13 * sin(7 * k + 1)"
judged onset 4 4 undecided "round-off in the finest rows, without a noise level"
matches "$output" 'no clear order.*a noise level (.*) would decide' "  which the advice names"
judged onset 4 0 confirmed "  and which decides" --floor 1e-13
table sign 10 1.4 %.3e "sqrt((3 * h^4 - 60 * h^5)^2)"
judged sign 4 4 undecided "a sign change in a norm"
table finest 10 1.4 %.4e "3 * h^4 * (k == 9 ? 1.4 : 1)"
judged finest 4 4 undecided "a wrong finest row"
table middle 12 1.4 %.17g "-3 * h^4 * (k == 5 ? 1.01 : 1)"
judged middle 4 4 undecided "a wrong row in the middle, which contradicts"
table three 3 2 %.3e "3 * h^2"
judged three 2 4 undecided "three rows"
matches "$output" 'a confirmation needs 3 more rows' "  with the number of missing rows"
matches "$output" '0.05 +0.0075 +2.000 +2.000' "  and the orders of each pair, and where they go"
judged three 3 1 refuted "three rows refute one order more"
matches "$output" 'order below 2.[0-9]*, not 3: the orders between successive rows end at 2.000' "  by where they go"
judged three 1 4 undecided "three rows confirm no lower order"
table rises 5 2 %.3e "3 * h^2 * (1 - 4.5 * h)"
judged rises 2 4 undecided "orders that still rise refute nothing"
# Orders that are not whole, and those with a logarithm.
table half 8 2 %.3e "3 * h^1.5 * (1 - 0.3 * h)"
judged half 1.5 0 confirmed "an order of 1.5"
judged half 2.5 1 refuted "  which is not 2.5"
is "$(printf '%s\n' "$output" | grep -c 'a term of order')" 0 "  for no term that is not there"
table half_signed 12 1.4 %.17g "-(3 * h^1.5 * (1 - 0.3 * sqrt(h)))"
judged half_signed 1.5 0 confirmed "with all digits and sign, and every half power"
table half_spoilt 16 1.4 %.17g "-(3 * h^1.5 + 0.001 * h)"
judged half_spoilt 1.5 1 refuted "a claim of 1.5 is refuted by a term of order 1"
matches "$output" 'order 1, not 1.5' "  which is named"
table log 12 1.4 %.17g "-(3 * h^2 * log(1 / h) * (1 - 0.3 * h) + h^2)"
judged log '2 log' 0 confirmed "h^2 log(1/h)"
judged log '3 log' 1 refuted "  which is not h^3 log(1/h)"
matches "$output" 'orders are those of the error divided by log' "  and the reason names the logarithm"
judged log 2 4 undecided "  nor clearly h^2"
judged clean '4 log' 0 confirmed "h^4 is h^4 log(1/h), too"
matches "$output" understated "  and better"
table noise 16 1.4 %.17g "3 * h^4 + 2e-13 * sin(1e4 * k * k) / h"
judged noise 4 4 undecided "round-off without a given noise level"
table zero 12 1.25 %.3e "0"
judged zero 4 4 "not measurable" "no error at all is no pass"

# Longer tables are judged in parts, which all have rows down to the finest. (The order of the second is
# lost in the finest 36 of 100 rows.)
lost='2 * h^4 + (k < 64 ? 0 : 1e-4 * h^2)'
table at_once 64 1.08 %.17g "$clean"
judged at_once 4 0 confirmed "64 rows"
is "$(printf '%s' "$output" | grep -c ' parts')" 0 "  at once"
table in_parts 65 1.08 %.17g "$clean"
judged in_parts 4 0 confirmed "65 rows"
matches "$output" 'the 65 rows were judged in 2 parts, .*: the order is confirmed by 2 and refuted by 0' "  in two parts"
table lost 100 1.05 %.17g "$lost"
run "$GIMBAL" judge "$scratch/lost.csv" --order 4
is "$status" 1 "an order that the finest rows lose is refuted" || diag "$output"
table most 4096 1.0012 %.17g "$clean"
judged most 4 0 confirmed "4096 rows" -o "$scratch/most"
run "$GIMBAL" explain order/table/error/error "$scratch/most"
is "$status" 0 "  which can be explained" || diag "$errors"
table more 4097 1.0012 %.17g "$clean"
run "$GIMBAL" judge "$scratch/more.csv" --order 4
is "$status" 2 "4097 are refused"
matches "$errors" '4097 rows to judge; at most 4096 \(LIMIT_ROWS\)' "  with the limit"
long_cell() { awk -F, -v OFS=, -v n="$1" 'NR == 3 { $2 = sprintf("%.*f", n - 2, $2) } { print }' "$scratch/clean.csv" >"$scratch/cell.csv"; }
long_cell 63
judged cell 4 0 confirmed "a number of 63 letters"
long_cell 64
run "$GIMBAL" judge "$scratch/cell.csv" --order 4 --errors error
matches "$status $errors" "^2 .*cell.csv:3: column 'error': 64 letters; a number may have 63 \\(LIMIT_CELL\\)" "  and no more"
set --
for k in $(seq 16); do set -- "$@" --where h=0.20000000000000001; done
run "$GIMBAL" judge "$scratch/clean.csv" --order 4 "$@"
is "$status" 4 "16 conditions on rows" || diag "$errors"
run "$GIMBAL" judge "$scratch/clean.csv" --order 4 "$@" --where h=0.20000000000000001
matches "$status $errors" "^2 .*at most 16 \(LIMIT_CONDITIONS\)" "  and no more"

# Tables as people have them.
printf '# made by hand\n\nN;q1;q2;remark\n' >"$scratch/words.csv"
awk 'BEGIN { for (n = 8; n <= 160; n += 8) printf "%d;%.12e;%.12e;fine\n", n, 1/n^2, -3/n^2 - 1/n^3 }' \
  >>"$scratch/words.csv"
judged words 2 0 confirmed "numbers of steps, semicolons, comments, and a column of words"
matches "$output" 'N = 8…160' "the window is in numbers of steps"
is "$(printf '%s\n' "$output" | sed 's/ of order.*//')" "confirmed: q1
confirmed: q2
2 confirmed
not used: remark" "one verdict for each column, and their count"
{ echo tol,tolerance,h,e; for n in 8 12 16 24 32 48 64 96; do awk -v n=$n 'BEGIN { printf "%d,5,%.17g,%.17g\n", n, 1/n, 1/n^2 }'; done; } >"$scratch/prefix.csv"
judged prefix 2 0 confirmed "a condition on a column" --where tolerance=5 --h h --errors e
run "$GIMBAL" judge "$scratch/prefix.csv" --order 2 --where tolerance=5
matches "$(printf '%s\n' "$output" | tail -n 1)" '^not used: tol$' "  does not use a column whose name begins like it"
awk -F, 'NR == 1 { print "h,T,e" } NR > 1 { print $3 ",10," $4 }' "$scratch/prefix.csv" >"$scratch/parameter.csv"
judged parameter 2 0 confirmed "a column with one whole number, a parameter, is not an error"
is "$(printf '%s\n' "$output" | tail -n 1)" 'not used: T' "  and is named"
sed 's/,10,/,0.01,/' "$scratch/parameter.csv" >"$scratch/stays.csv"
judged stays 2 4 'undecided' "  but errors that stay are judged"
sed 's/,10,/,1,/' "$scratch/parameter.csv" >"$scratch/saturated.csv"
judged saturated 2 4 'undecided' "  even where they are 1"
for rule in '=======  =======' '+-----+-------+'; do
  { echo "$rule"; echo 'h e'; echo "$rule"; tail -n +2 "$scratch/prefix.csv" | awk -F, '{ print $3 " " $4 }'; echo "$rule"; } >"$scratch/ruled.csv"
  judged ruled 2 0 confirmed "rules around headings and rows: $rule"
done
judged words 2 0 confirmed "one verdict for both" --together
is "$(printf '%s\n' "$output" | grep -vc '^not used')" 1 "  as components of one error"
judged words 1 0 confirmed "less than is there"
matches "$output" '^2 confirmed \(2 understated\)$' "  is counted"
judged words 0.5 0 confirmed "a table with words confirms half a power"
# Step sizes and errors exchanged: the order would be 1/2.
awk 'BEGIN { print "h,error"; for (n = 8; n <= 512; n *= 2) printf "%.9e,%g\n", 1.3/n^2 + 1/n^3, 1/n }' >"$scratch/other.csv"
judged other 2 1 refuted "columns that are exchanged"
matches "$output" '; with step sizes and errors exchanged the order would be 2.0' "  which the reason names"
judged other 2 0 confirmed "  and judged when the right ones are named" --h error --errors h
awk 'BEGIN { print "h,error"; for (n = 8; n <= 512; n *= 2) printf "%.9e,%.9e\n", 1/n, n^-0.75 }' >"$scratch/low.csv"
judged low 2 1 refuted "a low order"
is "$(printf '%s' "$output" | grep -c exchanged)" 0 "  that no exchange explains"
# More steps than an integer of 32 bits holds.
awk 'BEGIN { print "N,error"; for (k = 0; k < 12; k++) { n = 9e6 * 2^k; printf "%.0f,%.17g\n", n, 1e15 / n^2 } }' \
  >"$scratch/many_steps.csv"
run "$GIMBAL" judge "$scratch/many_steps.csv" --order 2 --json
matches "$output" '"window":\{"from":9000000,"to":18432000000,"points":12\}' "a window up to 1.8e10 steps" ||
  diag "$output"
tr ';' ' ' <"$scratch/words.csv" >"$scratch/blanks.csv"
judged blanks 2 0 confirmed "blanks"
run sh -c '"$0" judge - --order 2 <"$1"' "$GIMBAL" "$scratch/words.csv"
is "$status" 0 "standard input"
run "$GIMBAL" judge "$scratch/clean.csv" --order 4 --json
matches "$output" '"verdict":"confirmed"' "JSON as in verdicts.jsonl"
run "$GIMBAL" judge "$scratch/clean.csv" --order 4 -o "$scratch/report"
ok "$([ -s "$scratch/report/index.html" ]; echo $?)" "a report"
plot=$(echo "$scratch"/report/plots/model-order-*.svg)
ok "$([ -s "$plot" ]; echo $?)" "  with a plot, whatever the column is called"
matches "$(cat "$scratch/report/pages/"model-*.html)" "$(basename "$plot")" "  on its page"

# ---- Published tables ----
# Of other programs (tests/tables/ says which) and of this one: the order that is stated there, and one
# above it.
published() { # published TABLE COLUMN ORDER: confirmed, and the next one refuted
  run "$GIMBAL" judge "tests/tables/$1.csv" --errors "$2" --order "$3"
  is "$status" 0 "$1: $2 is of order $3" || diag "$output$errors"
  run "$GIMBAL" judge "tests/tables/$1.csv" --errors "$2" --order $(($3 + 1))
  is "$status" 1 "  and not of order $(($3 + 1))" || diag "$output$errors"
  # One below the order that is there would be most of the smallest errors, which fall faster.
  is "$(printf '%s\n' "$output" | grep -cE "a term of order ([0-$(($3 - 1))]|-1),")" 0 \
    "  with no term named that is not there" || diag "$output"
}
for claim in "p0 1" "p1 2" "p2 3" "u0 1" "u1 2"; do
  published dealii_step_20 $claim
done
for claim in "value_1 2" "gradient_1 2" "post_1 3" "value_3 4" "gradient_3 4" "post_3 5"; do
  published dealii_step_51 $claim
done
run "$GIMBAL" judge tests/tables/dealii_step_20.csv --errors u2 --order 3
is "$status" 4 "dealii_step_20: a column that grows with finer meshes is no order: what it is, a floor would tell" ||
  diag "$output"
for claim in "L2_1 2" "H1_1 1" "L2_2 3" "H1_2 2"; do
  run "$GIMBAL" judge tests/tables/dealii_step_7.csv --errors "${claim% *}" --order "${claim#* }"
  is "$status" 4 "dealii_step_7: five rows decide nothing of ${claim% *}" || diag "$output"
  matches "$output" 'an order needs 6' "  which is said"
done
run "$GIMBAL" verify -m rk4 -M pendulum:oscillation -o "$scratch/own"
for claim in "q 4 0" "v 4 0" "q 5 1" "v 3 0"; do
  set -- $claim
  run "$GIMBAL" judge "$scratch/own/tables/errors.csv" --where precision=double --errors "$1" --order "$2"
  is "$status" "$3" "the table of this program's own report: $1, order $2" || diag "$output$errors"
done

# The same tables, spoilt as tables are: the stated order is never refuted, and one that is not there
# never confirmed.
spoil() { # spoil TABLE COLUMN: h and error, by the rows' number k of n, in $how
  awk -F, -v column="$2" -v how="$3" '
    /^#/ { next }
    !head { for (i = 1; i <= NF; i++) if ($i == column) c = i; head = 1; print "N,error"; next }
    { N[++n] = $1; e[n] = $c }
    END {
      for (k = 1; k <= n; k++) {
        x = e[k]
        if (how == "plateau" && k > n - 3) x = e[n - 3] * (k % 2 ? 0.97 : 1.02)
        if (how == "sign" && k == int(n / 2) + 1) x = e[k] / 40
        if (how == "finest" && k == n) x = 1.7 * e[k]
        if (how == "lower" && k == n) x = e[k] / 3
        if (how == "three" && k > 3) break
        printf "%s,%.4g\n", N[k], x
      }
    }' "tests/tables/$1.csv" >"$scratch/spoilt.csv"
}
false=
tried=0
for claim in "dealii_step_20 p0 1" "dealii_step_20 p1 2" "dealii_step_20 p2 3" "dealii_step_20 u1 2" \
  "dealii_step_51 value_1 2" "dealii_step_51 post_1 3" "dealii_step_51 value_3 4" "dealii_step_51 post_3 5"; do
  for how in plateau sign finest lower three; do
    set -- $claim
    spoil "$1" "$2" "$how"
    tried=$((tried + 1))
    run "$GIMBAL" judge "$scratch/spoilt.csv" --order "$3"
    [ "$status" = 0 ] || [ "$status" = 4 ] || false="$false; $claim, $how: $output"
    run "$GIMBAL" judge "$scratch/spoilt.csv" --order $(($3 + 1))
    [ "$status" = 1 ] || [ "$status" = 4 ] || false="$false; $claim + 1, $how: $output"
  done
done
is "$tried$false" 40 "40 published tables with a plateau, a sign change, a wrong finest row (too large, too small) or three rows give no false verdict"

# refused WHY WORDS...
refused() {
  why=$1
  shift
  run "$GIMBAL" judge "$@"
  is "$status" 2 "refused: $why"
  matches "$errors" "$why" "  with the reason in a line"
}
printf 'h,error\n0.1,1e-3\n0.05,oops\n' >"$scratch/word.csv"
printf 'h;error\n0,1;1.500,3\n0,05;1.5,3\n' >"$scratch/points.csv"
printf '<table><tr><th>h</th><th>error</th></tr></table>\n' >"$scratch/page.html"
refused 'is HTML; expected a table in CSV.*pandoc' "$scratch/page.html" --order 2
refused "points.csv:3: column 'error': '1.5,3' is not a number" "$scratch/points.csv" --order 2
printf 'h,error\n0.1,1e-3\n0.05\n' >"$scratch/short.csv"
printf 'h,error\n0.1,1e-3\n0.1,2e-3\n' >"$scratch/twice.csv"
printf 'h,error\n0.1,1e-3\n-0.05,2e-3\n' >"$scratch/negative.csv"
: >"$scratch/empty.csv"
refused "word.csv:3: column 'error': 'oops' is not a number" "$scratch/word.csv" --order 2
refused "line 3 has 1 cells" "$scratch/short.csv" --order 2
printf 'h,error\n0.1,"1e-2"\n0.05,"2.5e-3\n' >"$scratch/open.csv"
refused "open.csv:4: a quotation mark opens a cell and none closes it" "$scratch/open.csv" --order 2
printf 'h,error\n0.1,"1e-2" 3\n' >"$scratch/behind.csv"
refused "behind.csv:2: text behind a cell in quotation marks" "$scratch/behind.csv" --order 2
printf '"h", "the ""error"", in\nmetres" \n\n# halved\n"0.1","1e-2"\n 0.05 , 2.5e-3\n' >"$scratch/quoted.csv"
refused "column 'nothing'; its columns are: h, the \"error\", in" "$scratch/quoted.csv" --order 2 --errors nothing
sed '$s/2.5e-3/x/' "$scratch/quoted.csv" >"$scratch/quoted_x.csv"
refused "quoted_x.csv:6: column" "$scratch/quoted_x.csv" --order 2 --errors 2
refused "twice.csv:3: the step size of line 2 is repeated" "$scratch/twice.csv" --order 2
refused "is not a step size" "$scratch/negative.csv" --order 2
refused "is empty" "$scratch/empty.csv" --order 2
refused "--order is missing" "$scratch/clean.csv"
refused "not a number above zero" "$scratch/clean.csv" --order -1
refused "'2 logs' is not a number above zero" "$scratch/clean.csv" --order '2 logs'
refused "its columns are: h, error" "$scratch/clean.csv" --order 4 --errors p
refused "\-\-errors names 'h', the column of step sizes" "$scratch/clean.csv" --order 4 --errors h
printf 'N  L2 error\n10  1e-2\n20  2.5e-3\n' >"$scratch/blanks.txt"
refused "line 2 has 2 cells, the first row has 3 \(cells end at blanks; headings with blanks need commas\)" "$scratch/blanks.txt" --order 2
refused "there is no row to judge" "$scratch/clean.csv" --order 4 --where h=7
refused "is not a regular file" "$scratch" --order 4
refused "cannot be read" "$scratch/nothing.csv" --order 4
# A table has no later times that could be looked at.
printf 'h,q\n0.1,1e-2\n0.05,2.5e-3\n0.025,6.25e-4\n0.0125,1.5625e-4\n0.00625,3.90625e-5\n0.003125,9.765625e-6\n0.0015625,2.44140625e-6\n' \
  >"$scratch/square.csv"
run "$GIMBAL" judge "$scratch/square.csv" --order 2
matches "$output" '^confirmed: .*; no lower-order term$' "of later times nothing is said"

# One heading alone identifies the sizes; orders next to the errors are not errors.
rated() { # rated HEADING RATE: 10 · 2^k steps, or the step, errors of order 2 and their orders or RATE
  awk -v heading="$1" -v rate="$2" 'BEGIN {
    print heading ",error,rate"
    for (k = 0; k < 8; k++) {
      n = 10 * 2^k
      e = 3 / n^2 * (1 + 0.3 / n)
      printf "%.10g,%.10g,%s\n", heading == "dt" ? 1 / n : n, e, !k ? "" : rate ? rate : sprintf("%.3f", log(old / e) / log(2))
      old = e
    }
  }' >"$scratch/$1.csv"
}
# Rates that go through 3 and on, to 2.5.
table through 12 2 %.15g "2 * h^3 * (1 + 0.5 * h) + 2e-3 * h^2.5"
judged through 3 4 undecided "an order that is passed is not confirmed"
matches "$output" 'the slope does not approach 3: ' "  and the reason names it"

for heading in n dt "cells --dim 1"; do
  options=${heading#* }
  [ "$options" = "$heading" ] && options=
  heading=${heading%% *}
  rated "$heading"
  # shellcheck disable=SC2086 # words
  judged "$heading" 2 0 confirmed "$heading alone has the sizes" $options
  is "$(printf '%s\n' "$output" | grep -c '^[a-z]*: rate')" 0 "  and the column of rates has no verdict"
  # shellcheck disable=SC2086
  judged "$heading" 3 1 refuted "  one more is refuted" $options
done
run "$GIMBAL" judge "$scratch/cells.csv" --order 2
is "$status" 2 "cells alone, without their dimension, are refused"
matches "$errors" "column 'cells' has numbers of unknowns.*--dim D" "  with the option that is missing"
rated n 9.9
judged n 2 0 confirmed "rates that are wrong do not count as errors"
matches "$output" '7 of 7 orders printed in the table do not follow from its errors: .* column rate has 9\.9' "  but are reported"
judged n 9.9 1 refuted "  nor as an order"

# A sum of h^0.5 and terms from h on, whose successive orders level off at 0.89.
cat >"$scratch/level.csv" <<'END'
N,error
4,4.099172806e-01
6,3.328202991e-01
8,2.741614443e-01
10,2.320659114e-01
12,2.009845022e-01
16,1.585765844e-01
20,1.311392788e-01
24,1.119688433e-01
30,9.205235178e-02
38,7.465890404e-02
46,6.298051768e-02
58,5.121600062e-02
END
judged level 1 4 undecided "orders that level off below the claim do not confirm it"
matches "$output" 'the slope does not approach 1: from h = .* on it is 0\.88' "  and the reason names where"

# A leading term that nearly cancels: signed errors are a series of the law all the same; one of h^1.5 is not.
table cancels 12 1.3 %.15g "-0.02 * h^2 - 2 * h^3 + h^4"
judged cancels 2 0 confirmed "a small leading term"
matches "$output" 'the signed errors fit, to their last digits, an expansion that begins with h.2 .*; a term h.1 is at most ' "  is confirmed by the series"
table cancels_half 12 1.3 %.15g "-0.02 * h^2 - 2 * h^3 + h^4 - 3e-3 * h^1.5"
judged cancels_half 2 4 undecided "  not with a term of half an order less"
table cancels_lower 12 1.3 %.15g "-0.02 * h^2 - 2 * h^3 + h^4 - 3e-4 * h"
judged cancels_lower 2 1 refuted "  nor with one of a whole order less"

# Logarithms are refused by name.
awk 'BEGIN { print "h,log10(error)"; for (n = 8; n < 2000; n *= 2) printf "%.12g,%.12g\n", 1 / n, log(3 / n^2) / log(10) }' \
  >"$scratch/logarithms.csv"
run "$GIMBAL" judge "$scratch/logarithms.csv" --order 2
is "$status" 2 "a column of logarithms is refused"
matches "$errors" "column 'log10.error.' has logarithms; expected the errors" "  by name"

# Exchanged headings; a step size that contradicts the number of steps.
(echo error,h && table swapped 12 1.5 %.15g "3 * h^5" && sed 1d "$scratch/swapped.csv") >"$scratch/exchanged.csv"
judged exchanged 2 4 undecided "exchanged columns"
matches "$output" 'fall only like h.0\.20 .are the columns of step sizes and errors exchanged' "  are named"
for wrong in 8 64 1024; do
  awk -v wrong=$wrong 'BEGIN { print "N,h,error"
    for (n = 8; n < 2000; n *= 2) printf "%d,%.12g,%.12g\n", n, 1 / (n == wrong ? n * 1.5 : n), 3 / n^2 }' >"$scratch/both.csv"
  run "$GIMBAL" judge "$scratch/both.csv" --order 2
  is "$status" 2 "a step size that contradicts N = $wrong is refused"
  matches "$errors" "h = .* contradicts N = $wrong, " "  with the row"
done
judged both 2 0 confirmed "but for a column that is named" --steps N
awk 'BEGIN { print "N,h,error"; for (n = 4; n < 5000; n *= 4) printf "%d,%.2g,%.12g\n", n, 1 / sqrt(n), 3 / n }' >"$scratch/plane.csv"
judged plane 2 0 confirmed "numbers of cells in a plane contradict nothing"

printf 'h\0,\0e\0\n\0001\0,\0001\0' >"$scratch/sixteen.csv"
run "$GIMBAL" judge "$scratch/sixteen.csv" --order 2
matches "$errors" "bytes of 0; expected text in UTF-8" "UTF-16 is refused, and called that"

done_testing
