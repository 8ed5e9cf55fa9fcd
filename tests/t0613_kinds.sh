# Tables of other kinds than Runge-Kutta: known ones are confirmed, wrong ones refuted, unclear ones refused.
. tests/tap.sh
cd "$scratch" || exit 1
root=$OLDPWD

# ---- Known tables meet what their files claim ----
for kind in partitioned splitting composition nystrom rosenbrock multistep low_storage shu_osher additive general_linear \
  gark multirate commutator_free munthe_kaas exponential stochastic stochastic_additive stratonovich; do
  run "$GIMBAL" algebra "$root/ci/tables/$kind.txt"
  is "$status" 0 "all claims on ci/tables/$kind.txt are confirmed" || diag "$output$errors"
  is "$(echo "$output" | grep -c 'refuted\|undecided\|skipped')" 0 "  and nothing is refuted"
  [ "$(grep -c ": $kind" "$root/ci/tables/$kind.txt")" -ge 5 ]
  ok $? "  of five methods or more"
  # One more order than claimed is wrong, for each table that claims no higher one.
  sed 's/order 5/order 6/; s/order 4/order 5/; s/order 3/order 4/; s/order 2/order 3/; s/order 1,/order 2,/
    s/order 1.5,/order 2.0,/; s/order 1.0,/order 1.5,/; s/order 0.5,/order 1.0,/' \
    "$root/ci/tables/$kind.txt" >higher.txt
  run "$GIMBAL" algebra higher.txt
  is "$status" 1 "  one order more is refuted"
  low=$(grep -c ": $kind.*order [1-5]" higher.txt)
  [ "$(echo "$output" | grep -c '^  order .*refuted')" -ge $((low - 3)) ]
  ok $? "  of each" || diag "$output"
done

run python3 "$root/tests/table_orders.py"
is "$status" 0 "errors of single steps, found without gimbal, show the same orders" || diag "$output$errors"
is "$(echo "$output" | grep -c ', found')" 103 "  of all tables"

# ---- One wrong number or word of each kind ----
# wrong KIND METHOD SED PATTERN NAME: of that file and method, a line is refuted after the change.
wrong() {
  sed -n "/^$2: /,/^\$/p" "$root/ci/tables/$1.txt" >wrong.txt
  [ "$1" != partitioned ] && [ "$1" != additive ] ||
    awk -v name="$2:" '$1 == name {on = 1} on && /: / && $1 != name {exit} on' "$root/ci/tables/$1.txt" >wrong.txt
  sed -i "$3" wrong.txt
  run "$GIMBAL" algebra wrong.txt
  is "$status" 1 "$5" || diag "$output$errors"
  matches "$output" "$4" "  which is the one" || diag "$output"
}
wrong partitioned lobatto_pair_4 's/5\/6 0/0 5\/6/' 'order .*refuted: .* tree .* in q' "Lobatto IIIB with two entries exchanged"
wrong partitioned ruth_pair 's/separable, //' 'order .*[12] .*refuted' "Ruth's pair is of lower order where forces depend on p"
wrong splitting ruth_3 's/-1\/24/1\/24/' 'order  *0 .*refuted' "Ruth's splitting with a wrong sign"
wrong splitting mclachlan_atela 's/order 3,/order 4,/' 'order  *3 .*refuted.*tree .* in [pq] ' "order 4 for a quadratic kinetic energy alone"
wrong splitting mclachlan_atela 's/nystrom 4/nystrom 5/' 'order_nystrom  *4 .*refuted' "  and not 5"
wrong splitting ruth_3 's/symplectic/symmetric/' 'symmetric .*refuted' "what is no palindrome is not symmetric"
wrong composition yoshida_a_6 's/1.31518632068391121889/1.31518632068392121889/' 'order  *0 .*refuted' "a wrong 15th digit"
wrong nystrom nystrom_5 's/9\/35/8\/35/' 'order  *[0-4] .*refuted' "Nystrom's method with a misprint in A"
wrong nystrom nystrom_5 's/35\/336/36\/336/' "order  *0 .*refuted.* in y'" "  and in the weights of velocities"
wrong nystrom gauss_nystrom_4 's/1\/8-sqrt(3)\/12/1\/8-sqrt(3)\/13/' 'symplectic .*refuted' "a Nystrom method that is not symplectic"
wrong rosenbrock shampine_4 's/^gamma | -2/gamma | 2/' 'order  *[0-3] .*refuted' "a wrong sign in Gamma"
wrong rosenbrock rodas_3 's/order 3,/order 3, order_w 3,/' 'order_w .*refuted' "no order 3 without the exact Jacobian"
wrong low_storage williamson_3 's/153/155/' 'order  *[0-2] .*refuted' "a low-storage method with a misprint"
wrong low_storage niegemann_14 's/8083,/9999/; s/0.7188012108672410/0.7188012118672410/' 'order  *[0-3] .*refuted' "  in the ninth digit"
wrong shu_osher ssp_3_3 's/0 0 2\/3/0 0 1\/3/' 'order  *0 .*refuted' "a Shu-Osher form with a misprint"
wrong additive ars_443 's/1\/18/1\/16/' 'order  *[01] .*refuted' "a row that is off its node"
wrong additive ars_443 's/0 -1\/2 1\/2 1\/2/0 1\/2 -1\/2 1\/2/' 'order  *[0-2] .*refuted.* of [fg] ' "a coupling condition that fails"
# A third part is no table of its own, unless it has a name.
third() { # SED, of the file with three tableaux
  awk '/^ars_222: /,/^ars_233: /' "$root/ci/tables/additive.txt" | sed '/^ars_233: /d' >three.txt
  printf 'NAME\n0 |\n1/2 | 1/2\n | 0 1\n' >>three.txt
  sed -i "$1" three.txt
  run "$GIMBAL" algebra three.txt
}
for change in /NAME/d '/NAME/d; /^$/d'; do
  third "$change"
  is "$status" 2 "a third tableau is refused" || diag "$output"
  matches "$errors" 'three.txt:1[0-9]: a third tableau: ' "  by name" || diag "$errors"
