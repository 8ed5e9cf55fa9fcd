# Butcher tables in files: judged without a run, as plugins, and their misprints found.
. tests/tap.sh
cd "$scratch" || exit 1
root=$OLDPWD

# ---- Known tables meet what their files claim ----
run "$GIMBAL" algebra "$root"/ci/tables/[!m]*.txt
is "$status" 0 "all claims on ci/tables are confirmed" || diag "$errors"
is "$(echo "$output" | grep -c 'refuted\|undecided\|misprint')" 0 "  and nothing is refuted"
matches "$output" 'gauss_legendre_6: .*' "a method has the name that its line gives"
run "$GIMBAL" algebra "$root/ci/tables/misprints.txt"
is "$(echo "$output" | grep -c '^  order .*refuted')" "$(grep -c '^[a-z].*: order' "$root/ci/tables/misprints.txt")" \
  "tables that a source prints wrongly are refuted" || diag "$output$errors"
for file in explicit pairs high_order ssp stabilised dirk implicit; do
  is "$(awk '/^# cite: ./ { cite = 1 } /^# witnesses: .*;/ { two = 1 } /^# .*unverified/ { two = 1 }
             /^[a-z].*: order/ { if (!cite || !two) print; cite = two = 0 }' "$root/ci/tables/$file.txt")" "" \
    "each table of $file.txt has its publication and two witnesses"
done
run "$GIMBAL" algebra gauss_2 --order 4 --symplectic --symmetric --a-stable
is "$status" 0 "a method by name is judged, too" || diag "$output$errors"
run "$GIMBAL" algebra gauss_2 --order 5
is "$status" 1 "an order too high is refuted"
is "$(echo "$output" | grep -c 'within 1e-12')" 0 "  and order 4 is not stated with two bounds"
sed 's/0.16666666666666666/0.1666666666/g' <<'T' >cut.txt
0 |
1/2 | 1/2
1/2 | 0 1/2
1 | 0 0 1
| 0.16666666666666666 1/3 1/3 0.16666666666666666
T
run "$GIMBAL" algebra cut.txt --order 5
matches "$output" 'order 0 within 1e-12, order 4 within 1e-8' "  where two orders differ, both are" || diag "$output"

# ---- Decimals of 3 places or more may be exact or rounded ----
# gauss DIGITS: the Gauss method of two stages with so many decimals.
gauss() {
  awk -v d="$1" 'BEGIN { r = sqrt(3) / 6
    printf "%.*f | 0.25 %.*f\n%.*f | %.*f 0.25\n--|\n | 0.5 0.5\n", d, 0.5 - r, d, 0.25 - r, d, 0.5 + r, d, 0.25 + r }'
}
gauss 12 >gauss.txt
run "$GIMBAL" algebra gauss.txt --order 4 --symplectic --symmetric
is "$status" 4 "differences within the last of 12 digits are undecided" || diag "$output$errors"
matches "$output" 'order  *2 *undecided: .*the digits given explain' "  and is undecided" || diag "$output"
matches "$output" 'symplectic *yes *confirmed' "  and an exact structure is confirmed"
matches "$(echo "$output" | grep -c 'no change of one number')" '^0$' "  and no misprint is looked for"
run "$GIMBAL" algebra gauss.txt --order 5
matches "$output" 'order .*refuted: .*order 5. fails by 0.00556' "  what they do not explain is refuted" || diag "$output"
sed 's/0.25 -0.0386/0.25 -0.0387/' gauss.txt >wrong.txt
run "$GIMBAL" algebra wrong.txt --order 4
matches "$output" 'order .*refuted' "  as is an error in the third digit" || diag "$output"
for places in 4 5 6; do
  gauss $places >gauss.txt
  run "$GIMBAL" algebra gauss.txt --order 4 --symplectic --stage-order 2 --linear-order 4
  matches "$output" "order  *2 *undecided: .*\[\[τ\]\] .order 3. fails by .*; order 4 within the last printed digit .$places decimal places." \
    "Gauss with $places decimal places has order 2 as printed, and 4 within the last digit" || diag "$output"
  matches "$output" "symplectic *yes *confirmed" "  and is symplectic"
  is "$(echo "$output" | grep -c "_order .*undecided: .*order [24] within the last printed digit")" 2 "  of stage order 2 and linear order 4" ||
    diag "$output"
  is "$(echo "$output" | grep -c misprint)" 0 "  without a search for a misprint"
  run "$GIMBAL" algebra gauss.txt --order 5
  matches "$output" 'order .*refuted: .*order 5. fails by 0.00.*order 4 within the last' "  and order 5 is refuted" || diag "$output"
  sed 's/ 0.5 0.5/ 0.5 0.51/' gauss.txt >wrong.txt
  run "$GIMBAL" algebra wrong.txt --order 4
  matches "$output" 'order  *0 *refuted' "  as is a wrong weight" || diag "$output"
done
gauss 5 | sed 's/-0.03868/-0.03886/' >wrong.txt
run "$GIMBAL" algebra wrong.txt --order 4 --symplectic
matches "$output" 'order .*refuted: ' "two digits exchanged among five" || diag "$output"
matches "$output" 'symplectic *no *refuted' "  which is not symplectic either"
matches "$output" 'misprint. .*a_1,2 = -0.03868 instead of -0.03886 .two digits exchanged. would satisfy all claims' "  and is found" ||
  diag "$output"
