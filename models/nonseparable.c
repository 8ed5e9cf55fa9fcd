/* Polynomial Hamiltonians. The first two are no sum of a function of q and one of p.
 *
 * nonseparable_well: H = ½(1 + q²)(1 + p²), one degree of freedom.
 *
 * coupled_actions: two oscillators with the actions I_i = ½(q_i² + p_i²) and
 *     H = I₁ + w I₂ + I₁I₂ + ½I₁²,
 * whose planes (q_i, p_i) turn at the rates Ω₁ = 1 + I₁ + I₂ and Ω₂ = w + I₁. The actions are constant.
 *
 * cubic_hamiltonian: H = ½|p|² + ½|q|² + q₁²q₂ − q₂³/3, that of Hénon and Heiles. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

static real WellH(const real *parameter, real t, const real *q, const real *p) {
  return (1 + q[0] * q[0]) * (1 + p[0] * p[0]) / 2;
}

static void WellD1H(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = q[0] * (1 + p[0] * p[0]);
}

static void WellD2H(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = p[0] * (1 + q[0] * q[0]);
}

static void WellInitial(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = 1;
  out[1] = GIMBAL_Q(1, 4);
}

static real Action(const real *q, const real *p, int i) { return (q[i] * q[i] + p[i] * p[i]) / 2; }

static void Rates(const real *parameter, const real *q, const real *p, real *rate) {
  rate[0] = 1 + Action(q, p, 0) + Action(q, p, 1);
  rate[1] = parameter[0] + Action(q, p, 0);
}

static real ActionsH(const real *parameter, real t, const real *q, const real *p) {
  const real first = Action(q, p, 0), second = Action(q, p, 1);
  return first + parameter[0] * second + first * second + first * first / 2;
}

static void ActionsD1H(const real *parameter, real t, const real *q, const real *p, real *out) {
  real rate[2];
  Rates(parameter, q, p, rate);
  for (int i = 0; i < 2; i++)
    out[i] = rate[i] * q[i];
}

static void ActionsD2H(const real *parameter, real t, const real *q, const real *p, real *out) {
  ActionsD1H(parameter, t, p, q, out); /* q and p enter alike */
}

static void ActionsInitial(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = GIMBAL_Q(4, 5);
  out[1] = GIMBAL_Q(1, 2);
  out[2] = GIMBAL_Q(1, 5);
  out[3] = -GIMBAL_Q(2, 5);
}

static void ActionsExact(const real *parameter, real t, const real *q, const real *p, real *out) {
  real rate[2];
  Rates(parameter, q, p, rate);
  for (int i = 0; i < 2; i++) {
    const real s = gimbal_sin(rate[i] * t), c = gimbal_cos(rate[i] * t);
    out[i] = c * q[i] + s * p[i];
    out[2 + i] = c * p[i] - s * q[i];
  }
}

static real FirstAction(const real *parameter, real t, const real *q, const real *p) {
  return Action(q, p, 0);
}

static real SecondAction(const real *parameter, real t, const real *q, const real *p) {
  return Action(q, p, 1);
}

static real CubicH(const real *parameter, real t, const real *q, const real *p) {
  return Action(q, p, 0) + Action(q, p, 1) + q[0] * q[0] * q[1] - q[1] * q[1] * q[1] / 3;
}

static void CubicD1H(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = q[0] + 2 * q[0] * q[1];
  out[1] = q[1] + q[0] * q[0] - q[1] * q[1];
}

static void CubicD2H(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = p[0];
  out[1] = p[1];
}

static void CubicInitial(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = GIMBAL_Q(3, 10);
  out[1] = out[2] = GIMBAL_Q(1, 10);
  out[3] = GIMBAL_Q(1, 5);
}

static const gimbal_hamiltonian well = {GIMBAL_SIZE(gimbal_hamiltonian), .H = WellH, .D1H = WellD1H,
                                        .D2H = WellD2H};
static const gimbal_hamiltonian actions = {GIMBAL_SIZE(gimbal_hamiltonian), .H = ActionsH,
                                           .D1H = ActionsD1H, .D2H = ActionsD2H};

static const gimbal_hamiltonian cubic = {GIMBAL_SIZE(gimbal_hamiltonian), .H = CubicH,
                                         .D1H = CubicD1H, .D2H = CubicD2H};

static const gimbal_value parameters[] = {
    {.name = "w", .value = "sqrt(2)", .description = "rate of the second oscillator alone"}};

static const gimbal_case well_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_case actions_cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_invariant invariants[] = {
    {.name = "action_1", .kind = "quadratic", .value = FirstAction},
    {.name = "action_2", .kind = "quadratic", .value = SecondAction}};

static const gimbal_realisation well_realisations[] = {
    {.name = "canonical",
     .configuration = "q",
     .velocity = "p",
     .n = "1",
     .traits = "autonomous reversible integrable",
     .hamiltonian = &well,
     .initial = WellInitial}};

static const gimbal_realisation actions_realisations[] = {
    {.name = "canonical",
     .configuration = "q1 q2",
     .velocity = "p1 p2",
     .n = "2",
     .traits = "autonomous reversible integrable",
     .hamiltonian = &actions,
     .initial = ActionsInitial,
     .exact = ActionsExact,
     .invariants = GIMBAL_ARRAY(invariants)}};

static const gimbal_realisation cubic_realisations[] = {{.name = "canonical",
                                                         .configuration = "q1 q2",
                                                         .velocity = "p1 p2",
                                                         .n = "2",
                                                         .traits = "autonomous reversible",
                                                         .hamiltonian = &cubic,
                                                         .initial = CubicInitial}};

static const gimbal_model models[] = {
    {.name = "cubic_hamiltonian",
     .title = "Cubic Hamiltonian of Hénon and Heiles",
     .citation = "Hénon and Heiles, Astronomical Journal 69 (1964) 73",
     .citation_key = "HenonHeiles1964",
     .cases = GIMBAL_ARRAY(well_cases),
     .realisations = GIMBAL_ARRAY(cubic_realisations)},
    {.name = "nonseparable_well",
     .title = "Non-separable Hamiltonian of one degree of freedom",
     .citation = "an example of gimbal's own",
     .citation_key = "gimbal",
     .cases = GIMBAL_ARRAY(well_cases),
     .realisations = GIMBAL_ARRAY(well_realisations)},
    {.name = "coupled_actions",
     .title = "Two oscillators coupled through their actions, a non-separable Hamiltonian",
     .citation = "an example of gimbal's own, in closed form",
     .citation_key = "gimbal",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(actions_cases),
     .realisations = GIMBAL_ARRAY(actions_realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
