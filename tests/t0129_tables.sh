# Methods that are tables: the example of docs/methods.md is built and judged; wrong entries and wrong
# claims are refuted; explicit, diagonally implicit, implicit, partitioned, composed and Rosenbrock
# methods keep the order and the structure that their coefficients have by theory.
. tests/tap.sh

sed -n '/^```c$/,/^```$/{/^```/!p;}' docs/methods.md >"$scratch/radau.c"
lines=$(wc -l <"$scratch/radau.c")
[ "$lines" -ge 10 ] && [ "$lines" -le 15 ]
ok $? "the example has at most 15 lines ($lines)"
build() { # NAME, from NAME.c
  run "$GIMBAL" build "$scratch/$1.c"
  is "$status" 0 "$1 builds" || diag "$errors"
}
judge() { # PLUGIN METHOD MODEL...
  plugin=$scratch/$1.so method=$2
  shift 2
  models=
  for model in "$@"; do models="$models -M $model"; done
  # shellcheck disable=SC2086 # words
  run "$GIMBAL" verify --plugin "$plugin" -m "$method" $models -o "$scratch/out"
}
build radau
judge radau radau_2 kepler driven_pendulum
is "$status" 0 "the claims of the table are confirmed" || diag "$errors"
is "$(printf '%s\n' "$output" | grep -c '^ok .*order q')" 2 "the order of the table is confirmed on two models"

sed 's|-1/12|1/12|' "$scratch/radau.c" >"$scratch/sign.c"
build sign
judge sign radau_2 kepler
is "$status" 1 "a slip of a sign is refuted"
matches "$output" '^not ok .*order q' "by a run"
matches "$output" '^not ok .*algebra' "a wrong table is refuted from its coefficients"

# Each kind with its order; a claim of one order more is refuted.
cat >"$scratch/kinds.c" <<'END'
#include "gimbal.h"
static const gimbal_value lists[] = {{"a", "1/2, 0, 1/2, 0, 0, 1", NULL}, {"b", "1/6, 1/3, 1/3, 1/6", NULL},
  {"w", "1/(2-2^(1/3)), -2^(1/3)/(2-2^(1/3)), 1/(2-2^(1/3))", NULL}};
static const gimbal_own_tableau tables[] = {
  {.name = "sdirk", .a = "1-1/sqrt(2), 0, 1/sqrt(2), 1-1/sqrt(2)", .b = "1/sqrt(2), 1-1/sqrt(2)"},
  {.name = "midpoint", .a = "1/2", .b = "1"},
  {.name = "ros2", .a = "0, 0, 1, 0", .b = "1/2, 1/2", .gamma = "1-1/sqrt(2), 0, -2+sqrt(2), 1-1/sqrt(2)"}};
#define SCHEME(name, ...) static const gimbal_scheme name[] = {{__VA_ARGS__}}
SCHEME(explicit_, .kind = "coefficients", .first = "a", .second = "b");
SCHEME(sdirk, .kind = "runge_kutta", .first = "sdirk");
SCHEME(triple, .kind = "runge_kutta", .first = "midpoint", .weights = "w");
SCHEME(pair, .kind = "partitioned", .first = "lobatto_IIIA", .stages = "3");
SCHEME(ros2, .kind = "rosenbrock", .first = "ros2");
#define ORDER(name, p) static const gimbal_claim name[] = { \
  {.study = "order", .quantity = "q", .value = p}, {.study = "algebra", .quantity = "order", .value = p}, \
  {.study = "structure", .quantity = "symplectic", .value = SYMPLECTIC, .when = "canonical && separable"}}
#define SYMPLECTIC "no"
ORDER(order_4, "4");
ORDER(order_2, "2");
ORDER(order_3, "3");
#undef SYMPLECTIC
#define SYMPLECTIC "yes"
ORDER(symplectic_4, "4");
#define METHOD(name_, formulation_, scheme, claims_) {.name = name_, .title = "t", .citation = "c", \
  .formulation = GIMBAL_##formulation_, .coefficients = GIMBAL_ARRAY(lists), .tableaux = GIMBAL_ARRAY(tables), \
  .schemes = GIMBAL_ARRAY(scheme), .claims = GIMBAL_ARRAY(claims_)}
static const gimbal_method methods[] = {
  METHOD("explicit_4", ODE, explicit_, order_4), METHOD("diagonal_2", ODE, sdirk, order_2),
  METHOD("triple_jump_4", ODE, triple, symplectic_4), METHOD("pair_4", LAGRANGIAN, pair, symplectic_4),
  METHOD("momenta_4", HAMILTONIAN, explicit_, order_4), METHOD("rosenbrock_2", ODE, ros2, order_2),
  METHOD("wrong_3", ODE, ros2, order_3), METHOD("wrong_pair_3", LAGRANGIAN, pair, order_3)};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
END
build kinds
for method in explicit_4 diagonal_2 triple_jump_4 pair_4 rosenbrock_2; do
  judge kinds $method kepler driven_pendulum
  is "$status" 0 "$method: order and structure" || diag "$errors"
  matches "$output" '^ok .*order q' "  by a run"
done
judge kinds momenta_4 cvt
matches "$errors" 'momenta_4' "momenta_4 runs on a hamiltonian where there is one"
judge kinds wrong_3 kepler
is "$status" 1 "an order too high is refuted"
judge kinds wrong_pair_3 kepler
is "$status" 1 "symplectic: no is refuted for a symplectic pair"

# The same numbers as a step that is written out.
refused() { # MEMBERS PATTERN NAME
  sed "s|$1|$2|" "$scratch/radau.c" >"$scratch/refused.c"
  cc -Iinclude -shared -fPIC "$scratch/refused.c" -o "$scratch/refused.so"
  run "$GIMBAL" describe radau_2 --plugin "$scratch/refused.so"
  is "$status" 2 "refused: $4"
  matches "$errors" "$3" "  with the cause"
}
refused '.kind = "runge_kutta"' '.kind = "splitting"' 'splitting needs momenta' "a splitting on odes"
refused '.kind = "runge_kutta"' '.kind = "partitioned"' 'needs momenta' "a pair on odes"
refused GIMBAL_ODE GIMBAL_GROUP 'has the formulation ode, lagrangian or hamiltonian' "a table on a group"
refused '.schemes = GIMBAL_ARRAY(schemes),' '' 'every method needs it, or advance, or a scheme' "no scheme"
done_testing
