# The study algebra: right numbers, wrong ones in a late digit, decimals, and a step that is not what is
# declared; next to the verdicts of runs.
. tests/tap.sh

plugin=$BUILD/tests/plugins/algebra.so rosenbrock=$BUILD/tests/plugins/contract.so
cat >"$scratch/suite.yaml" <<'END'
title: algebra and runs
methods: ["algebra_*", contract_rosenbrock, contract_overstated]
models: driven_pendulum
precision: double
studies:
  - study: order
    sizes: [32, 40, 48, 56, 64, 80, 96, 112, 128]
  - study: algebra
claims:
  - {methods: contract_rosenbrock, study: algebra, quantity: symmetric, value: no}
  - {methods: contract_rosenbrock, study: algebra, quantity: a_stable, value: yes}
  - {methods: contract_rosenbrock, study: algebra, quantity: stiffly_accurate, value: yes}
END
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" --plugin "$rosenbrock" -o "$scratch/out"
is "$status" 1 "wrong numbers are refuted"
verdict() { # of METHOD QUANTITY
  sed -n "s/.*\"method\":\"$1\".*\"study\":\"algebra\",\"quantity\":\"$2\".*\"verdict\":\"\([a-z]*\)\".*/\1/p" \
    "$scratch/out/verdicts.jsonl"
}
is "$(verdict algebra_right order)" confirmed "Kutta's method has order 4"
twin is "$(verdict algebra_late_digit order)" refuted "with a weight that is off by 1e-15 it has none"
twin is "$(verdict algebra_late_node order)" refuted "with such a node it has order 1 where the time counts"
is "$(verdict algebra_decimals order)" confirmed "sixteen digits are right to round-off"
is "$(verdict algebra_wrong_decimal order)" refuted "one of them that is off by 1e-13 is wrong"
twin is "$(verdict algebra_nested order)" confirmed "roots of roots are exact, too"
is "$(verdict algebra_given order)" confirmed "a tableau that a function gives is judged"
is "$(verdict algebra_other order)" confirmed "the declared scheme is judged, not the step"
# Of Rosenbrock methods, on a model that is driven.
is "$(verdict contract_rosenbrock order)" confirmed "Calahan's method has order 3"
is "$(verdict contract_overstated order)" refuted "  and not 4"
twin is "$(verdict algebra_rosenbrock_late order)" refuted "with an entry of Γ that is off by 1e-15 it has none"
is "$(verdict algebra_rosenbrock_y order)" refuted "without the derivative by time it has order 2"
matches "$(grep '"method":"algebra_rosenbrock_y".*"study":"algebra"' "$scratch/out/verdicts.jsonl")" \
  'order condition of tree \[\[t\]\] .order 3.' "  which a tree with the time shows"
is "$(verdict contract_rosenbrock a_stable)" confirmed "the Rosenbrock method is A-stable"
is "$(verdict contract_rosenbrock stiffly_accurate)" refuted "  but not stiffly accurate"
is "$(verdict contract_rosenbrock symmetric)" skipped "of symmetry the numbers say nothing"
is "$(verdict algebra_right a_stable)" confirmed "an explicit method is not A-stable"
matches "$errors" 'ALGEBRA AND RUNS DISAGREE on algebra_other, order 4.*from runs 1 refuted' \
  "a step that differs from the declared scheme is reported"
matches "$errors" 'DISAGREE on algebra_late_node' "runs that confirm wrong coefficients are reported"
is "$(printf '%s\n' "$errors" | grep -c 'DISAGREE on \(contract\|algebra_\(right\|decimals\|nested\|given\|rosenbrock_y\)\)')" 0 \
  "where both agree, nothing is"
matches "$(grep algebra_right "$scratch/out/tables/algebra.csv")" 'order.*1 confirmed.*agree' \
  "the table has both"
grep -q '<th scope="col">algebra</th>' "$scratch/out/index.html"
ok $? "the page, too"
is "$(grep -o '<table[^>]*>' "$scratch/out/index.html" | grep -vc 'class="stacked\|class="matrix')" 0 \
  "tables of the page fit a phone"
is "$(grep -c '[^a-z]nan[^a-z]' "$scratch/out/index.html")" 0 "unknown figures are not printed as nan"
run "$GIMBAL" explain algebra/algebra_wrong_decimal/driven_pendulum:A/order "$scratch/out"
is "$status" 0 "why a verdict is what it is can be asked"
matches "$output" ' order_4 .* trees 4  largest .* exact [01] ' "with the conditions of each order"
matches "$output" 'order_within: lower = 4$' "explain prints the largest order within bounds"