gauss 5 | sed 's/-0.03868/-0.03867/' >cut.txt
run "$GIMBAL" algebra cut.txt --symplectic --symmetric
is "$(echo "$output" | grep -c 'no *undecided: .*holds within the last printed digit .5 decimal places.')" 2 \
  "structure that a digit cut off explains is undecided" || diag "$output"
# sdirk WEIGHTS STATUS WORD: Alexander's method of order 2 with four decimal places, and a last row that is off by one.
sdirk() {
  printf "t: l_stable\n0.2929 | 0.2929\n1 | 0.7072 0.2929\n| $1\n" >sdirk.txt
  run "$GIMBAL" algebra sdirk.txt
  is "$status $(echo "$output" | grep -c "l_stable .*$3")" "$2 1" "L-stability with the weights $1: $3" || diag "$output"
}
sdirk '0.7071 0.2929' 4 undecided
sdirk '0.6971 0.3029' 1 refuted
printf 't: shu_osher, order 2\nalpha | 1\nalpha | 0.4999 0.5\nbeta | 1\nbeta | 0 0.5\n' >row.txt
run "$GIMBAL" algebra row.txt
is "$status" 0 "a row of rounded decimals need not sum to 1" || diag "$output$errors"
sed 's/0.4999/0.4909/' row.txt >wrong.txt
run "$GIMBAL" algebra wrong.txt
is "$status" 2 "  within its last digits" || diag "$output$errors"
gauss 2 >gauss.txt
run "$GIMBAL" algebra gauss.txt --order 4
matches "$output" 'order .*refuted' "decimals of two places are exact" || diag "$output"
# kutta THIRD: the classical method with weights of three places.
kutta() { printf '0 |\n0.5 | 0.5\n0.5 | 0 0.5\n1 | 0 0 1\n | 0.167 0.333 %s 0.167\n' "$1" >three.txt; }
kutta 0.333
run "$GIMBAL" algebra three.txt --order 4
matches "$output" 'order  *2 *undecided: .*order 4 within the last printed digit .3 decimal places' "weights of three places may be rounded" ||
  diag "$output"
kutta 0.323
run "$GIMBAL" algebra three.txt --order 4
matches "$output" 'order .*refuted' "  and one of them is wrong by ten of its last digit" || diag "$output"
matches "$output" 'misprint. .*b_3 = 0.333 instead of 0.323' "  and found"
# The condition of order 2 fails by 0.0006, which a unit of 0.626 explains.
printf '0 |\n0.625 | 0.625\n | 201/1000 799/1000\n' >binary.txt
run "$GIMBAL" algebra binary.txt --order 2
matches "$output" 'order .*refuted' "0.625 ends by itself, and is exact" || diag "$output"
sed -i 's/0.625/0.626/g' binary.txt
run "$GIMBAL" algebra binary.txt --order 2
matches "$output" 'order .*undecided' "  and 0.626 may be rounded" || diag "$output"
printf '0 |\n0.501 | 0.501\n | 0.0009765625 0.9990234375\n' >binary.txt
run "$GIMBAL" algebra binary.txt --order 2
matches "$output" 'order .*undecided: .*.3 decimal places' "  however many places they have" || diag "$output"
printf '0 |\n0.25 | 0.25\n0.75 | 0 0.75\n| 0.1666 0.5001 0.3333\n' >wrong.txt
run "$GIMBAL" algebra wrong.txt --order 3
matches "$output" 'order .*refuted' "conditions that no rounding explains" || diag "$output"
printf 'pair: order 4, embedded 3\n0 |\n0.5 | 0.5\n0.5 | 0 0.5\n1 | 0 0 1\n1 | 0.1667 0.3333 0.3333 0.1667\n| 0.1667 0.3333 0.3333 0.1667 0\n' >pair.txt
printf '| 0.1667 0.3333 0.3333 0.0667 0.1\n' >>pair.txt
run "$GIMBAL" algebra pair.txt
is "$status $(echo "$output" | grep -c 'order .*undecided.*order [34] within the last')" "4 2" "embedded weights are rounded, too" || diag "$output"

# ---- Names ----
printf 'SSP(3, 2): order 2\n0 |\n1 | 1\n| 1/2 1/2\n' >name.txt
run "$GIMBAL" algebra name.txt
is "$status" 0 "a name with a comma in brackets" || diag "$output$errors"
sed -i '1s/.*/order 2, symmetric: heun/' name.txt
run "$GIMBAL" algebra name.txt
is "$status" 2 "claims before the colon are no name" || diag "$output"

# ---- Misprints: one entry each; what repairs it ----
cat >kutta.txt <<'T'
0   |
1/2 | 1/2
1/2 | 0 1/2
1   | 0 0 1
----+--------
    | 1/6 1/3 1/3 1/6
T
run "$GIMBAL" algebra kutta.txt --order 4
is "$status" 0 "the classical method has order 4" || diag "$output$errors"
matches "$output" 'order 5 fails by [^ ]* .tree' "  and no higher one"
matches "$output" 'stage order  *1 *B\(4\), C\(1\), D\(1\)' "  and stage order 1"
run "$GIMBAL" algebra kutta.txt --order 4 --json
matches "$output" '^\{"key":"kutta_table".*"quantity":"order".*"verdict":"confirmed"' "--json gives the verdict"

