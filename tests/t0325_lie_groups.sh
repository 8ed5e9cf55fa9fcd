# The methods on Lie groups: figures that were computed independently, the twins on vector spaces, the
# fold of Cayley's map, the first integrals of the ball, and the second tangent, without which the
# order is 1.
. tests/tap.sh

# errors KEY: the errors of an entry of the state in $output.
errors_of() {
  printf '%s\n' "$output" | grep "\"$1\": {" | sed 's/.*"errors": \[\([^]]*\)\].*/\1/' | tr -d ','
}

# largest: of the numbers on standard input, by size.
largest() { awk '{ for (i = 1; i <= NF; i++) { x = $i < 0 ? -$i : $i; if (x > m) m = x } } END { print m }'; }

near() { # near FOUND EXPECTED PART TEXT
  echo "$1 $2 $3" | awk '{ exit !($1 > $2 * (1 - $3) && $1 < $2 * (1 + $3)) }'
  ok $? "$4" || diag "found $1, not $2"
}

# 7.4 of the paper, from another program: the errors at t = 1 of the matrix of g, of eta and lambda.
run "$GIMBAL" run -m lie_lobatto_nonholonomic_3 -M unicycle -h 1/32 -T 1 --json
is "$status" 0 "the unicycle runs"
angle=$(printf '%s\n' "$output" | grep '"q": {' | sed 's/.*"values": \[\([^]]*\)\].*/\1/' | cut -d, -f3)
element=$(errors_of q | awk -v a="$angle" '{ print $1, $2, $3 * sin(a), $3 * cos(a) }' | largest)
near "$element" 4.625e-9 0.02 "the error of g is 4.625e-9"
near "$(errors_of v | largest)" 7.09e-10 0.02 "the error of eta is 7.09e-10"
near "$(errors_of lambda | largest)" 1.465e-4 0.02 "the error of lambda is 1.465e-4"

run "$GIMBAL" verify -m wrong_tangent -M unicycle --plugin "$BUILD/tests/plugins/wrong_tangent.so" \
  -o "$scratch/wrong"
is "$status" 1 "without the second tangent the method does not pass" || diag "$errors"
for quantity in q v p lambda; do
  observed=$(grep "\"quantity\":\"$quantity\"" "$scratch/wrong/verdicts.jsonl" |
    grep '"verdict":"refuted"' | sed -n 's/.*"observed":\([-+.e0-9]*\),.*/\1/p')
  near "${observed:-0}" 1 0.05 "  its $quantity is refuted, of order 1"
done

# On R3 the methods are those of vector spaces. The solvers leave a few roundings in each of 10 steps; a
# multiplier, the third line, is what they are over h^2.
agree() { # agree METHOD TWIN MODEL
  for side in "$1 group" "$2 space"; do
    run "$GIMBAL" run -m "${side% *}" -M "$3@${side#* }" -h 1/10 -T 1 --no-reference --json \
      --plugin "$BUILD/tests/plugins/vector_group.so"
    printf '%s\n' "$output" | sed -n 's/.*"values": \[\([^]]*\)\].*/\1/p' | tr -d ','
  done | awk 'NF { line[++n] = $0 } END { for (i = 1; i <= n / 2; i++) {
      k = split(line[i], a, " "); split(line[i + n / 2], b, " ")
      limit = i == 3 ? 1e-11 : 1e-13
      for (j = 1; j <= k; j++) { d = a[j] - b[j]; if (d > limit || d < -limit) exit 1; seen++ } }
      exit !(seen >= 6) }'
}

same() {
  agree "$@"
  ok $? "$1 is $2 on a vector group"
}
for s in 2 3 4; do
  same lie_vprk_gauss_$s vprk_gauss_$s vector_group
  same lie_vprk_lobatto_${s}_exp vprk_lobatto_$s vector_group
  same lie_lobatto_nonholonomic_$s lobatto_nonholonomic_$s vector_group_bound
  same lie_lobatto_nonholonomic_hamiltonian_$s lobatto_nonholonomic_hamiltonian_$s vector_group_bound
  same lie_lobatto_holonomic_$s lobatto_holonomic_$s vector_group_sphere
done
same runge_kutta_munthe_kaas_4 rk4 vector_group
same commutator_free_4 rk4 vector_group
! agree lie_vprk_gauss_2 vprk_gauss_3 vector_group
ok $? "two different methods are distinguished on a vector group"