done
third 's/NAME/midpoint_rule: order 2/'
is "$status" 0 "with a name it is another table" || diag "$errors"
sed -n '/^platen_1: /,/^$/p' "$root/ci/tables/stochastic.txt" >wiener.txt
sed -i '/^B1 /{p; s/^B1/B2/}' wiener.txt
run "$GIMBAL" algebra wiener.txt
is "$status" 2 "rows of a second Wiener process are refused"
matches "$errors" '"B2" begins no row .*of one Wiener process' "  with what is expected" || diag "$output$errors"
wrong multistep adams_bashforth_4 's/-59/-58/' 'order  *0 .*refuted.*C_1 = 0' "a misprint of Adams and Bashforth"
wrong multistep adams_moulton_3 's/zero_stable/a_stable/' 'a_stable .*refuted' "no method of order 4 is A-stable"
wrong multistep leapfrog_rule 's/symmetric/a_stable/' 'a_stable .*refuted.*≥ -1 at the roots' "the leapfrog rule is not A-stable"

wrong general_linear ark_4 's/7\/16/9\/16/' 'order  *[0-3] .*refuted.*order condition of tree' "an almost Runge-Kutta method with a misprint in U"
wrong general_linear ark_4 's/^c | 1 1.2/c | 1 1\/3/' 'order  *1 .*refuted.* tree \[t\]' "  and in a node"
wrong general_linear dimsim_2 's/5\/4 1\/4/5\/4 -1\/4/' 'order  *0 .*refuted' "a sign in B of a DIMSIM"
wrong general_linear dimsim_2_implicit 's/-6\/7/-5\/7/' 'order  *0 .*refuted' "a starting row that the method does not keep"
wrong general_linear kutta_general 's/stage_order 1/stage_order 2/' 'stage_order  *1 .*refuted' "a stage order too high"
sed '/^start/d' "$root/ci/tables/general_linear.txt" >free.txt
run "$GIMBAL" algebra free.txt
is "$status" 0 "without starting rows a DIMSIM of type 2 has its stage order" || diag "$output$errors"
wrong general_linear dimsim_2_implicit '/^start/d; s/stage_order 2/stage_order 3/' 'stage_order  *2 .*refuted' "  and no higher one"
wrong general_linear dimsim_2_implicit '/^start/d; s/^A | 1-sqrt(2).2 0/A | 1-sqrt(3)\/2 0/' 'stage_order  *[01] .*refuted' "  which a wrong stage has not"
wrong general_linear adams_pece 's/^V | 0 1 0/V | 0 1 -2/' 'zero_stable  *no .*refuted.*modulus ≤ 2' "a V that is not power-bounded"