# misprint SED REPAIR: the table with this change is refuted, and the repair is found.
misprint() {
  sed "$1" kutta.txt >wrong.txt
  run "$GIMBAL" algebra wrong.txt --order 4
  is "$status" 1 "$1: order 4 is refuted"
  is "$(echo "$output" | sed -n 's/.*misprint? *//p' | head -1)" "$2 would give order 4" "  and the misprint is found"
}
misprint 's/0 1\/2/0 1\/3/' 'a_3,2 = 1/2 instead of 1/3 (one digit)'
misprint 's/0 0 1/0 0 -1/' 'a_4,3 = 1 instead of -1 (the sign)'
misprint 's/1\/3 1\/6/1\/4 1\/6/' 'b_3 = 1/3 instead of 1/4 (one digit)'
misprint 's/^1  /3\/4/' 'c_4 = 4/4 instead of 3/4 (one digit)'
misprint 's/1\/6 1\/3 1\/3/1\/3 1\/6 1\/3/' 'b_1 and b_2 exchanged'
run "$GIMBAL" algebra kutta.txt --order 5
matches "$output" 'no change of one number' "where nothing helps, that is reported"

# repaired CLAIMS TABLE REPAIR: a table that does not meet the claims; what repairs it first.
repaired() {
  printf "t: $1\n$2" >wrong.txt
  run "$GIMBAL" algebra wrong.txt
  [ "$status" != 0 ]
  ok $? "$1: not confirmed"
  is "$(echo "$output" | sed -n 's/.*misprint? *//p' | head -1)" "$3" "  $3"
}
stages='0 |\n1/2 | 1/2\n3/4 | 0 3/4\n1 | 2/9 1/3 4/9\n | 2/9 1/3 4/9 0\n'
repaired 'order 3, embedded 2' "$stages | 7/42 1/4 1/3 1/8\n" \
  'embedded b_1 = 7/24 instead of 7/42 (two digits exchanged) would satisfy all claims'
repaired 'order 3, embedded 2, stiffly_accurate' "$(echo "$stages" | sed 's,1 | 2/9,1 | 3/9,')\n | 7/24 1/4 1/3 1/8\n" \
  'a_4,1 = 2/9 instead of 3/9 (one digit) would satisfy all claims'
is "$(echo "$output" | grep -c misprint)" 2 "  which the embedded method refers to" || diag "$output"
repaired 'order 1, symplectic' '1/3 | 1/3\n | 1\n' \
  'a_1,1 = 1/2 instead of 1/3 (one digit), and c_1 = 1/2 instead of 1/3 (one digit) would satisfy all claims'
repaired 'order 4, symmetric' '0 |\n1/2 | 5/24 1/3 1/24\n1 | 1/6 2/3 1/6\n | 1/6 2/3 1/6\n' \
  'a_2,3 = -1/24 instead of 1/24 (the sign) would satisfy all claims'
repaired 'order 4' '0 |\n1/3 | 1/3\n2/3 | -1/4 2\n1 | 1 -1 1\n | 1/8 3/8 3/8 1/8\n' \
  'a_3,1 = -1/3 instead of -1/4 (one digit), and a_3,2 = 1 instead of 2 (one digit) would give order 4'
printf 't: order 3\n0 |\n1/3 | 1/4\n2/3 | 0 3/4\n | 1/4 0 3/4\n' >wrong.txt
run "$GIMBAL" algebra wrong.txt
matches "$output" 'no change of one number, and none of two in a row, would give order 3' "not of two rows"
repaired 'order 4' '0 |\n1/2 | 1/2\n1/2 | 0 1/2\n1 | 0 1 0\n | 1/6 1/3 1/3 1/6\n' 'a_4,2 and a_4,3 exchanged would give order 4'
repaired 'order 3, embedded 2' "$(echo "$stages" | sed 's,^ .*,| 1/3 4/9 2/9 0,')\n | 7/24 1/4 1/3 1/8\n" \
  'b_1 to b_3 moved by one place would satisfy all claims'
repaired 'order 4' '0.2113248654051871 | 0.25, -0.0386751645948129\n0.7886751345948129 | 0.5386751345948129, 0.25\n | 0.5, 0.5\n' \
  'a_1,2 = -0.0386751345948129 instead of -0.0386751645948129 (digit 7) would give order 4'

run python3 "$root/tests/misprints.py" 3 40 "$GIMBAL"
is "$status" 0 "the repair of 95 %% of 40 random misprints is found, and none in clean tables" || diag "$output$errors"