# The Lagrangian and the Hamiltonian form on groups: in one step in double precision, and over sixteen in
# quadruple; and another method is distinguished.
step_of() { # step_of METHOD MODEL: the state after a step
  run "$GIMBAL" run -m "$1" -M "$2" -h 1/10 -T 1/10 --no-reference --json
  printf '%s\n' "$output" | sed -n 's/.*"values": \[\([^]]*\)\].*/\1/p' | tr '\n' ','
}
for model in unicycle turntable_ball:spatial turntable_ball:inhomogeneous_body vertical_disk suslov; do
  for s in 2 3 4 5; do
    printf '%s\n%s\n' "$(step_of lie_lobatto_nonholonomic_$s $model)" \
      "$(step_of lie_lobatto_nonholonomic_hamiltonian_$s $model)" |
      awk -F, '{ for (i = 1; i < NF; i++) x[NR, i] = $i; n = NF }
        END { for (i = 1; i < n; i++) { d = x[1, i] - x[2, i]; if (d > 1e-13 || d < -1e-13) exit 1 }
          exit n < 8 }'
    ok $? "$model, s = $s: both forms agree to 1e-13 in a step"
  done
done
cat >"$scratch/forms.yaml" <<SUITE
title: two forms
plugin_claims: false
studies:
  - study: equality
    methods: "lie_lobatto_nonholonomic_hamiltonian_3:tau=2"
    models: [unicycle, suslov]
    step_sizes: [1/10]
claims:
  - {methods: "*", study: equality, quantity: lie_lobatto_nonholonomic_3_exp, value: "yes"}
  - {methods: "*", study: equality, quantity: lie_lobatto_nonholonomic_3, value: "yes"}
SUITE
run "$GIMBAL" verify "$scratch/forms.yaml" -o "$scratch/forms"
is "$(grep -c 'lie_lobatto_nonholonomic_3_exp".*"verdict":"confirmed"' "$scratch/forms/verdicts.jsonl")" 2 \
  "with the exponential they are one map, in quadruple precision"
is "$(grep -c 'lie_lobatto_nonholonomic_3".*"verdict":"refuted"' "$scratch/forms/verdicts.jsonl")" 2 \
  "the method with Cayley's retraction is another one"