wrong gark strang_heun 's/^A21 | 1\/4 1\/4 0 0/A21 | 1\/4 0 0 0/' 'order  *1 .*refuted.* of g' "a coupling that sees half of the first part"
wrong gark strang_midpoint 's/^A12 | 1$/A12 | 0/' 'symmetric  *no .*refuted' "a splitting that is no longer symmetric"
wrong gark averaged_midpoint 's/a_stable/l_stable/' 'l_stable  *no .*refuted' "the midpoint rule is not L-stable"
wrong multirate infinitesimal_erk_3 's/^Gamma1 | 1\/2 0 -1\/2/Gamma1 | -1\/2 0 1\/2/' 'order  *1 .*refuted' "a sign of a forcing that is linear in time"
# Kutta's third order with constant forcings: the conditions of the slow part hold, and one of the coupling does not.
printf 'kutta: multirate, order 3\nc | 0 1/2 1 1\nGamma0 | 1/2\nGamma0 | -3/2 2\nGamma0 | 7/6 -4/3 1/6\n' >kutta.txt
run "$GIMBAL" algebra kutta.txt
matches "$output" '  order  *2  *refuted: the order condition of tree .* \(order 3\) fails' \
  "a method of order 3 whose coupling with the fast part has order 2" || diag "$output"

# A forcing of θ² without one of θ: its mean is that of the zero rows, and its coupling has order 1.
printf 'gap: multirate, order 2\nc | 0 1/2 1\nGamma0 | 1/2\nGamma0 | -1/2 1\nGamma2 | 0\nGamma2 | 3 -3\n' >gap.txt
run "$GIMBAL" algebra gap.txt
matches "$output" '  order  *[01]  *refuted' "a forcing of the second power without one of the first counts" || diag "$output"

wrong commutator_free crouch_grossman_3 's/17\/108/17\/107/' 'order  *1 .*refuted' "a misprint of Crouch and Grossman"
wrong commutator_free celledoni_marthinsen_owren_4 '/^beta  | 1/d;s/^beta  | -.*/&\nbeta | 1\/4 1\/6 1\/6 -1\/12/' \
  'order  *2 .*refuted' "a misprint: both exponentials of the step exchanged"
wrong commutator_free lie_midpoint 's/^c     | 0 1.2/c     | 0 1\/3/' 'order  *1 .*refuted.* tree \[t\]' "a node that is not that of its stage"
wrong munthe_kaas rkmk_kutta_4 's/terms | 3/terms | 2/' 'order  *3 .*refuted' "a term of the inverse of dexp is missing"
wrong munthe_kaas rkmk_gauss_4 's/^b | 1.2 1.2/b | 1\/3 2\/3/' 'order  *1 .*refuted' "weights that are not those of Gauss"
# The classical method of order 4 with its weights in one exponential.
printf 'naive: commutator_free, order 4\nc | 0 1/2 1/2 1\nstage | 2 3 4\nalpha | 1/2\nalpha | 0 1/2\nalpha | 0 0 1\nbeta | 1/6 1/3 1/3 1/6\n' >naive.txt
run "$GIMBAL" algebra naive.txt
matches "$output" '  order  *2  *refuted: the order condition of tree .τ. τ \(order 3\) fails' \
  "without commutators the classical method has order 2" || diag "$output"

wrong exponential krogstad_4 's/-phi2(1\/2), phi2/-phi3(1\/2), phi3/' 'order  *2 .*refuted.* tree .* of N' "a misprint in a stage of Krogstad's method"
wrong exponential krogstad_4 's/order_stiff 3/order_stiff 4/' 'order_stiff  *3 .*refuted.* tree \[\[\[t\]\]\] ' "the stiff order of Krogstad's method is 3"
wrong exponential cox_matthews_4 's/1, order_stiff 2/&/; s/order_stiff 2/order_stiff 3/' 'order_stiff  *2 .*refuted.* tree \[\[t\]\] ' "  and that of Cox and Matthews 2"
wrong exponential lawson_4 's/phi0(1\/2), 1\/6/phi1(1\/2), 1\/6/' 'order  *1 .*refuted.* of L' "a function that is wrong where L is not 0 alone"
wrong exponential luan_ostermann_5 's/-405\/7\*phi4/-404\/7*phi4/' 'order_stiff  *[0-3] .*refuted' "a misprint in a weight of Luan and Ostermann"
run "$GIMBAL" algebra "$root/ci/tables/exponential.txt"
matches "$output" '  at L = 0  *0 \|; 1/2 \| 1/2; 1/2 \| 0 1/2; 1 \| 0 0 1; \| 1/6 1/3 1/3 1/6' "without L Lawson's method is the classical one" ||
  diag "$output"
