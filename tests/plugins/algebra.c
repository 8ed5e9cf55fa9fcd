/* Methods whose numbers are wrong, or right in a way of their own, for the study algebra: explicit
 * Runge-Kutta methods that take their tableau from the host, but for one, which declares a tableau and
 * takes other steps. */
#include "gimbal.h"

static int take(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                const gimbal_tableau *tableau) {
  const int n = g->n, s = tableau->s;
  gimbal_real *y = gimbal_scratch(g, n), *k = gimbal_scratch(g, (size_t)s * n);
  for (int i = 0; i < s; ++i) {
    for (int d = 0; d < n; ++d) {
      y[d] = from->q[d];
      for (int j = 0; j < i; ++j)
        y[d] += h * tableau->a[i * s + j] * k[j * n + d];
    }
    if (gimbal_field(g, from->t + tableau->c[i] * h, y, k + i * n))
      return 1;
    for (int d = 0; d < n; ++d)
      to->dq[d] += h * tableau->b[i] * k[i * n + d];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_tableau *tableau = gimbal_tableau_of(g, "own", 0);
  return tableau ? take(g, from, h, to, tableau) : 1;
}

/* Heun's method of order 2, whatever is declared. */
static int step_other(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  static const gimbal_real a[] = {0, 0, 1, 0}, b[] = {GIMBAL_C(0.5), GIMBAL_C(0.5)}, c[] = {0, 1};
  const gimbal_tableau heun = {.s = 2, .a = a, .b = b, .c = c, .name = "heun"};
  return take(g, from, h, to, &heun);
}

static int given(const gimbal_real *parameters, int index, gimbal_tableau *tableau) {
  static gimbal_real a[9], b[3];
  (void)parameters;
  if (index)
    return 1;
  a[3] = GIMBAL_Q(1, 3), a[7] = GIMBAL_Q(2, 3);
  b[0] = GIMBAL_Q(1, 4), b[2] = GIMBAL_Q(3, 4);
  *tableau = (gimbal_tableau){.s = 3, .a = a, .b = b, .name = "own"};
  return 0;
}

#define A4 "0,0,0,0, 1/2,0,0,0, 0,1/2,0,0, 0,0,1,0"
#define TABLEAU(variable, ...)                                                                     \
  static const gimbal_own_tableau variable[] = {{.name = "own", __VA_ARGS__}}
TABLEAU(kutta, .a = A4, .b = "1/6, 1/3, 1/3, 1/6");
TABLEAU(late_digit, .a = A4, .b = "1/6, (1+1e-15)/3, 1/3, 1/6");
TABLEAU(late_node, .a = A4, .b = "1/6, 1/3, 1/3, 1/6", .c = "0, 1/2, 1/2, 1+1e-15");
TABLEAU(decimals, .a = A4,
        .b = "0.1666666666666667, 0.3333333333333333, 0.3333333333333333, 0.1666666666666667");
TABLEAU(wrong_decimal, .a = A4,
        .b = "0.1666666666666667, 0.3333333333333666, 0.3333333333333333, 0.1666666666666667");
/* A method of order 3 with a coefficient that is a root of a sum of a number and a root, and its own
 * square next to it: a_21 = x, a_32 = 1/(6 b_3 x), b from B(3) with the nodes 0, x, 1. */
#define X "sqrt(3-2*sqrt(2))"
TABLEAU(nested,
        .a = "0,0,0, " X ",0,0, 1-(1-" X ")/(" X "*(2-3*" X ")),(1-" X ")/(" X "*(2-3*" X ")),0",
        .b = "1-1/(6*" X "*(1-" X "))-(2-3*" X ")/(6*(1-" X ")), 1/(6*" X "*(1-" X ")),"
             "(2-3*" X ")/(6*(1-" X "))");

static const gimbal_scheme own[] = {{.kind = "runge_kutta", .first = "own"}};

#define CLAIMS(variable, order)                                                                    \
  static const gimbal_claim variable[] = {                                                         \
      {.study = "order", .quantity = "q", .value = order},                                         \
      {.study = "algebra", .quantity = "a_stable", .value = "no"}}
CLAIMS(fourth, "4");
CLAIMS(third, "3");

#define METHOD(method, takes, its_tableau, its_claims)                                             \
  {                                                                                                \
    .name = method, .title = "a method for the study algebra", .citation = "tests",                \
    .formulation = GIMBAL_ODE, .tableaux = GIMBAL_ARRAY(its_tableau),                              \
    .claims = GIMBAL_ARRAY(its_claims), .schemes = GIMBAL_ARRAY(own), .step = takes,               \
    .overwrites = "none"                                                                           \
  }

static const gimbal_method methods[] = {
    METHOD("algebra_right", step, kutta, fourth),
    METHOD("algebra_late_digit", step, late_digit, fourth),
    METHOD("algebra_late_node", step, late_node, fourth),
    METHOD("algebra_decimals", step, decimals, fourth),
    METHOD("algebra_wrong_decimal", step, wrong_decimal, fourth),
    METHOD("algebra_nested", step, nested, third),
    METHOD("algebra_other", step_other, kutta, fourth),
    {.name = "algebra_given",
     .title = "Heun's method of order 3, its tableau made by a function",
     .citation = "Heun, Zeitschrift für Mathematik und Physik 45 (1900)",
     .formulation = GIMBAL_ODE,
     .further_tableaux = given,
     .claims = GIMBAL_ARRAY(third),
     .schemes = GIMBAL_ARRAY(own),
     .step = step,
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
