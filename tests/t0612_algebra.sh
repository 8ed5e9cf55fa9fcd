# Butcher tables in files: judged without a run, as plugins, and their misprints found.
. tests/tap.sh
cd "$scratch" || exit 1
root=$OLDPWD

# ---- Known tables meet what their files claim ----
for file in explicit implicit; do
  run "$GIMBAL" algebra "$root/ci/tables/$file.txt"
  is "$status" 0 "all claims on ci/tables/$file.txt are confirmed" || diag "$output$errors"
  is "$(echo "$output" | grep -c 'refuted\|undecided\|misprint')" 0 "  and nothing is refuted"
done
matches "$output" 'gauss_6.*' "a method has the name that its line gives"
run "$GIMBAL" algebra gauss_2 --order 4 --symplectic --symmetric --a-stable
is "$status" 0 "a method by name is judged, too" || diag "$output$errors"
run "$GIMBAL" algebra gauss_2 --order 5
is "$status" 1 "an order too high is refuted"

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
matches "$output" 'order 5 fails: tree' "  and no higher one"
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
misprint 's/0 1\/2/0 1\/3/' 'a_3,2 = 1/2 instead of 1/3'
misprint 's/0 0 1/0 0 -1/' 'a_4,3 = 1 instead of -1 (the sign)'
misprint 's/1\/3 1\/6/1\/4 1\/6/' 'b_3 = 1/3 instead of 1/4'
misprint 's/^1  /3\/4/' 'c_4 = 1 instead of 3/4'
misprint 's/1\/6 1\/3 1\/3/1\/3 1\/6 1\/3/' 'b_1 and b_2 exchanged'
run "$GIMBAL" algebra kutta.txt --order 5
matches "$output" 'no change of one number' "where nothing helps, that is reported"

run python3 "$root/tests/misprints.py" 3 40 "$GIMBAL"
is "$status" 0 "the repair of each of 40 random misprints is found" || diag "$output$errors"

# ---- Decimals end somewhere; JSON, CSV and embedded weights ----
printf '0.2113248654051871 | 0.25, -0.0386751345948129\n0.7886751345948129 | 0.5386751345948129, 0.25\n | 0.5, 0.5\n' >digits.txt
run "$GIMBAL" algebra digits.txt --order 4
is "$status" 0 "decimals with 16 digits meet order 4" || diag "$output$errors"
printf '0.2113248654051871 | 0.25, -0.0386751345948229\n0.7886751345948129 | 0.5386751345948129, 0.25\n | 0.5, 0.5\n' >digits.txt
run "$GIMBAL" algebra digits.txt --order 4
is "$status" 1 "an error in the 14th digit does not" || diag "$output$errors"
printf '{"name": "middle", "claims": "order 2, symplectic", "A": [["1/2"]], "b": [1], "c": [0.5]}\n' >middle.json
run "$GIMBAL" algebra middle.json
is "$status" 0 "JSON" || diag "$output$errors"
printf '0,\n1, 1\n, 1/2, 1/2\n, 1, 0\n' >heun.csv
run "$GIMBAL" algebra heun.csv --order 2 --embedded 1
is "$status" 0 "CSV with embedded weights" || diag "$output$errors"
run "$GIMBAL" algebra heun.csv --order 2 --embedded 2
is "$status" 1 "an embedded order too high is refuted"

# ---- As a plugin ----
printf 'rk4: order 1\n0 |\n | 1\n\nrk4: order 1\n0 |\n | 1\n' >same.txt
run "$GIMBAL" algebra same.txt
is "$status" 2 "two tables of one name are refused"
matches "$errors" 'method "rk4[a-z_]*" is there twice' "  with the name"
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
refused '| 1\n' 'unclear.txt:1: weights come before the first stage'
refused 'x: order\n0 |\n | 1\n' 'unclear.txt:1: order without a number'
refused 'x: simplectic\n0 |\n | 1\n' 'unclear.txt:1: unknown claim .simplectic.'
refused '0 |\n1/2 | 1/2+\n | 0 1\n' 'unclear.txt: method .unclear_table., tableau .table.: a'
refused '# nothing\n' 'there is no table'
refused '{"A": 3}' 'no arrays "A" and "b"'

done_testing