printf '[{"name": "etd", "kind": "exponential", "claims": "order 2, order_stiff 2", "A": [[], ["phi1(1)"]], "c": [0, 1],
  "b": ["phi1(1) - phi2(1)", "phi2(1)"]}]' >etd.json
run "$GIMBAL" algebra etd.json
is "$status" 0 "an exponential method as JSON" || diag "$output$errors"

wrong stochastic platen_1 's/^B1    | 1 0/B1    | 1\/2 0/' 'order  *0.5 .*refuted.* of b ' "a difference of Platen's method over half the distance"
wrong stochastic roessler_sri1w1 's/-5 3 1\/2/-5 3 -1\/2/' 'order  *[01]\S* .*refuted.* of b ' "a wrong sign in B1 of Roessler's method"
wrong stochastic roessler_sri1w1 's/order_weak 1.5/order_weak 2/' 'order_weak  *1.5 .*refuted.* of b times .* of b ' "the weak order of Roessler's method is 1.5"
wrong stochastic_additive roessler_sra3 's/-1 1 0/1 -1 0/' 'order  *1 .*refuted.* \[t\] of b ' "SRA3 with a sign as a program has it"
wrong stochastic_additive roessler_sra2 's/3\/2 -3\/2/-3\/2 3\/2/' 'order  *1 .*refuted.* \[t\] of b ' "  and SRA2"
wrong stratonovich heun_stratonovich 's/1\/2 1\/2/1 0/' 'order  *0.5 .*refuted|order  *0 .*refuted' "the method of Euler and Maruyama has another limit"
wrong stratonovich burrage_r2 's/runge_kutta_order 2/runge_kutta_order 3/' 'runge_kutta_order  *2 .*refuted' "an order without noise that is too high"

# ---- Roots ----
# roots NAME ALPHA BETA STATUS PATTERN
roots() {
  printf 'm: multistep, zero_stable\nalpha | %s\nbeta | %s\n' "$2" "$3" >roots.txt
  run "$GIMBAL" algebra roots.txt
  is "$status" "$4" "$1" || diag "$output$errors"
  matches "$output" "zero_stable .*$5" "  by its roots" || diag "$output"
}
roots "BDF 7 is not zero-stable" '-60/420 490/420 -1764/420 3675/420 -4900/420 4410/420 -2940/420 1089/420' '0 0 0 0 0 0 0 1' \
  1 'refuted: .*modulus ≤ 1.02'
roots "nor is a method with a double root 1" '1 -2 1' '0 1' 1 'refuted: .*a root of modulus 1 is repeated'
roots "a double root within the circle does not matter" '0 0 1/4 -5/4 1' '0 0 0 3/4' 0 'confirmed: .*modulus ≤ 0.25'
general() { # NAME V STATUS PATTERN, of Euler's method and two more components
  printf 'm: general_linear, order 1, zero_stable\nA | 0\nU | 1 0 0\nB | 1\nB | 0\nB | 0\nV | 1 0 0\nV | %s\nV | %s\n' "$2" "$3" >roots.txt
  run "$GIMBAL" algebra roots.txt
  is "$status" "$4" "$1" || diag "$output$errors"
  matches "$output" "zero_stable .*$5" "  by the minimal polynomial of V" || diag "$output"
}
general "a double eigenvalue -1 with a Jordan block is not zero-stable" '0 -1 1' '0 0 -1' 1 'refuted: .*a root of modulus 1 is repeated'
general "with two eigenvectors it is" '0 -1 0' '0 0 -1' 0 'confirmed: .*modulus ≤ 1$'
roots "roots on the circle are stable if they are simple" '-1 0 0 0 1' '0 4' 0 'confirmed: .*modulus ≤ 1$'
run "$GIMBAL" algebra "$root/ci/tables/multistep.txt"
matches "$output" 'error constant *-0.02638888889' "the error constant of Adams and Moulton is -19/720"