# All methods of the tree that declare a scheme, in some seconds at most.
cat >"$scratch/all.yaml" <<'END'
title: algebra alone
studies:
  - study: algebra
END
run "$GIMBAL" verify "$scratch/all.yaml" -o "$scratch/all"
is "$status" 0 "no claim of a method of the tree is refuted by its numbers"
confirmed=$(grep -c '"study":"algebra".*"verdict":"confirmed"' "$scratch/all/verdicts.jsonl")
[ "$confirmed" -ge 60 ]
ok $? "there are some ($confirmed)"
is "$(grep '"study":"algebra"' "$scratch/all/verdicts.jsonl" | grep -vc '"verdict":"confirmed"')" 0 \
  "all claims on algebra are confirmed"
is "$(sed -n 's/.*"key":"algebra\/\([^/]*\)\/.*/\1/p' "$scratch/all/results.jsonl" | sort | uniq -d)" "" \
  "on one model for each method"

# What is declared is looked at when the plugin is loaded.
scheme() {
  cat >"$scratch/scheme.c" <<END
#include "gimbal.h"
static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return gimbal_fail(g, "no step", h + from->t + to->t);
}
static const gimbal_value coefficients[] = {{.name = "a", .value = "1/2"},
  {.name = "kick", .value = "${2:-1}"}, {.name = "drift", .value = "${3:-1}"}};
static const gimbal_claim claims[] = {{.study = "algebra", .quantity = "symmetric", .value = "yes"}};
static const gimbal_own_tableau tableaux[] = {{.name = "own", .a = "0", .b = "1"}};
static const gimbal_scheme schemes[] = {{$1}};
static const gimbal_method methods[] = {{.name = "scheme", .title = "t", .citation = "c",
  .formulation = GIMBAL_ODE, .step = step, .coefficients = GIMBAL_ARRAY(coefficients),
  .claims = GIMBAL_ARRAY(claims), .tableaux = GIMBAL_ARRAY(tableaux), .schemes = GIMBAL_ARRAY(schemes)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
END
  cc -std=c11 -Iinclude -shared -fPIC "$scratch/scheme.c" -o "$scratch/scheme.so"
  run "$GIMBAL" describe scheme --plugin "$scratch/scheme.so"
}
scheme '.kind = "splitting", .first = "a"'
is "$status" 0 "a scheme that names existing arrays is accepted"
scheme '.kind = "spliting"'
is "$status" 2 "an unknown kind is refused"
matches "$errors" 'splitting' "the nearest kind is offered"
scheme '.kind = "splitting", .first = "b"'
is "$status" 2 "missing coefficients are refused"
scheme '.kind = "runge_kutta"'
is "$status" 2 "a tableau without a name is refused"
scheme '.kind = "rosenbrock", .first = "own"'
is "$status" 2 "a Rosenbrock method without a gamma is refused"
matches "$errors" 'tableau "own" has no gamma' "  and the message names the tableau"
scheme '.kind = "rosenbrock", .first = "given", .weights = "a"'
is "$status" 2 "a composed Rosenbrock method is refused"
scheme '.kind = "runge_kutta", .first = "gauss", .stages = "s"'
is "$status" 2 "a number of stages by a missing parameter is refused"

# Verlet's method with lists of one length, filled up with a zero.
symmetric() { # KICKS DRIFTS VERDICT NAME
  scheme '.kind = "splitting", .first = "kick", .second = "drift"' "$1" "$2"
  run "$GIMBAL" verify "$scratch/all.yaml" --plugin "$scratch/scheme.so" -m scheme -o "$scratch/one"
  is "$(sed -n 's/.*"quantity":"symmetric".*"verdict":"\([a-z]*\)".*/\1/p' "$scratch/one/verdicts.jsonl")" "$3" "$4"
}
symmetric "1/2, 1/2" "1, 0" confirmed "a zero at the end of a splitting is no stage"
symmetric "0, 1" "1/2, 1/2" confirmed "a zero at the beginning of a splitting is not a stage"
symmetric "1/3, 2/3" "1, 0" refuted "a splitting that is not a palindrome is not symmetric"
done_testing