# ---- Decimals end somewhere; JSON, CSV and embedded weights ----
printf '0.2113248654051871 | 0.25, -0.0386751345948129\n0.7886751345948129 | 0.5386751345948129, 0.25\n | 0.5, 0.5\n' >digits.txt
run "$GIMBAL" algebra digits.txt --order 4
is "$status" 0 "decimals with 16 digits meet order 4" || diag "$output$errors"
matches "$output" 'order conditions up to order 4 hold .largest residual [1-9]e-17, coefficients of 16 digits' "  to their last digit"
printf '0.2113248654051871 | 0.25, -0.0386751345948229\n0.7886751345948129 | 0.5386751345948129, 0.25\n | 0.5, 0.5\n' >digits.txt
run "$GIMBAL" algebra digits.txt --order 4
is "$status" 1 "an error in the 14th digit does not" || diag "$output$errors"
sed -i 's/5948229/5948159/' digits.txt
run "$GIMBAL" algebra digits.txt --order 4
is "$status" 1 "nor does one of three units in the 15th"
matches "$output" 'misprint.*-0.0386751345948129 instead of -0.0386751345948159' "  which is found"
# fifteenth TABLE RIGHT WRONG: numbers of 16 digits, and one of them with another 15th digit, which is ten units of the last.
fifteenth() {
  printf "$1" >digits.txt
  run "$GIMBAL" algebra digits.txt
  is "$status $(echo "$output" | grep -c 'order .*confirmed.*coefficients of 1[67] digits')" "0 1" "16 digits, with $2" || diag "$output"
  sed "s/$2/$3/" digits.txt >wrong.txt
  run "$GIMBAL" algebra wrong.txt
  is "$status" 1 "  and not with $3" || diag "$output"
  is "$(echo "$output" | grep 'misprint?' | head -3 | grep -c -- "${2#* } instead of ${3#* }")" 1 "  which is found" || diag "$output"
}
third='t: order 3\n0 |\n0.3333333333333333 | 0.3333333333333333\n0.6666666666666667 | 0 0.6666666666666667\n | 0.25 0 0.75\n'
fifteenth "$third" '0 0.6666666666666667' '0 0.6666666666666677'
fifteenth "$third" '| 0.3333333333333333' '| 0.3333333333333323'
gauss='t: order 8, symplectic\n0.06943184420297371 | 0.08696371128436346 -0.02660418008499879 0.01262746268940472 -0.003555149685795683\n'
gauss="$gauss"'0.3300094782075719 | 0.1881181174998681 0.1630362887156365 -0.02788042860247090 0.006735500594538155\n'
gauss="$gauss"'0.6699905217924281 | 0.1671919219741888 0.3539530060337440 0.1630362887156365 -0.01419069493114114\n'
gauss="$gauss"'0.9305681557970263 | 0.1774825722545226 0.3134451147418683 0.3526767575162719 0.08696371128436346\n'
gauss="$gauss"' | 0.1739274225687269 0.3260725774312731 0.3260725774312731 0.1739274225687269\n'
fifteenth "$gauss" '0.3134451147418683' '0.3134451147418653'
fifteenth "$gauss" '| 0.1739274225687269' '| 0.1739274225687239'
# The same table as a program computes it: all digits of doubles, and more of them.
for format in %.16g %.17g %.20f %.15f; do
  awk -v f="$format" 'BEGIN { r = sqrt(15)
    printf "t: order 6, symplectic, symmetric\n" f " | " f " " f " " f "\n", 0.5 - r / 10, 5 / 36, 2 / 9 - r / 15, 5 / 36 - r / 30
    printf f " | " f " " f " " f "\n", 0.5, 5 / 36 + r / 24, 2 / 9, 5 / 36 - r / 24
    printf f " | " f " " f " " f "\n | " f " " f " " f "\n", 0.5 + r / 10, 5 / 36 + r / 30, 2 / 9 + r / 15, 5 / 36, 5 / 18, 4 / 9, 5 / 18 }' >printed.txt
  run "$GIMBAL" algebra printed.txt
  is "$status" 0 "doubles printed with $format" || diag "$output$errors"
done
sed '2s/0.138888888888889/0.138888888888989/' printed.txt >wrong.txt
run "$GIMBAL" algebra wrong.txt
is "$status" 1 "  and a wrong digit among them" || diag "$output$errors"
# Doubles as a program prints them: an entry may be wrong by several units of its last digit.
cat >doubles.txt <<'END'
0.21132486540518713 | 0.25 -0.038675134594812866
0.78867513459481287 | 0.53867513459481287 0.25
--|
 | 0.5 0.5
END
run "$GIMBAL" algebra doubles.txt --order 4 --symplectic
is "$status" 0 "a table of doubles with 17 digits meets order 4" || diag "$output"
sed 's/0.53867513459481287/0.53867513459482287/' doubles.txt >wrong.txt
run "$GIMBAL" algebra wrong.txt --order 4
is "$status" 1 "an error in the 14th digit of a double is refuted" || diag "$output"
printf '{"name": "middle", "claims": "order 2, symplectic", "A": [["1/2"]], "b": [1], "c": [0.5]}\n' >middle.json
run "$GIMBAL" algebra middle.json
is "$status" 0 "JSON" || diag "$output$errors"
printf '0,\n1, 1\n, 1/2, 1/2\n, 1, 0\n' >heun.csv
run "$GIMBAL" algebra heun.csv --order 2 --embedded 1
is "$status" 0 "CSV with embedded weights" || diag "$output$errors"
run "$GIMBAL" algebra heun.csv --order 2 --embedded 2
is "$status" 1 "an embedded order too high is refuted"