# ---- Conversions are the known tableaux; JSON is the same as text ----
run "$GIMBAL" algebra "$root/ci/tables/shu_osher.txt"
matches "$output" 'stage order  *1 *B\(4\), C\(1\), D\(0\)' "the tableau of a Shu-Osher form"
cat >decimals.txt <<'T'
x: general_linear, order 2, stage_order 2, zero_stable
A | 0.6666666666666667
U | 1.333333333333333 -0.3333333333333333
B | 0.6666666666666667
B | 0
V | 1.333333333333333 -0.3333333333333333
V | 1 0
T
run "$GIMBAL" algebra decimals.txt
is "$status" 0 "a general linear method with decimals" || diag "$output$errors"
sed -i 's/0.6666666666666667$/0.6666666666766667/' decimals.txt
run "$GIMBAL" algebra decimals.txt
is "$status" 1 "  of which the eleventh digit is wrong" || diag "$output$errors"
cat >kinds.json <<'T'
[{"name": "verlet", "kind": "splitting", "claims": "order 2, symmetric", "kick": ["1/2", "1/2"], "drift": [1]},
 {"name": "ros", "kind": "rosenbrock", "claims": "order 1", "alpha": [[]], "gamma": [[1]], "b": [1]},
 {"name": "euler", "kind": "partitioned", "claims": "order 1, symplectic",
  "tableaux": [{"A": [[0]], "b": [1], "c": [0]}, {"A": [[1]], "b": [1], "c": [1]}]},
 {"name": "bdf", "kind": "general_linear", "claims": "order 2", "A": [["2/3"]], "U": [["4/3", "-1/3"]],
  "B": [["2/3"], [0]], "V": [["4/3", "-1/3"], [1, 0]]},
 {"name": "nys", "kind": "nystrom", "claims": "order 2", "A": [[0], ["1/2"]], "c": [0, 1], "b": [0.5, 0], "b'": [0.5, 0.5]}]
T
run "$GIMBAL" algebra kinds.json
is "$status" 0 "five kinds as JSON" || diag "$output$errors"
is "$(echo "$output" | grep -c '^  order .*confirmed')" 5 "  with their orders"
printf 'drift_first: splitting, order 1\ndrift | 1\nkick | 1\n' >first.txt
run "$GIMBAL" algebra first.txt
is "$status" 0 "of one kick and one drift either may begin" || diag "$output$errors"

# ---- As plugins ----
verify() { # FILE METHOD STATUS
  run "$GIMBAL" verify --plugin "$root/ci/tables/$1.txt" -m "$2" -M henon_heiles -o out
  is "$status" "$3" "$2 in runs" || diag "$errors$output"
}
for pair in splitting:ruth_3 partitioned:lobatto_pair_4 composition:suzuki_fractal nystrom:nystrom_4 \
  rosenbrock:ros3p low_storage:williamson_3 shu_osher:ssp_3_3; do
  verify "${pair%:*}" "${pair#*:}" 0
  matches "$(grep '"study":"order"' out/verdicts.jsonl)" '"quantity":"q".*"verdict":"confirmed"' "  have their order"
done
sed 's/ruth_3: splitting, order 3, symplectic/ruth: splitting, order 4/' "$root/ci/tables/splitting.txt" >overstated.txt
run "$GIMBAL" verify --plugin overstated.txt -m ruth -M henon_heiles -o out
is "$status" 1 "an order too high is refuted in runs, too"
# A weight that is wrong in its ninth digit: the sum is 1, and a term of order 2 is a millionth of the finest error.
for off in 0 '10^(-9)'; do
  w="(1/(2-2^(1/3))+$off)"
  printf 'jump: splitting, order 4\nkick | %s/2, (1-%s)/2, (1-%s)/2, %s/2\ndrift | %s, 1-2*%s, %s\n' \
    "$w" "$w" "$w" "$w" "$w" "$w" "$w" >jump.txt
  run "$GIMBAL" verify --plugin jump.txt -m jump -M henon_heiles -o out
  if [ "$off" = 0 ]; then
    is "$status" 0 "the triple jump has order 4"
  else
    matches "$(grep '"study":"order"' out/verdicts.jsonl | grep '"quantity":"q"')" \
      '"verdict":"refuted","reason":"order 2, not 4: the error contains -?[0-9.e-]*·h.2' "a weight wrong by 1e-9 is refuted in runs" ||
      diag "$(cat out/verdicts.jsonl)"
  fi
