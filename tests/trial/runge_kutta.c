/* Runge–Kutta methods by tableaux, and twins with a wrong sign, node, digit or claim. */
#include "trial.h"

typedef struct stage_problem {
  real t, h;
  const real *y;
  const gimbal_tableau *T;
} stage_problem;

static int stages(gimbal *g, void *context, const real *k, real *r) {
  const stage_problem *x = context;
  const int n = g->n, s = x->T->s;
  real *y = gimbal_scratch(g, (size_t)n);
  for (int i = 0; i < s; i++) {
    for (int d = 0; d < n; d++) {
      y[d] = 0;
      for (int j = 0; j < s; j++)
        y[d] += x->T->a[i * s + j] * k[j * n + d];
      y[d] = x->y[d] + x->h * y[d];
    }
    if (gimbal_field(g, x->t + x->T->c[i] * x->h, y, r + i * n))
      return 1;
  }
  for (int i = 0; i < s * n; i++)
    r[i] = k[i] - r[i];
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const gimbal_tableau *T = gimbal_tableau_of(g, "own", 0);
  if (!T)
    return 1;
  const int n = g->n, s = T->s;
  int implicit = 0;
  for (int i = 0; i < s; i++)
    for (int j = i; j < s; j++)
      implicit |= T->a[i * s + j] != 0;
  real *k = gimbal_scratch(g, (size_t)(s * n)), *y = gimbal_scratch(g, (size_t)n);
  if (implicit) {
    if (gimbal_field(g, from->t, from->q, k))
      return 1;
    for (int i = n; i < s * n; i++)
      k[i] = k[i - n];
    stage_problem x = {from->t, h, from->q, T};
    if (gimbal_solve(g, s * n, stages, NULL, &x, k))
      return 1;
  } else
    for (int i = 0; i < s; i++) {
      for (int d = 0; d < n; d++) {
        y[d] = from->q[d];
        for (int j = 0; j < i; j++)
          y[d] += h * T->a[i * s + j] * k[j * n + d];
      }
      if (gimbal_field(g, from->t + T->c[i] * h, y, k + i * n))
        return 1;
    }
  for (int d = 0; d < n; d++)
    for (int j = 0; j < s; j++)
      to->dq[d] += h * T->b[j] * k[j * n + d];
  return 0;
}

#define TABLEAU(...) .tableaux = GIMBAL_LIST(gimbal_own_tableau, {.name = "own", __VA_ARGS__})
#define METHOD(name_, title_, tableau_, ...)                                                       \
  {                                                                                                \
    .name = name_, .title = title_, .citation = "the trial", .formulation = GIMBAL_ODE,            \
    .step = step, PARAMETERS(SLIP), TWINS(name_), tableau_, CLAIMS(__VA_ARGS__)                    \
  }

static const gimbal_method methods[] = {
    METHOD("t_lobatto_iiic", "Lobatto IIIC of three stages; a sign in its second row",
           TABLEAU(.a = "1/6,-1/3,1/6, 1/6,5/12,-1/12+slip/6, 1/6,2/3,1/6", .b = "1/6,2/3,1/6"),
           ORDERS("4"), NOT_SYMPLECTIC, ENERGY("drift", CONSERVED)),
    METHOD("t_radau_iia", "Radau IIA of two stages; a weight in its seventh digit",
           TABLEAU(.a = "5/12,-1/12, 3/4,1/4", .b = "3/4+slip/10^7,1/4-slip/10^7"), ORDERS("3"),
           NOT_SYMPLECTIC),
    METHOD("t_qin_zhang", "Qin and Zhang's symplectic diagonally implicit method; its diagonal",
           TABLEAU(.a = "1/4+slip/1000,0, 1/2,1/4-slip/1000", .b = "1/2,1/2"), ORDERS("2"),
           SYMPLECTIC, ENERGY("bounded", CONSERVED)),
    METHOD("t_tr_bdf2", "TR-BDF2; claimed one order too high",
           TABLEAU(.a = "0,0,0, 1-sqrt(2)/2,1-sqrt(2)/2,0, sqrt(2)/4,sqrt(2)/4,1-sqrt(2)/2",
                   .b = "sqrt(2)/4,sqrt(2)/4,1-sqrt(2)/2"),
           ORDERS("2+slip"), NOT_SYMPLECTIC),
    METHOD("t_crouzeix", "Crouzeix's SDIRK of two stages; gamma with six digits",
           TABLEAU(.a = "(slip==1)*0.788675+(slip==0)*(3+sqrt(3))/6,0,"
                        "1-2*((slip==1)*0.788675+(slip==0)*(3+sqrt(3))/6),"
                        "(slip==1)*0.788675+(slip==0)*(3+sqrt(3))/6",
                   .b = "1/2,1/2"),
           ORDERS("3"), NOT_SYMPLECTIC),
    METHOD("t_gauss", "Gauss of two stages; the root of 3 with eight digits",
           TABLEAU(.a = "1/4,1/4-((slip==1)*1.7320508+(slip==0)*sqrt(3))/6,"
                        "1/4+((slip==1)*1.7320508+(slip==0)*sqrt(3))/6,1/4",
                   .b = "1/2,1/2"),
           ORDERS("4"), SYMPLECTIC, STRUCTURE("reversible", "yes", "reversible")),
    METHOD("t_shu_osher", "Shu and Osher's SSP method of order 3; its last node",
           TABLEAU(.a = "0,0,0, 1,0,0, 1/4,1/4,0", .b = "1/6,1/6,2/3", .c = "0,1,1/2+slip/2"),
           ORDERS("3"), NOT_SYMPLECTIC),
    METHOD("t_three_eighths", "Kutta's 3/8 rule; two weights in their seventh digit",
           TABLEAU(.a = "0,0,0,0, 1/3,0,0,0, -1/3,1,0,0, 1,-1,1,0",
                   .b = "1/8,3/8+slip/10^7,3/8-slip/10^7,1/8"),
           ORDERS("4"), NOT_SYMPLECTIC),
    METHOD("t_heun_3", "Heun's method of order 3; claims a bounded energy",
           TABLEAU(.a = "0,0,0, 1/3,0,0, 0,2/3,0", .b = "1/4,0,3/4"), ORDERS("3"),
           ENERGY("drift", CONSERVED " && slip==0"), ENERGY("bounded", CONSERVED " && slip==1")),
    METHOD("t_explicit_midpoint", "the explicit midpoint rule; claims to keep the volume",
           TABLEAU(.a = "0,0, 1/2,0", .b = "0,1"), ORDERS("2"),
           STRUCTURE("volume", "no", "canonical && slip==0"),
           STRUCTURE("volume", "yes", "canonical && slip==1")),
};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