# Rotation about a fixed axis with Cayley's map has no step beyond a fold, near by or far. Of two
# stages it is the largest h omega = d/dxi [xi^2 u^2/(1 + u^2)]/u with u = 4/(4 + xi^2), by hand.
by_hand=$(awk 'function f(x, u) { u = 4 / (4 + x * x); return x * x * u * u / (1 + u * u) }
  BEGIN { for (x = .1; x < 3; x += .001) { y = (f(x + 1e-5) - f(x - 1e-5)) / 2e-5 * (4 + x * x) / 4
      if (y > m) m = y } print m }')
near "$by_hand" 0.7538 0.0002 "the fold of two stages by hand"
cat >"$scratch/folds" <<FOLDS
2 $by_hand
3 1.5658
4 1.9631
5 2.2228
FOLDS
turns() { # turns S ANGLE STATUS
  run "$GIMBAL" run -m "lie_vprk_lobatto_$1" -M "rigid_body@matrix:A:spin=1" -h "$2" -T "3*$2" \
    --no-reference
  is "$status" "$3" "s = $1, h|omega| = $2: status $3" || diag "$output" "$errors"
}
while read -r s fold; do
  turns "$s" "$fold*0.99" 0
  for beyond in 1.01 1.1 1.3 1.7 2.5; do
    turns "$s" "$fold*$beyond" 1
  done
done <"$scratch/folds"

# Of the ball on a table at rest, which turns about a fixed axis, it is the same; on a turning table it
# depends on the motion, and beyond h = 1 the spin is turned round in a step, which is no fold: the
# solutions go on smoothly from smaller steps.
rolls() { # rolls S MODEL H STATUS
  run "$GIMBAL" run -m "lie_lobatto_nonholonomic_$1" -M "turntable_ball:$2" -h "$3" -T "$3" \
    --no-reference
  is "$status" "$4" "s = $1, ball $2, h = $3: status $4" || diag "$output" "$errors"
}
while read -r s fold; do
  rolls "$s" spatial:Omega=0 "$fold*0.99/sqrt(0.38)" 0
  for beyond in 1.01 1.3 2.5; do
    rolls "$s" spatial:Omega=0 "$fold*$beyond/sqrt(0.38)" 1
  done
  rolls "$s" spatial 3 1
done <"$scratch/folds"
rolls 2 spatial 1.03 0
rolls 2 spatial 1.06 1
rolls 3 spatial 1.1 0
rolls 4 spatial 1.3 0
rolls 5 spatial 1.5 0

# Moser and Veselov's about a principal axis turns by the angle of which h omega is the sine.
for h in 0.95 1.01 1.5 3; do
  run "$GIMBAL" run -m moser_veselov -M "rigid_body@matrix:A:spin=1" -h $h -T 3*$h --no-reference
  is "$status" "$(echo $h | awk '{ print ($1 > 1) }')" "moser_veselov, h|omega| = $h" ||
    diag "$output" "$errors"
done

# Moser and Veselov's method, kicked by a weight, is RATTLE on the matrices of R9 under RtR = I, in another
# file and other coordinates; it is neither the variational method with Cayley's map nor Hamel's.
cat >"$scratch/discrete.yaml" <<SUITE
title: discrete rigid bodies
plugin_claims: false
studies:
  - {study: equality, methods: moser_veselov, models: [embedded_top, rigid_body], step_sizes: [1/10, 1/20]}
claims:
  - {methods: "*", models: embedded_top, study: equality, quantity: rattle, value: "yes"}
  - {methods: "*", models: embedded_top, study: equality, quantity: lobatto_holonomic_2, value: "yes"}
  - {methods: "*", models: embedded_top, study: equality, quantity: lie_vprk_lobatto_2, value: "yes"}
  - {methods: "*", models: rigid_body, study: equality, quantity: hamel_midpoint, value: "yes"}
  - {methods: "*", models: rigid_body, study: equality, quantity: stormer_verlet, value: "yes"}
SUITE
run "$GIMBAL" verify "$scratch/discrete.yaml" -o "$scratch/discrete" \
  --plugin "$BUILD/tests/plugins/embedded_top.so"
for pair in rattle:confirmed lobatto_holonomic_2:confirmed lie_vprk_lobatto_2:refuted \
  hamel_midpoint:refuted; do
  is "$(grep -c "\"quantity\":\"${pair%:*}\".*\"verdict\":\"${pair#*:}\"" "$scratch/discrete/verdicts.jsonl")" 1 \
    "that moser_veselov is ${pair%:*} is ${pair#*:}"
done
matches "$(grep '"quantity":"stormer_verlet"' "$scratch/discrete/verdicts.jsonl")" \
  '"verdict":"skipped".*has no formulation in this model' \
  "with a method that has no coordinates of the model there is nothing to compare"

# The ball on the turntable: three first integrals to round-off; the moving energy goes to and fro.
cat >"$scratch/ball.yaml" <<SUITE
title: the ball
studies:
  - study: long
    methods: lie_lobatto_nonholonomic_3
    models: ["turntable_ball:spatial", "turntable_ball:body"]
    cases: all
    h: 1/10
    steps: 10000
SUITE
run "$GIMBAL" verify "$scratch/ball.yaml" -o "$scratch/ball"
is "$status" 0 "the ball rolls" || diag "$errors"
maximum() { # maximum CASE INVARIANT
  grep "^{\"key\":\"long/lie_lobatto_nonholonomic_3/turntable_ball:$1\"" "$scratch/ball/results.jsonl" |
    grep -o "\"$2\":{[^[]*" | sed -n 's/.*"maximum":\([-+.e0-9]*\),.*/\1/p' | head -1
}
for name in spin about_x about_y; do
  for case in spatial body; do
    [ $case = body ] && name=body_$name
    maximum $case $name | awk '{ exit !($1 > 0 && $1 <= 5e-14) }'
    ok $? "$case: $name is constant" || diag "$(maximum $case $name)"
  done
done
near "$(maximum spatial moving_energy)" 4.3e-8 0.1 "the moving energy departs by 4.3e-8"

# Its multipliers have another error at odd steps. Coarser steps that are added have output times at even ones.
run "$GIMBAL" verify martin_de_diego_sato -m lie_lobatto_nonholonomic_4 \
  -M turntable_ball:inhomogeneous_body -o "$scratch/multipliers"
is "$status" 0 "the order of multipliers is that at even steps" || diag "$output$errors"
done_testing