done
# What the small step of a series in quadruple precision shows of the coarse ones gets points in between.
tanaka=$(sed -n '/^tanaka_6d: /,/^$/p' "$root/ci/tables/explicit.txt")
for claim in 'order 6' 'order 7'; do
  echo "$tanaka" | sed "s/order 6/$claim/" >tanaka.txt
  run "$GIMBAL" verify --plugin tanaka.txt -m tanaka_6d -M relativistic_oscillator -o out
  matches "$(grep '"study":"order","quantity":"q"' out/verdicts.jsonl)" \
    "\"verdict\":\"$([ "$claim" = 'order 6' ] && echo confirmed || echo refuted)\"" "$claim of a method of order 6"
done
for pair in multistep:bdf_2 additive:ars_222 general_linear:ark_4 gark:strang_heun multirate:knoth_wolke_3 \
  commutator_free:lie_midpoint munthe_kaas:rkmk_midpoint exponential:krogstad_4 stochastic:platen_1 \
  stochastic_additive:roessler_sra1 stratonovich:euler_heun; do
  verify "${pair%:*}" "${pair#*:}" 2
  matches "$errors" "method \"${pair#*:}\" cannot be run: " "  are refused by name"
done

run "$GIMBAL" describe bdf_2 --plugin "$root/ci/tables/multistep.txt"
matches "$output" '^  steps .*none: gimbal algebra judges its table' "a table that is not run takes no steps"