# ---- Figures in addition to the order, of the literature ----
# figure TABLE NAME VALUE SOURCE: the figure of the table in $output.
figure() { is "$(echo "$output" | sed -n "/^$1:/,/R(z)/{/confirmed: /d; s/^  $2  *//p;}")" "$3" "$1: $2 $3 ($4)"; }
run "$GIMBAL" algebra "$root"/ci/tables/[!m]*.txt
figure kutta_4 real_interval 2.78529356341 'Hairer, Wanner II, IV.2'
figure kutta_4 imaginary_interval 2.82842712475 '2 sqrt 2, likewise'
figure kutta_4 dissipation_order 5 '|R(iy)|^2 = 1 - y^6/72 + y^8/576'
figure kutta_4 ssp 0 'Kraaijevanger 1991: a_31 = 0'
figure shu_osher_3 ssp 1 'Shu, Osher 1988'
figure shu_osher_3 'R(z)' '(1 + z + 1/2 z^2 + 1/6 z^3)' 'of all methods of order and stages 3'
figure heun_euler pseudo_symplectic_order 3 '|R(iy)|^2 = 1 + y^4/4'
matches "$(echo "$output" | sed -n '/^dormand_prince:/,/R(z)/p')" 'principal_error  *0.00039908 ' \
  "dormand_prince: 3.99e-4 (Dormand, Prince 1980)"
figure backward_euler ssp unbounded 'Kraaijevanger 1991'
figure alexander_2 ssp 2.41421356237 '1 + sqrt 2'
figure gauss_legendre_6 dispersion_order 6 'Pade: the error of log R is odd'
figure gauss_legendre_6 pseudo_symplectic_order unbounded 'it is symplectic'
figure lobatto_iiia_4 dissipation_order unbounded '|R(iy)| = 1'
figure radau_iia_5 'R(z)' '(1 + 2/5 z + 1/20 z^2) / (1 - 3/5 z + 3/20 z^2 - 1/60 z^3)' 'Hairer, Wanner II, IV.3'
is "$(echo "$output" | awk '/^  a_stable/ { stable = $2 } /imaginary_interval/ && stable == "yes" { print $2 }' | sort -u)" unbounded \
  "those that are A-stable have an unbounded interval"
# Spiteri and Ruuth 2002: SSPRK(5,4).
cat >ssp.txt <<'T'
ssp_54: order 4, linear_order 4, ssp 1.508, real_interval 5.33, imaginary_interval 3.28
 0.00000000000000 |
 0.39175222657189 | 0.39175222657189
 0.58607968931154 | 0.21766909626117, 0.36841059305037
 0.47454236312140 | 0.08269208665781, 0.13995850219190, 0.25189177427169
 0.93501063096765 | 0.06796628363711, 0.11503469850463, 0.20703489859739, 0.54497475022852
 | 0.14681187608479, 0.24848290944498, 0.10425883033198, 0.27443890090135, 0.22600748323691

euler_4: order 1, ssp 4, real_interval 8
0   |
1/4 | 1/4
1/2 | 1/4 1/4
3/4 | 1/4 1/4 1/4
    | 1/4 1/4 1/4 1/4
T
run "$GIMBAL" algebra ssp.txt
is "$status" 0 "claimed figures are compared to their last digit" || diag "$output$errors"
sed 's/1.508/1.510/;s/ssp 4/ssp 3/;s/_interval 8/_interval 7.8/;s/3.28/3.26/;s/linear_order 4/linear_order 5/' ssp.txt >wrong.txt
run "$GIMBAL" algebra wrong.txt
is "$(echo "$output" | grep -c refuted)" 5 "  and refuted beyond it" || diag "$output"
run "$GIMBAL" algebra kutta.txt --ssp 0 --real-interval 2.785 --imaginary-interval 'sqrt(8)' --linear-order 4
is "$status" 0 "claims in options are judged" || diag "$output$errors"
run "$GIMBAL" algebra kutta.txt --imaginary-interval 2.82
is "$status" 0 "2.82 is right" || diag "$output$errors"
run "$GIMBAL" algebra kutta.txt --imaginary-interval 'sqrt(7)'
is "$status" 1 "  and sqrt(7) wrong"
printf 'late: order 2\n0 |\n1/3 | 1/2\n | 0 1\n' >late.txt
run "$GIMBAL" algebra late.txt
figure late autonomous_order 2 'the midpoint rule with a wrong node'
printf 't: a_stable\n1/2 | 0.5+1/5000000\n1/2 | 1/2 0\n | 1/2 1/2\n' >late.txt
run "$GIMBAL" algebra late.txt
is "$status" 1 "|R| above 1 for y above 4472 is seen"
figure t imaginary_interval 4472.135955 'the root of 2e7, by hand'
printf 't: ssp x\n0 |\n | 1\n' >wrong.txt
run "$GIMBAL" algebra wrong.txt
is "$status" 2 "a figure that is no number is refused"

# ---- Printed for programs, and read again ----
verdicts() { "$GIMBAL" algebra "$@" --json | sed 's/.*"method":"\([^"]*\)".*"quantity":"\([^"]*\)".*"verdict":"\([^"]*\)".*/\1 \2 \3/'; }
for file in explicit dirk implicit; do
  verdicts "$root/ci/tables/$file.txt" >before.txt
  for format in text csv json; do
    again=again.$(echo $format | sed 's/text/txt/')
    "$GIMBAL" algebra --print "$root/ci/tables/$file.txt" --format $format | sed 's/_table//g' >"$again"
    verdicts "$again" >after.txt
    is "$(cat after.txt)" "$(cat before.txt)" "$file: printed as $format it has the same verdicts"
  done
done
[ "$(wc -l <before.txt)" -gt 60 ]
ok $? "  of which there are many"
"$GIMBAL" algebra --print "$root/ci/tables/explicit.txt" --format python >tables.py
printf 'assert abs(sum(b) - 1) < 1e-15 and len(A) == len(c) and max(abs(sum(r) - x) for r, x in zip(A, c)) < 1e-14\n' >>tables.py
run python3 tables.py
is "$status" 0 "Python reads them" || diag "$errors"
(
  "$GIMBAL" algebra --print radau_5 --format c 2>/dev/null || "$GIMBAL" algebra --print gauss_3 --format c
  echo 'int main(void) { double s = b[0] + b[1] + b[2], r = A[2][0] + A[2][1] + A[2][2] - c[2]; return !(s > 1 - 1e-15 && s < 1 + 1e-15 && r * r < 1e-30); }'
) >table.c
cc -std=c11 -Wall -Wextra -Werror table.c -o table && ./table
ok $? "C compiles the printed tables"
run "$GIMBAL" algebra --print kutta.txt --format latex
matches "$output" '^.frac.1..2. & 0 & .frac.1..2. & 0 & 0' "LaTeX has fractions" || diag "$output"
run "$GIMBAL" algebra --print kutta.txt --format fortran
matches "$output" '1.0d0/6.0d0' "Fortran has its own"
run "$GIMBAL" algebra --print kutta.txt --format pascal
is "$status" 2 "an unknown format is refused"
run "$GIMBAL" algebra --tap kutta.txt --order 4 --symplectic
is "$(echo "$output" | sed 's/:.*//')" "TAP version 13
ok 1 - kutta_table
not ok 2 - kutta_table
1..2" "TAP"

# ---- The region ----
run "$GIMBAL" algebra kutta.txt --region region.svg
is "$status" 0 "the region of stability is drawn" || diag "$errors"
[ "$(grep -c '<use' region.svg)" -gt 500 ] && grep -q 'kutta_table' region.svg
ok $? "  with points inside, and the name"
run "$GIMBAL" algebra kutta.txt --region region.gif
is "$status" 2 "--region refuses another kind of file"

# ---- As a plugin ----
printf 'rk4: order 1\n0 |\n | 1\n\nrk4: order 1\n0 |\n | 1\n' >same.txt
run "$GIMBAL" algebra same.txt
is "$status" 2 "two tables of one name are refused"
matches "$errors" 'method "rk4[a-z_]*" is defined twice' "  with the name"
sed -i 5,9d same.txt
run "$GIMBAL" algebra same.txt
is "$status" 0 "one that has the name of an installed method is renamed" || diag "$output$errors"
matches "$output" '^rk4_table: same.txt' "  NAME_table"
sed '1i kutta: order 4' kutta.txt >named.txt
run "$GIMBAL" verify --plugin named.txt -m kutta -M pendulum:oscillation -o out
is "$status" 0 "the table is a plugin, with the claims of its first line" || diag "$errors$output"
matches "$(grep '"study":"order"' out/verdicts.jsonl)" '"quantity":"q".*"verdict":"confirmed"' "  its order is confirmed in runs"
sed -i 's/order 4/order 5/' named.txt
run "$GIMBAL" verify --plugin named.txt -m kutta -M pendulum:oscillation -o out
is "$status" 1 "an order too high is refuted there, too"

printf '0,5;0,5\n;1\n' >commas.csv
run "$GIMBAL" algebra commas.csv
is "$status" 2 "commas in decimals, and semicolons, are refused"
matches "$errors" 'commas.csv:1: commas and semicolons both separate entries; decimals have a point' "  with the reason"

# ---- Misprints in tables of other kinds ----
repaired 'splitting, order 4' 'a | 0.6756035959798289 -0.1756035959798288 -0.1756035959798288 0.6756035959798289\nb | 1.3512071919596578 -1.7024143829193153 1.3512071919596578\n' \
  'kick_2 = -1.7024143839193153 instead of -1.7024143829193153 (digit 10) would give order 4'
repaired 'composition, order 4' 'gamma | 1/(2-cbrt(2)) cbrt(2)/(2-cbrt(2)) 1/(2-cbrt(2))\n' \
  'gamma_2 = -(cbrt(2)/(2-cbrt(2))) instead of cbrt(2)/(2-cbrt(2)) (the sign) would give order 4'
repaired 'multistep, order 3' 'alpha | -2/11 9/11 -17/11 1\nbeta | 0 0 0 6/11\n' \
  'alpha_2 = -18/11 instead of -17/11 (one digit) would give order 3'
repaired 'multistep, order 3' 'alpha | 1 -18/11 9/11 -2/11\nbeta | 6/11 0 0 0\n' \
  'the rows in reverse order, the oldest point first, would give order 3'
repaired 'multistep, order 3' 'alpha | 1 -18/11 9/11 -2/11\nbeta | 6/11\n' \
  'the rows in reverse order, the oldest point first, would give order 3'
repaired 'nystrom, order 4' "0|\n1/2|1/8\n1|1/2 0\nb|1/6 1/3 0\nb'|1/6 2/3 1/6\n" 'a_3,1 and a_3,2 exchanged would give order 4'
repaired 'rosenbrock, order 2' 'alpha|0 0\nalpha|1 0\ngamma|1 0\ngamma|-2 1\nb|1/2 1/3\n' 'b_2 = 1/2 instead of 1/3 (one digit) would give order 2'
repaired 'general_linear, order 2' 'A|0 0\nA|2 0\nU|1 0\nU|0 1\nB|5/4 1/4\nB|3/4 1/4\nV|1/2 1/2\nV|1/2 1/2\n' \
  'entry 4 of B = -1/4 instead of 1/4 (the sign) would give order 2'
# Where the order holds and the structure does not.
repaired 'splitting, symmetric' 'kick | 1/6 2/3 1/5\ndrift | 1/2 1/2\n' 'kick_3 = 1/6 instead of 1/5 (one digit) would satisfy all claims'
repaired 'partitioned, symplectic' '0|0 0\n1|1/2 1/2\n|1/2 1/2\n0|1/2 0\n1|1/3 0\n|1/2 1/2\n' \
  'a_2,1 of second = 1/2 instead of 1/3 (one digit) would satisfy all claims'
repaired 'multistep, symmetric' 'alpha | -1 0 1\nbeta | 1/3 4/3 1/2\n' 'beta_2 = 1/3 instead of 1/2 (one digit) would satisfy all claims'
repaired 'rosenbrock, order 2, order_w 2' 'alpha|0\nalpha|1 0\ngamma|1/4\ngamma|-1/3 1/4\nb|1/2 1/2\n' \
  'gamma_2,1 = -1/2 instead of -1/3 (one digit) would satisfy all claims'
repaired 'splitting, order 4, symmetric' 'kick | 0.6756 -0.1756 -0.1756 0.6756\ndrift | 1.3522 -1.7024 1.3512\n' \
  'drift_1 = 1.3512 instead of 1.3522 (digit 4) would satisfy all claims'
printf 't: additive, order 1\n0|0\n|1\n0|0\n|1\n' >wrong.txt
run "$GIMBAL" algebra wrong.txt
is "$status" 0 "two equal tableaux of an additive method are one" || diag "$output$errors"
run "$GIMBAL" algebra --print "$root/ci/tables/splitting.txt" --format json
is "$status:$output" "2:" "another kind is not printed, in no part"
matches "$errors" 'is of kind splitting' "  by its name"
printf 't: splitting, order 3\nkick | 1/2 1/2\ndrift | 1\n' >wrong.txt
run "$GIMBAL" algebra wrong.txt
matches "$output" 'no change of one sign or digit, and no exchange of two numbers of a list, would give order 3' "not of a claim too high"

# ---- General linear methods: the largest eigenvalue of the stability matrix ----
# Butcher's method of type 2 is L-stable, the trapezoidal rule A-stable, BDF3 neither.
cat >general.txt <<'T'
right: general_linear, order 2, l_stable
A | 1-sqrt(2)/2 0
A | 2*(3+sqrt(2))/7 1-sqrt(2)/2
U | 1 0
U | 0 1
B | (73-34*sqrt(2))/28 (-5+4*sqrt(2))/4
B | (87-48*sqrt(2))/28 (-45+34*sqrt(2))/28
V | (3-sqrt(2))/2 (sqrt(2)-1)/2
V | (3-sqrt(2))/2 (sqrt(2)-1)/2

rule: general_linear, a_stable
A | 0 0
A | 1/2 1/2
U | 1
U | 1
B | 1/2 1/2
V | 1
T
run "$GIMBAL" algebra general.txt
is "$status" 0 "general linear methods are A- and L-stable" || diag "$output$errors"
cat >general.txt <<'T'
bdf_3: general_linear, order 3, a_stable
A | 6/11
U | 18/11 -9/11 2/11
B | 6/11
B | 0
B | 0
V | 18/11 -9/11 2/11
V | 1 0 0
V | 0 1 0

rule: general_linear, l_stable
A | 0 0
A | 1/2 1/2
U | 1
U | 1
B | 1/2 1/2
V | 1

left: general_linear, a_stable
A | -1/2
U | 1
B | 1
V | 1
T
run "$GIMBAL" algebra general.txt
is "$(echo "$output" | grep '_stable.*refuted' | sed 's/: .*: mod/: mod/')" \
  "  a_stable          no   refuted: modulus > 1 on the imaginary axis, modulus 0 at infinity; no pole with real part ≤ 0
  a_stable          no   refuted: modulus > 1 on the imaginary axis, modulus 3 at infinity; a pole with real part ≤ 0
  l_stable          no   refuted: modulus ≤ 1 on the imaginary axis, modulus 1 at infinity; no pole with real part ≤ 0" \
  "  and others are not" || diag "$errors"

# ---- As people copy them ----
# copied DESCRIPTION TEXT: Kutta's method of order 3 with Heun's of order 2, or without.
copied() {
  printf "$2" >copied.txt
  run "$GIMBAL" algebra copied.txt --order 3
  is "$status $(echo "$output" | grep -c 'order  *3  *confirmed')" "0 1" "$1" || diag "$output$errors"
}
copied "cells between tabs, of which the first is empty" '0\n1/2\t1/2\n1\t−1\t2\n\t1/6\t2/3\t1/6\n'
copied "lines and fractions of one sign" '0 │\n½ │ ½\n1 │ −1 2\n──┼──\n  │ 1/6 ⅔ ⅙\n'
copied "a square without bars" '0 0 0 0\n0.5 0.5 0 0\n1 -1 2 0\n1/6 2/3 1/6\n'
copied "  with labels of the weights" 'c,a1,a2\n0\n0.5,0.5\n1,-1,2\nb,1/6,2/3,1/6\nbhat,0,1,0\n'
copied "  with embedded weights" '0 0 0 0\n0.5 0.5 0 0\n1 -1 2 0\n1/6 2/3 1/6\n0 1 0\n'
copied "comments and headings" '%% Kutta\nc,a1,a2,a3\n0,0,0,0\n1/2,1/2,0,0 ! second\n1,-1,2,0\nb,1/6,2/3,1/6\n'
copied "roots" '0|\n1/2|√4/4\n1|-√(1) √4\n|1/6 2/3 1/6\n'

# ---- What is unclear is refused, with its line ----
# refused TEXT MESSAGE
refused() {
  printf "$1" >unclear.txt
  run "$GIMBAL" algebra unclear.txt
  is "$status" 2 "refused: $2"
  matches "$errors" "$2" "  with its place" || diag "$errors"
}
refused '0 |\n1 | 1 2 3\n | 1/2 1/2\n' 'unclear.txt:[0-9]*: row 2 of the table has 3 entries and there are 2 weights'
refused '0 |\n1 | 1\n' 'unclear.txt:[0-9]*: 2 rows of stages and 0 rows of weights'
refused '0\n1/2 1/2\n1 -1 2\n' 'unclear.txt:3: 3 rows of stages and 0 rows of weights'
refused '0\n1/2 - 1/3 1/2\n' 'unclear.txt:2: "-" stands alone'
refused '0|\n1½|1½\n|1/2 1/2\n' 'unclear.txt: method .* expected'
refused '= [0 1]\n' 'unclear.txt:1: "=" is no node of .*python3 -m gimbal.tables'
refused '0|\n1|1\nbhat|1 0\nb|1/2 1/2\n' 'unclear.txt:3: the row "bhat" comes before the weights'
refused 'x: exponential\n0 |\n | phi1\n' 'a phi function has an argument, as phi1.1. at character 1'
refused '| 1\n' 'unclear.txt:1: weights come before the first stage'
refused 'x: order\n0 |\n | 1\n' 'unclear.txt:1: order without a number'
refused 'x: ssp symplectic\n0 |\n | 1\n' 'unclear.txt:1: ssp without a number'
refused 'x: simplectic\n0 |\n | 1\n' 'unclear.txt:1: unknown claim .simplectic.'
refused '0 |\n1/2 | 1/2+\n | 0 1\n' 'unclear.txt: method .unclear_table., tableau .table.: a'
refused '# nothing\n' 'there is no table'
refused '{"A": 3}' 'no arrays "A" and "b"'
refused '{"A": [[1]], "b": [1], "order": 3}' 'a table has no key "order"; its keys are: name kind claims '
refused '{"A": [[1]], "b": [1], "claims": {"order": 3}}' '"claims" is not a text, such as "order 2'
refused '{"kind": "partitioned", "tableaux": [{"A": [[1]], "b": [1], "claims": "order 1"}, {"A": [[1]], "b": [1]}]}' \
  'a table has no key "claims"; its keys are: A a '
refused '{"kind": "splitting", "claims": 2, "kick": [1], "drift": [1]}' '"claims" is not a text, such as "order 2'
for table in '"A": [[0.5]], "b": [1]' '"kind": "splitting", "kick": ["1/2", "1/2"], "drift": [1]'; do
  printf '{"source": "A book, page 3", "note": "by hand", "claims": "order 2", %s}' "$table" >noted.json
  run "$GIMBAL" algebra noted.json
  is "$status" 0 "a source and a note are not rows" || diag "$errors"
done
refused '{"kind": "spliting", "kick": [1], "drift": [1]}' 'unknown claim "spliting" .* or a kind: .*splitting'
printf '0 |\\\\\n' >unclear.tex
run "$GIMBAL" algebra unclear.tex
is "$status" 2 "a table in LaTeX is no name of a method"
matches "$errors" 'python3 -m gimbal.tables unclear.tex' "  and the command that reads it is named"

# ---- Cube roots, digits that explain an instability, and figures in no search for misprints ----
printf 'suzuki: composition, order 4, symmetric\ngamma | 1/(4-cbrt(4)) 1/(4-cbrt(4)) 1-4/(4-cbrt(4)) 1/(4-cbrt(4)) 1/(4-cbrt(4))\n' >cube.txt
run "$GIMBAL" algebra cube.txt
is "$status" 0 "a cube root" || diag "$output$errors"
matches "$output" 'order .*confirmed: .* hold exactly' "  is exact"
sed 's/1-4/1+4*cbrt(-1)/' cube.txt >minus.txt
run "$GIMBAL" algebra minus.txt
is "$status" 0 "  also of a number below zero" || diag "$output$errors"
sed 's/cbrt(4)/cbrt(5)/' cube.txt >wrong_root.txt
run "$GIMBAL" algebra wrong_root.txt
is "$status" 1 "  and another one is wrong"
cat >sdirk.txt <<'END'
sdirk_10: l_stable
0.4358665215 | 0.4358665215
0.7179332608 | 0.2820667393 0.4358665215
1 | 1.208496649 -0.644363171 0.4358665215
| 1.208496649 -0.644363171 0.4358665215
END
run "$GIMBAL" algebra sdirk.txt
matches "$output" 'l_stable  *yes  *confirmed' "an L-stable method with 10 digits"
matches "$output" 'imaginary_interval  *unbounded' "  has no imaginary interval of 0"
printf 'heun_2: order 2, ssp 1.5\n0 |\n1 | 1\n | 1/2 1/2\n' >ssp.txt
run "$GIMBAL" algebra ssp.txt
is "$status" 1 "a figure that is too high is refuted"
matches "$output" 'imaginary_interval  *0$' "  (with exact coefficients an instability is seen)"
is "$(echo "$output" | grep -c 'no change of one number')" 0 "  without a search for another order"

# ---- Files of other systems ----
printf '\357\273\2770 |\r\n1 | 1\r\n | 1/2 1/2\r\n' >marked.txt
run "$GIMBAL" algebra marked.txt --order 2
is "$status" 0 "a byte order mark, and lines of another system" || diag "$errors"
printf '\357\273\277{"A": [[0, 0], [1, 0]], "b": ["1/2", "1/2"]}' >marked.json
run "$GIMBAL" algebra marked.json --order 2
is "$status" 0 "  also of JSON" || diag "$errors"
run "$GIMBAL" algebra marked.json --order 3
is "$status" 1 "  and the order is judged"

done_testing