# ---- What does not fit its kind is refused, with the line ----
# refused TEXT PATTERN
refused() {
  printf "$1" >unclear.txt
  run "$GIMBAL" algebra unclear.txt
  is "$status" 2 "refused: $2"
  matches "$errors" "$2" "  with its place" || diag "$errors"
}
refused 'x: splitting\n0 | 1\n' 'unclear.txt:2: "0" begins no row of a table of kind splitting; expected rows "kick'
refused 'x: order 2\nkick | 1\n' 'unclear.txt:2: "kick" is no node of a table of kind runge_kutta'
refused 'x: splitting\nkick | 1\n' 'unclear.txt:[0-9]*: a table of kind splitting has no row "drift"'
refused 'x: splitting\nkick | 1 1 1\ndrift | 1\n' '3 kicks and 1 drifts cannot take turns'
refused 'x: spliting\nkick | 1\n' 'unclear.txt:1: unknown claim "spliting".*splitting'
refused 'x: stochastic-runge-kutta\n' 'unclear.txt:1: unknown claim "stochastic_runge_kutta"'
refused 'x: stochastic, order 0.5\nA0 | 0\nA1 | 0\nB0 | 0\nalpha | 1\nbeta1 | 1\n' 'a table of kind stochastic has no row "B1"'
refused 'x: stratonovich, order 0.5\nA | 0\nB | 0\nB | 0\nalpha | 1\nbeta | 1\n' 'there are 2 numbers B0, and must be 1 rows of 1'
refused 'x: stochastic_additive, order 0.5\nA0 | 0 1\nB0 | 0\nalpha | 1\nbeta1 | 1\nc1 | 0\n' 'row 1 of A0 has 2 entries and there are 1'
refused 'x: general-linear\nA | 0\nB | 1\n' 'a table of kind general_linear has no row "U"'
refused 'x: general_linear\nA | 0\nU | 1 1\nB | 1\nV | 1\n' 'row 1 of U has 2 entries and there are 1'
refused 'x: general_linear, order 1\nA | 0\nU | 1\nU | 1\nB | 1\nV | 1\n' '2 numbers U, and must be 1 rows of 1'
refused 'x: general_linear, order 1\nA | 0 0\nU | 1\nB | 1\nV | 1\n' 'row 1 of A has 2 entries and there are 1'
refused 'x: general_linear, order 1\nA | 0\nU | 1\nB | 1\nV | 1\nstart | 1 0 0\n' 'the rows "start" have 3 numbers, and must have 2 to 2'
refused 'x: general_linear, order 1\nA | 0\nU | 1 0\nB | 1\nB | 1\nV | 1 0\nV | 0 1\n' '1 is not a simple eigenvalue of V'
refused 'x: gark\nA11 | 0\nA12 | 0\nA21 | 1\nb1 | 1\nb2 | 1\n' 'a table of kind gark has no row "A22"'
refused 'x: gark, order 1\nA11 | 0\nA12 | 0 0\nA21 | 1\nA22 | 0\nb1 | 1\nb2 | 1\n' 'row 1 of A12 has 2 entries and there are 1'
refused 'x: gark, order 1\nA11 | 0\nA12 | 0\nA12 | 0\nA21 | 1\nA22 | 0\nb1 | 1\nb2 | 1\n' '2 numbers A12, and must be 1 rows of 1'
refused 'x: multirate, order 1\nc | 0 1/2\nGamma0 | 1\n' 'the 2 nodes c do not go from 0 to 1'
refused 'x: multirate, order 1\nc | 0 1\nGamma0 | 1 0 0\n' '3 numbers Gamma0 are not 1 rows of at most 2'
refused 'x: multirate, order 1\nc | 0 1\nGamma0 | 1\nGamma1 | 0 1\n' 'there are 2 numbers Gamma1, and must be 1 rows of 1'
refused 'x: commutator_free, order 1\nbeta | 1\n' 'a table of kind commutator_free has no row "c"'
refused 'x: commutator_free, order 1\nc | 0\nbeta | 1 1\n' 'row 1 of beta has 2 entries and there are 1'
refused 'x: commutator_free, order 1\nc | 0 1\nalpha | 1\nbeta | 1\n' 'no coefficients "stage"'
refused 'x: commutator_free, order 1\nc | 0 1\nstage | 2 2\nalpha | 1\nbeta | 1\n' 'there are 2 numbers alpha, and must be 2 rows of 2'
refused 'x: commutator_free, order 1\nc | 0 1\nstage | 3\nalpha | 1\nbeta | 1\n' 'must be stages from 1 to 2 that do not fall'
refused 'x: munthe_kaas, order 1\nA | 0\nb | 1\nterms | 0\n' 'a number from 1 on, not 0'
refused 'x: munthe_kaas, order 1\nA | 0\nb | 1\nterms | 1 2\n' 'there are 2 numbers terms, and must be 1 rows of 1'
refused 'x: munthe_kaas, order 1\nA | 0\nA | 0 1\nb | 1\n' 'there are 2 rows "A" and 1 weights'
refused 'x: exponential, order 1\n0 |\n | 1\n' 'unclear.txt:3: "1" has no function'
refused 'x: exponential, order 1\n0 |\n1 | 1/2 phi1(1)\n | phi1(1), 0\n' 'unclear.txt:3: "1/2" has no function'
refused 'x: exponential, order 1\n0 |\n | phi1(1)*phi0(1)\n' 'entry 1 of row 2 is no sum'
refused 'x: exponential, order 1\n0 |\n | phi10(1)\n' 'unknown function "phi10"'
refused 'x: exponential, order 1\n0 |\n | phi1(1) +\n' 'unclear.txt:3: '
refused 'x: multistep\n' 'table of kind multistep has no rows'
refused 'x: partitioned\n0 | 0\n | 1\n' 'a table of kind partitioned has 1 tableaux'
refused 'x: partitioned\n0 | 0\n | 1\n\n1 | 1/2\n | 1\n' 'row 1 of the tableau "second" sums to 0.5, and its node is 1'
refused 'x: splitting, separable\nkick | 1\ndrift | 1\n' 'unclear.txt:1: unknown claim "separable" of a table of kind splitting'
refused 'x: shu_osher\nalpha | 1\nalpha | 1/2 1/4\nbeta | 1\nbeta | 0 1/2\n' 'row 2 of alpha sums to 0.75, and must sum to 1'
refused 'x: shu_osher\nalpha | 1 1\nbeta | 1\n' 'row 1 of alpha has 2 entries'
refused 'x: rosenbrock\nalpha |\ngamma | 1\nb | 1/2 1/2\n' 'there are 1 rows "alpha" and 2 weights'
refused 'x: low_storage\nA | 0\nB | 1 1 1\n' 'there are 1 numbers A and 3 numbers B'
refused 'x: nystrom\n0 | 0\n | 1/2\n' '1 rows of stages and 1 rows of weights were found; expected rows "c'
refused 'x: multistep\nalpha | 1 0\nbeta | 1\n' 'α_k is not 0'

done_testing
